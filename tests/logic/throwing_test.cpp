// Sinks that throw: every technique's, and those of walks and lists of steps.

#include <gtest/gtest.h>

#include <map>

#include "logic/path/all_steps.hpp"
#include "logic/path/path.hpp"
#include "logic/strategies/rules.hpp"
#include "tests/logic/random_states.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/support/throwing.hpp"

namespace clew::logic {
namespace {

ThrowingCase finding(const std::string& name, const State& state, const Query& query) {
    return {name, [=](const Called& called) { find(state, query, taking(called)); }};
}

TEST(Throwing, WhenTheDeepestAssumptionsAreTold) {
    const State state{Puzzle::from_line(
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")};
    const Query query{.technique = Technique::nested_contradiction, .max_size = 2};
    expect_thrown_through({{"nested contradiction", [&](const Called& called) {
                                find(state, query, [&](Step&&) {
                                    called();
                                    return Flow::stop;
                                });
                            }}});
}

TEST(Throwing, FromEveryTechnique) {
    // The first states in which each finds something.
    constexpr std::size_t states = 3;
    std::map<std::string, std::size_t> seen;
    std::vector<ThrowingCase> cases;
    GeometrySpec x{.size = 9, .boxes = BoxShape{3, 3}};
    x.main_diagonal = x.anti_diagonal = true;
    for (const GeometryPtr& geometry :
         {Geometry::standard(6), Geometry::classic(), Geometry::make(x)})
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            Random random{seed};
            Sample sample = random_sample(geometry, seed);
            const Puzzle unique = unique_puzzle(geometry, random, geometry->cell_count());
            State one{unique};
            one.set_unique(Uniqueness::granted, unique);
            for (const State& state : {sample.state, one})
                for (const TechniqueInfo& row : techniques()) {
                    const Query query{.technique = row.technique, .max_nodes = 5'000};
                    if (strategy_of(row.technique) == nullptr ||
                        (seen.contains(row.id) && seen[row.id] >= states))
                        continue;
                    // Where the nodes ran out, what was remembered of the state would tell.
                    std::size_t steps = 0;
                    const Ending ending = find(state, query, [&](Step&&) {
                        ++steps;
                        return Flow::go_on;
                    });
                    if (steps == 0 || ending != Ending::exhausted) continue;
                    ++seen[row.id];
                    cases.push_back(finding(row.id + (" on " + geometry->description()) +
                                                ", seed " + std::to_string(seed),
                                            state, query));
                }
        }
    expect_thrown_through(cases);
    std::size_t findable = 0;
    std::string idle;
    for (const TechniqueInfo& row : techniques()) {
        if (strategy_of(row.technique) == nullptr) continue;
        ++findable;
        if (!seen.contains(row.id)) idle += std::string(" ") + row.id;
    }
    EXPECT_GE(10 * seen.size(), 8 * findable) << "nothing found by:" << idle;
}

TEST(Throwing, FromWalksAndListsOfSteps) {
    const Puzzle puzzle = Puzzle::from_line(reference::p92);
    const State state{puzzle};
    const auto progress = [](const Called& called) { return calling(called); };
    std::vector<ThrowingCase> cases;
    for (const Guess guess : {Guess::off, Guess::first, Guess::all})
        cases.push_back(
            {"walk " + std::to_string(static_cast<int>(guess)), [=](const Called& called) {
                 walk(state, {.rules = built_in_rules("template"),
                              .guess = guess,
                              .on_entry = calling(called)});
             }});
    cases.push_back({"next step", [=](const Called& called) {
                         next_step(state, *built_in_rules("methods"), nullptr, progress(called));
                     }});
    cases.push_back({"all steps", [=](const Called& called) {
                         all_steps(state, *built_in_rules("methods"), {}, nullptr,
                                   progress(called));
                     }});
    expect_thrown_through(cases);
}

}  // namespace
}  // namespace clew::logic
