#include "encode/cnf/open_encoding.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/contract.hpp"
#include "encode/cnf/encoding.hpp"

namespace clew::cnf {
namespace {

TEST(OpenEncoding, NumbersTheOpenCandidatesOfItsCells) {
    const GeometryPtr geometry = Geometry::standard(4);
    const Geometry& board = *geometry;
    std::vector<DigitSet> domains(16, DigitSet::all(4));
    domains[1] = DigitSet::from_bits(0b1010);
    const std::vector<Cell> cells{Cell{0}, Cell{1}};
    const OpenEncoding open = encode_open(board, domains, cells);
    ASSERT_EQ(open.candidates.size(), 6U);
    EXPECT_EQ(open.candidates[4], (Candidate{Cell{1}, Digit{1}}));
    EXPECT_EQ(open.literal({Cell{1}, Digit{3}}), Lit::positive(Var{5}));
    EXPECT_EQ(open.literal({Cell{1}, Digit{0}}), std::nullopt);
    EXPECT_EQ(open.literal({Cell{2}, Digit{0}}), std::nullopt);
}

// On a blank board it is the complete encoding, clause for clause.
TEST(OpenEncoding, OfABlankBoardIsAsLargeAsTheCompleteOne) {
    for (std::size_t size : {4U, 6U, 9U}) {
        const GeometryPtr board = Geometry::standard(size);
        const std::vector<DigitSet> domains(board->cell_count(), DigitSet::all(size));
        std::vector<Cell> cells;
        for (std::size_t i = 0; i < board->cell_count(); ++i) cells.push_back(Cell{i});
        const OpenEncoding open = encode_open(*board, domains, cells);
        EXPECT_EQ(open.formula.size(),
                  encode(Puzzle{board}, {.families = Families::complete}).formula.size());
    }
}

TEST(OpenEncoding, DecidedNeighboursExcludeAndUndecidedOnesMayHoldTheDigit) {
    const GeometryPtr geometry = Geometry::standard(4);
    const Geometry& board = *geometry;
    std::vector<DigitSet> domains(16, DigitSet::all(4));
    domains[0] = DigitSet{Digit{2}};
    const std::vector<Cell> cells{Cell{1}};
    const OpenEncoding open = encode_open(board, domains, cells);
    const Lit not_three = ~*open.literal({Cell{1}, Digit{2}});
    EXPECT_TRUE(std::ranges::any_of(open.formula, [&](std::span<const Lit> clause) {
        return clause.size() == 1 && clause[0] == not_three;
    }));
    // one cell at least, six pairs, one exclusion; row 1 may take its digits elsewhere
    EXPECT_EQ(open.formula.size(), 8U);
}

TEST(OpenEncoding, RequiresItsArgumentsInShape) {
    const GeometryPtr geometry = Geometry::standard(4);
    const Geometry& board = *geometry;
    const std::vector<DigitSet> domains(16, DigitSet::all(4));
    const std::vector<Cell> backwards{Cell{1}, Cell{0}};
    EXPECT_THROW(encode_open(board, std::span(domains).first(15), {}), ContractViolation);
    EXPECT_THROW(encode_open(board, domains, backwards), ContractViolation);
}

}  // namespace
}  // namespace clew::cnf
