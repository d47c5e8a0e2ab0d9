// Relabelling, permuting or transposing a state permutes the steps found: no technique depends on
// which row is the first.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "logic/strategy.hpp"
#include "tests/logic/random_states.hpp"

namespace clew::logic {
namespace {

// A symmetry of a plain 9x9 board: rows within and among bands, columns likewise, transposition,
// and the digits.
struct Turn {
    std::vector<std::size_t> rows, columns, digits;
    bool transpose = false;

    static std::vector<std::size_t> lines(Random& random) {
        std::vector<std::size_t> bands{0, 1, 2}, order;
        random.shuffle(bands);
        for (std::size_t band : bands) {
            std::vector<std::size_t> within{0, 1, 2};
            random.shuffle(within);
            for (std::size_t i : within) order.push_back(3 * band + i);
        }
        return order;
    }
    explicit Turn(Random& random)
        : rows(lines(random)),
          columns(lines(random)),
          digits{0, 1, 2, 3, 4, 5, 6, 7, 8},
          transpose(random.below(2) == 1) {
        random.shuffle(digits);
    }
    Candidate operator()(Candidate c) const {
        std::size_t row = rows[c.cell.index() / 9];
        std::size_t column = columns[c.cell.index() % 9];
        if (transpose) std::swap(row, column);
        return {Cell{9 * row + column}, Digit{digits[c.digit.index()]}};
    }
    std::vector<Candidate> operator()(std::vector<Candidate> candidates) const {
        for (Candidate& c : candidates) c = (*this)(c);
        std::ranges::sort(candidates);
        return candidates;
    }
};

State turned(const State& state, const Turn& turn) {
    Puzzle puzzle{Geometry::classic()};
    for (std::size_t i = 0; i < 81; ++i) puzzle.set_marks(Cell{i}, {});
    for (std::size_t i = 0; i < 81; ++i)
        for (Digit d : state.candidates(Cell{i})) {
            const Candidate to = turn({Cell{i}, d});
            DigitSet marks = puzzle.marks(to.cell);
            marks.insert(to.digit);
            puzzle.set_marks(to.cell, marks);
            if (state.placed(Cell{i})) puzzle.set_given(to.cell, to.digit);
        }
    return State{puzzle};
}

TEST(Strategies, TurnWithTheBoard) {
    using Conclusion = std::tuple<std::size_t, std::vector<Candidate>, std::vector<Candidate>>;
    std::size_t seen = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const State state = random_sample(Geometry::classic(), seed).state;
        Random random{seed};
        const Turn turn{random};
        const State other = turned(state, turn);
        for (const TechniqueInfo& row : techniques()) {
            // Among equally short chains of reasons the first is kept, so their sizes may differ.
            const bool sized = row.family != Family::assumption;
            std::set<Conclusion> here, there;
            find(state, {.technique = row.technique}, [&](Step&& step) {
                here.insert(
                    {sized ? step.size : 0, turn(step.placements), turn(step.eliminations)});
                return Flow::go_on;
            });
            find(other, {.technique = row.technique}, [&](Step&& step) {
                there.insert({sized ? step.size : 0, step.placements, step.eliminations});
                return Flow::go_on;
            });
            EXPECT_EQ(here, there) << row.id << " seed " << seed;
            seen += here.size();
        }
    }
    EXPECT_GT(seen, 1000U);
}

}  // namespace
}  // namespace clew::logic
