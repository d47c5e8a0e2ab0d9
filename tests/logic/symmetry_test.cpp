// Relabelling, permuting or transposing a state permutes the steps found: no technique depends on
// which row is the first.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "core/board/symmetry.hpp"
#include "logic/strategies/strategy.hpp"
#include "tests/logic/random_states.hpp"
#include "tests/support/random_isomorphism.hpp"

namespace clew::logic {
namespace {

std::vector<Candidate> turned(const Isomorphism& map, std::vector<Candidate> candidates) {
    for (Candidate& c : candidates) c = map(c);
    std::ranges::sort(candidates);
    return candidates;
}

State turned(const Isomorphism& map, const State& state) {
    Puzzle puzzle{Geometry::classic()};
    for (std::size_t i = 0; i < 81; ++i) puzzle.set_marks(Cell{i}, {});
    for (std::size_t i = 0; i < 81; ++i)
        for (Digit d : state.candidates(Cell{i})) {
            const Candidate to = map({Cell{i}, d});
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
        State state = random_sample(Geometry::classic(), seed).state;
        Random random{seed};
        const Isomorphism map = random_isomorphism(state.geometry(), random);
        State other = turned(map, state);
        // A question without givens, so that uniqueness has the most to say.
        state.set_unique(Uniqueness::granted, Puzzle{Geometry::classic()});
        other.set_unique(Uniqueness::granted, Puzzle{Geometry::classic()});
        for (const TechniqueInfo& row : techniques()) {
            // Among equally short chains of reasons the first is kept, so their sizes may differ.
            const bool sized = row.family != Family::assumption;
            // Which of several equally short loops is told is chance: only whether there is one is
            // compared.
            const bool loop = row.technique == Technique::nice_loop ||
                              row.technique == Technique::grouped_nice_loop ||
                              row.technique == Technique::als_nice_loop ||
                              row.technique == Technique::als_xz_double;
            // Likewise which petals a blossom is told by; what they eliminate together is not.
            const bool together = row.technique == Technique::death_blossom;
            std::set<Candidate> gone_here, gone_there;
            std::set<Conclusion> here, there;
            find(state, {.technique = row.technique}, [&](Step&& step) {
                here.insert({sized ? step.size : 0, turned(map, step.placements),
                             turned(map, step.eliminations)});
                return Flow::go_on;
            });
            find(other, {.technique = row.technique}, [&](Step&& step) {
                there.insert({sized ? step.size : 0, step.placements, step.eliminations});
                return Flow::go_on;
            });
            for (const auto& [size, places, gone] : here)
                gone_here.insert(gone.begin(), gone.end());
            for (const auto& [size, places, gone] : there)
                gone_there.insert(gone.begin(), gone.end());
            if (together)
                EXPECT_EQ(gone_here, gone_there) << row.id << " seed " << seed;
            else if (loop)
                EXPECT_EQ(here.empty(), there.empty()) << row.id << " seed " << seed;
            else
                EXPECT_EQ(here, there) << row.id << " seed " << seed;
            seen += here.size();
        }
    }
    EXPECT_GT(seen, 1000U);
}

}  // namespace
}  // namespace clew::logic
