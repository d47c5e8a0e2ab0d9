// A refutation is over where the first cell, house or rule is broken.

#include "explain/words/first_break.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/board/notation.hpp"
#include "explain/words/narrate.hpp"

namespace clew::explain {
namespace {

using logic::Branch;
using logic::Citation;
using logic::Constraint;
using logic::Inference;
using logic::State;
using logic::Technique;
using logic::Truth;
using logic::Use;
using testing::HasSubstr;
using testing::Not;

Cell at(const std::string& name) { return *parse_cell(name, 9); }
Candidate c(const std::string& name, std::size_t digit) { return {at(name), Digit{digit - 1}}; }

State with_marks(const std::vector<std::pair<std::string, std::string>>& marks, Puzzle puzzle) {
    for (const auto& [cell, digits] : marks) {
        DigitSet set;
        for (const char d : digits) set.insert(*parse_digit(d, 9));
        puzzle.set_marks(at(cell), set);
    }
    return State{puzzle};
}

Inference supposed(Candidate candidate) {
    return {candidate, Truth::holds, Technique::guess, {}, {}};
}
/// The last digit of its cell, where a line before took the other.
Inference last(Candidate candidate, std::vector<std::size_t> from) {
    return {candidate,
            Truth::holds,
            Technique::naked_single,
            {{Constraint::of(candidate.cell), Use::truth}},
            std::move(from)};
}

/// r1c1 is not 1: r1c2 and r1c3 would both be 2; the lines go on in column 2 to r5c2.
struct TwoInARow {
    State state = with_marks({{"r1c1", "15"},
                              {"r1c2", "12"},
                              {"r1c3", "12"},
                              {"r4c2", "23"},
                              {"r5c2", "34"},
                              {"r5c7", "4"}},
                             Puzzle{Geometry::classic()});
    Branch branch{{supposed(c("r1c1", 1)), last(c("r1c2", 2), {0}), last(c("r4c2", 3), {1}),
                   last(c("r5c2", 4), {2})},
                  Constraint::of(at("r5c7"))};
};

TEST(FirstBreak, EndsWhereACellIsEmptyThatTheStepDoesNotCite) {
    const TwoInARow given;
    const Branch told = up_to_first_break(given.state, given.branch);
    ASSERT_EQ(told.lines.size(), 2U);
    EXPECT_EQ(told.lines[1].candidate, c("r1c2", 2));
    EXPECT_EQ(told.conflict, Constraint::of(at("r1c3")));

    logic::Step step;
    step.technique = Technique::impossible_digit;
    step.eliminations = {c("r1c1", 1)};
    step.reasons = {given.branch};
    const std::string text = narrate(given.state, step).text();
    EXPECT_THAT(text, HasSubstr("no digit is left for r1c3"));
    EXPECT_THAT(text, Not(HasSubstr("r4c2")));
}

TEST(FirstBreak, LeavesOutWhatTheBreakDoesNotNeed) {
    TwoInARow given;
    // First a line that has nothing to do with it.
    given.branch.lines.insert(given.branch.lines.begin() + 1, last(c("r9c9", 9), {}));
    given.branch.lines[2].from = {0};
    given.branch.lines[3].from = {2};
    given.branch.lines[4].from = {3};
    const Branch told = up_to_first_break(given.state, given.branch);
    ASSERT_EQ(told.lines.size(), 2U);
    EXPECT_EQ(told.lines[1].from, std::vector<std::size_t>{0});
}

TEST(FirstBreak, LeavesWhatSupposesNothing) {
    TwoInARow given;
    given.branch.lines.erase(given.branch.lines.begin());
    for (Inference& line : given.branch.lines) line.from.clear();
    given.branch.conflict.reset();
    EXPECT_EQ(up_to_first_break(given.state, given.branch), given.branch);
}

TEST(FirstBreak, SaysNothingThatThePlacementsShow) {
    const State state = with_marks({{"r1c1", "15"}, {"r1c2", "12"}, {"r4c2", "23"}, {"r9c2", "3"}},
                                   Puzzle{Geometry::classic()});
    const std::vector<Citation> pair{{Constraint::of(at("r4c2")), Use::truth},
                                     {Constraint::of(at("r9c2")), Use::truth}};
    // Column 2 has no other 2 once r1c2 is 2, whatever else says so.
    const Branch branch{{supposed(c("r1c1", 1)),
                         last(c("r1c2", 2), {0}),
                         {c("r6c2", 2), Truth::fails, Technique::naked_pair, pair, {1}},
                         last(c("r6c2", 4), {2})},
                        std::nullopt};
    const Branch told = up_to_first_break(state, branch);
    ASSERT_EQ(told.lines.size(), 3U);
    EXPECT_EQ(told.lines[2].candidate, c("r6c2", 4));
    EXPECT_EQ(told.lines[2].from, std::vector<std::size_t>{1});
}

TEST(FirstBreak, EndsWithinALemma) {
    const TwoInARow given;
    Branch outer{{supposed(c("r9c9", 9)), {c("r1c1", 1), Truth::fails, Technique::guess, {}, {}}},
                 std::nullopt};
    Branch lemma = given.branch;
    for (Inference& line : lemma.lines)
        for (std::size_t& from : line.from) ++from;  // counted on from line 1
    outer.lines[1].lemma = {lemma};
    const Branch told = up_to_first_break(given.state, outer);
    const Branch& inner = told.lines[1].lemma.front();
    ASSERT_EQ(inner.lines.size(), 2U);
    EXPECT_EQ(inner.lines[1].from, std::vector<std::size_t>{1});
    EXPECT_EQ(inner.conflict, Constraint::of(at("r1c3")));
}

// An X-sum without digits that differ is broken, though its filter sees no more than the sum.
TEST(FirstBreak, EndsWhereNoDifferentDigitsHaveASum) {
    Puzzle puzzle{Geometry::classic()};
    Rule rule{.kind = RuleKind::x_sum, .cells = {}, .numbers = {7}};
    for (std::size_t i = 0; i < 9; ++i) rule.cells.push_back(Cell{i});
    puzzle.add_rule(rule);
    const State state =
        with_marks({{"r1c1", "35"}, {"r1c2", "12"}, {"r1c3", "12"}}, std::move(puzzle));
    const std::vector<Citation> by{{Constraint::of_rule(0), Use::truth}};
    // 3 and 2+2 would be 7.
    const Branch branch{
        {supposed(c("r1c1", 3)), {c("r1c2", 2), Truth::holds, Technique::smallest_proof, by, {0}}},
        Constraint::of_rule(0)};
    const Branch told = up_to_first_break(state, branch);
    ASSERT_EQ(told.lines.size(), 1U);
    EXPECT_EQ(told.conflict, Constraint::of_rule(0));

    logic::Step step;
    step.technique = Technique::impossible_digit;
    step.eliminations = {c("r1c1", 3)};
    step.cites = by;
    step.reasons = {branch};
    EXPECT_THAT(narrate(state, step).argument,
                HasSubstr("Suppose r1c1 is 3. Now no different first digits sum to 7."));
}

}  // namespace
}  // namespace clew::explain
