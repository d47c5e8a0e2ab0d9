// The search against plain enumeration of sets of constraints: the same smallest size for every
// claim, by every price. The reference grows connected sets one constraint at a time and asks the
// audit of each.

#include "logic/mus/search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/base/random.hpp"
#include "logic/auditor/audit.hpp"
#include "logic/mus/prover.hpp"
#include "logic/mus/refutation.hpp"
#include "solve/solve.hpp"
#include "tests/logic/mus/plain_smallest.hpp"
#include "tests/logic/mus/random_case.hpp"

namespace clew::logic {
namespace {

using logic::State;
using logic::Step;
using logic::Technique;
using logic::Truth;

/// The fewest cells or candidates such that the constraints among them prove the claim, by trying
/// every set of them.
std::size_t plain_fewest(const State& state, const Instance& instance, const Claim& claim,
                         Price price) {
    const auto part = [&](std::size_t v) { return price == Price::cells ? instance.cell(v) : v; };
    std::set<std::size_t> parts;
    for (std::size_t v = 0; v < instance.candidate_count(); ++v) parts.insert(part(v));
    const std::vector<std::size_t> all{parts.begin(), parts.end()};
    std::size_t best = all.size() + 1;
    for (std::uint32_t set = 0; set < (1U << all.size()); ++set) {
        const auto size = static_cast<std::size_t>(std::popcount(set));
        if (size >= best) continue;
        std::set<std::uint16_t> within;
        for (std::size_t k = 0; k < instance.constraint_count(); ++k)
            if (std::ranges::all_of(instance.members(k), [&](std::uint16_t v) {
                    const auto at = std::ranges::lower_bound(all, part(v)) - all.begin();
                    return ((set >> at) & 1U) != 0;
                }))
                within.insert(static_cast<std::uint16_t>(k));
        if (proves(state, instance, within, instance.candidate(claim.candidate), claim.truth))
            best = size;
    }
    return best;
}

struct World {
    const char* name;
    GeometryPtr geometry;
    std::size_t givens;  // at most
    std::size_t states;  // looked at
    std::size_t most;    // constraints that the reference enumerates
    std::size_t each;    // claims a state
};

void compare(const World& world) {
    const std::uint64_t seed = 20261122;
    SCOPED_TRACE(std::string{world.name} + ", seed " + std::to_string(seed));
    Random random{seed};
    std::map<std::size_t, std::size_t> found;
    for (std::size_t i = 0; i < scale(world.states); ++i) {
        const Case one =
            random_case(world.geometry, world.givens / 2 + random.below(world.givens / 2), random);
        const Instance instance{one.state};
        std::vector<Claim> claims = claims_of(instance, one.possible);
        random.shuffle(claims);
        if (claims.size() > world.each) claims.resize(world.each);
        HittingSetSearch search{instance, one.possible.solutions};
        for (const Claim& claim : claims) {
            const auto plain = plain_smallest(one.state, instance, claim, world.most);
            ASSERT_EQ(searched(search, claim, world.most), plain)
                << "state " << i << ", candidate " << claim.candidate;
            if (plain) ++found[*plain];
        }
    }
    EXPECT_GE(found.size(), 3U);  // sizes that occurred
}

TEST(HittingSetSearch, FindsTheSmallestOn4x4) {
    compare({"4x4", Geometry::standard(4), 7, 300, 5, 6});
}

TEST(HittingSetSearch, FindsTheSmallestOn6x6) {
    compare({"6x6", Geometry::standard(6), 16, 120, 4, 4});
}

TEST(HittingSetSearch, FindsTheSmallestOn9x9) {
    compare({"9x9", Geometry::classic(), 44, 300, 3, 6});
    compare({"9x9", Geometry::classic(), 44, 12, 4, 2});
}

TEST(HittingSetSearch, FindsTheFewestCellsAndCandidates) {
    Random random{19};
    std::size_t compared = 0;
    while (compared < scale(150)) {
        const Case one = random_case(Geometry::standard(4), 4 + random.below(4), random);
        const Instance instance{one.state};
        for (const Price price : {Price::cells, Price::candidates}) {
            if (instance.candidate_count() > 13 && price == Price::candidates) continue;
            if (one.state.open_count() > 11) continue;
            HittingSetSearch search{instance, one.possible.solutions, price};
            for (const Claim& claim : claims_of(instance, one.possible)) {
                const std::size_t plain = plain_fewest(one.state, instance, claim, price);
                ASSERT_EQ(searched(search, claim, instance.candidate_count()), plain)
                    << "claim " << compared;
                ++compared;
            }
        }
    }
}

TEST(HittingSetSearch, NeedsNoSolutionsToBeComplete) {
    Random random{7};
    for (int i = 0; i < 40; ++i) {
        const Case one = random_case(Geometry::standard(4), 4 + random.below(4), random);
        const Instance instance{one.state};
        HittingSetSearch with{instance, one.possible.solutions};
        HittingSetSearch without{instance, {}};
        for (const Claim& claim : claims_of(instance, one.possible))
            ASSERT_EQ(searched(with, claim, 6), searched(without, claim, 6)) << "state " << i;
    }
}

TEST(HittingSetSearch, HandsOutArgumentsThatTheAuditProves) {
    Random random{11};
    std::size_t proved = 0;
    for (int i = 0; i < 40; ++i) {
        const Case one = random_case(Geometry::classic(), 28, random);
        const Instance instance{one.state};
        HittingSetSearch search{instance, one.possible.solutions};
        for (const Claim& claim : claims_of(instance, one.possible))
            search.run(claim, 4, {}, [&](std::span<const Chosen> chosen) {
                Step step;
                step.technique = Technique::smallest_proof;
                const Candidate c = instance.candidate(claim.candidate);
                (claim.truth == Truth::holds ? step.placements : step.eliminations) = {c};
                for (const Chosen& k : chosen)
                    step.cites.push_back({instance.constraint(k.constraint), k.use});
                EXPECT_TRUE(audit(one.state, step).sound());
                ++proved;
                return proved % 50 == 0 ? Flow::stop : Flow::go_on;
            });
    }
    EXPECT_GT(proved, 1000U);
}

TEST(Refutation, LeavesNothingThatCouldBeLeftOut) {
    Random random{13};
    std::size_t seen = 0;
    for (int i = 0; i < 30; ++i) {
        const Case one = random_case(Geometry::classic(), 26, random);
        const Instance instance{one.state};
        Refutation refutation{instance};
        for (const Claim& claim : claims_of(instance, one.possible)) {
            const auto conflict = refutation.conflict(claim, {nullptr, 2'000});
            if (!conflict) continue;
            const auto core = refutation.shrink(claim, *conflict, {nullptr, 100'000});
            ASSERT_TRUE(core.minimal);
            std::set<std::uint16_t> chosen{core.conflict.begin(), core.conflict.end()};
            const Candidate c = instance.candidate(claim.candidate);
            EXPECT_TRUE(proves(one.state, instance, chosen, c, claim.truth));
            for (const std::uint16_t k : core.conflict) {
                chosen.erase(k);
                EXPECT_FALSE(proves(one.state, instance, chosen, c, claim.truth));
                chosen.insert(k);
            }
            if (++seen > 300) return;
        }
    }
    EXPECT_GT(seen, 100U);
}

TEST(Prover, SaysTheSameInAWalkAsAtFirstSight) {
    Random random{17};
    std::size_t steps = 0;
    for (int i = 0; i < 10; ++i) {
        const Case one = random_case(Geometry::classic(), 27, random);
        Prover walking{one.possible, {Price::constraints, unlimited}};
        State state = one.state;
        for (int n = 0; n < 25; ++n) {
            const Smallest found = walking.smallest(state);
            if (found.argument && found.argument->price > 4) break;  // takes long at first sight
            Prover fresh{one.possible, {Price::constraints, unlimited}};
            const Smallest again = fresh.smallest(state);
            ASSERT_EQ(found.none_below, again.none_below) << "case " << i << ", step " << n;
            ASSERT_EQ(found.argument.has_value(), again.argument.has_value());
            if (!found.argument) break;
            ASSERT_TRUE(found.proved());
            ASSERT_EQ(found.argument->price, again.argument->price);
            ASSERT_EQ(found.argument->candidate, again.argument->candidate);
            if (found.argument->truth == Truth::holds)
                state.place(found.argument->candidate);
            else
                state.eliminate(found.argument->candidate);
            ++steps;
        }
    }
    EXPECT_GT(steps, 50U);
}

}  // namespace
}  // namespace clew::logic
