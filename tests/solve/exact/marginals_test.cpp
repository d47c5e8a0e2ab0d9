// Marginals against enumeration, and against counts with a candidate forced.
//
// CLEW_LONG_TESTS=1 takes ten times as many puzzles.

#include "solve/exact/marginals.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/contract.hpp"
#include "core/board/notation.hpp"
#include "tests/solve/exact/random_puzzle.hpp"
#include "tests/support/long_tests.hpp"

namespace clew::exact {
namespace {

std::vector<U128> enumerated(const Puzzle& puzzle) {
    std::vector<U128> counts(729);
    search9::enumerate9(search9::marks9(puzzle), {}, [&](const search9::Solution9& s) {
        for (std::size_t cell = 0; cell < 81; ++cell) counts[cell * 9 + s[cell]] += U128{1};
        return Flow::go_on;
    });
    return counts;
}

void expect_enumerated(const Puzzle& puzzle, const MarginalOptions& options,
                       const std::string& what) {
    const Marginals found = marginals(puzzle, options);
    ASSERT_TRUE(found.exact());
    const std::vector<U128> expected = enumerated(puzzle);
    for (std::size_t i = 0; i < 729; ++i)
        ASSERT_EQ(found.counts[i].str(), expected[i].str())
            << what << ": " << to_line(puzzle) << " at "
            << to_string(puzzle.geometry().candidate(i), 9);
}

TEST(Marginals, AgreeWithEnumeration) {
    const std::uint64_t seed = 20260201;
    Random random{seed};
    const int cases = long_tests() ? 40 : 4;
    for (std::size_t clues : {81U, 50U, 30U, 25U, 22U})
        for (int i = 0; i < cases; ++i)
            expect_enumerated(random_puzzle(random, clues), {},
                              std::to_string(clues) + " clues, seed " + std::to_string(seed));
}

TEST(Marginals, AgreeWithEnumerationOnMarks) {
    const std::uint64_t seed = 20260202;
    Random random{seed};
    const int cases = long_tests() ? 40 : 4;
    for (std::size_t chance : {20U, 42U, 46U})
        for (int i = 0; i < cases; ++i)
            expect_enumerated(random_marks(random, chance), {.threads = 2},
                              "marks " + std::to_string(chance) + ", case " + std::to_string(i) +
                                  ", seed " + std::to_string(seed));
}

TEST(Marginals, AgreeWithEnumerationWhereLinesAreEmpty) {
    const std::uint64_t seed = 20260203;
    Random random{seed};
    for (int i = 0; i < 6; ++i) {
        Puzzle puzzle = random_puzzle(random, 72);
        const std::size_t first = random.below(7);
        for (std::size_t k = 0; k < 81; ++k) {
            const std::size_t line = i % 2 == 0 ? k / 9 : k % 9;
            if (line >= first && line < first + 3) puzzle.clear_given(Cell{k});
        }
        for (const InstructionSet set : instruction_sets_here())
            expect_enumerated(puzzle, {.instructions = set}, "seed " + std::to_string(seed));
    }
}

// Too many solutions to list: forcing the candidate and counting must give the same.
void expect_counted(const Puzzle& puzzle, Random& random, const std::string& what) {
    const Marginals found = marginals(puzzle, {.threads = 2});
    ASSERT_TRUE(found.exact());
    EXPECT_EQ(found.solutions, count(puzzle, {.threads = 2}).solutions) << what;
    for (std::size_t cell = 0; cell < 81; ++cell) {
        U128 sum;
        for (std::size_t d = 0; d < 9; ++d) sum += found.of({Cell{cell}, Digit{d}});
        ASSERT_EQ(sum, found.solutions) << what;
    }
    for (int i = 0; i < 4; ++i) {
        const Candidate candidate{Cell{random.below(81)}, Digit{random.below(9)}};
        if (puzzle.given(candidate.cell)) continue;
        Puzzle forced = puzzle;
        forced.set_given(candidate.cell, candidate.digit);
        ASSERT_EQ(found.of(candidate).str(), count(forced, {.threads = 2}).solutions.str())
            << to_string(candidate, 9) << ", " << what;
    }
}

TEST(Marginals, AgreeWithCountingEachCandidate) {
    const std::uint64_t seed = 20260204;
    Random random{seed};
    // Few clues leave digits that may be renamed, which each band does in its own way.
    std::vector<std::size_t> sizes = {1, 3, 6, 10, 14, 18};
    if (long_tests())
        for (std::size_t i = 0; i < 60; ++i) sizes.push_back(1 + i % 20);
    for (const std::size_t clues : sizes) {
        const Puzzle puzzle = random_puzzle(random, clues);
        expect_counted(puzzle, random, to_line(puzzle) + ", seed " + std::to_string(seed));
    }
}

// Bands that are the same row three times have no pass of their own; nor has a second one like it.
TEST(Marginals, FollowWhereTheRowsOfABandAreAlike) {
    const std::uint64_t seed = 20260206;
    Random random{seed};
    for (const std::vector<std::size_t>& alike :
         {std::vector<std::size_t>{0}, {2}, {0, 1}, {1, 2}, {0, 2}})
        for (const bool transposed : {false, true})
            for (const bool marked : {false, true}) {
                Puzzle puzzle = random_puzzle(random, 48 + 9 * alike.size());
                for (std::size_t k = 0; k < 81; ++k) {
                    const std::size_t line = transposed ? k % 9 : k / 9;
                    const std::size_t across = transposed ? k / 9 : k % 9;
                    if (std::ranges::find(alike, line / 3) == alike.end()) continue;
                    puzzle.clear_given(Cell{k});
                    if (marked)
                        puzzle.set_marks(Cell{k}, DigitSet::all(9) - DigitSet{Digit{across}});
                }
                expect_counted(puzzle, random, to_line(puzzle) + ", seed " + std::to_string(seed));
            }
}

TEST(Marginals, OfTheBlankGridAreEven) {
    const Marginals found = marginals(Puzzle{Geometry::classic()});
    ASSERT_TRUE(found.exact());
    EXPECT_EQ(found.solutions.str(), "6670903752021072936960");
    for (const U128& n : found.counts) ASSERT_EQ(n, found.solutions / 9);
}

TEST(Marginals, OfAContradictionAreNothing) {
    Puzzle puzzle{Geometry::classic()};
    puzzle.set_given(Cell{0}, Digit{4});
    puzzle.set_given(Cell{8}, Digit{4});
    const Marginals found = marginals(puzzle);
    ASSERT_TRUE(found.exact());
    EXPECT_EQ(found.solutions, U128{});
    EXPECT_EQ(found.counts, std::vector<U128>(729));
    EXPECT_EQ(found.of({Cell{0}, Digit{0}}), U128{});
}

TEST(Marginals, SayNothingWhenEndedEarly) {
    Random random{20260205};
    const Puzzle puzzle = random_puzzle(random, 13);
    const Marginals budget = marginals(puzzle, {.budget = {.max_nodes = 1000}});
    EXPECT_EQ(budget.ending, Ending::out_of_budget);
    EXPECT_TRUE(budget.counts.empty());
    StopFlag stop;
    stop.raise();
    EXPECT_EQ(marginals(puzzle, {.budget = {.stop = &stop}, .threads = 2}).ending,
              Ending::interrupted);
    EXPECT_THROW(marginals(Puzzle{Geometry::standard(4)}), ContractViolation);
}

}  // namespace
}  // namespace clew::exact
