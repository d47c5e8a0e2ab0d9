#include "logic/lab/lab.hpp"

#include <gtest/gtest.h>

#include <set>

#include "logic/rule_step.hpp"
#include "tests/logic/random_states.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew::logic {
namespace {

std::vector<State> puzzles(std::size_t count) {
    std::vector<State> states;
    for (std::uint64_t seed = 1; seed <= count; ++seed) {
        Random random{seed};
        states.emplace_back(unique_puzzle(Geometry::standard(6), random, 36));
    }
    return states;
}

bool solves_all(const std::vector<State>& states, const RuleSet& rules, std::uint64_t choice,
                const std::set<std::size_t>& targets) {
    RuleSet some = rules;
    for (std::size_t i = 0; i < some.rules.size(); ++i)
        some.rules[i].is = (choice >> i & 1U) != 0 ? Switch::on : Switch::off;
    for (std::size_t p : targets)
        if (walk(states[p], {.rules = &some}).status != Status::solved) return false;
    return true;
}

TEST(Lab, FindsTheRedundantRules) {
    const std::vector<State> states = puzzles(120);
    const RuleSet rules = read_rules(R"({"scale": "clew", "rules": ["naked-single", "hidden-single",
        "pointing", "claiming", "naked-pair", "hidden-pair", "naked-triple", "x-wing", "xy-wing"]})",
                                     "test");
    const Lab lab{states};
    const LabReport report = lab.run(rules);
    EXPECT_EQ(report.solved + report.stuck + report.impossible, states.size());
    EXPECT_EQ(report.impossible, 0U);
    std::set<std::size_t> targets;
    for (std::size_t p = 0; p < states.size(); ++p)
        if (report.puzzles[p].status == Status::solved) targets.insert(p);
    ASSERT_GT(targets.size(), 10U);

    const std::size_t n = rules.rules.size();
    for (std::size_t i = 0; i < n; ++i) {
        std::size_t lost = 0;
        for (std::size_t p : targets)
            lost += solves_all(states, rules, ((1U << n) - 1) & ~(1U << i), {p}) ? 0 : 1;
        EXPECT_EQ(report.rules[i].needed, lost) << info(rules.rules[i].technique).id;
    }
}

// Every set knows what a puzzle's own rules rule out by themselves.
TEST(Lab, TriesPuzzlesWithRules) {
    std::vector<State> states;
    for (std::uint64_t seed = 1; states.size() < 24 && seed < 4000; ++seed) {
        Random random{seed};
        const Puzzle puzzle =
            reference::random_ruled(random, Geometry::standard(6), 10, 2 + random.below(3));
        if (reference::count_solutions(puzzle, 2, 100'000) == std::optional<std::size_t>{1})
            states.emplace_back(puzzle);
    }
    ASSERT_EQ(states.size(), 24U);
    const RuleSet rules = read_rules(R"({"rules": [{"technique": "naked-single", "score": 3},
        {"technique": "hidden-single", "score": 4}, {"technique": "pointing", "score": 7},
        {"technique": "naked-pair", "score": 9}, {"technique": "hidden-pair", "score": 11}]})",
                                     "test");
    const Lab lab{states};
    const LabReport report = lab.run(rules);
    std::set<std::size_t> targets;
    std::size_t by_rules = 0;
    for (std::size_t p = 0; p < states.size(); ++p) {
        if (report.puzzles[p].status == Status::solved) targets.insert(p);
        by_rules += next_rule_step(states[p]) ? 1 : 0;
    }
    EXPECT_GT(targets.size(), 5U);
    EXPECT_GT(by_rules, 5U);
}

}  // namespace
}  // namespace clew::logic
