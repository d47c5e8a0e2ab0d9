#include "logic/strategies/strategy.hpp"

#include <iterator>

#include "tests/logic/strategies/compare.hpp"
#include "tests/logic/strategies/link_definition.hpp"

namespace clew::logic {
namespace {

bool sees_all(const State& state, Cell from, const LockedBut& set, Digit digit) {
    return std::ranges::all_of(set.cells, [&](Cell c) {
        return !state.has({c, digit}) || state.geometry().sees(c, from);
    });
}

TEST(Blossom, EliminatesWhatEveryPetalSees) {
    std::size_t seen = 0;
    on_random_states(every_board(400, 60), [&](const State& state, const std::string& where) {
        std::vector<LockedBut> sets;
        for (std::size_t h = 0; h < state.geometry().house_count(); ++h)
            std::ranges::copy(define_almost_locked(state, House{h}, 5), std::back_inserter(sets));
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
                        return d != z && std::ranges::any_of(sets, [&](const LockedBut& set) {
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
