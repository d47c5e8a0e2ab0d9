// What a forecast promises, against the engines it speaks of.

#include "solve/forecast.hpp"

#include <gtest/gtest.h>

#include <cmath>
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

TEST(Costs, NameTheCheaperEngine) {
    int listed = 0, summed = 0;
    for (const Puzzle& puzzle : of_many_sizes(41)) {
        const Costs costs = costs_of(puzzle);
        ASSERT_TRUE(std::isfinite(costs.exact));
        EXPECT_GE(costs.search, costs.solutions);
        EXPECT_EQ(costs.cheaper == Engine::exact, costs.exact < costs.search);
        (costs.cheaper == Engine::exact ? summed : listed) += 1;
        EXPECT_EQ(costs_of(puzzle).search, costs.search);
    }
    EXPECT_GT(listed, 3);
    EXPECT_GT(summed, 3);
}

TEST(Costs, OfTheExactCounterAreItsWorkInNodes) {
    const std::vector<Puzzle> puzzles = of_many_sizes(42);
    const double start =
        costs_of(puzzles.back()).exact -
        exact::predict(puzzles.back()).work / static_cast<double>(terms_for_nodes(1));
    for (const Puzzle& puzzle : puzzles) {
        const double expected =
            start + exact::predict(puzzle).work / static_cast<double>(terms_for_nodes(1));
        EXPECT_NEAR(costs_of(puzzle).exact, expected, 1e-6 * expected);
    }
}

TEST(Costs, OnOtherBoardsAreOfSearchAlone) {
    for (const GeometryPtr& board :
         {Geometry::standard(6),
          Geometry::make({.size = 9, .boxes = BoxShape{3, 3}, .main_diagonal = true})}) {
        const Costs costs = costs_of(Puzzle{board});
        EXPECT_EQ(costs.cheaper, Engine::search);
        EXPECT_TRUE(std::isinf(costs.exact));
        EXPECT_GT(costs.solutions, 0);
    }
}

TEST(Costs, AreWhatTheFacadeFollowsBeyondItsTrial) {
    int sums = 0;
    for (const Puzzle& puzzle : of_many_sizes(43)) {
        if (costs_of(puzzle).cheaper != Engine::exact || exact::predict(puzzle).work > 1e9)
            continue;
        if (count(puzzle, {.engine = Engine::search, .budget = {.max_nodes = 20'000}}).exact())
            continue;
        EXPECT_EQ(count(puzzle).engine, Engine::exact);
        ++sums;
    }
    EXPECT_GT(sums, 0);
}

TEST(Forecast, IsToldOfEveryLongCountBeforeIt) {
    const auto board = [](GeometrySpec spec) { return Puzzle{Geometry::make(std::move(spec))}; };
    const struct {
        Puzzle puzzle;
        Engine engine;
        double least, most;  // seconds
    } rows[] = {
        {Puzzle{Geometry::standard(10)}, Engine::frontier, 20, 600},
        {board({.size = 9, .boxes = BoxShape{3, 3}, .main_diagonal = true}), Engine::exact, 1, 60},
        {Puzzle{Geometry::standard(16)}, Engine::search, 1e12, 1e300},
    };
    for (const auto& row : rows) {
        SCOPED_TRACE(row.puzzle.geometry().description());
        const Forecast told = forecast(row.puzzle);
        EXPECT_EQ(told.engine, row.engine);
        EXPECT_GT(told.seconds, row.least);
        EXPECT_LT(told.seconds, row.most);
    }
    const Puzzle diagonal = board({.size = 9, .boxes = BoxShape{3, 3}, .main_diagonal = true});
    const double alone = forecast(diagonal).seconds;
    EXPECT_NEAR(forecast(diagonal, {.threads = 2}).seconds, alone / 2, alone / 100);
    // Plans of the sweep, which is not begun.
    for (const BoxShape shape : {BoxShape{3, 4}, BoxShape{2, 6}}) {
        const Forecast told =
            forecast(board({.size = 12, .boxes = shape}), {.engine = Engine::frontier});
        EXPECT_EQ(told.engine, Engine::frontier);
        EXPECT_GT(told.bytes, 1e15);
        EXPECT_LT(told.bytes, 1e19);
        EXPECT_GT(told.seconds, 1e8);
    }
    EXPECT_EQ(forecast(Puzzle{Geometry::standard(6)}).seconds, 0);
}

TEST(Forecast, EndsACountThatIsNotWanted) {
    for (const Engine engine : {Engine::automatic, Engine::search, Engine::frontier}) {
        int told = 0;
        const CountResult ended = count(Puzzle{Geometry::standard(10)},
                                        {.engine = engine, .on_forecast = [&](const Forecast&) {
                                             ++told;
                                             return Flow::stop;
                                         }});
        EXPECT_EQ(ended.ending, Ending::interrupted) << to_string(engine);
        EXPECT_EQ(told, 1) << to_string(engine);
    }
    // With a limit nobody asks for all.
    count(Puzzle{Geometry::standard(10)}, {.limit = 5, .on_forecast = [](const Forecast&) {
                                               ADD_FAILURE();
                                               return Flow::stop;
                                           }});
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
