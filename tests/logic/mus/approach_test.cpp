// Approach against the search for smallest arguments: what it gives is an argument, proved by the
// audit, no larger than the one that it was given, and mostly smallest; and against arguments, that
// what an assignment violates has one constraint of each.

#include "logic/mus/approach.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/logic/mus/plain_smallest.hpp"
#include "tests/logic/mus/random_case.hpp"

namespace clew::logic {
namespace {

struct Seen {
    std::size_t claims = 0, smaller = 0, smallest = 0, of_known = 0;
};

void compare(const GeometryPtr& board, std::size_t givens, std::size_t most, std::size_t times,
             Seen& seen) {
    const std::uint64_t seed = 2015;
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random{seed};
    for (std::size_t i = 0; i < scale(times); ++i) {
        SCOPED_TRACE("state " + std::to_string(i));
        const Case one = random_case(board, givens / 2 + random.below(givens / 2), random);
        const Instance instance{one.state};
        Corrections corrections{one.possible};
        corrections.follow(one.state, instance);
        Refutation refutation{instance};
        Approach approach{instance, corrections, nullptr};
        HittingSetSearch search{instance, one.possible.solutions};
        std::vector<Claim> claims = claims_of(instance, one.possible);
        random.shuffle(claims);
        if (claims.size() > 8) claims.resize(8);
        for (const Claim& claim : claims) {
            const auto conflict = refutation.conflict(claim, {});
            ASSERT_TRUE(conflict);
            const auto argument = approach.below(claim, *conflict, {}, nullptr);
            ASSERT_LE(argument.size(), conflict->size());
            ASSERT_TRUE(std::ranges::is_sorted(argument));
            ASSERT_TRUE(proves(one.state, instance, {argument.begin(), argument.end()},
                               instance.candidate(claim.candidate), claim.truth));
            ++seen.claims;
            seen.smaller += argument.size() < conflict->size() ? 1 : 0;
            if (const auto smallest = searched(search, claim, most)) {
                ASSERT_GE(argument.size(), *smallest);
                ++seen.of_known;
                seen.smallest += argument.size() == *smallest ? 1 : 0;
            }
        }
    }
}

TEST(Approach, ComesNearTheSmallest) {
    Seen seen;
    compare(Geometry::standard(4), 7, 6, 40, seen);
    compare(Geometry::standard(6), 16, 6, 20, seen);
    compare(Geometry::classic(), 44, 5, 10, seen);
    EXPECT_GT(seen.claims, 200U);
    EXPECT_GT(seen.smaller, 0U);
    EXPECT_GT(20 * seen.smallest, 19 * seen.of_known);
}

TEST(Approach, StopsWithWhatItHas) {
    Random random{3};
    const Case one = random_case(Geometry::classic(), 30, random);
    const Instance instance{one.state};
    Corrections corrections{one.possible};
    corrections.follow(one.state, instance);
    Refutation refutation{instance};
    Approach approach{instance, corrections, nullptr};
    const Claim claim = claims_of(instance, one.possible).front();
    const auto conflict = refutation.conflict(claim, {});
    ASSERT_TRUE(conflict);
    StopFlag stop;
    stop.raise();
    EXPECT_EQ(approach.below(claim, *conflict, {}, &stop), *conflict);
    EXPECT_EQ(approach.below(claim, *conflict, {.rounds = 0}, nullptr), *conflict);
}

TEST(Corrections, BesideConstraintsViolateNoneOfThem) {
    Random random{23};
    std::size_t seen = 0, from_models = 0;
    for (int i = 0; i < 12; ++i) {
        const Case one = random_case(Geometry::classic(), 30, random);
        const Instance instance{one.state};
        Corrections corrections{one.possible};
        corrections.follow(one.state, instance);
        Refutation refutation{instance};
        for (const Claim& claim : claims_of(instance, one.possible)) {
            if (random.below(6) != 0) continue;
            const auto conflict = refutation.conflict(claim, {});
            ASSERT_TRUE(conflict);
            const auto argument = refutation.shrink(claim, *conflict, {});
            ASSERT_TRUE(argument.minimal);
            // All of it but one can be kept.
            std::vector<std::uint16_t> kept = argument.conflict;
            kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(random.below(kept.size())));
            const auto check = [&](const Corrections::Sets& sets) {
                for (const auto& set : sets) {
                    ASSERT_TRUE(std::ranges::is_sorted(set));
                    ASSERT_TRUE(std::ranges::any_of(set, [&](std::uint16_t k) {
                        return std::ranges::binary_search(argument.conflict, k);
                    }));
                    for (const std::uint16_t k : set)
                        ASSERT_FALSE(std::ranges::binary_search(kept, k));
                    ++seen;
                }
            };
            check(corrections.beside(claim, kept, 200, 5));
            ASSERT_FALSE(refutation.conflict(kept, claim, {}));
            ASSERT_TRUE(refutation.model());
            const std::vector<std::uint16_t> model = *refutation.model();
            const auto sets = corrections.beside(claim, kept, 50, 5, &model);
            ASSERT_FALSE(sets.empty());
            ++from_models;
            check(sets);
            if (testing::Test::HasFailure()) return;
        }
    }
    EXPECT_GT(from_models, 20U);
    EXPECT_GT(seen, 2 * from_models);
}

}  // namespace
}  // namespace clew::logic
