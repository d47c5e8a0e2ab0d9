#include "encode/search/search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "encode/board/notation.hpp"
#include "encode/board/verify.hpp"
#include "encode/search/enumerate.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew::search {
namespace {

constexpr const char* p92 =
    "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..";

std::vector<Grid> all(const Puzzle& puzzle, const Task& task = {}) {
    std::vector<Grid> found;
    const Report report = enumerate(puzzle, task, [&](const Grid& grid) {
        found.push_back(grid);
        return Flow::go_on;
    });
    EXPECT_EQ(report.solutions, found.size());
    return found;
}

std::vector<Grid> sorted(std::vector<Grid> grids) {
    std::ranges::sort(grids);
    return grids;
}

TEST(Search, FindsAllTwelveSolutionsOfP92) {
    const Puzzle puzzle = Puzzle::from_line(p92);
    const auto found = all(puzzle);
    EXPECT_EQ(found.size(), 12U);
    for (const Grid& grid : found) EXPECT_TRUE(is_solution(puzzle, grid));
}

TEST(Search, CountsTheSmallBlankBoards) {
    EXPECT_EQ(count(Puzzle{Geometry::standard(4)}).solutions, 288U);
    EXPECT_EQ(count(Puzzle{Geometry::make({.size = 4})}).solutions, 576U);     // Latin squares
    EXPECT_EQ(count(Puzzle{Geometry::make({.size = 5})}).solutions, 161280U);  // OEIS A002860
}

TEST(Search, ListsWhatTheReferenceLists) {
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        Random random{seed};
        const Puzzle puzzle =
            reference::random_puzzle(random, reference::random_geometry(random, 6));
        const auto expected = reference::all_solutions(puzzle, 2000);
        if (expected.size() == 2000) continue;
        ASSERT_EQ(sorted(all(puzzle)), expected)
            << "seed " << seed << ": " << reference::describe(puzzle);
    }
}

}  // namespace
}  // namespace clew::search
