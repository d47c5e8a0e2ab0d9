#include <gtest/gtest.h>

#include <algorithm>

#include "core/rules/registry.hpp"
#include "core/rules/verify.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/random_puzzle.hpp"
#include "tests/reference/searches.hpp"

namespace clew::rules {
namespace {

std::string words_of(RuleKind kind, std::vector<Cell> cells, std::vector<int> numbers) {
    return words({.kind = kind, .cells = std::move(cells), .numbers = std::move(numbers)},
                 *Geometry::classic());
}

std::vector<Cell> row(std::size_t r) {
    std::vector<Cell> cells;
    for (std::size_t c = 0; c < 9; ++c) cells.emplace_back(9 * r + c);
    return cells;
}

TEST(Setters, SayWhatTheyAsk) {
    const Cell a{0}, b{1}, c{10};
    EXPECT_EQ(words_of(RuleKind::killer_cage, {a, b, c}, {15}),
              "killer cage: r1c1, r1c2 and r2c2 are all different and sum to 15");
    EXPECT_EQ(words_of(RuleKind::killer_cage, {a, b}, {}), "killer cage: r1c1 and r1c2 differ");
    EXPECT_EQ(words_of(RuleKind::killer_cage, {a}, {7}), "killer cage: r1c1 is 7");
    EXPECT_EQ(words_of(RuleKind::thermometer, {c, a}, {}),
              "thermometer: digits rise along r2c2 and r1c1");
    EXPECT_EQ(words_of(RuleKind::arrow, {a, b, c}, {1}), "arrow: r1c2 and r2c2 sum to r1c1");
    EXPECT_EQ(words_of(RuleKind::arrow, {a, b, c}, {2}),
              "arrow: r2c2 is equal to the number r1c1 r1c2");
    EXPECT_EQ(words_of(RuleKind::sandwich, row(2), {35}),
              "sandwich sum: the digits between 1 and 9 in row 3 sum to 35");
    EXPECT_EQ(words_of(RuleKind::sum, {a, b, c}, {0, 3, 1, 10, -1}),
              "sum: r1c1 + 10 r1c2 = r2c2 + 3");
    EXPECT_EQ(words_of(RuleKind::sum, {a, b}, {1, 9, 1, 1}), "sum: r1c1 + r1c2 <= 9");
    EXPECT_EQ(words({.kind = RuleKind::thermometer, .cells = {a, b}, .name = "the long one"},
                    *Geometry::classic()),
              "thermometer 'the long one': digits rise along r1c1 and r1c2");
}

TEST(Setters, SayItInGerman) {
    const Geometry& board = *Geometry::classic();
    const Cell a{0}, b{1}, c{10};
    const auto german = [&](RuleKind kind, std::vector<Cell> cells, std::vector<int> numbers) {
        return words({.kind = kind, .cells = std::move(cells), .numbers = std::move(numbers)},
                     board, Language::german);
    };
    EXPECT_EQ(german(RuleKind::killer_cage, {a, b, c}, {15}),
              "Killerkäfig: r1c1, r1c2 und r2c2 sind alle verschieden und ergeben zusammen 15");
    EXPECT_EQ(german(RuleKind::sandwich, row(2), {35}),
              "Sandwich-Summe: die Ziffern zwischen 1 und 9 in Zeile 3 ergeben zusammen 35");
    EXPECT_EQ(german(RuleKind::column_indexer, {a, c}, {}),
              "Spaltenindex: jede Ziffer in r1c1 und r2c2 sagt, in welcher Spalte ihrer Zeile die "
              "Nummer der eigenen Spalte steht");
    EXPECT_EQ(words({.kind = RuleKind::thermometer, .cells = {a, b}, .name = "the long one"}, board,
                    Language::german),
              "Thermometer 'the long one': die Ziffern steigen entlang r1c1 und r1c2");
    for (int kind = 0; kind <= static_cast<int>(RuleKind::connected_digits); ++kind)
        EXPECT_EQ(std::ranges::count(translations(),
                                     std::string_view{to_string(static_cast<RuleKind>(kind))},
                                     &Translation::english),
                  1);
}

TEST(Setters, MeanWhatTheReferenceReads) {
    constexpr std::uint64_t seed = 20264;
    std::size_t some = 0;
    for (std::uint64_t round = 0; round < 120; ++round) {
        Random random = Random{seed}.split(round);
        const GeometryPtr board = Geometry::standard(4);
        const auto grid = reference::random_grid(random, *board);
        for (const SetterRow& kind : setter_table()) {
            Puzzle free{board}, bound{board};
            bound.add_rule(reference::random_rule(random, *board, grid, kind.kind));
            SCOPED_TRACE("seed " + std::to_string(seed) + " " + reference::describe(bound));
            const Checker checker{bound};
            std::vector<Grid> accepted;
            for (const Grid& g : reference::all_solutions(free))
                if (checker.accepts(g)) accepted.push_back(g);
            ASSERT_EQ(accepted, reference::all_solutions(bound));
            some += accepted.empty() || accepted.size() == 288 ? 0 : 1;
        }
    }
    EXPECT_GT(some, 200U);
}

// Of two cells below each other the upper one has the digit of a row, and the 1 stands there. Where
// the column is no house, a 1 that stands below says nothing of it.
TEST(Setters, AnIndexerPointsIntoTheBoard) {
    for (const bool lines : {true, false}) {
        const auto board = Geometry::make({.size = 4, .rows = 2, .columns = 1, .lines = lines});
        Puzzle puzzle{board};
        puzzle.add_rule({.kind = RuleKind::row_indexer, .cells = {Cell{0}}});
        EXPECT_EQ(search::count(puzzle).solutions, lines ? 4U : 5U);
        EXPECT_EQ(reference::count_solutions(puzzle, 10), lines ? 4U : 5U);
        puzzle.add_rule({.kind = RuleKind::column_indexer, .cells = {Cell{0}, Cell{4}}});
        EXPECT_EQ(search::count(puzzle).solutions, lines ? 0U : 1U);
    }
}

TEST(Setters, TheCheckerNamesARuleThatIsNotKept) {
    Puzzle puzzle{Geometry::standard(4)};
    puzzle.add_rule({.kind = RuleKind::thermometer, .cells = {Cell{0}, Cell{1}}});
    const Grid grid = reference::all_solutions(Puzzle{Geometry::standard(4)}, 1).front();
    ASSERT_LT(grid[Cell{0}], grid[Cell{1}]);
    EXPECT_EQ(find_fault(puzzle, grid), std::nullopt);
    puzzle.add_rule({.kind = RuleKind::thermometer, .cells = {Cell{1}, Cell{0}}});
    EXPECT_EQ(find_fault(puzzle, grid), "not kept: thermometer: digits rise along r1c2 and r1c1");
    Puzzle unknown{Geometry::standard(4)};
    unknown.add_rule({.kind = static_cast<RuleKind>(250), .cells = {Cell{1}}});
    EXPECT_FALSE(is_solution(unknown, grid));
}

}  // namespace
}  // namespace clew::rules
