#include "setter/templates.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/board/notation.hpp"
#include "core/board/symmetry.hpp"
#include "setter/generate.hpp"
#include "solve/solve.hpp"
#include "tests/support/random_isomorphism.hpp"

namespace clew::setter {
namespace {

const GeometryPtr classic = Geometry::classic();

std::map<std::size_t, std::size_t> by_size(const Templates& templates) {
    std::map<std::size_t, std::size_t> counts;
    for (const Template& t : templates.kinds()) ++counts[t.pieces.size()];
    return counts;
}

Puzzle puzzle_of(const Template& kind, const GeometryPtr& board) {
    Puzzle puzzle{board};
    for (const Piece& p : kind.pieces)
        puzzle.set_given(board->cell(p.row, p.column), Digit{p.digit});
    return puzzle;
}

/// The cells of a set with their digits, in canonical form: what a kind is.
Puzzle kind_of(const ElementSet& set, const Grid& grid, const GeometryPtr& board) {
    Puzzle puzzle{board};
    for (std::size_t c : set) puzzle.set_given(Cell{c}, grid[Cell{c}]);
    return canonical(puzzle).form;
}

TEST(Templates, AreDerivedOnceEachInCanonicalForm) {
    const Templates templates{{3, 3}, 10};
    EXPECT_EQ(templates.ending(), Ending::exhausted);
    const std::map<std::size_t, std::size_t> expected = {{4, 1}, {6, 4}, {8, 9}, {9, 3}, {10, 47}};
    EXPECT_EQ(by_size(templates), expected);
    std::set<std::string> lines, names;
    for (const Template& kind : templates.kinds()) {
        const Puzzle puzzle = puzzle_of(kind, classic);
        EXPECT_EQ(canonical(puzzle).form, puzzle) << kind.name;
        EXPECT_TRUE(lines.insert(to_line(puzzle)).second) << kind.name;
        EXPECT_TRUE(names.insert(kind.name).second) << kind.name;
    }
    // A kind's name does not depend on how many sizes were asked for.
    const Templates few{{3, 3}, 8};
    ASSERT_EQ(few.kinds().size(), 14U);
    for (std::size_t i = 0; i < 14; ++i) EXPECT_EQ(few.kinds()[i], templates.kinds()[i]);
}

// Three ways that share nothing, on some hundreds of grids: size for size the same sets.
TEST(Templates, AgreeWithSearchAndSat) {
    const Templates templates{{3, 3}, 10}, small{{3, 3}, 8};
    std::map<std::string, std::size_t> met;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE(seed);
        Random random{seed};
        const Grid grid = *random_grid(classic, random);
        const Unavoidable laid = templates.find(grid);
        const Unavoidable searched = unavoidable_sets(Puzzle{classic}, grid, {.max_size = 10});
        EXPECT_EQ(laid.ending, Ending::exhausted);
        ASSERT_EQ(laid.sets, searched.sets);
        for (const std::string& kind : laid.kinds) ++met[kind];
        if (seed % 15 == 0) {  // SAT takes longer
            const Unavoidable by_sat = unavoidable_sets(
                Puzzle{classic}, grid, {.max_size = 8, .method = UnavoidableMethod::sat});
            EXPECT_EQ(small.find(grid).sets, by_sat.sets);
        }
    }
    // Each name stands for what it says, and most kinds were met.
    EXPECT_GT(met.size(), 40U);
    EXPECT_LE(met.size(), templates.kinds().size());
}

TEST(Templates, AgreeWithSearchUpToTwelveCells) {
    const Templates templates{{3, 3}, 12};
    EXPECT_EQ(templates.ending(), Ending::exhausted);
    const std::map<std::size_t, std::size_t> expected = {{4, 1},   {6, 4},   {8, 9},   {9, 3},
                                                         {10, 47}, {11, 44}, {12, 417}};
    EXPECT_EQ(by_size(templates), expected);
    std::set<std::string> met;
    for (std::uint64_t seed = 1001; seed <= 1020; ++seed) {
        SCOPED_TRACE(seed);
        Random random{seed};
        const Grid grid = *random_grid(classic, random);
        const Unavoidable laid = templates.find(grid);
        EXPECT_EQ(laid.sets, unavoidable_sets(Puzzle{classic}, grid, {.max_size = 12}).sets);
        met.insert(laid.kinds.begin(), laid.kinds.end());
    }
    EXPECT_GT(met.size(), 400U);
}

TEST(Templates, TellTheKindOfEachSet) {
    const Templates templates{{3, 3}, 10};
    std::map<std::string, Puzzle> forms;
    for (const Template& kind : templates.kinds())
        forms.emplace(kind.name, puzzle_of(kind, classic));
    Random random{7};
    const Grid grid = *random_grid(classic, random);
    const Unavoidable u = templates.find(grid);
    ASSERT_EQ(u.kinds.size(), u.sets.size());
    for (std::size_t i = 0; i < u.sets.size(); ++i)
        EXPECT_EQ(kind_of(u.sets[i], grid, classic), forms.at(u.kinds[i]));
}

// Each kind is a minimal unavoidable set of a grid made around it.
TEST(Templates, EveryKindOccurs) {
    const Templates templates{{3, 3}, 10};
    for (const Template& kind : templates.kinds()) {
        SCOPED_TRACE(kind.name);
        const Grid grid = *solve(puzzle_of(kind, classic)).solution;
        ElementSet cells;
        for (const Piece& p : kind.pieces) cells.push_back(std::size_t{p.row} * 9 + p.column);
        const Unavoidable searched = unavoidable_sets(Puzzle{classic}, grid, {.max_size = 10});
        EXPECT_EQ(templates.find(grid).sets, searched.sets);
        EXPECT_NE(std::find(searched.sets.begin(), searched.sets.end(), cells),
                  searched.sets.end());
    }
}

TEST(Templates, AgreeWithSearchOnOtherBoards) {
    struct Row {
        BoxShape boxes;
        std::size_t max_size;
    };
    for (const Row& row : {Row{{2, 2}, 10}, Row{{2, 3}, 9}, Row{{3, 2}, 9}, Row{{2, 4}, 8},
                           Row{{3, 4}, 6}, Row{{4, 4}, 6}}) {
        const GeometryPtr board =
            Geometry::make({.size = row.boxes.rows * row.boxes.columns, .boxes = row.boxes});
        SCOPED_TRACE(board->description());
        const Templates templates{row.boxes, row.max_size};
        EXPECT_EQ(templates.ending(), Ending::exhausted);
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            SCOPED_TRACE(seed);
            Random random{seed};
            const Grid grid = *random_grid(board, random);
            EXPECT_EQ(templates.find(grid).sets,
                      unavoidable_sets(Puzzle{board}, grid, {.max_size = row.max_size}).sets);
        }
    }
}

TEST(Templates, AreTheSameOnEquivalentGrids) {
    const Templates templates{{3, 3}, 9};
    Random random{4};
    const Grid grid = *random_grid(classic, random);
    const Isomorphism map = random_isomorphism(*classic, random);
    const auto sorted = [](std::vector<std::string> kinds) {
        std::sort(kinds.begin(), kinds.end());
        return kinds;
    };
    EXPECT_EQ(sorted(templates.find(grid).kinds), sorted(templates.find(apply(map, grid)).kinds));
}

TEST(Templates, SayWhenTheBudgetEnded) {
    const Templates templates{{3, 3}, 12, {.max_nodes = 5000}};
    EXPECT_EQ(templates.ending(), Ending::out_of_budget);
    EXPECT_GE(templates.max_size(), 6U);
    EXPECT_LT(templates.max_size(), 12U);
    Random random{1};
    const Grid grid = *random_grid(classic, random);
    const Unavoidable laid = templates.find(grid);
    EXPECT_EQ(laid.ending, Ending::out_of_budget);
    EXPECT_EQ(laid.max_size, templates.max_size());
    EXPECT_EQ(laid.sets, unavoidable_sets(Puzzle{classic}, grid, {.max_size = laid.max_size}).sets);
    EXPECT_TRUE(Templates({3, 3}, 3).kinds().empty());
    EXPECT_FALSE(has_templates(*Geometry::standard(5)));
    EXPECT_FALSE(has_templates(
        *Geometry::make({.size = 9, .boxes = BoxShape{3, 3}, .main_diagonal = true})));
    EXPECT_TRUE(has_templates(*classic));
}

}  // namespace
}  // namespace clew::setter
