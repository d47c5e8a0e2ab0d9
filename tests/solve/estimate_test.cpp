// Estimates against counts: no bias, and the words of trust where they are due.

#include "solve/estimate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "solve/solve.hpp"
#include "tests/solve/exact/random_puzzle.hpp"

namespace clew {
namespace {

// The mean of many estimates lies within five standard errors of the truth, which it would leave
// soon if a branch were weighed wrongly; on boards of both searches.
TEST(Estimate, IsWithoutBias) {
    const std::uint64_t seed = 51;
    Random random{seed};
    int tried = 0;
    for (int round = 0; round < 12; ++round) {
        Puzzle puzzle = exact::random_puzzle(random, 24);
        if (round % 3 == 2) puzzle = Puzzle{Geometry::standard(4)};
        const double truth = count(puzzle, {.limit = 100'000}).solutions.to_double();
        if (truth < 2 || truth >= 100'000) continue;
        double sum = 0, squares = 0;
        constexpr int runs = 40;
        for (int i = 0; i < runs; ++i) {
            const double e = estimate(puzzle, 250, static_cast<std::uint64_t>(i)).solutions;
            sum += e;
            squares += e * e;
        }
        const double mean = sum / runs;
        const double error = std::sqrt(std::max(0.0, squares / runs - mean * mean) / runs);
        EXPECT_NEAR(mean, truth, 5 * error + 1e-9 * truth) << "seed " << seed << ", " << round;
        EXPECT_LT(error, 0.3 * truth) << "seed " << seed << ", " << round;
        ++tried;
    }
    EXPECT_GE(tried, 6);
}

TEST(Estimate, HoldsTogether) {
    const std::uint64_t seed = 52;
    Random random{seed};
    std::set<Trust> met;
    for (const std::size_t clues : {6U, 12U, 17U, 20U, 23U, 26U, 30U, 40U})
        for (const std::uint64_t samples : {1U, 40U, 1000U}) {
            const Estimate e = estimate(exact::random_puzzle(random, clues), samples, seed);
            EXPECT_EQ(e.samples, samples);
            EXPECT_LE(e.hits, e.samples);
            EXPECT_LE(e.effective_hits, static_cast<double>(e.hits) * (1 + 1e-9));
            EXPECT_LE(e.low, e.high);
            EXPECT_GE(e.search_nodes, 1);
            if (e.hits > 0) {
                EXPECT_GE(e.low, 1);
                EXPECT_LE(e.low, e.solutions * (1 + 1e-9));
                EXPECT_GE(e.high, e.solutions * (1 - 1e-9));
            }
            EXPECT_EQ(e.trust == Trust::no_hit, e.hits == 0 && e.trust != Trust::exact);
            if (e.trust == Trust::good) {
                EXPECT_GE(e.effective_hits, 30);
            }
            if (e.trust == Trust::few_hits) {
                EXPECT_LT(e.effective_hits, 30);
            }
            met.insert(e.trust);
        }
    EXPECT_EQ(met.size(), 4U) << "seed " << seed;
}

}  // namespace
}  // namespace clew
