#include "logic/strategies/barren.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "logic/path/step_json.hpp"
#include "logic/strategies/rules.hpp"
#include "tests/logic/random_states.hpp"
#include "tests/support/find_first.hpp"
#include "tests/support/step_text.hpp"

namespace clew::logic {
namespace {

std::vector<std::string> all_steps(const State& state, Technique technique) {
    std::vector<std::string> steps;
    const Query query{.technique = technique};
    find(state, query, [&](Step&& step) {
        steps.push_back(write_step(step, state.geometry()));
        return Flow::go_on;
    });
    return steps;
}

std::string first_step(const State& state, Technique technique) {
    const Query query{.technique = technique};
    const auto step = find_first(state, query);
    return step ? write_step(*step, state.geometry()) : "nothing";
}

// What is found in a state is the same whatever was asked before: a thread that goes along a walk,
// and back to where it was, finds what a thread finds that has seen nothing yet.
TEST(Barren, WhatIsFoundDoesNotDependOnWhatWasAskedBefore) {
    const RuleSet& rules = *built_in_rules("structures");
    std::size_t compared = 0;
    GeometrySpec x{.size = 9, .boxes = BoxShape{3, 3}};
    x.main_diagonal = x.anti_diagonal = true;
    for (const GeometryPtr& geometry :
         {Geometry::classic(), Geometry::standard(6), Geometry::make(x)})
        for (std::uint64_t seed = 1; seed <= 2; ++seed) {
            SCOPED_TRACE(geometry->description() + " seed " + std::to_string(seed));
            Random random{seed};
            const State start{unique_puzzle(geometry, random, 60)};
            const Path path = walk(start, {.rules = &rules});
            std::vector<State> states;
            State now = start;
            for (const Entry& entry : path.entries) {
                // Most steps are singles, after which the others are not asked.
                if (entry.step.placements.empty()) states.push_back(now);
                apply(entry.step, now);
            }
            states.push_back(now);
            if (!states.empty()) states.push_back(states.front());
            for (const State& state : states)
                for (const TechniqueRule& rule : rules.rules) {
                    const std::string here = first_step(state, rule.technique);
                    const auto all = all_steps(state, rule.technique);
                    std::string there;
                    std::vector<std::string> all_there;
                    std::thread{[&] {
                        all_there = all_steps(state, rule.technique);
                        there = first_step(state, rule.technique);
                    }}.join();
                    ASSERT_EQ(here, there) << info(rule.technique).id;
                    ASSERT_EQ(all, all_there) << info(rule.technique).id;
                    EXPECT_EQ(all.empty(), here == "nothing");
                    if (!all.empty()) {
                        EXPECT_EQ(here, all.front());
                    }
                    compared += all.size();
                }
        }
    EXPECT_GT(compared, 100U);
}

// Nor does where a small budget ends.
TEST(Barren, ASmallBudgetEndsAtTheSamePlaceWhenAskedAgain) {
    std::size_t cut = 0;
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        Random random{seed};
        const State state{unique_puzzle(Geometry::classic(), random, 60)};
        for (const TechniqueRule& rule : built_in_rules("all")->rules)
            for (const std::uint64_t nodes : {300U, 3'000U}) {
                const Query query{.technique = rule.technique, .max_nodes = nodes};
                const auto ask = [&] {
                    std::vector<std::string> steps;
                    const Ending ending = find(state, query, [&](Step&& step) {
                        steps.push_back(write_step(step, state.geometry()));
                        return Flow::go_on;
                    });
                    cut += ending == Ending::out_of_budget ? 1 : 0;
                    steps.emplace_back(to_string(ending));
                    return steps;
                };
                const auto once = ask();
                ASSERT_EQ(once, ask()) << info(rule.technique).id << " seed " << seed;
            }
    }
    EXPECT_GT(cut, 20U);
}

TEST(Barren, HoldsUntilACellOfThePartChanges) {
    State state{Puzzle{Geometry::classic()}};
    const Query query{.technique = Technique::naked_pair};
    const House row{0};
    {
        Barren barren{state, query};
        EXPECT_FALSE(barren.holds(row));
        barren.note(row);
        EXPECT_TRUE(barren.holds(row));
    }
    state.eliminate({Cell{80}, Digit{0}});  // r9c9: another row
    EXPECT_TRUE((Barren{state, query}.holds(row)));
    EXPECT_FALSE((Barren{state, {.technique = Technique::naked_triple}}.holds(row)));
    EXPECT_FALSE((Barren{state, {.technique = Technique::naked_pair, .max_size = 3}}.holds(row)));
    {
        Barren barren{state, query};
        barren.note(row);
    }
    State fuller{Puzzle{Geometry::classic()}};
    // With more candidates than before, anything may be found.
    EXPECT_FALSE((Barren{fuller, query}.holds(row)));
    {
        Barren barren{fuller, query};
        barren.note(row);
    }
    fuller.eliminate({Cell{3}, Digit{0}});
    EXPECT_FALSE((Barren{fuller, query}.holds(row)));
}

}  // namespace
}  // namespace clew::logic
