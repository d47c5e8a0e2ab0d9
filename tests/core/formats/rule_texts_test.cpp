// Rules in texts of other programs: Interactive Sudoku Solver, killer puzzles on a line.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/board/notation.hpp"
#include "core/formats/formats.hpp"
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
    EXPECT_THAT(fault_of(".Shape~4x4.Replicate~BE~R1C1.Given~R1C1_1.End"), HasSubstr("Given"));
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
        ".Shape~4x4.XSum~R1~3~6.Skyscraper~C2~~2.Sandwich~5~C1.LittleKiller~5~R3C1"
        ".LittleKiller~6~R1C4.LittleKiller~7~R4C2");
    ASSERT_EQ(rules.size(), 7U);
    EXPECT_EQ(rules[0].cells, cells({"r1c1", "r1c2", "r1c3", "r1c4"}, 4));
    EXPECT_EQ(rules[1].cells, cells({"r1c4", "r1c3", "r1c2", "r1c1"}, 4));
    EXPECT_EQ(rules[2].cells, cells({"r4c2", "r3c2", "r2c2", "r1c2"}, 4));
    EXPECT_EQ(rules[4].cells, cells({"r3c1", "r4c2"}, 4));
}

TEST(Iss, WhatIsNotReadIsNamed) {
    for (const auto& [text, says] : std::vector<std::pair<std::string, std::string>>{
             {".Shape~4x4.Or.Thermo~R1C1~R1C2.End", "'Or'"},
             {".Shape~4x4.NFA~QPeP-A~R1C1", "'NFA'"},
             {".Shape~6x6~1-9.~R1C1_9", "digits or a type of its own"},
             {".Shape~4x4.FullRank~R1~3~", "'FullRank'"},
             {".Shape~4x4.Thermo~R1C1~R9C9", "no cell"},
             {".Shape~4x4.SumLine~5~R1C1~R1C2~LOOP", "'SumLine'"},
             {".Shape~4x4.Jigsaw~1111222233334444", "pieces of a jigsaw"},
             {".Shape~4x4.Sum~5_=_1~R1C1~R1C2", "weights"}})
        EXPECT_THAT(fault_of(text), HasSubstr(says)) << text;
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
