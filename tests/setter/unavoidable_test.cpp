#include "setter/unavoidable.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/board/notation.hpp"
#include "setter/completion.hpp"
#include "setter/generate.hpp"
#include "solve/solve.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew::setter {
namespace {

const GeometryPtr classic = Geometry::classic();
// The grid of both examples in "Preventing Multiple Puzzle Solutions".
const Puzzle example_one = Puzzle::from_line(
    "378659214154328769629471538743..5692862947351915236847487593126236..4975591762483");
const Puzzle example_two = Puzzle::from_line(
    "3.86.9.141.43.8.696.94.1.38743185692862947351915236847487593126236814975591762483");

std::vector<Grid> solutions_of(const Puzzle& puzzle) {
    std::vector<Grid> all;
    enumerate(puzzle, {}, keep_in(all));
    return all;
}

/// Unavoidable: with these cells open, the grid has another solution. Minimal: and with any one of
/// them a clue again, it has none.
bool minimal_unavoidable(const GeometryPtr& geometry, const Grid& grid, const ElementSet& set) {
    Puzzle puzzle{geometry};
    for (std::size_t i = 0; i < grid.cell_count(); ++i)
        if (!std::binary_search(set.begin(), set.end(), i))
            puzzle.set_given(Cell{i}, grid[Cell{i}]);
    if (count(puzzle, {.limit = 2}).solutions < Count{2}) return false;
    for (std::size_t c : set) {
        Puzzle fewer = puzzle;
        fewer.set_given(Cell{c}, grid[Cell{c}]);
        if (count(fewer, {.limit = 2}).solutions != Count{1}) return false;
    }
    return true;
}

TEST(Unavoidable, ExampleOneIsTheRectangleOfFourCells) {
    const auto solutions = solutions_of(example_one);
    ASSERT_EQ(solutions.size(), 2U);
    const ElementSet four = {3 * 9 + 3, 3 * 9 + 4, 7 * 9 + 3, 7 * 9 + 4};
    EXPECT_EQ(minimal_differences(solutions), std::vector<ElementSet>{four});
    for (const Grid& grid : solutions) {
        const Unavoidable u = unavoidable_sets(Puzzle{classic}, grid, {.max_size = 4});
        EXPECT_EQ(u.ending, Ending::exhausted);
        EXPECT_EQ(not_hit(u.sets, example_one), std::vector<ElementSet>{four});
    }
}

TEST(Unavoidable, ExampleTwoHasTwelveSolutionsMadeOfPairsOfColumns) {
    const auto solutions = solutions_of(example_two);
    EXPECT_EQ(solutions.size(), 12U);
    std::set<ElementSet> shapes;
    for (const NamedShape& t : named_shapes(classic, solutions.front()))
        if (t.kind == ShapeKind::three_lines) shapes.insert(t.cells);
    ElementSet nine;
    for (std::size_t i = 0; i < 81; ++i)
        if (!example_two.given(Cell{i})) nine.push_back(i);
    EXPECT_TRUE(shapes.contains(nine));
    for (const ElementSet& set : minimal_differences(solutions)) EXPECT_EQ(set.size(), 6U);
}

TEST(Unavoidable, SearchAndSatAgree) {
    struct Row {
        GeometryPtr board;
        std::size_t max_size;
    };
    for (const Row& row :
         {Row{classic, 8}, Row{Geometry::standard(4), 16}, Row{Geometry::standard(6), 9},
          Row{Geometry::standard(5), 8},
          Row{Geometry::make({.size = 6, .rows = 4, .columns = 6, .boxes = BoxShape{2, 3}}), 9},
          Row{Geometry::make({.size = 9, .boxes = BoxShape{3, 3}, .main_diagonal = true}), 10},
          Row{Geometry::make({.size = 9,
          .boxes = BoxShape{3, 3},
          .extras = {{.name = "cage", .cells = {Cell{0}, Cell{1}, Cell{9}, Cell{40}}}}}),
              8}}) {
        SCOPED_TRACE(row.board->description());
        for (std::uint64_t seed : {1U, 2U}) {
            SCOPED_TRACE(seed);
            Random random{seed};
            const Grid grid = *random_grid(row.board, random);
            const Unavoidable a =
                unavoidable_sets(Puzzle{row.board}, grid, {.max_size = row.max_size});
            const Unavoidable b =
                unavoidable_sets(Puzzle{row.board}, grid,
                                 {.max_size = row.max_size, .method = UnavoidableMethod::sat});
            EXPECT_EQ(a.ending, Ending::exhausted);
            EXPECT_EQ(b.ending, Ending::exhausted);
            EXPECT_EQ(a.sets, b.sets);
            for (const ElementSet& set : a.sets)
                EXPECT_TRUE(minimal_unavoidable(row.board, grid, set)) << set.size();
        }
    }
}

TEST(Unavoidable, TheNamedShapesAreAmongThemAndAllOfFourCellsHaveAName) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        SCOPED_TRACE(seed);
        Random random{seed};
        const Grid grid = *random_grid(classic, random);
        const Unavoidable u = unavoidable_sets(Puzzle{classic}, grid, {.max_size = 9});
        const std::set<ElementSet> all(u.sets.begin(), u.sets.end());
        std::set<ElementSet> fours;
        for (const NamedShape& t : named_shapes(classic, grid)) {
            if (t.kind == ShapeKind::three_lines) {
                EXPECT_FALSE(all.contains(t.cells));
                continue;
            }
            EXPECT_TRUE(all.contains(t.cells));
            if (t.kind == ShapeKind::rectangle) fours.insert(t.cells);
        }
        for (const ElementSet& set : u.sets) EXPECT_TRUE(set.size() > 4 || fours.contains(set));
    }
}

TEST(Unavoidable, AUniquePuzzleHitsThemAll) {
    const Generated g = Generator{{.seed = 8}}.make(0);
    const Unavoidable u = unavoidable_sets(Puzzle{classic}, g.solution, {.max_size = 10});
    EXPECT_FALSE(u.sets.empty());
    EXPECT_TRUE(not_hit(u.sets, *g.puzzle).empty());
}

// With rules on 4x4: the minimal differences from every other grid that obeys them, by listing all.
TEST(Unavoidable, WithRulesAreThoseThatAllGridsShow) {
    constexpr std::uint64_t seed = 71;
    std::size_t sets = 0, changed_by_rules = 0;
    for (std::uint64_t round = 0; round < 150; ++round) {
        Random random = Random{seed}.split(round);
        const Puzzle ruled = reference::random_ruled(random, Geometry::standard(4), 0,
                                                     1 + static_cast<std::size_t>(random.below(4)));
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round) + " " +
                     reference::describe(ruled));
        const std::vector<Grid> all = reference::all_solutions(ruled);
        if (all.empty()) continue;
        const Grid& grid = all[static_cast<std::size_t>(random.below(all.size()))];
        std::vector<ElementSet> differences;
        for (const Grid& other : all)
            if (other != grid) differences.push_back(difference(grid, other));
        std::vector<ElementSet> expected = minimal_sets(std::move(differences));
        const std::size_t most = 4 + static_cast<std::size_t>(random.below(13));
        std::erase_if(expected, [most](const ElementSet& set) { return set.size() > most; });
        const Unavoidable searched = unavoidable_sets(ruled, grid, {.max_size = most});
        EXPECT_EQ(searched.ending, Ending::exhausted);
        EXPECT_EQ(searched.sets, expected);
        EXPECT_EQ(
            unavoidable_sets(ruled, grid, {.max_size = most, .method = UnavoidableMethod::sat})
                .sets,
            expected);
        sets += expected.size();
        changed_by_rules +=
            unavoidable_sets(Puzzle{ruled.geometry_ptr()}, grid, {.max_size = most}).sets !=
            expected;
    }
    EXPECT_GT(sets, 300U);
    EXPECT_GT(changed_by_rules, 50U);
}

TEST(Unavoidable, WithRulesSearchAndSatAgreeOn6x6) {
    constexpr std::uint64_t seed = 72;
    std::size_t sets = 0;
    for (std::uint64_t round = 0; round < 8; ++round) {
        Random random = Random{seed}.split(round);
        const Puzzle ruled = reference::random_ruled(random, Geometry::standard(6), 0, 3);
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round) + " " +
                     reference::describe(ruled));
        const auto grid = solve(ruled).solution;
        if (!grid) continue;
        const Unavoidable a = unavoidable_sets(ruled, *grid, {.max_size = 7});
        const Unavoidable b =
            unavoidable_sets(ruled, *grid, {.max_size = 7, .method = UnavoidableMethod::sat});
        EXPECT_EQ(a.sets, b.sets);
        sets += a.sets.size();
    }
    EXPECT_GT(sets, 10U);
}

TEST(Unavoidable, SaysWhenTheBudgetEnded) {
    Random random{1};
    const Grid grid = *random_grid(classic, random);
    EXPECT_EQ(
        unavoidable_sets(Puzzle{classic}, grid, {.max_size = 12, .budget = {.max_nodes = 100}})
            .ending,
        Ending::out_of_budget);
    EXPECT_TRUE(unavoidable_sets(Puzzle{classic}, grid, {.max_size = 3}).sets.empty());
}

}  // namespace
}  // namespace clew::setter
