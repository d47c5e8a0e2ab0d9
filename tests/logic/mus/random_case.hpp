#pragma once
// States for the tests of the search for smallest arguments, with what is true in their solutions.
//
//     Random random{seed};
//     const Case one = random_case(Geometry::classic(), 30, random);
//     for (const Claim& claim : claims_of(Instance{one.state}, one.possible)) ...

#include <optional>
#include <vector>

#include "core/base/random.hpp"
#include "logic/candidates.hpp"
#include "logic/mus/instance.hpp"
#include "logic/mus/possible.hpp"
#include "logic/mus/search.hpp"
#include "solve/solve.hpp"
#include "tests/support/long_tests.hpp"

namespace clew::logic {

using logic::State;
using logic::Truth;

/// Twenty times as many in a long run.
inline std::size_t scale(std::size_t usual) { return long_tests() ? usual * 20 : usual; }

/// A state of a random puzzle with some candidates crossed out that no solution uses.
struct Case {
    State state;
    Possible possible;
};

inline Case random_case(const GeometryPtr& geometry, std::size_t givens, Random& random) {
    for (;;) {
        Puzzle puzzle{geometry};
        Grid grid;
        // A random solution: of a board with a few random givens.
        for (int tries = 0; tries < 3; ++tries)
            puzzle.set_given(Cell{random.below(geometry->cell_count())},
                             Digit{random.below(geometry->size())});
        bool any = false;
        enumerate(puzzle, {.limit = 1}, [&](const Grid& found) {
            grid = found;
            any = true;
            return Flow::stop;
        });
        if (!any) continue;
        Puzzle question{geometry};
        for (std::size_t i = 0; i < givens; ++i) {
            const Cell cell{random.below(geometry->cell_count())};
            question.set_given(cell, grid[cell]);
        }
        State state{question};
        Possible possible = what_is_possible(question, {});
        for (Cell cell : state.open())
            for (const Digit d : state.candidates(cell))
                if (!possible.digits[cell.index()].contains(d) && random.below(3) == 0)
                    state.eliminate({cell, d});
        if (state.open_count() > 1) return {std::move(state), std::move(possible)};
    }
}

/// All that is true in the solutions and not yet seen.
inline std::vector<Claim> claims_of(const Instance& instance, const Possible& possible) {
    std::vector<Claim> claims;
    for (std::size_t v = 0; v < instance.candidate_count(); ++v) {
        const Candidate c = instance.candidate(v);
        const DigitSet digits = possible.digits[c.cell.index()];
        if (!digits.contains(c.digit))
            claims.push_back({v, Truth::fails});
        else if (digits.size() == 1)
            claims.push_back({v, Truth::holds});
    }
    return claims;
}

/// The smallest price at which the search finds an argument; nothing up to `most`.
inline std::optional<std::size_t> searched(HittingSetSearch& search, const Claim& claim,
                                           std::size_t most) {
    for (std::size_t price = 1; price <= most; ++price)
        if (search.run(claim, price, {}, [](std::span<const Chosen>) { return Flow::stop; }) ==
            Ending::limit_reached)
            return price;
    return std::nullopt;
}

}  // namespace clew::logic
