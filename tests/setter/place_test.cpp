#include "setter/place.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/base/input_error.hpp"
#include "core/rules/verify.hpp"
#include "setter/generate.hpp"
#include "setter/minimal.hpp"
#include "solve/solve.hpp"
#include "tests/reference/enumerate.hpp"

namespace clew::setter {
namespace {

std::vector<std::string> placeable() {
    std::vector<std::string> names;
    std::string all = placeable_rules() + ", ";
    for (std::size_t at; (at = all.find(", ")) != std::string::npos; all.erase(0, at + 2))
        names.push_back(all.substr(0, at));
    return names;
}

TEST(Place, TheGridKeepsEveryRuleAndLinesDoNotOverlap) {
    for (const std::size_t size : {4U, 6U, 9U})
        for (const std::string& name : placeable())
            for (std::uint64_t seed = 1; seed <= 6; ++seed) {
                SCOPED_TRACE(name + " on " + std::to_string(size) + ", seed " +
                             std::to_string(seed));
                Random random{seed};
                const GeometryPtr board = Geometry::standard(size);
                const auto grid = random_grid(board, random);
                ASSERT_TRUE(grid.has_value());
                const Placement wish = parse_placement(name);
                const std::vector<Rule> rules = place(*board, *grid, wish, random);
                EXPECT_TRUE(size < 9 || !rules.empty());
                Puzzle puzzle{board};
                std::multiset<Cell> cells;
                for (const Rule& rule : rules) {
                    puzzle.add_rule(rule);
                    cells.insert(rule.cells.begin(), rule.cells.end());
                    if (wish.shortest > 2) {
                        EXPECT_GE(rule.cells.size(), wish.shortest);
                        EXPECT_LE(rule.cells.size(), wish.longest);
                    }
                }
                // By Clew's checker, and by what the rule means as the tests tell it.
                EXPECT_EQ(find_fault(puzzle, *grid), std::nullopt);
                for (std::size_t i = 0; i < grid->cell_count(); ++i)
                    puzzle.set_given(Cell{i}, (*grid)[Cell{i}]);
                EXPECT_EQ(reference::count_solutions(puzzle, 2), std::optional<std::uint64_t>{1});
                const bool lines = wish.longest > 2 && wish.shortest != wish.longest;
                EXPECT_TRUE(!lines ||
                            std::set<Cell>(cells.begin(), cells.end()).size() == cells.size());
            }
}

// Boards of another shape, with cells beside them, and with lines that may lack a digit.
TEST(Place, RulesLieInTheGrid) {
    std::size_t placed = 0;
    for (const GeometrySpec& spec :
         {GeometrySpec{.size = 6, .rows = 4, .columns = 5, .extra_cells = 3},
          {.size = 6, .rows = 4, .columns = 6, .boxes = BoxShape{2, 3}},
          {.size = 4, .boxes = BoxShape{2, 2}, .lines = false, .extra_cells = 1}}) {
        const GeometryPtr board = Geometry::make(spec);
        for (const std::string& name : placeable()) {
            SCOPED_TRACE(name + " on " + board->description());
            Random random{1};
            const auto grid = random_grid(board, random);
            ASSERT_TRUE(grid.has_value());
            Puzzle puzzle{board};
            for (const Rule& rule : place(*board, *grid, parse_placement(name), random)) {
                for (const Cell cell : rule.cells) EXPECT_TRUE(board->in_grid(cell));
                puzzle.add_rule(rule);
                ++placed;
            }
            EXPECT_EQ(find_fault(puzzle, *grid), std::nullopt);
        }
    }
    EXPECT_GT(placed, 100U);
}

TEST(Place, SaysHowManyAndHowLong) {
    Random random{7};
    const GeometryPtr board = Geometry::classic();
    const auto grid = random_grid(board, random);
    const std::vector<Rule> lines = place(*board, *grid, parse_placement("whispers:3:4"), random);
    ASSERT_EQ(lines.size(), 3U);
    for (const Rule& line : lines) {
        EXPECT_EQ(line.kind, RuleKind::whisper);
        EXPECT_EQ(line.cells.size(), 4U);
        EXPECT_EQ(line.numbers, std::vector<int>{5});
    }
    std::set<RuleKind> dots;
    for (const Rule& dot : place(*board, *grid, parse_placement("kropki"), random))
        dots.insert(dot.kind);
    EXPECT_EQ(dots, (std::set<RuleKind>{RuleKind::difference, RuleKind::ratio}));
    const std::vector<Rule> more =
        place(*board, *grid, parse_placement("thermometers"), random, lines);
    EXPECT_FALSE(more.empty());
    for (const Rule& line : lines)
        for (const Rule& other : more)
            for (const Cell cell : other.cells)
                EXPECT_EQ(std::ranges::find(line.cells, cell), line.cells.end());
    // No thermometer has ten digits.
    EXPECT_TRUE(place(*board, *grid, parse_placement("thermometer:1:10"), random).empty());
}

TEST(Place, EveryPluralIsRead) {
    for (const std::string& name : placeable()) {
        if (name == "kropki" || name == "xv") continue;
        std::string many = plural(parse_placement(name).kinds.front());
        EXPECT_EQ(parse_placement(many).kinds, parse_placement(name).kinds) << many;
    }
    for (const char* cages : {"killer", "cage", "cages", "killer-cages"})
        EXPECT_EQ(parse_placement(cages).kinds, std::vector{RuleKind::killer_cage}) << cages;
}

TEST(Place, RefusesWhatDoesNotFit) {
    for (const char* text : {"wobbly", "", "thermometer:0", "thermometer:x", "thermometer:4:6-3",
                             "thermometer:4:1-3", "thermometer:4:3-6-9", "kropki:4:2",
                             "thermometer:1:2:3", "alternatives", "thermometer:-1"})
        EXPECT_THROW(parse_placement(text), InputError) << text;
}

TEST(Generator, PlacedRulesAreAsFewAsOneSolutionNeeds) {
    const std::pair<const char*, std::uint64_t> wishes[] = {
        {"thermometers", 2}, {"kropki", 1}, {"killer-cages", 1}, {"skyscrapers", 2}, {"xv", 1}};
    for (const auto& [name, many] : wishes)
        for (std::uint64_t i = 0; i < many; ++i) {
            SCOPED_TRACE(name);
            const Generator generator{{.geometry = Geometry::standard(6),
                                       .placements = {parse_placement(name)},
                                       .seed = 11}};
            const Generated made = generator.make(i);
            ASSERT_TRUE(made.puzzle.has_value());
            EXPECT_TRUE(is_solution(*made.puzzle, made.solution));
            EXPECT_EQ(count(*made.puzzle, {.limit = 2}).solutions, Count{1});
            EXPECT_TRUE(redundant_clues(*made.puzzle).empty());
            const std::size_t rules = made.puzzle->rules().size();
            EXPECT_GE(rules, 1U);
            // One of the wish stays even where it is not needed.
            EXPECT_LE(redundant_rules(*made.puzzle).size(), 1U);
            EXPECT_EQ(*generator.make(i).puzzle, *made.puzzle);
        }
}

TEST(Generator, ExactlySoManyRulesStay) {
    const Generator generator{
        {.placements = {parse_placement("renban:2:4-5"), parse_placement("thermometer:3")},
         .seed = 5}};
    const Generated made = generator.make(0);
    ASSERT_TRUE(made.puzzle.has_value());
    ASSERT_EQ(made.puzzle->rules().size(), 5U);
    EXPECT_EQ(count(*made.puzzle, {.limit = 2}).solutions, Count{1});
}

TEST(Generator, SaysWhatDidNotFitAndRefusesWhatContradictsItself) {
    const Generated none =
        Generator{{.placements = {parse_placement("thermometer:1:10")}, .max_attempts = 2}}.make(0);
    EXPECT_FALSE(none.puzzle.has_value());
    EXPECT_EQ(none.obstacle, "room for the rules: 0 of 1 thermometer");
    EXPECT_THROW((Generator{{.placements = {parse_placement("xv")}, .max_solutions = 5}}),
                 InputError);
    EXPECT_THROW((Generator{{.placements = {parse_placement("xv")},
                             .pattern = std::vector<bool>(81, true)}}),
                 InputError);
}

TEST(RedundantRules, AreThoseWithoutWhichTheSolutionsStayTheSame) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        SCOPED_TRACE(seed);
        Random random{seed};
        const GeometryPtr board = Geometry::standard(4);
        const auto grid = random_grid(board, random);
        Puzzle puzzle{board};
        for (const char* wish : {"killer-cages:4", "odd:2", "xv"})
            for (const Rule& rule : place(*board, *grid, parse_placement(wish), random))
                puzzle.add_rule(rule);
        const auto all = reference::count_solutions(puzzle, 100'000);
        std::vector<std::size_t> expected;
        for (std::size_t r = 0; r < puzzle.rules().size(); ++r) {
            Puzzle fewer{board};
            for (std::size_t k = 0; k < puzzle.rules().size(); ++k)
                if (k != r) fewer.add_rule(puzzle.rules()[k]);
            if (reference::count_solutions(fewer, 100'000) == all) expected.push_back(r);
        }
        EXPECT_EQ(redundant_rules(puzzle), expected);
        std::vector<std::size_t> order(puzzle.rules().size());
        for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
        random.shuffle(order);
        const Puzzle small = without_redundant_rules(puzzle, order);
        EXPECT_EQ(reference::count_solutions(small, 100'000), all);
        EXPECT_TRUE(redundant_rules(small).empty());
    }
}

}  // namespace
}  // namespace clew::setter
