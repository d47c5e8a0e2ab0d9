// Corrections against the search for arguments: no bound is above the smallest argument, every
// argument has a way of every correction, and the search finds the same with them as without; in a
// state, in those that follow from it, and where there is no solution.

#include "logic/mus/corrections.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/logic/mus/random_case.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew::logic {
namespace {

using logic::Use;

struct Seen {
    std::size_t claims = 0, corrections = 0, bounded = 0, met = 0;
};

bool hits(std::span<const Chosen> argument, std::span<const Chosen> ways) {
    return std::ranges::any_of(ways, [&](const Chosen& way) {
        return std::ranges::any_of(argument, [&](const Chosen& c) {
            return c.constraint == way.constraint && (way.use == Use::link || c.use == Use::truth);
        });
    });
}

/// Asks some claims of the state; `corrections` follow it.
void compare(const Instance& instance, const Possible& possible, Corrections& corrections,
             std::size_t most, Random& random, Seen& seen, Price price = Price::constraints) {
    std::vector<Claim> claims = claims_of(instance, possible);
    for (const Claim& claim : claims) corrections.look_for(claim, 100, 20);
    random.shuffle(claims);
    if (claims.size() > 12) claims.resize(12);
    HittingSetSearch plain{instance, possible.solutions, price},
        quick{instance, possible.solutions, price};
    for (const Claim& claim : claims) {
        SCOPED_TRACE("candidate " + std::to_string(claim.candidate));
        const auto smallest = searched(plain, claim, most);
        const std::size_t bound = corrections.bound(claim);
        const auto known = corrections.of(claim, 1'000);
        if (price == Price::constraints) {
            EXPECT_LE(bound, known.size() + 1);
        }
        ++seen.claims;
        seen.corrections += known.size();
        seen.bounded += bound > 1 ? 1 : 0;
        quick.know(known);
        EXPECT_EQ(searched(quick, claim, most), smallest);
        if (!smallest) continue;
        EXPECT_LE(bound, *smallest);
        seen.met += bound == *smallest ? 1 : 0;
        plain.run(claim, *smallest, {}, [&](std::span<const Chosen> argument) {
            for (const auto& ways : known) EXPECT_TRUE(hits(argument, ways));
            return testing::Test::HasFailure() ? Flow::stop : Flow::go_on;
        });
        if (testing::Test::HasFailure()) return;
    }
}

void compare(const GeometryPtr& board, std::size_t givens, std::size_t most, std::size_t times) {
    const std::uint64_t seed = 19930711;
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random{seed};
    Seen seen;
    for (std::size_t i = 0; i < scale(times); ++i) {
        SCOPED_TRACE("state " + std::to_string(i));
        Case one = random_case(board, givens / 2 + random.below(givens / 2), random);
        Corrections corrections{one.possible};
        for (std::size_t later = 0; later < 3; ++later) {
            const Instance instance{one.state};
            corrections.follow(one.state, instance);
            compare(instance, one.possible, corrections, most, random, seen);
            if (testing::Test::HasFailure()) return;
            for (const Claim& claim : claims_of(instance, one.possible)) {
                const Candidate c = instance.candidate(claim.candidate);
                if (random.below(8) != 0 || one.state.placed(c.cell) || !one.state.has(c)) continue;
                if (claim.truth == Truth::fails)
                    one.state.eliminate(c);
                else
                    one.state.place(c);
            }
            if (one.state.open_count() < 2) break;
        }
    }
    EXPECT_GT(seen.corrections, seen.claims);
    EXPECT_GT(4 * seen.bounded, seen.claims);
    EXPECT_GT(seen.met, 0U);
}

TEST(Corrections, AreHitByEveryArgumentOn4x4) { compare(Geometry::standard(4), 7, 6, 60); }

TEST(Corrections, AreHitByEveryArgumentOn6x6) { compare(Geometry::standard(6), 16, 5, 30); }

TEST(Corrections, AreHitByEveryArgumentOn9x9) { compare(Geometry::classic(), 44, 5, 10); }

TEST(Corrections, AreFoundWithoutASolutionToo) {
    const std::uint64_t seed = 5;
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random{seed};
    Seen seen;
    std::size_t states = 0;
    while (states < 20) {
        Puzzle puzzle{Geometry::standard(4)};
        for (int i = 0; i < 5; ++i)
            puzzle.set_given(Cell{random.below(16)}, Digit{random.below(4)});
        const State state{puzzle};
        const Possible possible = what_is_possible(puzzle, {});
        if (possible.any() || state.contradiction() || state.open_count() < 3) continue;
        ++states;
        const Instance instance{state};
        Corrections corrections{possible};
        corrections.follow(state, instance);
        compare(instance, possible, corrections, 4, random, seen);
        if (testing::Test::HasFailure()) return;
    }
    EXPECT_GT(seen.corrections, 0U);
}

/// By other prices, and with rules that are no houses.
void compare(Price price, std::size_t rules, std::size_t most, std::size_t times) {
    const std::uint64_t seed = 2211;
    SCOPED_TRACE("seed " + std::to_string(seed));
    Seen seen;
    for (std::uint64_t i = 0; i < scale(times); ++i) {
        SCOPED_TRACE("state " + std::to_string(i));
        Random random = Random{seed}.split(i);
        const GeometryPtr board = Geometry::standard(i % 3 == 0 ? 6 : 4);
        const std::size_t cells = board->cell_count();
        Puzzle puzzle = rules == 0
                            ? reference::random_puzzle(random, board)
                            : reference::random_ruled(random, board, cells / 6 + random.below(4),
                                                      1 + random.below(rules));
        State state{puzzle};
        const Possible possible = what_is_possible(puzzle, {});
        if (state.contradiction() || state.open_count() < 3 || !possible.any()) continue;
        Corrections corrections{possible, price};
        for (std::size_t later = 0; later < 2; ++later) {
            const Instance instance{state};
            corrections.follow(state, instance);
            compare(instance, possible, corrections, i % 3 == 0 ? most - 2 : most, random, seen,
                    price);
            if (testing::Test::HasFailure()) return;
            for (const Claim& claim : claims_of(instance, possible)) {
                const Candidate c = instance.candidate(claim.candidate);
                if (random.below(8) != 0 || state.placed(c.cell) || !state.has(c)) continue;
                if (claim.truth == Truth::fails)
                    state.eliminate(c);
                else
                    state.place(c);
            }
            if (state.open_count() < 2) break;
        }
    }
    EXPECT_GT(seen.corrections, seen.claims);
    EXPECT_GT(100 * seen.bounded, seen.claims);
    EXPECT_GT(seen.met, 0U);
}

TEST(Corrections, KnowRules) { compare(Price::constraints, 3, 4, 120); }

TEST(Corrections, BoundCellsToo) { compare(Price::cells, 0, 6, 60); }

TEST(Corrections, BoundCandidatesToo) { compare(Price::candidates, 0, 9, 60); }

TEST(Corrections, BoundCellsOfRules) { compare(Price::cells, 2, 6, 60); }

}  // namespace
}  // namespace clew::logic
