#include "encode/exact/marginals.hpp"

#include <gtest/gtest.h>

#include "encode/board/contract.hpp"
#include "encode/board/notation.hpp"
#include "tests/encode/exact/random_puzzle.hpp"

namespace clew::exact {
namespace {

std::vector<U128> enumerated(const Puzzle& puzzle) {
    std::vector<U128> counts(729);
    search::enumerate9(search::marks9(puzzle), {}, [&](const search::Solution9& s) {
        for (std::size_t cell = 0; cell < 81; ++cell) counts[cell * 9 + s[cell]] += U128{0, 1};
        return Flow::go_on;
    });
    return counts;
}

void expect_enumerated(const Puzzle& puzzle, const MarginalOptions& options,
                       const std::string& what) {
    const Marginals found = marginals(puzzle, options);
    ASSERT_TRUE(found.exact());
    const std::vector<U128> expected = enumerated(puzzle);
    for (std::size_t i = 0; i < 729; ++i)
        ASSERT_EQ(to_string(found.counts[i]), to_string(expected[i]))
            << what << ": " << to_line(puzzle) << " at "
            << to_string(puzzle.geometry().candidate(i), 9);
}

TEST(Marginals, AgreeWithEnumeration) {
    const std::uint64_t seed = 20260201;
    Random random{seed};
    for (std::size_t clues : {81U, 50U, 30U, 25U, 22U})
        for (int i = 0; i < 4; ++i)
            expect_enumerated(random_puzzle(random, clues), {},
                              std::to_string(clues) + " clues, seed " + std::to_string(seed));
}

TEST(Marginals, OfTheBlankGridAreEven) {
    const Marginals found = marginals(Puzzle{Geometry::classic()});
    ASSERT_TRUE(found.exact());
    EXPECT_EQ(to_string(found.total), "6670903752021072936960");
    for (const U128& n : found.counts) ASSERT_EQ(n, quotient(found.total, 9));
}

}  // namespace
}  // namespace clew::exact
