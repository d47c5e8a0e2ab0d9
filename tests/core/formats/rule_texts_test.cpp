// Rules in texts of other programs: Interactive Sudoku Solver, killer puzzles on a line.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "core/board/notation.hpp"
#include "core/formats/formats.hpp"
#include "core/rules/registry.hpp"
#include "tests/core/formats/texts.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew {
namespace {

using ::testing::HasSubstr;

Record read_one(const std::string& text) { return read_all(text, "t").at(0); }

std::string fault_of(const std::string& text) {
    try {
        read_all(text, "t");
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

std::vector<Cell> cells(std::initializer_list<const char*> names, std::size_t size) {
    std::vector<Cell> result;
    for (const char* name : names) result.push_back(*parse_cell(name, size));
    return result;
}

std::vector<Rule> rules_of(const std::string& text) {
    const Record record = read_one(text);
    return {record.puzzle.rules().begin(), record.puzzle.rules().end()};
}

TEST(Iss, GivensLinesAndCages) {
    const Record record = read_one(".Shape~4x4.~R1C4_1.Thermo~R3C1~R2C1~R1C1.Cage~5~R1C2~R2C2");
    EXPECT_EQ(record.format, "iss");
    EXPECT_EQ(reference::count_solutions(record.puzzle, 100), std::optional<std::uint64_t>{3});
    EXPECT_EQ(rules_of(".Shape~6x6.Whisper~R1C1~R1C2")[0].numbers, std::vector{5});
    EXPECT_EQ(rules_of(".Shape~6x6.Whisper~2~R1C1~R1C2")[0].numbers, std::vector{2});
    EXPECT_EQ(rules_of(".Shape~6x6.Lockout~0~R1C1~R1C2~R1C3")[0].numbers, std::vector{1});
    EXPECT_TRUE(rules_of(".Shape~4x4.Cage~0~R1C1~R1C2")[0].numbers.empty());
    EXPECT_EQ(rules_of(".Shape~4x4.PillArrow~2~R1C2~R1C1~R2C1~R2C2")[0].cells,
              cells({"r1c1", "r1c2", "r2c1", "r2c2"}, 4));
}

TEST(Iss, ATableOfPairs) {
    const std::vector<Rule> pair = rules_of(".Shape~4x4.Pair~Oj~_rising~R1C1~R1C2~~R4C4~R3C4~R3C3");
    ASSERT_EQ(pair.size(), 2U);
    // 1 before 2, 3 and 4, 2 before 3 and 4, 3 before 4.
    EXPECT_EQ(pair[0].numbers, (std::vector{0, 14, 12, 8, 0}));
    EXPECT_EQ(pair[0].name, "rising");
    EXPECT_EQ(pair[1].cells, cells({"r4c4", "r3c4", "r3c3"}, 4));
    EXPECT_EQ(rules_of(".Shape~4x4.PairX~Oj~R1C1~R1C2")[0].numbers[0], 1);
}

TEST(Iss, CopiesAreMadeOfWhatIsReplicated) {
    const std::vector<Rule> rules = rules_of(".Shape~4x4.Replicate~BE~R1C1.Thermo~R1C1~R1C2.End");
    ASSERT_EQ(rules.size(), 2U);
    EXPECT_EQ(rules[0].cells, cells({"r1c1", "r1c2"}, 4));
    EXPECT_EQ(rules[1].cells, cells({"r3c1", "r3c2"}, 4));
    EXPECT_THAT(fault_of(".Shape~4x4.Replicate~I~R1C1.Thermo~R1C1~R1C2.End"),
                HasSubstr("beyond the board"));
    EXPECT_EQ(rules_of(".Shape~4x4.Replicate~BE~R1C1.Given~R1C1_1.End")[1].cells,
              cells({"r3c1"}, 4));
    EXPECT_THAT(fault_of(".Shape~4x4.Replicate~BE~R1C1.Thermo~R1C1~R1C2"), HasSubstr("End"));
}

TEST(Iss, MarksAndTheirNegatives) {
    const std::vector<Rule> rules = rules_of(
        ".Shape~4x4.WhiteDot~R1C1~R1C2~R2C2.BlackDot~R4C4~R3C4.X~R1C3~R1C4.V~R2C3~R2C4"
        ".GreaterThan~R4C1~R3C1.StrictKropki~.StrictXV");
    ASSERT_EQ(rules.size(), 9U);
    EXPECT_EQ(rules[1].cells, cells({"r1c2", "r2c2"}, 4));
    EXPECT_EQ(rules[5].cells, cells({"r4c1", "r3c1"}, 4));
    EXPECT_EQ(rules[6].kind, RuleKind::no_difference);
    EXPECT_EQ(rules[6].cells.size(), 6U);
    EXPECT_EQ(rules[7].kind, RuleKind::no_ratio);
    EXPECT_EQ(rules[8].numbers, (std::vector{5, 10}));
    EXPECT_EQ(rules[8].cells, cells({"r1c3", "r1c4", "r2c3", "r2c4"}, 4));
    EXPECT_THAT(fault_of(".Shape~4x4.WhiteDot~R1C1~R3C3"), HasSubstr("share no side"));
}

TEST(Iss, CluesOutside) {
    const std::vector<Rule> rules = rules_of(
        ".Shape~4x4.XSum~R1~3~6.Skyscraper~C2~~2.FullRank~C3~12~.Sandwich~5~C1.LittleKiller~5~R3C1"
        ".LittleKiller~6~R1C4.LittleKiller~7~R4C2");
    ASSERT_EQ(rules.size(), 8U);
    EXPECT_EQ(rules[0].cells, cells({"r1c1", "r1c2", "r1c3", "r1c4"}, 4));
    EXPECT_EQ(rules[1].cells, cells({"r1c4", "r1c3", "r1c2", "r1c1"}, 4));
    EXPECT_EQ(rules[2].cells, cells({"r4c2", "r3c2", "r2c2", "r1c2"}, 4));
    EXPECT_EQ(rules[3].cells, cells({"r1c3", "r2c3", "r3c3", "r4c3"}, 4));
    EXPECT_EQ(rules[5].cells, cells({"r3c1", "r4c2"}, 4));
}

TEST(Iss, WhatIsNotReadIsNamed) {
    for (const auto& [text, says] : std::vector<std::pair<std::string, std::string>>{
             {".Shape~4x4.Or.AntiConsecutive.End", "'AntiConsecutive'"},
             {".Shape~4x4.Or.End", "nothing in it"},
             {".Shape~4x4.StrictKropki.Or.WhiteDot~R1C1~R1C2.X~R1C1~R1C2.End", "StrictKropki"},
             {".Shape~4x4.Or.And.V~R1C1~R1C2.End.Thermo~R1C1~R1C2.End.StrictXV", "StrictXV"},
             {".Shape~4x4.Or.Thermo~R1C1~R1C2", "without its End"},
             {".Shape~4x4.NFA~QP~R1C1", "ends too early"},
             {".Shape~4x4.NFA~QPeP-A~R1C1~-~R1C2", "4 symbols"},
             {".Shape~4x4.NFA~QP!~R1C1", "Base64"},
             {".Shape~4x4.Regex~KDE~R1C1", "')' was expected"},
             {".Shape~4x4.Regex~MSoq~R1C1", "a count behind another one"},
             {".Shape~6x6~0-9.~R1C1_9", "digits from 0 on are not known here"},
             {".Shape~6x6~2-9.~R1C1_9", "digits '2-9'"},
             {".Shape~6x6~1-5.~R1C1_5", "digits '1-5'"},
             {".Shape~6x6~~Chess.~R1C1_5", "the type 'Chess'"},
             {".Var~k.~VK_5", "extra cells called 'k'"},
             {".Var~K~~0.~VK_5", "'0' extra cells"},
             {".Var~K~~2.~VK_5", "'VK_5' is no given"},
             {".Var~K~~2.Thermo~VK2~VK3", "'VK3' is no cell"},
             {".Thermo~R1C1~VK", "'VK' is no cell"},
             {".Var~K~~2x2.AntiConsecutive", "extra cells in rows and columns"},
             {".Var~K.Indexing~R~VK", "in no row"},
             {".Var~K.Replicate~BE~R1C1.Thermo~R1C1~VK.End", "a Replicate of extra cells"},
             {".Var~K~~500~.~VK_5", "extra cells"},
             {".Shape~6x17.~R1C1_5", "the shape '6x17'"},
             {".Shape.~R1C1_5", "the shape ''"},
             {".Shape~6x6~9.Thermo~R6C6~R6C7", "'R6C7' is no cell"},
             {".Shape~6x8.FullRank~R1~4~", "a board of 6x8"},
             {".Shape~4x4.ChaosConstruction", "'ChaosConstruction'"},
             {".Shape~4x4.SameValues~2~R1C1~R1C2~R1C3", "3 cells in 2 parts"},
             {".Shape~8x8.RegionSize~3", "regions of 3 cells"},
             {".Shape~4x4.FullRankTies~none", "'FullRankTies'"},
             {".Shape~4x4.FullRank~R1~17~", "the number 17"},
             {".Shape~4x4.Or.FullRank~R1~1~.Given~R1C1_2.End", "a rank among them"},
             {".Shape~4x4.Thermo~R1C1~R9C9", "no cell"},
             {".Shape~4x4.SumLine~5~R1C1~R1C2~LOOP", "'SumLine'"},
             {".Shape~4x4.Jigsaw~1111222233334444", "pieces of a jigsaw"},
             {".Shape~4x4.Sum~5_=_1~R1C1~R1C2", "weights"}})
        EXPECT_THAT(fault_of(text), HasSubstr(says)) << text;
}

TEST(Iss, BoardsWithMoreDigitsThanCellsInALine) {
    const Record six = read_one(
        ".Shape~6x6~1-9.~R1C3_7_8_9.Cage~30~R1C1~R1C2~R1C3~R1C4.XSum~C1~~9"
        ".LittleKiller~12~R1C6.Replicate~BAAC~R1C1.Thermo~R1C1~R1C2.End");
    const Geometry& board = six.puzzle.geometry();
    EXPECT_EQ(board.description(), "6x6, digits 1 to 9");
    const std::span<const Rule> rules = six.puzzle.rules();
    ASSERT_EQ(rules.size(), 5U);
    EXPECT_EQ(rules[1].cells, cells({"r6c1", "r5c1", "r4c1", "r3c1", "r2c1", "r1c1"}, 9));
    // Copies count along rows of six.
    EXPECT_EQ(rules[3].cells, cells({"r1c1", "r1c2"}, 9));
    EXPECT_EQ(rules[4].cells, cells({"r4c2", "r4c3"}, 9));
    for (const char* text : {".Shape~6x8", ".Shape~4x6.NoBoxes.Jigsaw~AAABBBAAABBBCCCDDDCCCDDD",
                             ".Shape~5x10.AntiKnight", ".Shape~5x5~7.Diagonal~1",
                             ".Shape~6x6~9.~R1C1_9.DisjointSets"}) {
        const Record record = read_one(std::string(text) + ".~R1C2_3");
        for (const char* format : {"iss", "json"}) {
            const std::string written = write_record(record, format);
            EXPECT_EQ(read_one(written).puzzle, record.puzzle) << written;
        }
        EXPECT_THROW(write_record(record, "line"), InputError) << text;
    }
}

// 32 solutions were counted by Interactive Sudoku Solver.
TEST(Iss, ExtraCells) {
    std::istringstream in{
        ".Shape~4x4~0-3.Var~K~total.Sum~0_=_1_1_-1~R1C1~R1C2~VK.~VK_3.Or.Thermo~R2C1~R2C2~R2C3"
        ".And.Whisper~2~R3C1~R3C2.~R4C4_0.End.End"};
    const auto total = PuzzleReader{in, "t", {.digits_from_0 = true}}.next();
    EXPECT_EQ(reference::count_solutions(total->puzzle, 1000), 32U);

    // Groups follow each other in the order of their letters; the last of a name counts.
    const Record record = read_one(
        ".Shape~6x6.Var~B~~2x3.Var~A.Var~B~~2x2.Renban~VA~VB1~R1C1.WhiteDot~VB1~VB2~VB3~VB4"
        ".~VB4_2_3~VA_6");
    EXPECT_EQ(record.puzzle.geometry().description(), "6x6, 5 extra cells");
    EXPECT_EQ(record.puzzle.rules()[0].cells, (std::vector{Cell{36}, Cell{37}, Cell{0}}));
    EXPECT_EQ(record.puzzle.rules().size(), 5U);  // a square has four sides within
    EXPECT_EQ(record.puzzle.given(Cell{36}), Digit{5});
    EXPECT_EQ(to_line(record.puzzle), std::string(36, '.') + "6....");
    const std::string written = write_record(record, "json");
    EXPECT_EQ(read_one(written).puzzle, record.puzzle) << written;
    // There they are one group without columns: neighbours become pairs of digits.
    const Record again = read_one(write_record(record, "iss"));
    EXPECT_EQ(again.puzzle.geometry(), record.puzzle.geometry());
    EXPECT_EQ(again.puzzle.marks(Cell{40}), record.puzzle.marks(Cell{40}));
    EXPECT_EQ(again.puzzle.rules()[0], record.puzzle.rules()[0]);
}

TEST(Formats, HoldABoardOfAnotherShapeOrRefuseIt) {
    std::size_t held = 0, refused = 0;
    for (const GeometrySpec& spec : {GeometrySpec{.size = 9, .rows = 6, .columns = 6},
                                     {.size = 9, .columns = 6},
                                     {.size = 9, .boxes = BoxShape{3, 3}, .first_digit = 0},
                                     {.size = 9, .lines = false},
                                     {.size = 9, .boxes = BoxShape{3, 3}, .extra_cells = 2},
                                     {.size = 4, .extra_cells = 9}}) {
        Record record{.puzzle = Puzzle{Geometry::make(spec)}};
        record.puzzle.set_given(Cell{0}, Digit{1});
        for (const FormatInfo& format : known_formats()) {
            if (!format.can_write) continue;
            std::string text;
            try {
                text = write_record(record, format.name);
            } catch (const InputError&) {
                ++refused;
                continue;
            }
            std::istringstream in{text};
            PuzzleReader reader{
                in, "t", {.format = std::string{format.name}, .digits_from_0 = true}};
            EXPECT_EQ(reader.next()->puzzle, record.puzzle) << format.name << ": " << text;
            ++held;
        }
    }
    EXPECT_GE(held, 10U);
    EXPECT_GE(refused, 50U);
}

TEST(Iss, BoardsWithoutHouses) {
    const Record record = read_one(".Shape~4x4~~Raw.Thermo~R1C1~R1C2~R1C3~R1C4.Cage~10~R4C1~R4C2");
    EXPECT_EQ(record.puzzle.geometry().house_count(), 0U);
    for (const char* format : {"iss", "json"}) {
        const std::string written = write_record(record, format);
        EXPECT_EQ(read_one(written).puzzle, record.puzzle) << written;
    }
}

TEST(Iss, DigitsCountedAndCompared) {
    const std::vector<Rule> rules = rules_of(
        ".Shape~6x6.SameValues~3~R1C1~R1C2~R3C3~R3C4~R5C5~R5C6.ContainExact~5_5_2~R2C2~R3C1~R4C4"
        ".LookAndSay~25_01~R2C2~R3C1~R4C4.SameValues~2~R1C1~R6C6.HiddenSkyscraper~R1~3~4");
    ASSERT_EQ(rules.size(), 6U);
    EXPECT_EQ(rules[0].kind, RuleKind::same_values);
    EXPECT_EQ(rules[0].numbers, std::vector{2});
    EXPECT_EQ(rules[1].numbers, (std::vector{2, 1, 5, 2}));
    EXPECT_EQ(rules[2].numbers, (std::vector{1, 0, 5, 2}));
    EXPECT_EQ(rules[3].numbers, std::vector{1});
    EXPECT_EQ(rules[5].cells.front(), cells({"r1c6"}, 6).front());
    // 1 2 4 3: 3 is the first that stands behind a greater one; 3 4 2 1: 2 is.
    const auto lines = [](const char* text) {
        return reference::count_solutions(read_one(text).puzzle, 1000).value_or(0);
    };
    EXPECT_GT(lines(".Shape~4x4.~R1C1_1~R1C2_2~R1C3_4.HiddenSkyscraper~R1~3~"), 0U);
    EXPECT_EQ(lines(".Shape~4x4.~R1C1_1~R1C2_2~R1C3_4.HiddenSkyscraper~R1~2~"), 0U);
    EXPECT_GT(lines(".Shape~4x4.~R1C1_3~R1C2_4~R1C3_2.HiddenSkyscraper~R1~2~"), 0U);
    EXPECT_EQ(lines(".Shape~4x4.~R1C1_3~R1C2_4~R1C3_2.HiddenSkyscraper~R1~1~"), 0U);
}

// Each against what its words say, on every grid of a small board.
TEST(Iss, WhatBecomesAnAutomaton) {
    const auto grids = [](const std::string& text) {
        return reference::all_solutions(read_one(text).puzzle);
    };
    const std::vector<Grid> all = grids(".Shape~4x4.~R1C1_1");
    const auto where = [&](const auto& holds) {
        std::vector<Grid> kept;
        std::ranges::copy_if(all, std::back_inserter(kept), [&](const Grid& grid) {
            return holds([&](std::size_t r, std::size_t c) {
                return grid[Cell{4 * r + c - 5}].index() + 1;
            });
        });
        return kept;
    };
    EXPECT_EQ(grids(".Shape~4x4.~R1C1_1.ValueIndexing~R2C2~R3C3~R4C1~R4C2~R4C3"),
              where([](const auto& at) { return at(3, 3) < 4 && at(4, at(3, 3)) == at(2, 2); }));
    EXPECT_EQ(grids(".Shape~4x4.~R1C1_1.EqualityCage~R2C2~R3C3"), where([](const auto& at) {
                  const auto a = at(2, 2), b = at(3, 3);
                  return (a + b) % 2 == 1 && (a > 2) != (b > 2);
              }));
    const Rule same = rules_of(".Shape~6x6~9.RegionSameValues").at(0);
    EXPECT_EQ(same.kind, RuleKind::same_values);
    EXPECT_EQ(same.numbers, std::vector{6});
    EXPECT_EQ(same.cells.size(), 18U * 6U);
}

TEST(Iss, ConnectedCells) {
    const Record record =
        read_one(".Shape~6x6.Var~K~~2x3.ConnectedValues~~1_2_3~18.ConnectedValues~K~2_5.~R1C1_1");
    const std::span<const Rule> rules = record.puzzle.rules();
    ASSERT_EQ(rules.size(), 2U);
    EXPECT_EQ(rules[0].kind, RuleKind::connected_digits);
    EXPECT_EQ(rules[0].numbers, (std::vector{18, 1, 2, 3}));
    EXPECT_EQ(rules[1].numbers, (std::vector{3, 0, 2 + 16}));
    EXPECT_EQ(rules[1].cells.front(), Cell{36});
    EXPECT_THAT(fault_of(".Var~K.ConnectedValues~L~1"), HasSubstr("no extra cells 'L'"));
    for (const char* text : {".Var~K~~2~5", ".Shape~4x4~~Raw~5", ".ConnectedValues~~1~4~5"})
        EXPECT_THAT(fault_of(text), HasSubstr("'5' behind its last argument"));
    EXPECT_THAT(fault_of(".Shape~4x4~~Raw.RegionSameValues"),
                HasSubstr("RegionSameValues on a board of 4x4 without boxes"));
    EXPECT_THAT(fault_of(".Shape~4x4.ConnectedValues~~5"), HasSubstr("the digit 5"));
    const Record grid = read_one(".Shape~6x6.ConnectedValues~~1_2_3~18");
    EXPECT_EQ(read_one(write_record(grid, "iss")).puzzle, grid.puzzle);
    EXPECT_EQ(read_one(write_record(grid, "json")).puzzle, grid.puzzle);
}

TEST(Iss, RegionsOfFewerCellsThanALine) {
    const Record small = read_one(".Shape~8x8.RegionSize~4.~R1C1_1");
    const Geometry& board = small.puzzle.geometry();
    EXPECT_EQ(board.description(), "8x8 Latin square, 16 extra houses");
    EXPECT_EQ(board.info(House{17}).name, "box 2");
    EXPECT_EQ(board.info(House{17}).cells, cells({"r1c3", "r1c4", "r2c3", "r2c4"}, 8));
    const Record short_line = read_one(".Shape~6x6~9.Sandwich~5~R1");
    EXPECT_EQ(short_line.puzzle.rules()[0].kind, RuleKind::lunchbox);
}

TEST(Iss, OneOfTheAlternativesHolds) {
    const std::string either =
        ".Shape~4x4.~R1C1_1.Or.Thermo~R2C1~R2C2~R2C3.And.Whisper~2~R3C1~R3C2.~R4C4_1.End.End";
    const Puzzle puzzle = read_one(either).puzzle;
    Puzzle thermometer{puzzle.geometry_ptr()}, both{puzzle.geometry_ptr()}, all = both;
    for (Puzzle* p : {&thermometer, &both, &all}) p->set_given(Cell{0}, Digit{0});
    const Rule rises{.kind = RuleKind::thermometer, .cells = cells({"r2c1", "r2c2", "r2c3"}, 4)};
    const Rule differ{
        .kind = RuleKind::whisper, .cells = cells({"r3c1", "r3c2"}, 4), .numbers = {2}};
    thermometer.add_rule(rises);
    both.add_rule(differ);
    both.set_given(Cell{15}, Digit{0});
    all.add_rule(rises);
    all.add_rule(differ);
    all.set_given(Cell{15}, Digit{0});
    const auto count = [](const Puzzle& p) { return *reference::count_solutions(p, 1000); };
    EXPECT_GT(count(thermometer), 0U);
    EXPECT_GT(count(both), 0U);
    EXPECT_EQ(count(puzzle), count(thermometer) + count(both) - count(all));
    // One that says nothing holds.
    EXPECT_TRUE(rules_of(".Shape~4x4.Or.Thermo~R1C1~R1C2.And.End.End").empty());
    std::string deep = ".Shape~4x4";
    for (int i = 0; i < 100'000; ++i) deep += ".Or";
    for (int i = 0; i < 100'000; ++i) deep += ".End";
    EXPECT_THAT(fault_of(deep), HasSubstr("containers in each other"));
}

TEST(Iss, FaultsAreToldWhereTheyStand) {
    for (const auto& [text, line, column] :
         std::vector<std::tuple<std::string, std::size_t, std::size_t>>{
             {".Shape~4x4\n  .Thermo~R1C1~R1C2 .Thermo~R1C1~R9C9", 2, 22},
             {".Shape~4x4.ChaosConstruction~", 1, 12},
             {".Shape~4x4\n.Or\n.Cage~9~R1C1~R1C1.End", 3, 2},
             {".Shape~4x4.Or.Thermo~R1C1~R1C2.And.Cage~9~R1C1~R1C1.End.End", 1, 36},
             {".Shape~4x17", 1, 2}}) {
        try {
            read_all(text, "t");
            ADD_FAILURE() << text;
        } catch (const InputError& error) {
            EXPECT_EQ(error.place(), (Place{"t", line, column})) << text << ": " << error.what();
        }
    }
}

/// All texts of `length` digits of a board of side `size`.
std::vector<std::string> sequences(std::size_t size, std::size_t length) {
    std::vector<std::string> all{""};
    for (std::size_t i = 0; i < length; ++i) {
        std::vector<std::string> longer;
        for (const std::string& text : all)
            for (std::size_t d = 0; d < size; ++d)
                longer.push_back(text + static_cast<char>('1' + d));
        all = std::move(longer);
    }
    return all;
}

bool accepts(const std::vector<int>& automaton, const std::string& text, std::size_t size) {
    const auto states = static_cast<std::size_t>(automaton[0]);
    std::size_t state = 0;
    for (const char c : text) {
        const int next = automaton[1 + states + state * size + static_cast<std::size_t>(c - '1')];
        if (next < 0) return false;
        state = static_cast<std::size_t>(next);
    }
    return automaton[1 + state] == 1;
}

TEST(Iss, AutomataAcceptWhatTheySay) {
    // "Contains a 4", and "the sum is even".
    for (const std::string& text : sequences(4, 3)) {
        const auto of = [](const std::string& table) {
            return rules_of(".Shape~4x4.NFA~" + table + "~_a%20b~R1C1~R1C2~R1C3")[0];
        };
        EXPECT_EQ(of("QPeP-A").name, "a b");
        EXPECT_EQ(accepts(of("QPeP-A").numbers, text, 4), text.find('4') != std::string::npos);
        int sum = 0;
        for (const char c : text) sum += c - '0';
        EXPECT_EQ(accepts(of("QO_XqA").numbers, text, 4), sum % 2 == 0);
    }
    EXPECT_EQ(rules_of(".Shape~4x4.NFA~QPeP-A~_x~R1C1~R1C2~~R2C1~R2C2").size(), 2U);
}

std::string random_pattern(Random& random, int depth) {
    switch (random.below(depth > 2 ? 4 : 9)) {
        case 0:
        case 1:
            return std::string(1, static_cast<char>('1' + random.below(4)));
        case 2:
            return ".";
        case 3:
            return random.below(2) == 0 ? "[1-3]" : "[^24]";
        case 4:
            return "(" + random_pattern(random, depth + 1) + "|" +
                   random_pattern(random, depth + 1) + ")";
        case 5: {
            static const std::vector<std::string> times = {"*", "+", "?", "{2}", "{0,1}", "{1,}"};
            return "(" + random_pattern(random, depth + 1) + ")" + times[random.below(6)];
        }
        default:
            return random_pattern(random, depth + 1) + random_pattern(random, depth + 1);
    }
}

TEST(Iss, RegularExpressionsMeanWhatTheStandardLibraryReads) {
    Random random{31};
    const std::vector<std::string> texts = sequences(4, 4);
    std::size_t accepted = 0;
    for (int round = 0; round < 300; ++round) {
        const std::string pattern = random_pattern(random, 0);
        const std::regex regex{pattern};
        const std::vector<int> automaton =
            rules_of(".Shape~4x4.Regex~" + base64(pattern) + "~R1C1~R1C2~R1C3~R1C4")[0].numbers;
        for (const std::string& text : texts) {
            const bool is = std::regex_match(text, regex);
            accepted += is ? 1 : 0;
            ASSERT_EQ(accepts(automaton, text, 4), is) << pattern << " " << text;
        }
    }
    EXPECT_GT(accepted, 1'000U);
}

TEST(Iss, SegmentsArePartedByASymbolOfTheirOwn) {
    // A plain automaton of 5 symbols that wants the separator behind the second symbol:
    // states 0 -> 1 -> 2 -sep-> 3 -> 3, which accepts.
    const auto bits = [] {
        std::string all =
            "01"
            "0001"
            "0100"
            "01"
            "01"
            "0";  // packed, 2 bits, 5 symbols
        // States are numbered start, accepting, others: 0, 1 (accepting), 2, 3.
        all +=
            "01111"
            "10101010";  // 0: a digit leads to 2
        all +=
            "01111"
            "01010101";  // 1: to itself
        all +=
            "01111"
            "11111111";  // 2: to 3
        all +=
            "10000"
            "01";  // 3: the separator leads to 1
        return all;
    }();
    std::string text;
    for (std::size_t i = 0; i < bits.size(); i += 8) {
        unsigned byte = 0;
        for (std::size_t k = 0; k < 8; ++k)
            byte = 2 * byte + (i + k < bits.size() && bits[i + k] == '1' ? 1U : 0U);
        text += static_cast<char>(byte);
    }
    const auto rule = [&](const std::string& cells) {
        return rules_of(".Shape~4x4.NFA~" + base64(text) + "~_~" + cells)[0].numbers;
    };
    for (const std::string& digits : sequences(4, 3)) {
        EXPECT_TRUE(accepts(rule("R1C1~R1C2~-~R1C3"), digits, 4));
        EXPECT_FALSE(accepts(rule("R1C1~-~R1C2~R1C3"), digits, 4));
    }
}

/// Written and read again every kind of rule leaves the same solutions.
TEST(Iss, HoldsEveryKindOfRule) {
    const std::uint64_t seed = 97;
    std::size_t compared = 0, refused = 0;
    for (const rules::SetterRow& row : rules::setter_table())
        for (std::uint64_t round = 0; round < 40; ++round) {
            Random random = Random{seed}.split(round);
            const GeometryPtr board = Geometry::standard(round % 4 == 0 ? 6 : 4);
            const Puzzle puzzle =
                reference::random_ruled(random, board, board->cell_count() / 4 + random.below(4),
                                        1 + random.below(2), row.kind);
            Record record;
            record.puzzle = puzzle;
            std::ostringstream out;
            try {
                PuzzleWriter writer{out, "iss"};
                writer.write(record);
                writer.finish();
            } catch (const InputError& error) {
                EXPECT_THAT(error.what(), HasSubstr("cannot hold"));
                // Ranks of any lines, sums that are at most or at least a number, two of several.
                EXPECT_TRUE(std::ranges::any_of(puzzle.rules(), [](const Rule& rule) {
                    return rule.kind == RuleKind::rank || rule.kind == RuleKind::connected ||
                           rule.kind == RuleKind::alternatives ||
                           (rule.kind == RuleKind::sum && rule.numbers[0] != 0);
                })) << reference::describe(puzzle);
                ++refused;
                continue;
            }
            const Record again = read_one(out.str());
            EXPECT_EQ(again.format, "iss");
            ++compared;
            const auto before = reference::all_solutions(puzzle, 300);
            ASSERT_EQ(before, reference::all_solutions(again.puzzle, 300))
                << row.key << " round " << round << ": " << reference::describe(puzzle) << "\n"
                << out.str();
        }
    EXPECT_GT(compared, 20 * refused);
}

TEST(Fpuzzles, FaultsAreToldWithTheirEntryAndPlace) {
    std::string grid;
    for (int r = 0; r < 4; ++r) grid += r == 0 ? "[{},{},{},{}]" : ",[{},{},{},{}]";
    const std::string document = "{\"size\":4,\n\"grid\":[" + grid +
                                 "],\n\"killercage\":[{\"cells\":[\"R1C1\"],\"value\":\"3\"},\n"
                                 "  {\"cells\":[\"R1C9\"]}]}";
    for (const std::string& text : {document, "[" + document + "]"}) {
        try {
            read_all(text, "t");
            ADD_FAILURE();
        } catch (const InputError& error) {
            EXPECT_THAT(error.what(), HasSubstr("\"killercage\", entry 2: "));
            EXPECT_EQ(error.place().line, text == document ? 4U : 1U);
        }
    }
}

/// Cages of neighbours that cover the board, with the sums of a grid, in all three forms.
TEST(KillerLines, SayTheSameInThreeForms) {
    Random random{17};
    const GeometryPtr board = Geometry::classic();
    for (int round = 0; round < 20; ++round) {
        const Grid grid = *reference::random_grid(random, *board);
        const auto of = [&](std::size_t i) { return static_cast<int>(grid[Cell{i}].index()) + 1; };
        // A cell joins the cage of its left or upper neighbour where that has not its digit.
        std::vector<std::size_t> head(81);
        std::vector<char> pointer(81, ' ');
        for (std::size_t i = 0; i < 81; ++i) {
            head[i] = i;
            for (const auto& [back, sign] :
                 {std::pair<std::size_t, char>{1, '<'}, {9, '^'}, {10, '`'}, {8, '\''}}) {
                const bool inside = i >= back && (sign != '<' || i % 9 != 0) &&
                                    (sign != '`' || i % 9 != 0) && (sign != '\'' || i % 9 != 8);
                if (!inside || random.below(3) == 0) continue;
                bool differs = true;
                std::size_t many = 0, steps = 0;
                for (std::size_t k = 0; k < i; ++k)
                    if (head[k] == head[i - back]) {
                        differs = differs && of(k) != of(i);
                        ++many;
                    }
                for (std::size_t k = i - back; pointer[k] != ' '; ++steps)
                    k -= pointer[k] == '<' ? 1 : pointer[k] == '^' ? 9 : pointer[k] == '`' ? 10 : 8;
                if (!differs || many > 4 || steps > 6) continue;
                head[i] = head[i - back];
                pointer[i] = sign;
                break;
            }
        }
        std::vector<int> sum(81, 0);
        for (std::size_t i = 0; i < 81; ++i) sum[head[i]] += of(i);
        const std::string symbols = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij";
        std::string short_form, long_form = "3x3::k:", old_form = "3x3::k:", cue = "SumoCueV1";
        Puzzle wanted{board};
        for (std::size_t i = 0; i < 81; ++i) {
            const auto total = static_cast<std::size_t>(sum[head[i]]);
            short_form += head[i] == i ? symbols[total] : pointer[i];
            long_form += std::to_string(head[i] + 256 * total) + ":";
            old_form += std::to_string(total + 256 * head[i]) + ":";
            cue += (head[i] == i ? "=" + std::to_string(total) : "+" + std::to_string(head[i])) +
                   "J" + std::to_string(*board->box_of(Cell{i}));
            if (head[i] != i) continue;
            Rule cage{.kind = RuleKind::killer_cage, .numbers = {sum[i]}};
            for (std::size_t k = i; k < 81; ++k)
                if (head[k] == i) cage.cells.emplace_back(k);
            wanted.add_rule(std::move(cage));
        }
        for (const std::string& text : {short_form, long_form, old_form, cue}) {
            const Record record = read_one(text + "\n");
            EXPECT_EQ(record.format, "killer");
            EXPECT_EQ(record.puzzle, wanted) << text;
        }
        EXPECT_EQ(read_all(short_form + "\n" + cue + "\n" + long_form + "\n", "t").size(), 3U);
        std::string diagonal = cue;
        diagonal.insert(9, "D");
        EXPECT_TRUE(read_one(diagonal).puzzle.geometry().spec().main_diagonal);
        // A cell short, a ring, a pointer over the edge.
        EXPECT_FALSE(fault_of(long_form.substr(0, long_form.size() - 5)).empty());
        EXPECT_FALSE(fault_of(cue.substr(0, cue.size() - 2)).empty());
        std::string ring = short_form;
        ring[0] = '>';
        ring[1] = '<';
        EXPECT_THAT(fault_of(ring), HasSubstr("ring"));
        ring[0] = '<';
        EXPECT_THAT(fault_of(ring), HasSubstr("beyond"));
    }
}

}  // namespace
}  // namespace clew
