#include "logic/rating/hodoku.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "logic/strategies/strategy.hpp"
#include "tests/logic/rating/walks.hpp"

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

// What docs/rating.md says is not looked for on this scale; everything else that Clew finds has a
// price.
TEST(Hodoku, PricesEverythingButWhatItsDocumentNames) {
    using enum logic::Technique;
    const std::set<logic::Technique> not_looked_for{naked_set,
                                                    hidden_set,
                                                    common_peers,
                                                    dual_two_string_kite,
                                                    medusa,
                                                    dual_empty_rectangle,
                                                    siamese_x_wing,
                                                    siamese_swordfish,
                                                    siamese_jellyfish,
                                                    counted_set,
                                                    multi_sector_locked_set,
                                                    sk_loop,
                                                    firework_triple,
                                                    firework_quadruple,
                                                    aligned_pair_exclusion,
                                                    aligned_triple_exclusion,
                                                    junior_exocet,
                                                    senior_exocet,
                                                    tridagon,
                                                    ahs_aic,
                                                    fish_aic,
                                                    rectangle_aic,
                                                    reverse_bug,
                                                    extended_rectangle,
                                                    unique_loop,
                                                    bug_n};
    std::set<logic::Technique> priced;
    for (const HodokuPrice& price : hodoku_prices()) priced.insert(price.technique);
    for (const logic::TechniqueInfo& row : logic::techniques()) {
        if (logic::strategy_of(row.technique) == nullptr) continue;
        EXPECT_NE(priced.contains(row.technique), not_looked_for.contains(row.technique)) << row.id;
    }
}

TEST(Hodoku, UsesUniquenessWhereItIsKnown) {
    std::size_t used = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const Puzzle puzzle = minimal_puzzle(seed);
        logic::State start{puzzle};
        const auto rests = [](const logic::Path& path) {
            return std::ranges::any_of(path.entries, [](const logic::Entry& entry) {
                return logic::info(entry.step.technique).family == logic::Family::uniqueness;
            });
        };
        EXPECT_FALSE(rests(logic::walk(start, {.rules = &hodoku_rules()}))) << seed;
        start.set_unique(logic::Uniqueness::proved, puzzle);
        used += rests(logic::walk(start, {.rules = &hodoku_rules()})) ? 1U : 0U;
    }
    EXPECT_GT(used, 0U);
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
