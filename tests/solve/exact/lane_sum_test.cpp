#include "solve/exact/lane_sum.hpp"

#include <gtest/gtest.h>

#include <array>

#include "core/base/random.hpp"
#include "solve/exact/aligned.hpp"

namespace clew::exact {
namespace {

constexpr std::size_t rows = 40;
constexpr std::uint64_t largest = 1728;

struct Case {
    Aligned<std::uint32_t> a{rows * lane_pairs};
    Aligned<std::uint16_t> b{rows * lane_count};
    Aligned<std::uint16_t> c{rows * lane_count};
    InnerList inner;
};

Case random_case(Random& random) {
    Case made;
    for (std::size_t i = 0; i < rows * lane_pairs; ++i)
        made.a[i] = static_cast<std::uint32_t>(random.below(largest + 1));
    for (std::size_t i = 0; i < rows * lane_count; ++i) {
        made.b[i] = static_cast<std::uint16_t>(random.below(largest + 1));
        made.c[i] = static_cast<std::uint16_t>(random.below(largest + 1));
    }
    for (const std::size_t length : {1U, 1U, 2U, 3U, 4U, 7U, 56U}) {
        for (std::size_t k = 0; k < length; ++k)
            made.inner.pairs.push_back(
                {static_cast<std::uint32_t>(random.below(rows) * lane_count),
                 static_cast<std::uint32_t>(random.below(rows) * lane_count)});
        made.inner.groups.push_back({static_cast<std::uint32_t>(random.below(rows)),
                                     static_cast<std::uint32_t>(made.inner.pairs.size()), no_map});
    }
    return made;
}

// The sums of each group and pair of lanes, one product after the other.
std::vector<std::uint64_t> group_sums(const Case& made) {
    std::vector<std::uint64_t> sums;
    std::size_t at = 0;
    for (const InnerList::Group& group : made.inner.groups) {
        std::array<std::uint64_t, lane_pairs> lanes{};
        for (; at < group.end; ++at)
            for (std::size_t l = 0; l < lane_count; ++l)
                lanes[l / 2] += std::uint64_t{made.b[made.inner.pairs[at].second + l]} *
                                made.c[made.inner.pairs[at].third + l];
        sums.insert(sums.end(), lanes.begin(), lanes.end());
    }
    return sums;
}

TEST(LaneSum, IsWhatOneProductAfterTheOtherGives) {
    const std::uint64_t seed = 20260301;
    Random random{seed};
    for (int i = 0; i < 20; ++i) {
        const Case made = random_case(random);
        const std::vector<std::uint64_t> groups = group_sums(made);
        std::uint64_t expected = 0;
        for (std::size_t g = 0; g < made.inner.groups.size(); ++g)
            for (std::size_t l = 0; l < lane_pairs; ++l)
                expected += groups[g * lane_pairs + l] *
                            made.a[made.inner.groups[g].first_class * lane_pairs + l];
        EXPECT_EQ(made.inner.longest(), 56U);
        for (const InstructionSet set : instruction_sets_here()) {
            const LaneLoops loops = lane_loops(set);
            EXPECT_EQ(loops.sum(made.a.data(), made.b.data(), made.c.data(), made.inner.view()),
                      expected)
                << "case " << i << ", seed " << seed;

            // Twice the same, with weight 5.
            Aligned<std::uint32_t> gathered{groups.size()};
            std::vector<std::uint64_t> weighed(groups.size(), 7);
            for (int twice = 0; twice < 2; ++twice)
                loops.gather(made.b.data(), made.c.data(), made.inner.view(), gathered.data());
            loops.widen(gathered.data(), groups.size(), 5, weighed.data());
            for (std::size_t k = 0; k < groups.size(); ++k)
                ASSERT_EQ(weighed[k], 7 + 5 * ((2 * groups[k]) & 0xffffffffU))
                    << "case " << i << ", seed " << seed;
        }
    }
}

}  // namespace
}  // namespace clew::exact
