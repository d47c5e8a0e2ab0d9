#include "core/rules/verify.hpp"
#include "tests/reference/puzzles.hpp"

#include <gtest/gtest.h>

namespace clew {
namespace {

using reference::p92;

constexpr const char* s01 =
    "519847632476312895238569714854623971791458326623791548982176453347285169165934287";

TEST(Verify, AcceptsASolution) {
    EXPECT_EQ(find_fault(Puzzle::from_line(p92), Grid::from_line(s01)), std::nullopt);
}

TEST(Verify, EveryChangeOfOneCellIsAFault) {
    const Puzzle blank{Geometry::classic()};
    for (std::size_t i = 0; i < 81; ++i)
        for (std::size_t d = 0; d < 9; ++d) {
            Grid grid = Grid::from_line(s01);
            const bool same = grid[Cell{i}] == Digit{d};
            grid.set(Cell{i}, Digit{d});
            EXPECT_EQ(is_solution(blank, grid), same);
        }
}

TEST(Verify, SaysWhatIsWrong) {
    const Puzzle p = Puzzle::from_line(p92);
    Grid grid = Grid::from_line(s01);
    grid.set(Cell{0}, grid[Cell{1}]);
    EXPECT_EQ(find_fault(p, grid), "row 1 holds 1 twice, at r1c1 and r1c2");
    grid = Grid::from_line(s01);
    grid.set(Cell{2}, Digit{0});
    EXPECT_EQ(find_fault(p, grid), "r1c3 holds 1 but the given is 9");
    grid.set(Cell{2}, Digit{30});
    EXPECT_EQ(find_fault(p, grid), "r1c3 holds no digit of the board");
    EXPECT_EQ(find_fault(p, Grid{}), "the grid has 0 cells, the board 81");

    Puzzle marked{Geometry::classic()};
    marked.set_marks(Cell{0}, DigitSet::all(4));
    EXPECT_EQ(find_fault(marked, Grid::from_line(s01)),
              "r1c1 holds 5, which its pencil marks rule out");
}

TEST(Verify, KnowsExtraHouses) {
    const auto x = Geometry::make({.size = 4, .boxes = BoxShape{2, 2}, .main_diagonal = true});
    Grid grid{{Digit{0}, Digit{1}, Digit{2}, Digit{3}, Digit{2}, Digit{3}, Digit{0}, Digit{1},
               Digit{1}, Digit{0}, Digit{3}, Digit{2}, Digit{3}, Digit{2}, Digit{1}, Digit{0}}};
    EXPECT_TRUE(is_solution(Puzzle{Geometry::standard(4)}, grid));
    EXPECT_EQ(find_fault(Puzzle{x}, grid), "main diagonal holds 4 twice, at r2c2 and r3c3");
}

}  // namespace
}  // namespace clew
