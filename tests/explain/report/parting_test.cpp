// Where solutions part, against all solutions.

#include "explain/report/parting.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/random.hpp"
#include "core/formats/formats.hpp"
#include "solve/solve.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew::report {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::vector<Digit> on(const Grid& grid, const std::vector<Cell>& cells) {
    std::vector<Digit> digits;
    for (const Cell cell : cells) digits.push_back(grid[cell]);
    return digits;
}

std::size_t told_apart(const std::vector<Grid>& solutions, const std::vector<Cell>& cells) {
    std::set<std::vector<Digit>> ways;
    for (const Grid& grid : solutions) ways.insert(on(grid, cells));
    return ways.size();
}

/// The smallest sets in which two solutions differ.
std::set<std::vector<Cell>> closest(const std::vector<Grid>& solutions) {
    std::set<std::vector<Cell>> sets;
    for (std::size_t i = 0; i < solutions.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            std::vector<Cell> set;
            for (std::size_t c = 0; c < solutions[i].cell_count(); ++c)
                if (solutions[i][Cell{c}] != solutions[j][Cell{c}]) set.push_back(Cell{c});
            if (!sets.empty() && set.size() > sets.begin()->size()) continue;
            if (!sets.empty() && set.size() < sets.begin()->size()) sets.clear();
            sets.insert(std::move(set));
        }
    return sets;
}

/// A full grid in which digits may be exchanged within groups, here and there a clue: such puzzles
/// fall into parts. Every fourth has a rule besides.
Puzzle open_puzzle(Random& random, std::size_t round) {
    const GeometryPtr board = round % 2 == 0 ? Geometry::standard(6) : Geometry::classic();
    const auto grid = reference::random_grid(random, *board);
    Puzzle puzzle{board};
    if (!grid) return puzzle;
    std::vector<DigitSet> group(board->size());
    for (std::size_t d = 0; d < board->size();) {
        const std::size_t end = std::min(board->size(), d + 2 + random.below(3));
        DigitSet all;
        for (std::size_t k = d; k < end; ++k) all.insert(Digit{k});
        for (; d < end; ++d) group[d] = all;
    }
    for (std::size_t i = 0; i < board->cell_count(); ++i)
        if (random.below(40) == 0)
            puzzle.set_given(Cell{i}, (*grid)[Cell{i}]);
        else
            puzzle.set_marks(Cell{i}, group[(*grid)[Cell{i}].index()]);
    if (round % 4 == 3) puzzle.add_rule(reference::random_rule(random, *board, grid));
    return puzzle;
}

TEST(Parting, OfManySolutionsIsTrueOfAllOfThem) {
    constexpr std::uint64_t seed = 20261126;
    std::size_t many = 0, several_parts = 0, ruled = 0;
    for (std::uint64_t round = 0; round < 160; ++round) {
        Random random = Random{seed}.split(round);
        const Puzzle puzzle = open_puzzle(random, round);
        std::vector<Grid> solutions;
        const auto counted = enumerate(puzzle, {.budget = {.max_nodes = 200'000}, .limit = 3'000},
                                       keep_in(solutions));
        if (!counted.exact() || solutions.size() < 2) continue;
        if (solutions.size() <= 300 && round % 8 != 0) continue;
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round) + " " +
                     reference::describe(puzzle));
        const Parting parting = where_they_part(puzzle);
        ASSERT_TRUE(parting.exact);
        ASSERT_EQ(parting.solutions, Count{solutions.size()});
        Count product = 1;
        std::set<Cell> cells;
        for (const Component& part : parting.parts) {
            ASSERT_EQ(part.ways, Count{told_apart(solutions, part.cells)});
            product *= part.ways;
            for (const Cell cell : part.cells) ASSERT_TRUE(cells.insert(cell).second);
        }
        ASSERT_EQ(product, parting.solutions);
        for (std::size_t i = 0; i < puzzle.geometry().cell_count(); ++i)
            ASSERT_EQ(cells.contains(Cell{i}), told_apart(solutions, {Cell{i}}) > 1);
        // The questions tell all apart, none of them can be spared, and the bound is one.
        ASSERT_FALSE(parting.questions.sets.empty());
        const std::vector<Cell>& asked = parting.questions.sets.front();
        ASSERT_EQ(told_apart(solutions, asked), solutions.size());
        for (std::size_t i = 0; i < asked.size(); ++i) {
            std::vector<Cell> less = asked;
            less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
            ASSERT_LT(told_apart(solutions, less), solutions.size());
        }
        ASSERT_LE(parting.questions.size, asked.size());
        // The first leaves fewest on average.
        ASSERT_TRUE(parting.first.has_value());
        const auto squares = [&](Cell cell) {
            std::vector<std::uint64_t> n(puzzle.geometry().size());
            for (const Grid& grid : solutions) ++n[grid[cell].index()];
            std::uint64_t sum = 0;
            for (const std::uint64_t of : n) sum += of * of;
            return sum;
        };
        for (const auto& [digit, count] : parting.first->digits)
            ASSERT_EQ(count, Count{static_cast<std::uint64_t>(
                                 std::ranges::count_if(solutions, [&, d = digit](const Grid& grid) {
                                     return grid[parting.first->cell] == d;
                                 }))});
        for (const Cell cell : cells) ASSERT_LE(squares(parting.first->cell), squares(cell));
        if (!parting.smallest.empty() || solutions.size() <= 1'000) {
            ASSERT_EQ(
                (std::set<std::vector<Cell>>{parting.smallest.begin(), parting.smallest.end()}),
                closest(solutions));
        }
        if (solutions.size() <= 300) continue;
        ++many;
        several_parts += parting.parts.size() > 1 ? 1 : 0;
        ruled += puzzle.rules().empty() ? 0 : 1;
    }
    EXPECT_GT(many, 10U);
    EXPECT_GT(several_parts, 3U);
    EXPECT_GT(ruled, 0U);
}

TEST(Parting, OfSolutionsWithoutEndSaysHowManyAndWhatToAskFirst) {
    // A blank board of 16: nobody counts these.
    const Puzzle large{Geometry::standard(16)};
    const std::string text = to_text(large.geometry(), where_they_part(large));
    EXPECT_THAT(text, StartsWith("At least "));
    EXPECT_THAT(text, HasSubstr(" They differ in 256 cells (at least "));
    // Of as many as can be counted at once, the best question.
    const Puzzle some = Puzzle::from_line(
        "..9.........31....2.8.6.....5..2...1...4.....6...9...........3..7.85.........2...");
    const Parting parting = where_they_part(some);
    ASSERT_TRUE(parting.exact);
    EXPECT_EQ(parting.solutions, count(some).solutions);
    EXPECT_GT(parting.solutions, Count{50'000});
    ASSERT_TRUE(parting.first.has_value());
    Count sum;
    for (const auto& [digit, count] : parting.first->digits) sum += count;
    EXPECT_EQ(sum, parting.solutions);
}

}  // namespace
}  // namespace clew::report
