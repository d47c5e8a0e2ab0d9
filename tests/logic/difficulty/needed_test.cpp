// The largest needed step against its definition: what all arguments of at most so many constraints
// show together, found by trying every set of constraints.

#include "logic/difficulty/needed.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/board/puzzle.hpp"
#include "logic/auditor/audit.hpp"
#include "logic/mus/instance.hpp"
#include "logic/path/path.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew::logic {
namespace {

using logic::State;

/// Whether the constraints of the set cannot all hold once the candidates marked `no` fail.
bool refuted(const Instance& instance, const std::vector<std::size_t>& set, std::size_t at,
             std::vector<int>& holds) {
    if (at == set.size()) return false;
    const auto members = instance.members(set[at]);
    std::size_t holding = 0;
    for (std::uint16_t v : members) holding += holds[v] == 1;
    if (holding > 1) return true;
    // Every way to fill this constraint: the one that holds already, or any that is not ruled out.
    for (std::uint16_t v : members) {
        if (holding == 1 ? holds[v] != 1 : holds[v] == -1) continue;
        std::vector<int> then = holds;
        then[v] = 1;
        for (std::uint16_t other : members)
            if (other != v) then[other] = -1;
        if (!refuted(instance, set, at + 1, then)) return false;
    }
    if (holding == 0 && !instance.must_hold(set[at])) {
        std::vector<int> then = holds;
        for (std::uint16_t v : members) then[v] = -1;
        if (!refuted(instance, set, at + 1, then)) return false;
    }
    return true;
}

/// Whether so many constraints show that the candidate must hold (or fail).
bool shown(const Instance& instance, std::size_t v, bool must_hold, std::size_t size) {
    std::vector<std::size_t> set;
    const std::function<bool(std::size_t)> extend = [&](std::size_t from) {
        if (!set.empty()) {
            std::vector<int> holds(instance.candidate_count(), 0);
            holds[v] = must_hold ? -1 : 1;
            if (refuted(instance, set, 0, holds)) return true;
        }
        if (set.size() == size) return false;
        for (std::size_t k = from; k < instance.constraint_count(); ++k) {
            set.push_back(k);
            const bool yes = extend(k + 1);
            set.pop_back();
            if (yes) return true;
        }
        return false;
    };
    return extend(0);
}

/// Everything that arguments of at most `size` constraints show, to the end.
State closed_under(State state, std::size_t size) {
    for (bool moved = true; moved;) {
        moved = false;
        const Instance instance{state};
        for (std::size_t v = 0; v < instance.candidate_count() && !moved; ++v) {
            const Candidate candidate = instance.candidate(v);
            if (shown(instance, v, true, size)) {
                state.place(candidate);
                moved = true;
            } else if (shown(instance, v, false, size)) {
                state.eliminate(candidate);
                moved = true;
            }
        }
    }
    return state;
}

/// Whether every candidate that is left is in a solution.
bool settled(const State& state, const std::vector<Grid>& solutions) {
    for (std::size_t i = 0; i < state.cell_count(); ++i)
        for (Digit digit : state.candidates(Cell{i}))
            if (std::ranges::none_of(solutions, [&](const Grid& g) { return g[Cell{i}] == digit; }))
                return false;
    return state.open().empty() || solutions.size() > 1;
}

void check(const Puzzle& puzzle, const NeededSteps& needed) {
    EXPECT_EQ(std::accumulate(needed.profile.begin(), needed.profile.end(), std::size_t{0}),
              needed.steps);
    std::size_t sum = 0;
    for (std::size_t k = 0; k < needed.profile.size(); ++k) sum += (k + 1) * needed.profile[k];
    EXPECT_EQ(needed.sum, sum);
    EXPECT_EQ(needed.largest, needed.profile.size());
    if (!needed.profile.empty()) {
        EXPECT_GT(needed.profile.back(), 0U);
    }
    EXPECT_LE(needed.at_least, needed.largest);
    if (needed.complete()) {
        EXPECT_TRUE(settled(needed.state, reference::all_solutions(puzzle)));
    }
}

TEST(NeededSteps, AreThoseOfTheDefinitionOnSmallBoards) {
    const std::uint64_t seed = 5;
    Random random{seed};
    std::vector<std::size_t> met(4, 0);
    std::size_t several = 0;
    for (int i = 0; i < 500; ++i) {
        const Puzzle puzzle = reference::random_puzzle(random, Geometry::standard(4));
        SCOPED_TRACE(reference::describe(puzzle));
        const std::vector<Grid> solutions = reference::all_solutions(puzzle);
        const State start{puzzle};
        const NeededSteps needed = needed_steps(start);
        if (solutions.empty()) {
            EXPECT_EQ(needed.ending, NeededEnding::impossible);
            EXPECT_EQ(needed.steps, 0U);
            continue;
        }
        check(puzzle, needed);
        EXPECT_EQ(needed.ending,
                  solutions.size() == 1 ? NeededEnding::solved : NeededEnding::settled);
        EXPECT_TRUE(needed.proved());
        several += solutions.size() > 1;
        // Sets of constraints are many: the larger only where there are few to choose from.
        const std::size_t open = Instance{start}.constraint_count();
        for (std::size_t size = 1; size <= (open > 40 ? 1U : open > 22 ? 2U : 3U); ++size)
            EXPECT_EQ(settled(closed_under(start, size), solutions), needed.largest <= size)
                << size;
        ++met[std::min(needed.largest, std::size_t{3})];
        if (HasFailure()) break;
    }
    EXPECT_GT(met[1], 10U);  // or the test shows nothing
    EXPECT_GT(met[2], 3U);
    EXPECT_GT(several, 10U);
}

TEST(NeededSteps, OfAPuzzleThatSinglesSolveAreSingles) {
    // All but a few cells of a grid.
    const Puzzle puzzle = Puzzle::from_line(
        "37865921415432876962947153874318.692862947351915236847487593126236814975591762483");
    const NeededSteps needed = needed_steps(State{puzzle});
    EXPECT_EQ(needed.ending, NeededEnding::solved);
    EXPECT_EQ(needed.largest, 1U);
    EXPECT_EQ(needed.profile, std::vector<std::size_t>{1});
    EXPECT_TRUE(needed.proved());
}

TEST(NeededSteps, EndWhereEveryCandidateIsPossible) {
    const Puzzle puzzle = Puzzle::from_line(reference::p92);
    const State start{puzzle};
    std::size_t largest = 0, steps = 0;
    State replayed = start;
    const NeededSteps needed = needed_steps(start, {.on_step = [&](const logic::Step& step) {
                                                EXPECT_TRUE(audit(replayed, step).sound());
                                                apply(step, replayed);
                                                largest = std::max(largest, step.size);
                                                ++steps;
                                            }});
    EXPECT_EQ(needed.ending, NeededEnding::settled);
    EXPECT_EQ(replayed, needed.state);
    EXPECT_EQ(largest, needed.largest);
    EXPECT_EQ(steps, needed.steps);
    check(puzzle, needed);
}

TEST(NeededSteps, SayWhatIsProvedWhereNodesEndFirst) {
    const Puzzle puzzle = Puzzle::from_line(
        "....7..2.8.......6.1.2.5...9.54....8.........3....85.1...3.2.8.4.......9.7..6....");
    const NeededSteps little = needed_steps(State{puzzle}, {.nodes = 100});
    EXPECT_TRUE(little.complete() || little.ending == NeededEnding::beyond);
    EXPECT_GT(little.at_least, 1U);
    EXPECT_FALSE(little.proved());
    if (little.complete()) {
        EXPECT_GT(little.largest, little.at_least);
    }
    StopFlag stop;
    stop.raise();
    const NeededSteps stopped = needed_steps(State{puzzle}, {.stop = &stop});
    EXPECT_EQ(stopped.ending, NeededEnding::interrupted);
    EXPECT_FALSE(stopped.proved());
}

}  // namespace
}  // namespace clew::logic
