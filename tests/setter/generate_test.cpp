#include "setter/generate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/base/input_error.hpp"
#include "core/base/random.hpp"
#include "core/board/notation.hpp"
#include "core/rules/verify.hpp"
#include "solve/solve.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::setter {
namespace {

std::vector<bool> clue_cells(const Puzzle& puzzle) {
    std::vector<bool> cells(puzzle.geometry().cell_count());
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = puzzle.given(Cell{i}).has_value();
    return cells;
}

TEST(PatternSymmetry, OrbitsPartTheBoard) {
    const std::pair<Symmetry, std::size_t> sizes[] = {
        {Symmetry::none, 81},       {Symmetry::half_turn, 41},     {Symmetry::quarter_turn, 21},
        {Symmetry::left_right, 45}, {Symmetry::top_bottom, 45},    {Symmetry::both_axes, 25},
        {Symmetry::diagonal, 45},   {Symmetry::anti_diagonal, 45}, {Symmetry::both_diagonals, 25},
        {Symmetry::full, 15}};
    for (const auto& [symmetry, count] : sizes) {
        SCOPED_TRACE(to_string(symmetry));
        const auto parts = orbits(*Geometry::classic(), symmetry);
        EXPECT_EQ(parts.size(), count);
        std::set<Cell> cells;
        for (const auto& part : parts) cells.insert(part.begin(), part.end());
        EXPECT_EQ(cells.size(), 81U);
        EXPECT_EQ(parse_symmetry(to_string(symmetry)), symmetry);
    }
    EXPECT_EQ(parse_symmetry("wobbly"), std::nullopt);
}

TEST(PatternSymmetry, IsOfTheBoardWhereItIsOblongAndOfNoCellBesideIt) {
    const auto board = Geometry::make({.size = 6, .rows = 4, .columns = 5, .extra_cells = 3});
    for (const auto& [symmetry, count] :
         {std::pair{Symmetry::half_turn, 13}, {Symmetry::left_right, 15}, {Symmetry::full, 23}})
        EXPECT_EQ(std::ssize(orbits(*board, symmetry)), count) << to_string(symmetry);
    EXPECT_EQ(orbits(*board, Symmetry::half_turn).front(), (std::vector{Cell{0}, Cell{22}}));
    EXPECT_FALSE(is_symmetry_of(*board, Symmetry::diagonal));
    EXPECT_THROW((Generator{{.geometry = board, .symmetry = Symmetry::diagonal}}), InputError);
    const Generated made = Generator{
        {.geometry = board,
         .symmetry = Symmetry::both_axes,
         .minimality =
             Minimality::any}}.make(0);
    ASSERT_TRUE(made.puzzle.has_value());
    EXPECT_TRUE(is_symmetric(*board, clue_cells(*made.puzzle), Symmetry::both_axes));
}

TEST(RandomGrid, SolvesTheBlankBoardOfEveryGeometry) {
    Random random{3};
    for (const GeometryPtr& board :
         {Geometry::standard(4), Geometry::standard(6), Geometry::classic(), Geometry::standard(7),
          Geometry::make(
              {.size = 9, .boxes = BoxShape{3, 3}, .main_diagonal = true, .anti_diagonal = true}),
          Geometry::standard(12), Geometry::standard(16)}) {
        SCOPED_TRACE(board->description());
        const auto grid = random_grid(board, random);
        ASSERT_TRUE(grid.has_value());
        EXPECT_EQ(find_fault(Puzzle{board}, *grid), std::nullopt);
    }
}

TEST(Generator, MinimalUniquePuzzlesAreMinimalAndUnique) {
    for (std::uint64_t seed : {1U, 2U}) {
        const Generator generator{{.seed = seed}};
        for (std::uint64_t i = 0; i < 20; ++i) {
            const Generated g = generator.make(i);
            ASSERT_TRUE(g.puzzle.has_value()) << "seed " << seed << ", puzzle " << i;
            EXPECT_TRUE(is_solution(*g.puzzle, g.solution));
            EXPECT_EQ(count(*g.puzzle, {.limit = 2}).solutions, Count{1});
            for (std::size_t c = 0; c < 81; ++c) {
                if (!g.puzzle->given(Cell{c})) continue;
                Puzzle fewer = *g.puzzle;
                fewer.clear_given(Cell{c});
                EXPECT_GT(count(fewer, {.limit = 2}).solutions, Count{1});
            }
        }
    }
}

TEST(Generator, SameSeedSamePuzzlesInAnyOrder) {
    const Generator a{{.seed = 5}};
    const Generator b{{.seed = 5}};
    const Generator c{{.seed = 6}};
    std::vector<std::string> forward, backward;
    for (std::uint64_t i = 0; i < 5; ++i) forward.push_back(to_line(*a.make(i).puzzle));
    for (std::uint64_t i = 5; i-- > 0;) backward.push_back(to_line(*b.make(i).puzzle));
    std::ranges::reverse(backward);
    EXPECT_EQ(forward, backward);
    EXPECT_NE(forward[0], to_line(*c.make(0).puzzle));
    EXPECT_NE(forward[0], forward[1]);
}

TEST(Generator, KeepsEverySymmetryOfThePattern) {
    for (Symmetry symmetry : all_symmetries()) {
        SCOPED_TRACE(to_string(symmetry));
        const Generator generator{
            {.symmetry = symmetry, .minimality = Minimality::any, .seed = 11}};
        const Generated g = generator.make(0);
        ASSERT_TRUE(g.puzzle.has_value());
        EXPECT_TRUE(is_symmetric(*Geometry::classic(), clue_cells(*g.puzzle), symmetry));
        EXPECT_EQ(count(*g.puzzle, {.limit = 2}).solutions, Count{1});
    }
}

TEST(Generator, MeetsAWishForANumberOfSolutions) {
    struct Row {
        std::uint64_t min, max;
    };
    for (const Row row : {Row{2, 2}, Row{12, 12}, Row{100, 120}, Row{5000, 10000}}) {
        SCOPED_TRACE(row.min);
        const Generator generator{{.min_solutions = row.min,
                                   .max_solutions = row.max,
                                   .minimality = Minimality::any,
                                   .seed = 4}};
        const Generated g = generator.make(0);
        ASSERT_TRUE(g.puzzle.has_value()) << g.obstacle;
        EXPECT_GE(g.solutions, row.min);
        EXPECT_LE(g.solutions, row.max);
        EXPECT_EQ(count(*g.puzzle, {.engine = Engine::search}).solutions, Count{g.solutions});
    }
}

TEST(Generator, MeetsAWishForClues) {
    const Generator generator{{.min_clues = 30, .max_clues = 34, .minimality = Minimality::any}};
    std::set<std::size_t> met;
    for (std::uint64_t i = 0; i < 20; ++i) {
        const Generated g = generator.make(i);
        ASSERT_TRUE(g.puzzle.has_value());
        EXPECT_GE(g.puzzle->given_count(), 30U);
        EXPECT_LE(g.puzzle->given_count(), 34U);
        met.insert(g.puzzle->given_count());
    }
    EXPECT_GT(met.size(), 1U);
}

TEST(Generator, FillsAGivenPattern) {
    const Puzzle model = Puzzle::from_line(reference::gould);
    const Generator generator{
        {.pattern = clue_cells(model), .minimality = Minimality::any, .seed = 2}};
    const Generated g = generator.make(0);
    ASSERT_TRUE(g.puzzle.has_value()) << g.obstacle;
    EXPECT_EQ(clue_cells(*g.puzzle), clue_cells(model));
    EXPECT_EQ(count(*g.puzzle, {.limit = 2}).solutions, Count{1});
    EXPECT_TRUE(is_solution(*g.puzzle, g.solution));
}

TEST(Generator, WorksOnOtherBoards) {
    for (const GeometryPtr& board :
         {Geometry::standard(4), Geometry::standard(6),
          Geometry::make({.size = 9, .boxes = BoxShape{3, 3}, .windows = true}),
          Geometry::standard(5)}) {
        SCOPED_TRACE(board->description());
        const Generated g = Generator{{.geometry = board}}.make(0);
        ASSERT_TRUE(g.puzzle.has_value());
        EXPECT_EQ(count(*g.puzzle, {.limit = 2}).solutions, Count{1});
    }
}

TEST(Generator, FailsHonestly) {
    const Generated g = Generator{{.max_clues = 17, .max_attempts = 5}}.make(0);
    EXPECT_FALSE(g.puzzle.has_value());
    EXPECT_EQ(g.ending, Ending::out_of_budget);
    EXPECT_EQ(g.attempts, 5U);
    EXPECT_EQ(g.obstacle, "the number of clues");

    StopFlag stop;
    stop.raise();
    EXPECT_EQ(Generator{Wishes{}}.make(0, {.stop = &stop}).ending, Ending::interrupted);

    std::uint64_t asked = 0;
    const auto third = [&](const Puzzle&) { return ++asked == 3 ? "" : "the whim"; };
    const Generated failed = Generator{{.fault = third, .max_attempts = 2}}.make(0);
    EXPECT_EQ(failed.obstacle, "the whim");
    const Generated made = Generator{{.fault = third}}.make(0);
    EXPECT_EQ(made.attempts, 1U);
    EXPECT_EQ(made.obstacle, "");
}

TEST(Generator, RefusesWishesThatContradictThemselves) {
    std::vector<bool> lopsided(81);
    lopsided[1] = true;
    const Wishes bad[] = {
        {.min_clues = 82},
        {.min_clues = 30, .max_clues = 20},
        {.min_solutions = 0},
        {.min_solutions = 5, .max_solutions = 4},
        {.pattern = {true, false}},
        {.min_clues = 2, .pattern = lopsided},
        {.symmetry = Symmetry::half_turn, .pattern = lopsided},
        {.max_clues = 16},  // none has one solution
        {.pattern = lopsided},
    };
    for (const Wishes& wishes : bad) EXPECT_THROW(Generator{wishes}, InputError);
    // These may have fewer clues.
    const Wishes good[] = {
        {.max_clues = 16, .max_solutions = 2},
        {.max_solutions = 2, .pattern = lopsided},
        {.geometry = Geometry::make({.size = 9, .boxes = BoxShape{3, 3}, .windows = true}),
         .max_clues = 16},
        {.geometry = Geometry::standard(6), .max_clues = 16},
    };
    for (const Wishes& wishes : good) EXPECT_NO_THROW(Generator{wishes});
}

// Cages all over a board, of a grid: clues are dug until the rules need no more of them.
TEST(Generate, OnABoardWithRulesNeedsFewCluesOrNone) {
    constexpr std::uint64_t seed = 75;
    std::size_t without_clues = 0, made = 0;
    for (const std::size_t side : {4U, 6U})
        for (std::uint64_t round = 0; round < 12; ++round) {
            Random random = Random{seed}.split(round);
            Wishes wishes{.geometry = Geometry::standard(side), .seed = round, .max_attempts = 5};
            const Grid grid = *random_grid(wishes.geometry, random);
            for (std::size_t i = 0; i + 1 < grid.cell_count(); i += 2)
                wishes.rules.push_back(
                    {.kind = RuleKind::killer_cage,
                     .cells = {Cell{i}, Cell{i + 1}},
                     .numbers = {
                         static_cast<int>(grid[Cell{i}].index() + grid[Cell{i + 1}].index()) + 2}});
            wishes.rules.push_back({.kind = RuleKind::thermometer,
                                    .cells = grid[Cell{0}].index() < grid[Cell{side}].index()
                                                 ? std::vector{Cell{0}, Cell{side}}
                                                 : std::vector{Cell{side}, Cell{0}}});
            const bool several = round % 3 == 2;
            if (several) {
                wishes.min_solutions = 2;
                wishes.max_solutions = 6;
                wishes.minimality = Minimality::any;
            }
            SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round));
            const Generated g = Generator{wishes}.make(0);
            if (!g.puzzle) continue;
            ++made;
            EXPECT_TRUE(std::ranges::equal(g.puzzle->rules(), wishes.rules));
            const auto solutions = reference::count_solutions(*g.puzzle, 10);
            EXPECT_EQ(solutions, std::optional<std::uint64_t>{g.solutions});
            EXPECT_GE(g.solutions, wishes.min_solutions);
            EXPECT_LE(g.solutions, wishes.max_solutions);
            without_clues += g.puzzle->given_count() == 0;
            for (std::size_t i = 0; i < side * side && !several; ++i) {
                if (!g.puzzle->given(Cell{i})) continue;
                Puzzle fewer = *g.puzzle;
                fewer.clear_given(Cell{i});
                EXPECT_EQ(reference::count_solutions(fewer, 2), std::optional<std::uint64_t>{2});
            }
        }
    EXPECT_GT(made, 12U);
    EXPECT_GT(without_clues, 0U);
}

}  // namespace
}  // namespace clew::setter
