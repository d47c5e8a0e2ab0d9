#include "explain/words/trace.hpp"

#include <gtest/gtest.h>

#include <set>

#include "core/board/notation.hpp"

namespace clew::explain {
namespace {

using logic::Citation;
using logic::Constraint;
using logic::State;
using logic::Truth;
using logic::Use;

Cell at(const char* name) { return *parse_cell(name, 9); }
Candidate c(const char* name, int digit) { return {at(name), Digit{digit - 1}}; }

State marked(const std::vector<std::pair<const char*, const char*>>& cells) {
    Puzzle puzzle{Geometry::classic()};
    for (const auto& [name, digits] : cells) {
        DigitSet marks;
        for (const char* d = digits; *d != '\0'; ++d) marks.insert(*parse_digit(*d, 9));
        puzzle.set_marks(at(name), marks);
    }
    return State{puzzle};
}

TEST(Trace, FollowsAWingAndKeepsOnlyWhatMatters) {
    const State state = marked({{"r1c1", "35"}, {"r1c5", "39"}, {"r4c1", "59"}, {"r7c7", "19"}});
    const House row_1{0};
    const House column_1{9};
    const House row_4{3};
    const House column_5{13};
    const std::vector<Citation> cites{{Constraint::of(at("r1c1")), Use::truth},
                                      {Constraint::of(at("r1c5")), Use::truth},
                                      {Constraint::of(at("r4c1")), Use::truth},
                                      {Constraint::of(at("r7c7")), Use::truth},
                                      {Constraint::of(row_1, Digit{2}), Use::link},
                                      {Constraint::of(column_1, Digit{4}), Use::link},
                                      {Constraint::of(row_4, Digit{8}), Use::link},
                                      {Constraint::of(column_5, Digit{8}), Use::link}};
    const auto trace = refute(state, cites, c("r4c5", 9));
    ASSERT_TRUE(trace);
    EXPECT_EQ(trace->lines, (std::vector<TraceLine>{{c("r1c5", 3), Constraint::of(at("r1c5"))},
                                                    {c("r4c1", 5), Constraint::of(at("r4c1"))}}));
    EXPECT_EQ(trace->end, Constraint::of(at("r1c1")));
    EXPECT_FALSE(trace->crowded);
    // Beside another that holds, it ends at once.
    const Candidate beside = c("r4c1", 9);
    const auto crossed = refute(state, cites, c("r4c5", 8), Truth::holds, std::span{&beside, 1});
    EXPECT_FALSE(refute(state, cites, c("r4c5", 8)));
    EXPECT_FALSE(crossed);
    // r7c7 is cited but leads nowhere; r9c9=9 is not refuted at all.
    EXPECT_FALSE(refute(state, cites, c("r9c9", 9)));
}

TEST(Trace, EndsWhereTheBoardIsBrokenFirst) {
    const House row_1{0}, row_4{3}, column_2{10};
    std::vector<Citation> cites;
    for (const char* name : {"r1c2", "r4c2", "r4c5", "r4c8"})
        cites.push_back({Constraint::of(at(name)), Use::truth});
    cites.push_back({Constraint::of(row_1, Digit{0}), Use::link});
    cites.push_back({Constraint::of(column_2, Digit{1}), Use::link});
    for (const std::size_t digit : {2U, 6U})
        cites.push_back({Constraint::of(row_4, Digit{digit}), Use::link});
    std::vector<std::pair<const char*, const char*>> cells{
        {"r1c2", "12"}, {"r4c2", "23"}, {"r4c5", "37"}, {"r4c8", "37"}};
    EXPECT_EQ(refute(marked(cells), cites, c("r1c1", 1))->lines.size(), 4U);
    // r1c3, which is not cited, would be 2 as soon as r1c2 is.
    cells.emplace_back("r1c3", "12");
    const auto sooner = refute(marked(cells), cites, c("r1c1", 1));
    ASSERT_TRUE(sooner);
    EXPECT_EQ(sooner->lines, (std::vector<TraceLine>{{c("r1c2", 2), Constraint::of(at("r1c2"))},
                                                     {c("r1c3", 2), Constraint::of(at("r1c3"))}}));
    EXPECT_EQ(sooner->end, Constraint::of(row_1, Digit{1}));
    EXPECT_TRUE(sooner->crowded);
}

TEST(Trace, SupposesFailureToo) {
    const State state = marked({{"r1c1", "5"}});
    const std::vector<Citation> cites{{Constraint::of(at("r1c1")), Use::truth}};
    const auto trace = refute(state, cites, c("r1c1", 5), Truth::fails);
    ASSERT_TRUE(trace);
    EXPECT_TRUE(trace->lines.empty());
    EXPECT_EQ(trace->end, Constraint::of(at("r1c1")));
}

TEST(Trace, ALinkForcesNothing) {
    const State state = marked({{"r1c1", "35"}, {"r1c2", "35"}});
    const std::vector<Citation> cites{{Constraint::of(at("r1c1")), Use::link},
                                      {Constraint::of(at("r1c2")), Use::link},
                                      {Constraint::of(House{0}, Digit{2}), Use::link},
                                      {Constraint::of(House{0}, Digit{4}), Use::link}};
    EXPECT_FALSE(refute(state, cites, c("r1c9", 3)));
}

/// A row of the classic board with rules, as a state.
State ruled(std::vector<Rule> rules,
            const std::vector<std::pair<const char*, const char*>>& cells) {
    Puzzle puzzle{Geometry::classic()};
    for (Rule& rule : rules) puzzle.add_rule(std::move(rule));
    for (const auto& [name, digits] : cells) {
        DigitSet marks;
        for (const char* d = digits; *d != '\0'; ++d) marks.insert(*parse_digit(*d, 9));
        puzzle.set_marks(at(name), marks);
    }
    return State{puzzle};
}

std::vector<Citation> all_rules(const State& state) {
    std::vector<Citation> cites;
    for (std::size_t p = 0; p < state.rule_parts()->all().size(); ++p)
        cites.push_back({Constraint::of_rule(p), Use::truth});
    return cites;
}

TEST(Trace, SaysWhatARuleRulesOutWhereAnotherRestsOnIt) {
    // 4 at the bulb makes r2c2 5 or more, and then 7 in two cells has no way.
    const State state =
        ruled({{.kind = RuleKind::thermometer, .cells = {at("r1c1"), at("r2c2")}},
               {.kind = RuleKind::killer_cage, .cells = {at("r2c2"), at("r2c3")}, .numbers = {7}}},
              {{"r1c1", "14"}, {"r2c2", "2356"}, {"r2c3", "345"}});
    const std::vector<Citation> cites = all_rules(state);
    const auto trace = refute(state, cites, c("r1c1", 4));
    ASSERT_TRUE(trace);
    // Of what falls in r2c2, 2 and 3 are needed: with one of them there is a way.
    std::set<int> gone;
    for (const TraceLine& line : trace->lines) {
        EXPECT_EQ(line.truth, Truth::fails);
        EXPECT_EQ(line.candidate.cell, at("r2c2"));
        EXPECT_EQ(line.by.rule, 0U);
        gone.insert(static_cast<int>(line.candidate.digit.index()) + 1);
    }
    EXPECT_EQ(gone, (std::set<int>{2, 3}));
}

TEST(Trace, EachLineIsNeededByALaterOneOrTheEnd) {
    // Whatever is known beside it, a cage breaks by its own two cells.
    const State state =
        ruled({{.kind = RuleKind::killer_cage, .cells = {at("r1c1"), at("r1c2")}, .numbers = {17}},
               {.kind = RuleKind::thermometer, .cells = {at("r1c1"), at("r5c5")}}},
              {{"r1c1", "389"}, {"r1c2", "89"}, {"r5c5", "1456789"}});
    const auto trace = refute(state, all_rules(state), c("r1c1", 3));
    ASSERT_TRUE(trace);
    EXPECT_TRUE(trace->lines.empty());
    EXPECT_EQ(trace->end.rule, 0U);
}

}  // namespace
}  // namespace clew::explain
