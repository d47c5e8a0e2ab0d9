// The order of digits: any page of it is that page of the sorted list.

#include "setter/digit_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/random.hpp"
#include "solve/solve.hpp"

namespace clew::setter {
namespace {

std::vector<Grid> sorted_list(const Puzzle& puzzle) {
    std::vector<Grid> all;
    enumerate(puzzle, {}, keep_in(all));
    std::ranges::sort(all);
    return all;
}

void expect_pages(const Puzzle& puzzle, std::size_t list_most, int pages, std::uint64_t seed) {
    const std::vector<Grid> all = sorted_list(puzzle);
    const DigitOrder order{puzzle, list_most};
    Random random{seed};
    for (int i = 0; i < pages; ++i) {
        const std::size_t from = random.below(all.size() + 2);
        const std::size_t most = 1 + random.below(40);
        const DigitOrder::Page page = order.page(Count{from}, most);
        ASSERT_EQ(page.ending, Ending::exhausted);
        EXPECT_EQ(page.total, Count{all.size()});
        const std::size_t begin = std::min(from, all.size());
        const std::vector<Grid> wanted(
            all.begin() + static_cast<std::ptrdiff_t>(begin),
            all.begin() + static_cast<std::ptrdiff_t>(std::min(begin + most, all.size())));
        EXPECT_EQ(page.grids, wanted) << "from " << from << ", seed " << seed;
    }
}

TEST(DigitOrder, IsTheSortedListWhereverItIsOpened) {
    const Puzzle p92 = Puzzle::from_line(
        "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..");
    expect_pages(p92, 1, 12, 1);
    expect_pages(p92, 1'000, 5, 2);
    expect_pages(Puzzle{Geometry::standard(4)}, 7, 20, 3);
    // Several thousand, by lists of no more than fifty.
    expect_pages(
        Puzzle::from_line(
            "..9.....2...31.8..2.86......5..2...1...4.8...6...9..4......64....7.8....1........"),
        50, 15, 4);
}

TEST(DigitOrder, EndsWhereThereIsNothing) {
    Puzzle none{Geometry::standard(4)};
    none.set_given(Cell{0}, Digit{0});
    none.set_given(Cell{1}, Digit{0});
    const DigitOrder::Page page = DigitOrder{none}.page(Count{0}, 5);
    EXPECT_TRUE(page.grids.empty());
    EXPECT_EQ(page.total, Count{0});
    StopFlag stop;
    stop.raise();
    const DigitOrder order{Puzzle{Geometry::standard(9)}};
    const DigitOrder::Page stopped = order.page(Count{0}, 5, {.budget = {.stop = &stop}});
    EXPECT_TRUE(stopped.grids.empty());
    EXPECT_NE(stopped.ending, Ending::exhausted);
}

/// How many solutions come before this one, counted one beginning after the other.
Count solutions_before(Puzzle puzzle, const Grid& grid) {
    Count before;
    for (std::size_t i = 0; i < grid.cell_count(); ++i) {
        const Cell cell{i};
        if (puzzle.given(cell)) continue;
        for (std::size_t d = 0; d < grid[cell].index(); ++d) {
            Puzzle smaller = puzzle;
            smaller.set_given(cell, Digit{static_cast<std::uint8_t>(d)});
            before += count(smaller).solutions;
        }
        puzzle.set_given(cell, grid[cell]);
    }
    return before;
}

TEST(DigitOrder, ReachesSolutionsThatNobodyLists) {
    const Puzzle puzzle = Puzzle::from_line(
        "..9.........31......8.......5..2.......4.........9..4.......4.3....85.........2..");
    const DigitOrder order{puzzle};
    const Count total = count(puzzle).solutions;
    ASSERT_GT(total, Count{100'000'000});
    const Count ranks[] = {Count{0}, Count{123'456'789}, total - Count{2}};
    for (const Count& rank : ranks) {
        const DigitOrder::Page page = order.page(rank, 3);
        ASSERT_EQ(page.ending, Ending::exhausted);
        EXPECT_EQ(page.total, total);
        ASSERT_EQ(page.grids.size(), rank == ranks[2] ? 2U : 3U);
        EXPECT_EQ(solutions_before(puzzle, page.grids[0]), rank);
        EXPECT_TRUE(std::ranges::is_sorted(page.grids));
    }
}

}  // namespace
}  // namespace clew::setter
