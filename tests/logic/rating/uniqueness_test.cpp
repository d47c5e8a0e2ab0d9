// Uniqueness steps on puzzles with one solution keep it; on puzzles with several they are not
// asked.

#include "logic/rating/uniqueness.hpp"

#include <gtest/gtest.h>

#include <map>

#include "tests/logic/rating/walks.hpp"

namespace clew::rating {
namespace {

TEST(UniquenessUse, KeepsTheOneSolutionInEveryStateOfAWalk) {
    std::map<std::string, int> found;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        const Puzzle puzzle = minimal_puzzle(seed);
        const auto living = alive(puzzle, 1);
        ASSERT_TRUE(living);
        const auto check = [&](const std::optional<Deduction>& hint) {
            if (!hint) return;
            ++found[info(hint->technique).id];
            EXPECT_FALSE(hint->removed.empty());
            EXPECT_GE(hint->tenths, info(hint->technique).tenths);
            EXPECT_LE(hint->tenths, info(hint->technique).most);
            for (const CandidateId id : hint->removed)
                EXPECT_NE(living->digits[static_cast<std::size_t>(cell_of(id))], 1U << digit_of(id))
                    << to_string(hint->technique) << " seed " << seed;
        };
        SeOptions options;
        options.last = SeTechnique::forcing_chain;
        each_state(puzzle, options, [&](const Board9& board, const SeStep&) {
            check(find_unique_loop(board));
            check(find_bivalue_grave(board));
        });
    }
    for (const char* id :
         {"unique-loop-1", "unique-loop-2", "unique-loop-3", "unique-loop-4", "bug-1"})
        EXPECT_GT(found[id], 0) << id;
}

}  // namespace
}  // namespace clew::rating
