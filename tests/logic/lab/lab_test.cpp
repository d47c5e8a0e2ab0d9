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
        if (walk(states[p], {.rules = &some, .puzzle_rules = Switch::on}).status != Status::solved)
            return false;
    return true;
}

/// The price of the cheapest choice that solves the targets.
long long cheapest_by_trying(const std::vector<State>& states, const RuleSet& rules,
                             const std::set<std::size_t>& targets) {
    const std::size_t n = rules.rules.size();
    long long cheapest = -1;
    for (std::uint64_t choice = 0; choice < (std::uint64_t{1} << n); ++choice) {
        long long price = 0;
        for (std::size_t i = 0; i < n; ++i)
            if ((choice >> i & 1U) != 0) price += rules.rules[i].score;
        if (cheapest >= 0 && price >= cheapest) continue;
        if (solves_all(states, rules, choice, targets)) cheapest = price;
    }
    return cheapest;
}

TEST(Lab, FindsTheCheapestRulesAndTheRedundantOnes) {
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

    const long long cheapest = cheapest_by_trying(states, rules, targets);
    const CheapestRules best = lab.cheapest(rules);
    EXPECT_TRUE(best.proved());
    EXPECT_EQ(best.price, cheapest);
    EXPECT_EQ(best.solved, targets.size());
    std::uint64_t choice = 0;
    for (std::size_t i : best.rules) choice |= std::uint64_t{1} << i;
    EXPECT_TRUE(solves_all(states, rules, choice, targets));

    const std::size_t n = rules.rules.size();
    for (std::size_t i = 0; i < n; ++i) {
        std::size_t lost = 0;
        for (std::size_t p : targets)
            lost += solves_all(states, rules, ((1U << n) - 1) & ~(1U << i), {p}) ? 0 : 1;
        EXPECT_EQ(report.rules[i].needed, lost) << info(rules.rules[i].technique).id;
    }
    // Out of nodes the greedy choice still solves as much.
    const CheapestRules greedy = lab.cheapest(rules, {.nodes = 1});
    EXPECT_FALSE(greedy.proved());
    EXPECT_GE(greedy.price, cheapest);
    choice = 0;
    for (std::size_t i : greedy.rules) choice |= std::uint64_t{1} << i;
    EXPECT_TRUE(solves_all(states, rules, choice, targets));
    // Out of walks the bound is one.
    for (std::size_t walks : {0U, 10U, 100U, 1000U}) {
        const CheapestRules bounded = lab.cheapest(rules, {.walks = walks});
        EXPECT_LE(bounded.bound, cheapest);
        EXPECT_GE(bounded.price, cheapest);
    }
}

// A quad is found before the counted set that would have been the way through, and spoils it: the
// search, which grants that more rules never solve less, is misled, the proof is not.
TEST(Lab, FindsTheCheapestRulesWhereMoreRulesSolveLess) {
    const std::vector<State> states{State{Puzzle::from_line(
        "5.6.4.8..83........7.65...9...4............7..938.54......2...42.....7.5....76...")}};
    const RuleSet rules = read_rules(R"({"rules": [{"technique": "naked-single", "score": 1},
        {"technique": "naked-quad", "score": 1}, {"technique": "claiming", "score": 1},
        {"technique": "franken-x-wing", "score": 1}, {"technique": "counted-set", "score": 1},
        {"technique": "xy-chain", "score": 100}, {"technique": "hidden-single", "score": 100}]})",
                                     "test");
    ASSERT_TRUE(solves_all(states, rules, 0b0010101, {0}));
    ASSERT_FALSE(solves_all(states, rules, 0b0010111, {0}));
    EXPECT_EQ(cheapest_by_trying(states, rules, {0}), 3);
    const Lab lab{states};
    const CheapestRules misled = lab.cheapest(rules, {.walks = 0});
    EXPECT_EQ(misled.price, 101);
    EXPECT_LE(misled.bound, 3);
    EXPECT_FALSE(misled.proved());
    const CheapestRules best = lab.cheapest(rules);
    EXPECT_EQ(best.price, 3);
    EXPECT_TRUE(best.proved());
    EXPECT_EQ(best.rules, (std::vector<std::size_t>{0, 2, 4}));
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
    const CheapestRules best = lab.cheapest(rules);
    EXPECT_TRUE(best.proved());
    EXPECT_EQ(best.price, cheapest_by_trying(states, rules, targets));
}

}  // namespace
}  // namespace clew::logic
