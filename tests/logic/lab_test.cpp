#include "logic/lab.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tests/logic/random_states.hpp"

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

    // By trying every choice of rules.
    const std::size_t n = rules.rules.size();
    long long cheapest = -1;
    for (std::uint64_t choice = 0; choice < (1U << n); ++choice) {
        long long price = 0;
        for (std::size_t i = 0; i < n; ++i)
            if ((choice >> i & 1U) != 0) price += rules.rules[i].score;
        if (cheapest >= 0 && price >= cheapest) continue;
        if (solves_all(states, rules, choice, targets)) cheapest = price;
    }
    const CheapestRules best = lab.cheapest(rules);
    EXPECT_TRUE(best.proved);
    EXPECT_EQ(best.price, cheapest);
    EXPECT_EQ(best.solved, targets.size());
    std::uint64_t choice = 0;
    for (std::size_t i : best.rules) choice |= std::uint64_t{1} << i;
    EXPECT_TRUE(solves_all(states, rules, choice, targets));

    for (std::size_t i = 0; i < n; ++i) {
        std::size_t lost = 0;
        for (std::size_t p : targets)
            lost += solves_all(states, rules, ((1U << n) - 1) & ~(1U << i), {p}) ? 0 : 1;
        EXPECT_EQ(report.rules[i].needed, lost) << info(rules.rules[i].technique).id;
    }
    // Out of nodes the greedy choice still solves as much.
    const CheapestRules greedy = lab.cheapest(rules, 1);
    EXPECT_FALSE(greedy.proved);
    EXPECT_GE(greedy.price, cheapest);
    choice = 0;
    for (std::size_t i : greedy.rules) choice |= std::uint64_t{1} << i;
    EXPECT_TRUE(solves_all(states, rules, choice, targets));
}

}  // namespace
}  // namespace clew::logic
