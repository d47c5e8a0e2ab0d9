// What follows from rules is told as those who solve such puzzles say it, and what is said is so.

#include "explain/words/tell_rules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/random.hpp"
#include "core/board/notation.hpp"
#include "explain/words/narrate.hpp"
#include "logic/auditor/audit.hpp"
#include "logic/rule_step.hpp"
#include "logic/strategies/strategy.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew::explain {
namespace {

using logic::State;
using testing::EndsWith;
using testing::HasSubstr;

std::vector<Cell> cells(const std::string& text) {
    std::vector<Cell> found;
    std::istringstream in{text};
    for (std::string cell; in >> cell;) found.push_back(*parse_cell(cell, 9));
    return found;
}

/// The first step of the only rule on a blank board; `marks` are "r1c1 123".
Narration told(RuleKind kind, const std::string& along, std::vector<int> numbers = {},
               const std::vector<std::pair<std::string, std::string>>& marks = {},
               WordStyle style = {}) {
    Puzzle puzzle{Geometry::classic()};
    puzzle.add_rule({.kind = kind, .cells = cells(along), .numbers = std::move(numbers)});
    for (const auto& [cell, digits] : marks) {
        DigitSet set;
        for (const char d : digits) set.insert(*parse_digit(d, 9));
        puzzle.set_marks(*parse_cell(cell, 9), set);
    }
    const State state{puzzle};
    const auto step = logic::next_rule_step(state);
    EXPECT_TRUE(step) << along;
    return step ? narrate(state, *step, style) : Narration{};
}

TEST(TellRules, NamesTheCombinationsOfCages) {
    const Narration two = told(RuleKind::killer_cage, "r1c1 r1c2", {6});
    EXPECT_EQ(two.title, "Killer cage: combinations");
    EXPECT_EQ(two.argument, "In the killer cage at r1c1, 6 in r1c1 and r1c2 is 1+5 or 2+4.");
    EXPECT_EQ(
        told(RuleKind::killer_cage, "r1c1 r1c2", {13}, {{"r1c1", "58"}, {"r1c2", "5678"}}).argument,
        "In the killer cage at r1c1, 13 in r1c1 and r1c2 is 4+9, 5+8 or 6+7. The candidates left "
        "allow only 5+8.");
    EXPECT_EQ(told(RuleKind::killer_cage, "r1c1 r1c2 r1c3 r1c4", {14}).argument,
              "In the killer cage at r1c1, 14 in r1c1, r1c2, r1c3 and r1c4 is 1+2+3+8, 1+2+4+7, "
              "1+2+5+6, 1+3+4+6 "
              "or 2+3+4+5.");
    EXPECT_THAT(told(RuleKind::killer_cage, "r1c1 r1c2 r1c3", {11}).argument,
                HasSubstr("11 in r1c1, r1c2 and r1c3 is 1+2+8, 1+3+7, 1+4+6, 2+3+6 or 2+4+5."));
    const Narration line = told(RuleKind::renban, "r1c1 r1c2 r1c3", {}, {{"r1c1", "12"}});
    EXPECT_EQ(line.title, "Renban: combinations");
    EXPECT_THAT(line.argument, HasSubstr("The candidates left allow 1-2-3 and 2-3-4."));
    // Too many to list: those that are left.
    EXPECT_EQ(
        told(RuleKind::killer_cage, "r1c1 r1c2 r1c3 r1c4", {20}, {{"r1c1", "1"}}).argument,
        "In the killer cage at r1c1, 20 in r1c1, r1c2, r1c3 and r1c4 can only be 1+2+8+9, 1+3+7+9, "
        "1+4+6+9, 1+4+7+8 or 1+5+6+8, with the candidates left. With 1 in r1c2, r1c3 or r1c4, "
        "r1c1 could be none of the other digits.");
}

TEST(TellRules, TellsTheSameInGerman) {
    const WordStyle german{Notation::r1c1, Language::german};
    const auto text = [&](RuleKind kind, const std::string& along, std::vector<int> numbers = {},
                          const std::vector<std::pair<std::string, std::string>>& marks = {}) {
        return told(kind, along, std::move(numbers), marks, german).argument;
    };
    const std::string row = "r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9";
    EXPECT_THAT(text(RuleKind::killer_cage, "r1c1 r1c2", {13}, {{"r1c1", "58"}, {"r1c2", "5678"}}),
                EndsWith(" r1c1: 13 in r1c1 und r1c2 ist 4+9, 5+8 oder 6+7. Die übrigen Kandidaten "
                         "erlauben nur 5+8."));
    EXPECT_THAT(text(RuleKind::renban, "r1c1 r1c2 r1c3", {}, {{"r1c1", "12"}}),
                HasSubstr("Die Ziffernmenge kann "));
    EXPECT_THAT(text(RuleKind::thermometer, "r1c1 r1c2 r1c3"),
                HasSubstr("r1c1 ist mindestens 1, also sind r1c2 und r1c3 mindestens 2 und 3."));
    EXPECT_THAT(text(RuleKind::ratio, "r1c1 r1c2", {2}, {{"r1c1", "4"}}),
                HasSubstr("r1c1 ist 4, also kann in r1c2 nur 2 oder 8 stehen."));
    EXPECT_THAT(text(RuleKind::pair_sum, "r1c1 r1c2", {10}, {{"r1c1", "1379"}, {"r1c2", "13679"}}),
                HasSubstr("6 in r1c2 bräuchte 4 in r1c1."));
    EXPECT_THAT(text(RuleKind::arrow, "r1c1 r1c2 r1c3", {1}, {{"r1c1", "1234"}}),
                HasSubstr("r1c2 ist höchstens 3, denn r1c1 ist höchstens 4 und r1c3 ist mindestens "
                          "1."));
    EXPECT_THAT(text(RuleKind::sandwich, row, {35}),
                HasSubstr("35 braucht sieben Ziffern, also liegen 1 und 9 acht Zellen "
                          "auseinander."));
    EXPECT_THAT(text(RuleKind::x_sum, row, {16}),
                HasSubstr("Zwei Ziffern ergeben zusammen höchstens 11 und neun Ziffern ergeben "
                          "zusammen mindestens 17, also ist X mindestens 3 und höchstens 8."));
    EXPECT_THAT(text(RuleKind::skyscraper, row, {5}),
                HasSubstr("Fünf Ziffern sind zu sehen, jede größer als die davor."));
}

TEST(TellRules, TellsOrdersPairsAndSumsByTheirBounds) {
    EXPECT_EQ(told(RuleKind::thermometer, "r1c1 r1c2 r1c3").argument,
              "The thermometer at r1c1: digits rise along r1c1, r1c2 and r1c3. r1c1 is at least 1, "
              "so r1c2 and r1c3 are at least 2 and 3. r1c3 is at most 9, so r1c2 and r1c1 are at "
              "most 8 and 7.");
    // A gap among the candidates begins anew, and what is settled is said as that.
    EXPECT_THAT(told(RuleKind::thermometer, "r1c1 r1c2 r1c3 r1c4", {}, {{"r1c2", "159"}}).argument,
                HasSubstr("r1c1 is at least 1, so r1c2 is at least 2. r1c2 is at least 5, so r1c3 "
                          "and r1c4 are at least 6 and 7."));
    EXPECT_THAT(
        told(RuleKind::thermometer, "r1c1 r1c2", {}, {{"r1c1", "4"}, {"r1c2", "29"}}).argument,
        HasSubstr("r1c1 is 4, so r1c2 is at least 5, which leaves 9."));
    EXPECT_THAT(told(RuleKind::thermometer, "r1c1 r1c2", {}, {{"r1c1", "4"}}).argument,
                HasSubstr("r1c1 is 4, so r1c2 is at least 5."));
    EXPECT_THAT(told(RuleKind::slow_thermometer, "r1c1 r1c2 r1c3", {}, {{"r1c2", "4"}}).argument,
                HasSubstr("r1c2 is 4, so r1c3 is at least 4. r1c2 is 4, so r1c1 is at most 4."));
    EXPECT_THAT(
        told(RuleKind::palindrome, "r1c1 r1c2 r1c3", {}, {{"r1c1", "14"}, {"r1c3", "45"}}).argument,
        HasSubstr("r1c1 and r1c3 are equal, so both are 4."));
    EXPECT_THAT(told(RuleKind::little_killer, "r1c1 r2c2", {5}).argument,
                HasSubstr("r1c1 and r2c2 sum to 5. "));  // in one box
    EXPECT_THAT(told(RuleKind::little_killer, "r1c4 r2c3", {5}).argument,
                HasSubstr("sum to 5; digits may repeat. "));
    EXPECT_EQ(told(RuleKind::ratio, "r1c1 r1c2", {2}, {{"r1c1", "4"}}).argument,
              "The ratio at r1c1 and r1c2: one of r1c1 and r1c2 is twice the other. r1c1 is 4, so "
              "r1c2 can only be 2 or 8.");
    EXPECT_THAT(told(RuleKind::whisper, "r1c1 r1c2", {5}).argument,
                HasSubstr("No digit can stand beside 5."));
    EXPECT_EQ(told(RuleKind::arrow, "r1c1 r1c2 r1c3", {1}, {{"r1c1", "1234"}}).argument,
              "The arrow at r1c1: r1c2 and r1c3 sum to r1c1. r1c1 is at least 2, as r1c2 is at "
              "least 1 and r1c3 is at least 1. r1c2 is at most 3, as r1c1 is at most 4 and r1c3 is "
              "at least 1. r1c3 is at most 3, as r1c1 is at most 4 and r1c2 is at least 1.");
    EXPECT_THAT(
        told(RuleKind::sandwich, "r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9", {35}).argument,
        HasSubstr("35 takes seven digits, so 1 and 9 are eight cells apart."));
    EXPECT_EQ(told(RuleKind::different, "r1c1 r5c5", {}, {{"r1c1", "7"}}).title,
              "Set of different digits: no repeats");
    const std::string row = "r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9";
    EXPECT_THAT(told(RuleKind::x_sum, row, {16}).argument,
                HasSubstr("Two digits sum to at most 11 and nine digits sum to at least 17, so X "
                          "is from 3 to 8."));
    EXPECT_THAT(told(RuleKind::x_sum, row, {1}).argument,
                HasSubstr("Two digits sum to at least 3, so X is 1."));
    EXPECT_THAT(
        told(RuleKind::skyscraper, row, {5}).argument,
        HasSubstr("Five digits are seen, each larger than those before it. So the first is at "
                  "most 5, the second cell at most 6 and so on."));
    EXPECT_THAT(told(RuleKind::skyscraper, "r1c1 r1c2 r1c3", {3}).argument,
                HasSubstr("So the first is at most 7, the second cell at most 8."));
    EXPECT_THAT(told(RuleKind::skyscraper, row, {2}).argument,
                EndsWith("So the first is at most 8."));
    EXPECT_THAT(told(RuleKind::full_rank, row, {17}).argument,
                EndsWith("Four of them begin with each digit, one on each side. So this one begins "
                         "with 5."));
    const Narration sum =
        told(RuleKind::pair_sum, "r1c1 r1c2", {10}, {{"r1c1", "1379"}, {"r1c2", "13679"}});
    EXPECT_EQ(sum.title, "Sum of two cells: pairs");
    EXPECT_THAT(sum.argument, HasSubstr("6 in r1c2 would need 4 in r1c1."));
    const Narration four = told(RuleKind::quadruple, "r1c1 r1c2 r2c1 r2c2", {4, 5, 6, 7},
                                {{"r1c1", "1235679"}, {"r2c1", "235679"}, {"r2c2", "15689"}});
    EXPECT_EQ(four.title, "Quadruple: places");
    EXPECT_THAT(four.argument, HasSubstr("They fill its four cells. 4 can only go in r1c2."));
    EXPECT_THAT(told(RuleKind::quadruple, "r1c1 r1c2 r2c1 r2c2", {4, 5, 6, 7},
                     {{"r1c1", "1234"}, {"r2c1", "56"}, {"r2c2", "567"}, {"r1c2", "4567"}})
                    .argument,
                HasSubstr("They fill its four cells. r1c1 can only be 4."));
    EXPECT_THAT(told(RuleKind::quadruple, "r1c1 r1c2 r2c1 r2c2", {4},
                     {{"r1c1", "12"}, {"r1c2", "23"}, {"r2c1", "123"}})
                    .argument,
                HasSubstr("4 can only go in r2c2."));
}

/// Reads "6 in r1c1 and r1c2 is 1+5 or 2+4" back.
std::set<std::multiset<int>> combinations_in(const std::string& text) {
    std::set<std::multiset<int>> found;
    std::istringstream in{text};
    for (std::string word; in >> word;) {
        if (word.find('+') == std::string::npos) continue;
        std::multiset<int> digits;
        for (const char c : word)
            if (c >= '1' && c <= '9') digits.insert(c - '0');
        found.insert(digits);
    }
    return found;
}

TEST(TellRules, AWalkSaysOnceWhatARuleAsks) {
    Narration first = told(RuleKind::thermometer, "r1c1 r1c2 r1c3");
    Narration again = first;
    std::set<std::string> said;
    first.leave_out(said);
    EXPECT_THAT(first.argument,
                testing::StartsWith(
                    "The thermometer at r1c1: digits rise along r1c1, r1c2 and r1c3. r1c1 is"));
    again.leave_out(said);
    EXPECT_THAT(again.argument, testing::StartsWith("By the thermometer at r1c1: r1c1 is"));
    // Together with another that is new: the new one is stated, the other named.
    again.argument =
        "The thermometer at r1c1: digits rise along r1c1, r1c2 and r1c3. The cage: 1. "
        "Suppose.";
    again.asked.push_back({"the cage", "1"});
    again.leave_out(said);
    EXPECT_EQ(again.argument, "The cage: 1. With the thermometer at r1c1: suppose.");
    // What is named in the argument itself is not named before it.
    again.argument =
        "The thermometer at r1c1: digits rise along r1c1, r1c2 and r1c3. The cage: 1. "
        "If so, by the cage and the thermometer at r1c1.";
    again.leave_out(said);
    EXPECT_EQ(again.argument, "If so, by the cage and the thermometer at r1c1.");
}

TEST(TellRules, AWalkSaysOnceWhatTheBoardAsks) {
    const GeometryPtr board =
        Geometry::make({.size = 9, .boxes = BoxShape{3, 3}, .anti_knight = true});
    Puzzle puzzle{board};
    for (const Cell cell : cells("r1c4 r1c5 r1c6 r2c5 r3c4 r3c5 r3c6"))
        puzzle.set_marks(cell, DigitSet::all(9) - DigitSet{Digit{0}});
    const State state{puzzle};
    std::optional<logic::Step> step;
    logic::find(state, {.technique = logic::Technique::common_peers}, [&](logic::Step&& found) {
        step = std::move(found);
        return Flow::stop;
    });
    ASSERT_TRUE(step);
    Narration first = narrate(state, *step), again = first;
    ASSERT_THAT(first.board, testing::ElementsAre("cells a knight's move apart differ"));
    std::set<std::string> said;
    first.leave_out(said);
    again.leave_out(said);
    EXPECT_EQ(first.argument,
              "On this board: cells a knight's move apart differ. " + again.argument);
    EXPECT_EQ(again.argument, narrate(state, *step).argument);
}

TEST(TellRules, NamesWhatBeginsInOneCellByBothEnds) {
    Puzzle puzzle{Geometry::classic()};
    puzzle.add_rule({.kind = RuleKind::difference, .cells = cells("r1c1 r1c2"), .numbers = {1}});
    puzzle.add_rule({.kind = RuleKind::thermometer, .cells = cells("r2c2 r2c3 r2c4")});
    puzzle.add_rule({.kind = RuleKind::thermometer, .cells = cells("r2c2 r3c2 r4c2")});
    puzzle.add_rule({.kind = RuleKind::renban, .cells = cells("r2c2 r3c3")});
    const State state{puzzle};
    std::vector<std::string> labels;
    for (std::size_t i = 0; i < state.rule_parts()->all().size(); ++i)
        labels.push_back(label_of(state, logic::Constraint::of_rule(i), Words{state.geometry()}));
    EXPECT_THAT(labels, testing::UnorderedElementsAre(
                            "the difference at r1c1 and r1c2", "the thermometer from r2c2 to r2c4",
                            "the thermometer from r2c2 to r4c2", "the renban at r2c2"));
}

TEST(TellRules, SaysByItsNumbersWhyARuleCannotBeKept) {
    const auto broken = [](RuleKind kind, const std::string& along, std::vector<int> numbers,
                           const std::vector<std::string>& left, Mood mood) {
        Puzzle puzzle{Geometry::classic()};
        puzzle.add_rule({.kind = kind, .cells = cells(along), .numbers = std::move(numbers)});
        const State state{puzzle};
        std::vector<DigitSet> sets;
        for (const std::string& digits : left) {
            sets.emplace_back();
            for (const char d : digits) sets.back().insert(*parse_digit(d, 9));
        }
        const logic::Step step;
        const Words words{state.geometry()};
        return tell_broken({state, step, words}, logic::Constraint::of_rule(0), "the rule", sets,
                           mood);
    };
    EXPECT_EQ(broken(RuleKind::arrow, "r1c1 r1c2 r1c3", {1}, {"9", "7", "6"}, Mood::is),
              "r1c2 and r1c3 sum to 13, but r1c1 is 9");
    EXPECT_EQ(broken(RuleKind::arrow, "r1c1 r1c2 r1c3", {1}, {"45", "57", "3"}, Mood::would_be),
              "r1c2 and r1c3 would sum to at least 8, but r1c1 would be at most 5");
    EXPECT_EQ(broken(RuleKind::killer_cage, "r1c1 r1c2", {4}, {"7", "3"}, Mood::would_be),
              "r1c1 and r1c2 would sum to 10, not 4");
    EXPECT_EQ(broken(RuleKind::little_killer, "r1c3 r2c2 r3c1", {20}, {"56", "7", "12"}, Mood::is),
              "r1c3, r2c2 and r3c1 sum to at most 15, not 20");
    EXPECT_EQ(broken(RuleKind::difference, "r1c1 r1c2", {1}, {"4", "17"}, Mood::is),
              "with 4 in r1c1, r1c2 cannot be 1 or 7");
    EXPECT_EQ(broken(RuleKind::sandwich, "r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9", {13},
                     {"2345678", "2345678", "2345678", "1", "23456789", "2345678", "2345678",
                      "2345678", "2345678"},
                     Mood::would_be),
              "9 would have no place three to four cells from the 1 in r1c4");
    EXPECT_EQ(broken(RuleKind::ratio, "r1c1 r1c2", {2}, {"6", "1245789"}, Mood::would_be),
              "r1c2 would have no digit that goes with 6 in r1c1");
    EXPECT_EQ(broken(RuleKind::x_sum, "r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9", {6},
                     {"2", "123", "1", "5", "6", "4", "8", "9", "7"}, Mood::would_be),
              "no different first digits would sum to 6");
    EXPECT_EQ(broken(RuleKind::renban, "r1c1 r1c2 r1c3", {}, {"1", "5", "9"}, Mood::is),
              "the rule does not allow 5 in r1c2 with 9 in r1c3");
    EXPECT_EQ(broken(RuleKind::quadruple, "r1c1 r1c2 r2c1 r2c2", {4},
                     {"12356789", "12356789", "12356789", "12356789"}, Mood::would_be),
              "the rule could not be kept without 4 in r1c1, r1c2, r2c1 or r2c2");
    EXPECT_EQ(broken(RuleKind::renban, "r1c1 r1c2 r1c3", {}, {"1", "", "9"}, Mood::is),
              "r1c2 has no digit left");
    // They may fit.
    EXPECT_EQ(broken(RuleKind::arrow, "r1c1 r1c2 r1c3", {1}, {"89", "7", "16"}, Mood::is), "");
}

// A person checks a sum along a line case by case: where its ends are, with what is between.
TEST(TellRules, ListsTheWaysOfASumAlongALine) {
    const std::string row = "r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9", rest = "2345678";
    std::vector<std::pair<std::string, std::string>> marks;
    for (const Cell cell : cells(row)) marks.emplace_back(to_string(cell, 9), rest);
    marks[0].second = marks[3].second = marks[4].second = "123456789";
    marks[0].second = "19";
    const Narration sandwich = told(RuleKind::sandwich, row, {9}, marks);
    EXPECT_THAT(sandwich.argument, EndsWith("9 takes two to three digits, so 1 and 9 are three to "
                                            "four cells apart. With what is left, 1 and 9 can only "
                                            "be here:"));
    EXPECT_EQ(in_lines(sandwich.lines, Levels::all),
              "1. In r1c1 and r1c4, between them 2+7, 3+6 or 4+5.\n"
              "2. In r1c1 and r1c5, between them 2+3+4.");
    const Narration x_sum = told(RuleKind::x_sum, row, {6}, {});
    EXPECT_THAT(x_sum.argument, EndsWith("X and the different digits behind it can only be:"));
    EXPECT_EQ(in_lines(x_sum.lines, Levels::all), "1. 2, then 4.\n2. 3, then 1+2.");
    EXPECT_THAT(x_sum.upshot, testing::StartsWith("So r1c1 is 2 or 3"));
    // 3, then 2+2 is not told, but not what this step rules out either.
    const Narration more = told(RuleKind::x_sum, row, {7}, {});
    EXPECT_EQ(in_lines(more.lines, Levels::all), "1. 2, then 5.");
    EXPECT_EQ(more.upshot,
              "None of these has any of the candidates removed. The rest of what "
              "they rule out takes row 1 too.");
}

TEST(TellRules, SaysWhyADigitOfACombinationHasNoCell) {
    const Narration renban =
        told(RuleKind::renban, "r1c1 r1c2", {}, {{"r1c1", "178"}, {"r1c2", "268"}});
    EXPECT_THAT(renban.argument,
                EndsWith("With 8 in r1c1, r1c2 would have to be 7, which it cannot be."));
    EXPECT_THAT(
        told(RuleKind::killer_cage, "r1c1 r1c2 r1c3", {10},
             {{"r1c1", "1"}, {"r1c2", "34"}, {"r1c3", "36"}})
            .argument,
        EndsWith("With 3 in r1c3, the other cells would need 6, which none of them can be."));
    const Narration cage = told(RuleKind::killer_cage, "r1c1 r1c2 r1c3", {10},
                                {{"r1c1", "257"}, {"r1c2", "13"}, {"r1c3", "235"}});
    EXPECT_THAT(cage.argument, EndsWith("With 3 in r1c3, r1c2 could be none of the other digits."));
}

TEST(TellRules, NamesThePlacesThatARuleCloses) {
    Puzzle puzzle{Geometry::classic()};
    puzzle.add_rule({.kind = RuleKind::ratio, .cells = cells("r7c2 r8c2"), .numbers = {2}});
    for (std::size_t row = 0; row < 9; ++row)
        if (row != 6 && row != 7)
            puzzle.set_marks(Cell{9 * row + 1}, DigitSet::all(9) - DigitSet{Digit{2}});
    for (const Cell cell : cells("r7c2 r8c2"))
        puzzle.set_marks(cell, DigitSet::from_bits(0b101110));
    const State state{puzzle};
    logic::Step step;
    step.technique = logic::Technique::smallest_proof;
    const auto column = state.geometry().houses_of(Cell{1})[1];
    step.cites = {{logic::Constraint::of(column, Digit{2}), logic::Use::truth},
                  {logic::Constraint::of_rule(0), logic::Use::truth}};
    for (const Cell cell : cells("r7c2 r8c2"))
        for (const std::size_t d : {1U, 3U}) step.eliminations.push_back({cell, Digit{d}});
    logic::normalise(step);
    ASSERT_TRUE(logic::audit(state, step).sound());
    EXPECT_THAT(narrate(state, step).argument,
                EndsWith("If r7c2 or r8c2 were 2 or 4, by the ratio neither r7c2 nor r8c2 would be "
                         "3, and column 2 has no other place for it."));
}

TEST(TellRules, AWalkSaysOnceWhereARegionLies) {
    std::vector<std::size_t> regions;
    for (const char c : std::string{"AABBACBDACDDCCDB"})
        regions.push_back(static_cast<std::size_t>(c - 'A'));
    Puzzle puzzle{Geometry::make({.size = 4, .boxes = std::nullopt, .regions = regions})};
    puzzle.set_marks(Cell{0}, DigitSet::from_bits(1));
    const State state{puzzle};
    logic::Step step;
    step.technique = logic::Technique::hidden_single;
    const House region = state.geometry().houses_of(Cell{0})[2];
    step.cites = {{logic::Constraint::of(region, Digit{0}), logic::Use::truth}};
    step.placements = {{Cell{0}, Digit{0}}};
    Narration first = narrate(state, step), again = first;
    std::set<std::string> said;
    first.leave_out(said);
    again.leave_out(said);
    EXPECT_EQ(first.argument,
              "On this board: regions are numbered in the order of their first cells, row by row. "
              "Region 1 is r1c1, r1c2, r2c1 and r3c1. " +
                  again.argument);
}

/// What a line says is left: "4 or 6 in r8c2", "no 9 in r8c4". Behind `without` all is absent.
std::map<Cell, DigitSet> left_in(const std::string& text, std::size_t size, bool without = false) {
    std::map<Cell, DigitSet> left;
    static const std::regex item{
        "(no )?([0-9](?:, [0-9])*(?: or [0-9])?) in "
        "(r[0-9]c[0-9](?:, r[0-9]c[0-9])*(?: (?:and|or) r[0-9]c[0-9])?)"};
    static const std::regex place{"r[0-9]c[0-9]"};
    for (std::sregex_iterator at{text.begin(), text.end(), item}, end; at != end; ++at) {
        DigitSet digits;
        for (const char c : at->str(2))
            if (c >= '1' && c <= '9') digits.insert(*parse_digit(c, size));
        if (at->str(1) == "no " || without) digits = DigitSet::all(size) - digits;
        const std::string where = at->str(3);
        for (std::sregex_iterator cell{where.begin(), where.end(), place}; cell != end; ++cell)
            left.emplace(*parse_cell(cell->str(), size), digits);
    }
    return left;
}

/// Whether some digits of these keep the rule, by trying all.
bool can_be_kept(const rules::RulePart& part, std::vector<DigitSet> left, std::size_t at = 0) {
    if (at == left.size()) return part.filter(left);
    for (const Digit d : DigitSet{left[at]}) {
        left[at] = DigitSet{d};
        if (can_be_kept(part, left, at + 1)) return true;
    }
    return false;
}

std::vector<DigitSet> domains_of(const rules::RulePart& part, const std::map<Cell, DigitSet>& left,
                                 std::size_t size) {
    std::vector<DigitSet> domains;
    for (const Cell cell : part.cells()) {
        const auto named = left.find(cell);
        domains.push_back(named == left.end() ? DigitSet::all(size) : named->second);
    }
    return domains;
}

/// Rules of random 4x4 boards, what is left in their cells at random, and what is then said of
/// each.
template <class Visit>
void each_random_rule(Visit&& visit) {
    Random random{20261129};
    const logic::Step step;
    for (int i = 0; i < 600; ++i) {
        const State state{reference::random_ruled(random, Geometry::standard(4), 0, 3)};
        const Words words{state.geometry()};
        if (state.rule_parts() == nullptr) continue;
        for (std::size_t p = 0; p < state.rule_parts()->all().size(); ++p) {
            const rules::RulePart& part = state.rule_parts()->all()[p];
            std::vector<DigitSet> left;
            for (std::size_t k = 0; k < part.cells().size(); ++k)
                left.push_back(
                    DigitSet::from_bits(1U + static_cast<std::uint32_t>(random.below(15))));
            visit(i, part, left,
                  tell_broken({state, step, words}, logic::Constraint::of_rule(p), "It", left,
                              Mood::is));
        }
    }
}

// What is said not to go together does not, and nothing is named that does not matter.
TEST(TellRules, NamesWhatDoesNotGoTogether) {
    std::size_t said = 0;
    each_random_rule([&](int i, const rules::RulePart& part, const std::vector<DigitSet>&,
                         const std::string& text) {
        if (part.cells().size() > 6) return;
        const bool without = text.starts_with("It cannot be kept without ");
        if (!without && !text.starts_with("It does not allow ")) return;
        SCOPED_TRACE(text + " case " + std::to_string(i));
        const auto named = left_in(text, 4, without);
        EXPECT_FALSE(can_be_kept(part, domains_of(part, named, 4)));
        for (const auto& [cell, digits] : named) {
            auto fewer = named;
            fewer.erase(cell);
            auto domains = domains_of(part, fewer, 4);
            EXPECT_TRUE(part.filter(domains)) << to_string(cell, 4);
        }
        ++said;
    });
    EXPECT_GE(said, 50U);
}

// A candidate that goes does not go with what its line names.
TEST(TellRules, NamesWhatACandidateDoesNotGoWith) {
    static const std::regex line{"(?:[Ww]ith (.*), )?(r[0-9]c[0-9].* can(?:not| never) be .*)"};
    static const std::regex loss{
        "(r[0-9]c[0-9](?:, r[0-9]c[0-9])*(?: and r[0-9]c[0-9])?) can(?:not| never) be "
        "([0-9](?:, [0-9])*(?: or [0-9])?)"};
    std::size_t said = 0;
    for (std::uint64_t round = 0; round < 600; ++round) {
        Random random = Random{12}.split(round);
        const Puzzle puzzle =
            reference::random_ruled(random, Geometry::standard(6), 3, 1 + random.below(3));
        State state{puzzle};
        while (auto step = logic::next_rule_step(state)) {
            const Narration told = narrate(state, *step);
            const logic::Constraint& rule = step->cites.front().constraint;
            std::vector<std::string> texts;
            for (const Line& one : told.lines) texts.push_back(one.text);
            std::istringstream in{told.argument};
            for (std::string sentence; std::getline(in, sentence, '.');)
                if (!sentence.empty()) texts.push_back(sentence.substr(sentence[0] == ' ' ? 1 : 0));
            for (const std::string& text : texts) {
                std::smatch match;
                if (step->cites.size() > 1 || rule.kind != logic::Constraint::Kind::rule ||
                    !std::regex_match(text, match, line) ||
                    (!match[1].matched && text.find(" can never be ") == std::string::npos))
                    continue;
                SCOPED_TRACE(text + " round " + std::to_string(round));
                const rules::RulePart& part = state.rule_parts()->all()[rule.rule];
                const auto named = left_in(match[1].str(), 6);
                const std::string gone = match[2].str();
                for (std::sregex_iterator at{gone.begin(), gone.end(), loss}, end; at != end; ++at)
                    for (const auto& [cell, digits] : left_in(at->str(2) + " in " + at->str(1), 6))
                        for (const Digit d : digits) {
                            auto with = named;
                            with[cell] = DigitSet{d};
                            EXPECT_FALSE(part.cells().size() <= 6 &&
                                         can_be_kept(part, domains_of(part, with, 6)));
                            ++said;
                        }
            }
            apply(*step, state);
            if (state.contradiction()) break;
        }
    }
    EXPECT_GE(said, 200U);
}

// Where no sum is said to be left there is none of different digits.
TEST(TellRules, SaysWhereNoSumIsLeft) {
    Random random{5};
    std::size_t said = 0, unsaid = 0;
    for (int round = 0; round < 400; ++round) {
        const bool sandwich = random.below(2) == 0;
        Puzzle puzzle{Geometry::standard(4)};
        std::vector<Cell> row;
        for (std::size_t i = 0; i < 4; ++i) {
            row.push_back(Cell{i});
            puzzle.set_marks(
                Cell{i}, DigitSet::from_bits(1U + static_cast<std::uint32_t>(random.below(15))));
        }
        const int sum = static_cast<int>(sandwich ? random.below(6) : 1 + random.below(10));
        puzzle.add_rule({.kind = sandwich ? RuleKind::sandwich : RuleKind::x_sum,
                         .cells = row,
                         .numbers = {sum}});
        const State state{puzzle};
        const Words words{state.geometry()};
        const logic::Step step;
        const rules::RulePart& part = state.rule_parts()->all()[0];
        for (const Digit d : state.candidates(row[1])) {
            std::array digits{0, 1, 2, 3};
            bool kept = false;
            do {
                std::vector<DigitSet> one;
                for (const int digit : digits)
                    one.push_back(DigitSet{Digit{static_cast<std::size_t>(digit)}});
                bool fits = one[1] == DigitSet{d};
                for (std::size_t i = 0; i < 4; ++i)
                    fits = fits && (one[i] - state.candidates(row[i])).empty();
                kept = kept || (fits && part.filter(one));
            } while (std::next_permutation(digits.begin(), digits.end()));
            const std::string text =
                tell_unfilled({state, step, words}, logic::Constraint::of_rule(0), {row[1], d});
            EXPECT_TRUE(text.empty() || !kept) << text << " round " << round;
            said += !text.empty();
            unsaid += text.empty();
        }
    }
    EXPECT_GE(said, 50U);
    EXPECT_GE(unsaid, 50U);
}

// What is said to break breaks.
TEST(TellRules, SaysNothingOfARuleThatCanBeKept) {
    std::size_t said = 0, kept = 0;
    each_random_rule([&](int i, const rules::RulePart& part, std::vector<DigitSet> left,
                         const std::string& text) {
        const bool keeps = part.filter(left);
        EXPECT_TRUE(text.empty() || !keeps) << text << " (seed 20261129, case " << i << ")";
        said += !text.empty();
        kept += keeps;
    });
    EXPECT_GE(said, 50U);
    EXPECT_GE(kept, 200U);
}

// Against trying all digits in all cells.
TEST(TellRules, ListsTheCombinationsThatThereAre) {
    constexpr std::uint64_t seed = 3;
    std::size_t compared = 0;
    for (std::uint64_t round = 0; round < 200; ++round) {
        Random random = Random{seed}.split(round);
        const std::size_t count = 2 + random.below(2);
        std::vector<int> digits(count);
        std::set<std::multiset<int>> wanted;
        const int sum = static_cast<int>(3 + random.below(count == 2 ? 15 : 22));
        const auto fill = [&](const auto& self, std::size_t at) -> void {
            if (at == count) {
                int all = 0;
                for (const int d : digits) all += d;
                const std::multiset<int> set{digits.begin(), digits.end()};
                const bool different = std::set<int>{digits.begin(), digits.end()}.size() == count;
                if (all == sum && different) wanted.insert(set);
                return;
            }
            for (digits[at] = 1; digits[at] <= 9; ++digits[at]) self(self, at + 1);
        };
        fill(fill, 0);
        if (wanted.empty() || wanted.size() > 8) continue;
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round));
        Puzzle puzzle{Geometry::classic()};
        std::vector<Cell> cage;
        for (std::size_t i = 0; i < count; ++i) cage.push_back(Cell{i});
        puzzle.add_rule({.kind = RuleKind::killer_cage, .cells = cage, .numbers = {sum}});
        const State state{puzzle};
        const auto step = logic::next_rule_step(state);
        if (!step) continue;
        EXPECT_EQ(combinations_in(narrate(state, *step).argument), wanted);
        ++compared;
    }
    EXPECT_GE(compared, 100U);
}

TEST(TellRules, EachWayOfASandwichHasWhatItPlaces) {
    Puzzle puzzle{Geometry::classic()};
    Rule rule{.kind = RuleKind::sandwich, .cells = {}, .numbers = {5}};
    for (std::size_t i = 0; i < 9; ++i) {
        rule.cells.push_back(Cell{i});
        DigitSet marks = DigitSet::all(9);
        if (i > 1) marks.erase(Digit{0U});
        if (i == 2) marks.erase(Digit{4U});
        if (i != 3 && i != 8) marks.erase(Digit{8U});
        puzzle.set_marks(Cell{i}, marks);
    }
    puzzle.add_rule(rule);
    const State state{puzzle};
    const auto step = logic::next_rule_step(state);
    ASSERT_TRUE(step);
    ASSERT_FALSE(step->placements.empty());
    const std::string text = narrate(state, *step).text();
    EXPECT_THAT(text, testing::HasSubstr("Each of these has 1 in r1c1"));
}

// Of whatever rules a step follows, it has a name and a reason of whole sentences, and is proved.
TEST(TellRules, NamesEveryStepOfEveryKind) {
    constexpr std::uint64_t seed = 11;
    std::set<std::string> titles;
    std::size_t steps = 0;
    for (std::uint64_t round = 0; round < 400; ++round) {
        Random random = Random{seed}.split(round);
        const Puzzle puzzle =
            reference::random_ruled(random, Geometry::standard(6), 3, 1 + random.below(3));
        State state{puzzle};
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round) + " " +
                     reference::describe(puzzle));
        while (auto step = logic::next_rule_step(state)) {
            EXPECT_TRUE(logic::audit(state, *step).sound());
            const Narration words = narrate(state, *step);
            titles.insert(words.title);
            EXPECT_EQ(words.title.find("rgument"), std::string::npos) << words.title;
            EXPECT_EQ(words.text().find("automaton of"), std::string::npos) << words.text();
            EXPECT_EQ(words.argument.back(), words.lines.empty() ? '.' : ':') << words.argument;
            EXPECT_EQ(words.text().find("  "), std::string::npos) << words.text();
            EXPECT_EQ(words.text().find(".."), std::string::npos) << words.text();
            for (const char* hole : {" be .", " be ,", " is .", " is ,"})
                EXPECT_EQ(words.text().find(hole), std::string::npos) << words.text();
            // Where a rule is named by its cell no other cell follows as in a list.
            static const std::regex runs_on{" by the [a-z -]+ at r[0-9]c[0-9], r[0-9]c[0-9]"};
            EXPECT_FALSE(std::regex_search(words.text(Levels::all), runs_on)) << words.text();
            for (const char* bare : {"No way to do so", "In none of them", "Nor can all"})
                EXPECT_EQ(words.text().find(bare), std::string::npos) << words.text();
            const bool none = words.text().find("None of these has") != std::string::npos;
            EXPECT_FALSE(none && !step->placements.empty()) << words.text();
            ++steps;
            apply(*step, state);
            if (state.contradiction()) break;
        }
    }
    EXPECT_GE(steps, 500U);
    EXPECT_GE(titles.size(), 10U);
}

}  // namespace
}  // namespace clew::explain
