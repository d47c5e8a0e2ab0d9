// Whole walks over random puzzles with one solution, several and none: every step is proved from
// what it cites, the path as it was made and tidied, and the end is what brute force says.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "logic/auditor/audit.hpp"
#include "logic/mus/possible.hpp"
#include "logic/mus/smallest.hpp"
#include "logic/path/tidy.hpp"
#include "solve/solve.hpp"
#include "tests/logic/mus/random_case.hpp"
#include "tests/logic/random_states.hpp"

namespace clew::logic {
namespace {

using logic::Path;
using logic::Status;

/// A puzzle with one solution; with some clues less; or with one of its clues changed.
Puzzle random_question(std::size_t kind, Random& random) {
    Puzzle puzzle = logic::unique_puzzle(Geometry::classic(), random, 45 + random.below(36));
    std::vector<Cell> given;
    for (std::size_t i = 0; i < puzzle.geometry().cell_count(); ++i)
        if (puzzle.given(Cell{i})) given.push_back(Cell{i});
    random.shuffle(given);
    if (kind == 1)
        for (std::size_t i = 0; i < 1 + random.below(4); ++i) puzzle.clear_given(given[i]);
    if (kind == 2) {
        const Digit old = *puzzle.given(given[0]);
        puzzle.clear_given(given[0]);
        puzzle.set_given(given[0], Digit{(old.index() + 1 + random.below(8)) % 9});
    }
    return puzzle;
}

TEST(Walks, AreProvedAndEndWhereTheSolutionsDo) {
    const std::uint64_t seed = 482;
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random{seed};
    std::array<std::size_t, 3> kinds{};  // one solution, several, none
    std::size_t steps = 0, proofs = 0, left_out = 0, largest = 0;
    const auto* rules = logic::built_in_rules("template");
    for (std::size_t i = 0; i < (scale(1) > 1 ? 3'000U : 30U); ++i) {
        const Puzzle puzzle = random_question(i % 3, random);
        std::vector<Grid> solutions;
        constexpr std::size_t limit = 2'000;
        enumerate(puzzle, {.limit = limit}, keep_in(solutions));
        if (solutions.size() == limit) continue;
        const State start{puzzle};
        const Path path = walk_on(start, {.rules = rules}, {.nodes = 5'000});
        const auto proof = audit(start, path.entries);
        ASSERT_TRUE(proof.sound()) << "puzzle " << i << ": " << proof.result.what;
        ASSERT_EQ(proof.end, path.state) << "puzzle " << i;
        const Path shorter = logic::tidy(start, path);
        const auto again = audit(start, shorter.entries);
        ASSERT_TRUE(again.sound()) << "puzzle " << i << ", tidied: " << again.result.what;
        ASSERT_LE(shorter.entries.size(), path.entries.size());
        left_out += path.entries.size() - shorter.entries.size();
        steps += path.entries.size();
        for (const logic::Entry& e : path.entries)
            if (e.step.technique == logic::Technique::smallest_proof) {
                ++proofs;
                largest = std::max(largest, e.step.cites.size());
            }
        ASSERT_EQ(logic::has_one_solution(path), solutions.size() == 1);
        // The verdict is about the state, not about how one came there.
        logic::State state = start;
        for (const logic::Entry& e : path.entries) {
            ASSERT_FALSE(nothing_follows(state)) << "puzzle " << i;
            if (e.kind == logic::Entry::Kind::deduction) apply(e.step, state);
        }
        ASSERT_EQ(nothing_follows(state), solutions.size() > 1) << "puzzle " << i;
        ++kinds[solutions.empty() ? 2 : solutions.size() == 1 ? 0 : 1];
        if (solutions.empty()) {
            ASSERT_EQ(path.status, Status::impossible) << "puzzle " << i;
            continue;
        }
        ASSERT_EQ(path.status, solutions.size() == 1 ? Status::solved : Status::settled)
            << "puzzle " << i;
        for (std::size_t cell = 0; cell < puzzle.geometry().cell_count(); ++cell) {
            DigitSet used;
            for (const Grid& grid : solutions) used.insert(grid[Cell{cell}]);
            ASSERT_EQ(path.state.candidates(Cell{cell}), used) << "puzzle " << i;
        }
    }
    for (const std::size_t count : kinds) EXPECT_GT(count, 0U);
    if (scale(1) > 1)
        std::printf(
            "%zu walks with one solution, %zu with several, %zu with none: %zu steps, %zu "
            "of them smallest proofs, of up to %zu constraints; %zu left out tidied\n",
            kinds[0], kinds[1], kinds[2], steps, proofs, largest, left_out);
}

}  // namespace
}  // namespace clew::logic
