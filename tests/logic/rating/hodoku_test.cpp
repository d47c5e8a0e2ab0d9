#include "logic/rating/hodoku.hpp"

#include <gtest/gtest.h>

#include <set>

#include "logic/strategy.hpp"
#include "tests/logic/rating/walks.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::rating {
namespace {

TEST(Hodoku, PricesWhatAStrategyFindsEachOnce) {
    std::set<logic::Technique> seen;
    for (const HodokuPrice& price : hodoku_prices()) {
        EXPECT_TRUE(seen.insert(price.technique).second) << logic::info(price.technique).id;
        EXPECT_NE(logic::strategy_of(price.technique), nullptr) << logic::info(price.technique).id;
        EXPECT_GT(price.score, 0);
    }
}

TEST(Hodoku, ScoreIsTheSumOverTheStepsAndBoundsTheLevel) {
    std::set<HodokuLevel> levels;
    for (std::uint64_t seed = 1; seed <= 25; ++seed) {
        const logic::Path path =
            logic::walk(logic::State{minimal_puzzle(seed)}, {.rules = &hodoku_rules()});
        long long sum = 0;
        HodokuLevel hardest = HodokuLevel::easy;
        for (const logic::Entry& entry : path.entries)
            for (const HodokuPrice& price : hodoku_prices())
                if (price.technique == entry.step.technique) {
                    sum += price.score;
                    hardest = std::max(hardest, price.level);
                }
        EXPECT_EQ(path.score, sum) << seed;
        const HodokuLevel level = hodoku_level(path);
        EXPECT_GE(level, hardest) << seed;
        EXPECT_TRUE(sum <= 800 || level >= HodokuLevel::medium) << seed;
        EXPECT_TRUE(sum <= 1800 || level == HodokuLevel::extreme) << seed;
        levels.insert(level);
    }
    EXPECT_GE(levels.size(), 2U);
}

}  // namespace
}  // namespace clew::rating
