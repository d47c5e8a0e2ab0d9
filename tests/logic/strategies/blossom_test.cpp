#include "logic/strategies/blossom.hpp"

#include <bit>

#include "tests/logic/strategies/compare.hpp"

namespace clew::logic {
namespace {

struct Set {
    std::vector<Cell> cells;
    DigitSet digits;
};

// n cells of a house with n + 1 digits, no part of which is locked; at most five cells.
std::vector<Set> define_sets(const State& state) {
    const Geometry& g = state.geometry();
    std::vector<Set> sets;
    for (std::size_t h = 0; h < g.house_count(); ++h) {
        std::vector<Cell> cells;
        for (Cell c : g.cells_of(House{h}))
            if (!state.placed(c) && state.candidates(c).size() > 1) cells.push_back(c);
        const auto digits_of = [&](unsigned mask) {
            DigitSet digits;
            for (std::size_t i = 0; i < cells.size(); ++i)
                if ((mask >> i & 1U) != 0) digits |= state.candidates(cells[i]);
            return digits;
        };
        for (unsigned mask = 1; mask < 1U << cells.size(); ++mask) {
            const auto n = static_cast<std::size_t>(std::popcount(mask));
            if (n > 5 || digits_of(mask).size() != n + 1) continue;
            bool locked = false;
            for (unsigned part = (mask - 1) & mask; part != 0; part = (part - 1) & mask)
                locked =
                    locked || digits_of(part).size() <= static_cast<unsigned>(std::popcount(part));
            if (locked) continue;
            Set set{{}, digits_of(mask)};
            for (std::size_t i = 0; i < cells.size(); ++i)
                if ((mask >> i & 1U) != 0) set.cells.push_back(cells[i]);
            sets.push_back(set);
        }
    }
    return sets;
}

bool sees_all(const State& state, Cell from, const Set& set, Digit digit) {
    return std::ranges::all_of(set.cells, [&](Cell c) {
        return !state.has({c, digit}) || state.geometry().sees(c, from);
    });
}

TEST(Blossom, EliminatesWhatEveryPetalSees) {
    std::size_t seen = 0;
    on_random_states(every_board(400, 60), [&](const State& state, const std::string& where) {
        const std::vector<Set> sets = define_sets(state);
        std::set<Candidate> defined;
        for (std::size_t s = 0; s < state.cell_count(); ++s) {
            const Cell stem{s};
            const DigitSet digits = state.candidates(stem);
            if (state.placed(stem) || digits.size() < 3 || digits.size() > 4) continue;
            for (std::size_t i = 0; i < state.cell_count(); ++i)
                for (Digit z : state.candidates(Cell{i})) {
                    const Cell victim{i};
                    if (state.placed(victim) || victim == stem) continue;
                    const bool gone = std::ranges::all_of(digits, [&](Digit d) {
                        return d != z && std::ranges::any_of(sets, [&](const Set& set) {
                                   return set.digits.contains(d) && set.digits.contains(z) &&
                                          std::ranges::find(set.cells, stem) == set.cells.end() &&
                                          sees_all(state, stem, set, d) &&
                                          sees_all(state, victim, set, z);
                               });
                    });
                    if (gone) defined.insert({victim, z});
                }
        }
        std::set<Candidate> found;
        find(state, {.technique = Technique::death_blossom}, [&](Step&& step) {
            found.insert(step.eliminations.begin(), step.eliminations.end());
            return Flow::go_on;
        });
        EXPECT_EQ(found, defined) << where;
        seen += defined.size();
    });
    EXPECT_GT(seen, 0U);
}

}  // namespace
}  // namespace clew::logic
