// What a forecast promises, against the engines it speaks of.

#include "solve/forecast.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/base/outcome.hpp"
#include "solve/exact/band_stack.hpp"
#include "tests/solve/exact/random_puzzle.hpp"

namespace clew {
namespace {

std::vector<Puzzle> of_many_sizes(std::uint64_t seed) {
    Random random{seed};
    std::vector<Puzzle> puzzles;
    for (std::size_t clues = 0; clues <= 32; clues += 2)
        puzzles.push_back(exact::random_puzzle(random, clues));
    return puzzles;
}

TEST(Forecast, NamesTheCheaperEngine) {
    int listed = 0, summed = 0;
    for (const Puzzle& puzzle : of_many_sizes(41)) {
        const Forecast f = forecast(puzzle);
        ASSERT_TRUE(std::isfinite(f.exact_cost));
        EXPECT_GE(f.search_cost, f.solutions);
        EXPECT_EQ(f.engine == Engine::exact, f.exact_cost < f.search_cost);
        EXPECT_NE(f.reason.find("solutions"), std::string::npos);
        (f.engine == Engine::exact ? summed : listed) += 1;
        const Forecast again = forecast(puzzle);
        EXPECT_EQ(again.search_cost, f.search_cost);
        EXPECT_EQ(again.reason, f.reason);
    }
    EXPECT_GT(listed, 3);
    EXPECT_GT(summed, 3);
}

TEST(Forecast, TheExactCostIsItsWorkInNodes) {
    const std::vector<Puzzle> puzzles = of_many_sizes(42);
    const double start = forecast(puzzles.back()).exact_cost -
                         exact_work(puzzles.back()) / static_cast<double>(terms_for_nodes(1));
    for (const Puzzle& puzzle : puzzles) {
        EXPECT_EQ(exact_work(puzzle), exact::predict(puzzle).work);
        const double expected =
            start + exact_work(puzzle) / static_cast<double>(terms_for_nodes(1));
        EXPECT_NEAR(forecast(puzzle).exact_cost, expected, 1e-6 * expected);
    }
}

TEST(Forecast, OnlySearchCountsOnOtherBoards) {
    for (const GeometryPtr& board :
         {Geometry::standard(6),
          Geometry::make({.size = 9, .boxes = BoxShape{3, 3}, .main_diagonal = true})}) {
        const Forecast f = forecast(Puzzle{board});
        EXPECT_EQ(f.engine, Engine::search);
        EXPECT_TRUE(std::isinf(f.exact_cost));
        EXPECT_GT(f.solutions, 0);
    }
}

TEST(Forecast, IsWhatTheFacadeFollowsBeyondItsTrial) {
    int sums = 0;
    for (const Puzzle& puzzle : of_many_sizes(43)) {
        const Forecast f = forecast(puzzle);
        if (f.engine != Engine::exact || exact_work(puzzle) > 1e9) continue;
        if (count(puzzle, {.engine = Engine::search, .budget = {.max_nodes = 20'000}}).exact())
            continue;
        EXPECT_EQ(count(puzzle).engine, Engine::exact);
        ++sums;
    }
    EXPECT_GT(sums, 0);
}

TEST(TermsForNodes, GrowUntilEverythingMayBeSpent) {
    std::uint64_t before = 0;
    for (std::uint64_t nodes = 1; nodes < unlimited / 2; nodes *= 2) {
        const std::uint64_t terms = terms_for_nodes(nodes);
        ASSERT_TRUE(terms > before || terms == unlimited) << nodes;
        before = terms;
    }
    EXPECT_EQ(terms_for_nodes(unlimited), unlimited);
    EXPECT_EQ(terms_for_nodes(0), 0U);
}

}  // namespace
}  // namespace clew
