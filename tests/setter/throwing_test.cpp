// Functions of the caller that throw in the setter's tools.

#include <gtest/gtest.h>

#include "setter/density.hpp"
#include "setter/digit_order.hpp"
#include "setter/generate.hpp"
#include "setter/hitting_sets.hpp"
#include "setter/minimal.hpp"
#include "setter/repair.hpp"
#include "setter/unavoidable.hpp"
#include "tests/setter/puzzles.hpp"
#include "tests/support/throwing.hpp"

namespace clew::setter {
namespace {

using Calls = ThrowingCase::Calls;

TEST(Throwing, InTheSettersTools) {
    std::vector<ThrowingCase> cases;
    for (const unsigned threads : {1U, 3U})
        cases.push_back({"repair on " + std::to_string(threads) + " threads",
                         [=](const Called& called) {
                             repair(p92, {.pairs = Pairs::all,
                                          .max_pairs = 50'000,
                                          .threads = threads,
                                          .on_tried = calling(called)});
                         },
                         threads == 1 ? Calls::same : Calls::differ});
    cases.push_back({"density",
                     [](const Called& called) {
                         density(p92, {.engine = Engine::exact, .on_progress = calling(called)});
                     },
                     Calls::differ});
    cases.push_back({"digit order", [](const Called& called) {
                         const DigitOrder order{p92, 2};
                         const DigitOrderOptions options{.on_count = calling(called)};
                         try {
                             order.page(Count{7}, 3, options);
                         } catch (const Thrown&) {
                             EXPECT_EQ(order.page(Count{7}, 3).grids.size(), 3U);
                             throw;
                         }
                     }});
    cases.push_back({"hitting sets", [](const Called& called) {
                         const HittingSets problem{{{0, 1}, {1, 2}, {3, 4}}};
                         std::uint64_t nodes = 0;
                         problem.of_size(3, {}, nodes, taking(called));
                     }});
    const Grid solution = *solve(gould).solution;
    cases.push_back({"unavoidable sets", [=](const Called& called) {
                         unavoidable_sets(gould, solution,
                                          {.max_size = 8, .on_progress = calling(called)});
                     }});
    for (const unsigned clues : {26U, 81U})
        cases.push_back({"generator", [=](const Called& called) {
                             const Generator generator{{.max_clues = clues,
                                                        .fault =
                                                            [&, seen = 0](const Puzzle&) mutable {
                                                                called();
                                                                return std::string(
                                                                    ++seen == 3 ? "" : "another");
                                                            },
                                                        .seed = 5}};
                             try {
                                 generator.make(0);
                             } catch (const Thrown&) {
                                 EXPECT_EQ(generator.wishes().seed, 5U);
                                 throw;
                             }
                         }});
    cases.push_back({"redundant clues",
                     [](const Called& called) { redundant_clues(p92, {}, calling(called)); }});
    cases.push_back({"one sub-puzzle", [](const Called& called) {
                         greedy_subpuzzle(gould, 1, {}, calling(called));
                     }});
    cases.push_back({"sub-puzzles", [](const Called& called) {
                         minimal_subpuzzles(gould, {.limit = 10}, taking(called));
                     }});
    cases.push_back({"sub-puzzles, progress", [](const Called& called) {
                         minimal_subpuzzles(gould, {.limit = 10, .on_progress = calling(called)},
                                            [](const Puzzle&) { return Flow::go_on; });
                     }});
    expect_thrown_through(cases);
}

}  // namespace
}  // namespace clew::setter
