// Hitting against its definition, one correction after the other: while constraints are chosen and
// banned at random, and of what has nothing in common.

#include "logic/mus/hitting.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/base/random.hpp"

namespace clew::logic {
namespace {

using logic::Use;

constexpr std::size_t constraints = 90;

struct Corrections {
    std::vector<std::vector<Chosen>> all;

    explicit Corrections(Random& random) : all(1 + random.below(400)) {
        for (auto& ways : all) {
            std::vector<std::uint16_t> numbers(constraints);
            for (std::size_t k = 0; k < constraints; ++k)
                numbers[k] = static_cast<std::uint16_t>(k);
            random.shuffle(numbers);
            numbers.resize(1 + random.below(8));
            for (const std::uint16_t k : numbers)
                ways.push_back({k, random.below(3) == 0 ? Use::truth : Use::link});
        }
    }
    std::vector<std::span<const Chosen>> spans() const { return {all.begin(), all.end()}; }
};

TEST(Hitting, CountsWhatOneByOneCounts) {
    const std::uint64_t seed = 640;
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random{seed};
    Hitting hitting{constraints};
    std::size_t lost = 0, compared = 0;
    for (int round = 0; round < 60; ++round) {
        const Corrections corrections{random};
        hitting.know(corrections.spans());
        std::vector<Ban> bans(constraints, Ban::none);
        for (Ban& ban : bans)
            if (random.below(20) == 0) ban = Ban::all;
        Hitting::Level level = hitting.start(bans);
        std::vector<bool> hit(corrections.all.size());
        for (int change = 0; change < 40; ++change) {
            const std::size_t k = random.below(constraints);
            if (random.below(4) == 0) {
                const Chosen choice{static_cast<std::uint16_t>(k),
                                    random.below(2) == 0 ? Use::truth : Use::link};
                hitting.hit(level, choice);
                for (std::size_t i = 0; i < hit.size(); ++i)
                    for (const Chosen& way : corrections.all[i])
                        if (way.constraint == k &&
                            (way.use == Use::link || choice.use == Use::truth))
                            hit[i] = true;
            } else {
                const Ban now = std::max(bans[k], random.below(2) == 0 ? Ban::truth : Ban::all);
                hitting.ban(level, k, bans[k], now);
                bans[k] = now;
            }
            if (change == 20) {
                std::vector<std::uint16_t> all;
                for (std::size_t j = 0; j < constraints; ++j)
                    if (bans[j] != Ban::all) all.push_back(static_cast<std::uint16_t>(j));
                const auto ways = level.ways;
                hitting.count_only(level, all, bans);
                EXPECT_EQ(level.ways, ways);
            }
            bool any_lost = false;
            std::size_t first = hit.size(), fewest = 100;
            for (std::size_t i = 0; i < hit.size(); ++i) {
                ASSERT_EQ(Hitting::test(level.unhit, i), !hit[i]);
                if (hit[i]) continue;
                const auto count = static_cast<std::size_t>(
                    std::ranges::count_if(corrections.all[i], [&](const Chosen& way) {
                        return bans[way.constraint] == Ban::none ||
                               (bans[way.constraint] == Ban::truth && way.use == Use::link);
                    }));
                any_lost = any_lost || count == 0;
                if (count < fewest) {
                    fewest = count;
                    first = i;
                }
            }
            ASSERT_EQ(hitting.lost(level), any_lost);
            ASSERT_EQ(Hitting::any(level.unhit), first < hit.size());
            if (first < hit.size()) {
                ASSERT_EQ(hitting.narrowest(level, level.unhit), std::pair(first, fewest));
                ++compared;
            }
            lost += any_lost ? 1 : 0;
        }
    }
    EXPECT_GT(lost, 0U);
    EXPECT_GT(compared, 100U);
}

TEST(Hitting, PacksWhatHasNothingInCommon) {
    const std::uint64_t seed = 8;
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random{seed};
    Hitting hitting{constraints};
    std::size_t better = 0;
    for (int round = 0; round < 40; ++round) {
        const Corrections corrections{random};
        hitting.know(corrections.spans());
        const auto pack = [&](std::span<const std::uint16_t> order, bool all) {
            std::vector<bool> used(constraints);
            std::size_t packed = 0;
            for (const std::uint16_t i : order) {
                const auto taken = [&](const Chosen& way) { return used[way.constraint]; };
                if (std::ranges::any_of(corrections.all[i], taken)) {
                    EXPECT_FALSE(all) << "these have one in common";
                    continue;
                }
                for (const Chosen& way : corrections.all[i]) used[way.constraint] = true;
                ++packed;
            }
            return packed;
        };
        std::vector<std::uint16_t> in_order(corrections.all.size());
        for (std::size_t i = 0; i < in_order.size(); ++i)
            in_order[i] = static_cast<std::uint16_t>(i);
        const std::size_t plain = pack(in_order, false);
        const auto apart = hitting.apart(constraints, 30, random);
        EXPECT_EQ(pack(apart, true), apart.size());
        EXPECT_GE(apart.size(), plain);
        better += apart.size() > plain ? 1 : 0;
    }
    EXPECT_GT(better, 10U);
}

}  // namespace
}  // namespace clew::logic
