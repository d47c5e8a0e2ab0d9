#include "explain/words/chain.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/board/notation.hpp"
#include "logic/strategies/strategy.hpp"
#include "tests/logic/random_states.hpp"

namespace clew::explain {
namespace {

using logic::Role;
using logic::State;
using logic::Step;
using logic::Technique;
using testing::HasSubstr;

// Every candidate but for those cells that are named: "r1c1=12".
State full_but(std::initializer_list<std::pair<const char*, const char*>> cells) {
    Puzzle puzzle{Geometry::classic()};
    for (std::size_t i = 0; i < 81; ++i) puzzle.set_marks(Cell{i}, DigitSet::all(9));
    for (const auto& [name, digits] : cells) {
        DigitSet marks;
        for (const char* c = digits; *c != '\0'; ++c) marks.insert(*parse_digit(*c, 9));
        puzzle.set_marks(*parse_cell(name, 9), marks);
    }
    return State{puzzle};
}

Step step_with(const State& state, Technique technique, Candidate conclusion) {
    Step found;
    logic::find(state, {.technique = technique}, [&](Step&& step) {
        if (std::ranges::count(step.eliminations, conclusion) == 0) return Flow::go_on;
        found = std::move(step);
        return Flow::stop;
    });
    return found;
}

Candidate candidate(const char* cell, char digit) {
    return {*parse_cell(cell, 9), *parse_digit(digit, 9)};
}

/// One sentence after the other.
std::string words_of(const ToldChain& told) {
    std::string text = told.start;
    for (const Inferred& link : told.links) text += " " + link.line.text + ".";
    return text + " " + told.upshot;
}

TEST(Chain, IsToldFromEndToEnd) {
    const State state = full_but({{"r1c1", "12"}, {"r1c9", "23"}, {"r5c9", "34"}, {"r5c4", "14"}});
    const Step step = step_with(state, Technique::xy_chain, candidate("r1c4", '1'));
    ASSERT_TRUE(is_chain(step));
    const Words words{state.geometry()};
    EXPECT_EQ(words_of(tell_chain(state, step, words)),
              "Suppose r1c1 is not 1. r1c1 is 2, its other digit. r1c9 is 3, as row 1 has its 2 in "
              "r1c1. r5c9 is 4, as column 9 has its 3 in r1c9. r5c4 is 1, as row 5 has its 4 in "
              "r5c9. So r1c1 is 1, or else r5c4 is 1. Either way r1c4 and r5c1 are not 1.");
    EXPECT_EQ(eureka(state, step), "(1=2)r1c1-(2=3)r1c9-(3=4)r5c9-(4=1)r5c4 => r1c4<>1, r5c1<>1");
}

TEST(Chain, WritesSetsWithWhatIsLockedInThem) {
    const State state = full_but({{"r2c1", "367"}, {"r2c2", "67"}, {"r7c1", "36"}});
    const Step step = step_with(state, Technique::als_xz, candidate("r1c1", '6'));
    ASSERT_TRUE(is_chain(step));
    EXPECT_THAT(eureka(state, step), HasSubstr("(6=37)r2c12-(3=6)r7c1 => "));
    const std::string text = words_of(tell_chain(state, step, Words{state.geometry()}));
    EXPECT_THAT(text, testing::StartsWith("A = r2c1 and r2c2 {3 6 7}. "));
    EXPECT_THAT(text, HasSubstr("as A without 6 must have its"));
}

TEST(Chain, NamesAlmostHiddenSetsFishAndRectangles) {
    const auto told = [](const State& state, Technique technique, Candidate conclusion) {
        const Step step = step_with(state, technique, conclusion);
        EXPECT_TRUE(is_chain(step));
        return words_of(tell_chain(state, step, Words{state.geometry()})) + " " +
               eureka(state, step);
    };
    constexpr const char* no_5 = "12346789";
    const State lines = full_but({{"r7c1", no_5},
                                  {"r7c2", no_5},
                                  {"r7c3", no_5},
                                  {"r7c7", no_5},
                                  {"r7c8", no_5},
                                  {"r7c9", no_5},
                                  {"r8c2", no_5},
                                  {"r8c3", no_5},
                                  {"r9c3", no_5},
                                  {"r9c4", no_5},
                                  {"r9c6", no_5},
                                  {"r9c8", no_5},
                                  {"r9c9", no_5}});
    const std::string fish = told(lines, Technique::fish_aic, candidate("r9c5", '5'));
    EXPECT_THAT(fish, HasSubstr("their 5"));
    EXPECT_THAT(fish, HasSubstr("X-wing("));

    State state = full_but(
        {{"r4c2", "1235"}, {"r4c4", "1235"}, {"r4c5", "13"}, {"r6c2", "235"}, {"r6c4", "25"}});
    state.set_unique(logic::Uniqueness::granted, Puzzle{Geometry::classic()});
    EXPECT_THAT(told(state, Technique::rectangle_aic, candidate("r4c1", '3')),
                testing::AllOf(HasSubstr("held nothing but 2 and 5, these could change places: two "
                                         "solutions, where there is to be one only."),
                               HasSubstr("the four cells must hold something else")));
}

// Every node is named, every strong link has its sign.
TEST(Chain, LeavesNoNodeOut) {
    std::size_t told = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const State state = logic::random_sample(Geometry::classic(), seed).state;
        for (const logic::TechniqueInfo& row : logic::techniques()) {
            if (row.family != logic::Family::chains) continue;
            logic::find(state, {.technique = row.technique}, [&](Step&& step) {
                if (!is_chain(step)) return Flow::go_on;
                const std::string text = words_of(tell_chain(state, step, Words{state.geometry()}));
                const std::string chain = eureka(state, step);
                std::size_t nodes = 0;
                for (const logic::Group& group : step.groups) {
                    if (group.role != Role::chain) continue;
                    ++nodes;
                    // A fish is named by its lines.
                    if (group.in) {
                        EXPECT_THAT(text, HasSubstr("their ")) << chain;
                        continue;
                    }
                    for (Candidate c : group.candidates)
                        EXPECT_THAT(text, HasSubstr(to_string(c.cell, 9))) << chain;
                }
                const std::string links = chain.substr(0, chain.find(" =>"));
                EXPECT_EQ(2 * std::ranges::count(links, '='), static_cast<long>(nodes)) << chain;
                ++told;
                return told % 7 == 0 ? Flow::stop : Flow::go_on;
            });
        }
    }
    EXPECT_GT(told, 500U);
}

}  // namespace
}  // namespace clew::explain
