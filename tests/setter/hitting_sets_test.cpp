#include "setter/hitting_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "core/base/random.hpp"

namespace clew::setter {
namespace {

TEST(MinimalSets, KeepsThoseWithoutASubset) {
    const std::vector<ElementSet> sets = {{1, 2, 3}, {2, 3}, {0, 5}, {2, 3}, {0, 1, 5, 600}};
    EXPECT_EQ(minimal_sets(sets), (std::vector<ElementSet>{{0, 5}, {2, 3}}));
}

TEST(HittingSets, NoSetsAreHitByNothingAndTheEmptySetByNobody) {
    std::uint64_t nodes = 0;
    int found = 0;
    const auto sink = [&](std::span<const std::size_t> s) {
        EXPECT_TRUE(s.empty());
        ++found;
        return Flow::go_on;
    };
    EXPECT_EQ(HittingSets({}).of_size(0, {}, nodes, sink), Ending::exhausted);
    EXPECT_EQ(found, 1);
    EXPECT_EQ(HittingSets({{}, {1}}).of_size(3, {}, nodes, sink), Ending::exhausted);
    EXPECT_EQ(found, 1);
}

// Every smallest hitting set, each once, against all subsets of twelve elements.
TEST(HittingSets, FindsEverySmallestOneOfRandomFamilies) {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SCOPED_TRACE(seed);
        Random random{seed};
        std::vector<ElementSet> sets;
        const std::size_t shift = seed % 2 == 0 ? 0 : 500;  // both classes of bit sets
        for (std::uint64_t i = 0, n = 1 + random.below(12); i < n; ++i) {
            ElementSet set;
            for (std::size_t e = 0; e < 12; ++e)
                if (random.below(3) == 0) set.push_back(e + shift);
            if (!set.empty()) sets.push_back(set);
        }
        std::size_t smallest = 13;
        std::vector<ElementSet> expected;
        for (std::uint32_t mask = 0; mask < 4096; ++mask) {
            const bool hits = std::all_of(sets.begin(), sets.end(), [&](const ElementSet& set) {
                return std::any_of(set.begin(), set.end(), [&](std::size_t e) {
                    return ((mask >> (e - shift)) & 1U) != 0;
                });
            });
            const auto size = static_cast<std::size_t>(std::popcount(mask));
            if (!hits || size > smallest) continue;
            if (size < smallest) expected.clear();
            smallest = size;
            ElementSet set;
            for (std::size_t e = 0; e < 12; ++e)
                if ((mask >> e) & 1U) set.push_back(e + shift);
            expected.push_back(set);
        }
        const HittingSets problem{sets};
        EXPECT_LE(problem.lower_bound(), smallest);
        std::vector<ElementSet> found;
        std::uint64_t nodes = 0;
        for (std::size_t size = problem.lower_bound(); found.empty(); ++size)
            EXPECT_EQ(problem.of_size(size, {}, nodes,
                                      [&](std::span<const std::size_t> s) {
                                          found.emplace_back(s.begin(), s.end());
                                          return Flow::go_on;
                                      }),
                      Ending::exhausted);
        std::sort(found.begin(), found.end());
        std::sort(expected.begin(), expected.end());
        EXPECT_EQ(found, expected);
    }
}

TEST(HittingSets, SaysThatTheBudgetEnded) {
    std::vector<ElementSet> sets;
    for (std::size_t i = 0; i < 20; ++i) sets.push_back({i, i + 1, i + 20});
    std::uint64_t nodes = 0;
    EXPECT_EQ(
        HittingSets(sets).of_size(20, {.max_nodes = 5}, nodes, [](auto) { return Flow::go_on; }),
        Ending::out_of_budget);
}

}  // namespace
}  // namespace clew::setter
