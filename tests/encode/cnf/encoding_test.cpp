#include "encode/cnf/encoding.hpp"

#include <gtest/gtest.h>

namespace clew::cnf {
namespace {

std::size_t clauses(Families families, std::size_t size) {
    return encode(Puzzle{Geometry::standard(size)}, {.families = families}).formula.size();
}

// I. Lynce and J. Ouaknine, Sudoku as a SAT problem (2006): 729 variables, 8 829 and 11 988
// clauses.
TEST(Encoding, HasThePublishedSizes) {
    EXPECT_EQ(encode(Puzzle{Geometry::classic()}).map.size(), 729U);
    EXPECT_EQ(clauses(Families::minimal, 9), 8829U);
    EXPECT_EQ(clauses(Families::natural, 9), 11745U);
    EXPECT_EQ(clauses(Families::extended, 9), 11988U);
    EXPECT_EQ(clauses(Families::complete, 9), 10530U);
}

// n^2 cells and 3n houses of n digits, pairs n(n-1)/2 each, whatever the side.
TEST(Encoding, GrowsAsItsFormulaSays) {
    for (std::size_t n : {4U, 6U, 8U, 9U, 10U, 12U, 15U, 16U, 20U, 25U}) {
        const std::size_t pairs = n * (n - 1) / 2;
        EXPECT_EQ(clauses(Families::minimal, n), n * n + 3 * n * n * pairs) << n;
        EXPECT_EQ(clauses(Families::extended, n),
                  n * n + n * n * pairs + 3 * n * n + 3 * n * n * pairs)
            << n;
    }
}

TEST(Encoding, CluesAreUnitsAndCountOnTop) {
    Puzzle puzzle{Geometry::classic()};
    puzzle.set_given(Cell{22}, Digit{5});
    puzzle.set_marks(Cell{3}, DigitSet::all(2));
    const Encoded e = encode(puzzle);
    ASSERT_EQ(e.formula.size(), 11988U + 1 + 7);
    EXPECT_EQ(e.formula[11988].size(), 1U);
    EXPECT_EQ(e.formula[11988][0], e.map.literal({Cell{22}, Digit{5}}));
    EXPECT_EQ(e.formula[11989][0], ~e.map.literal({Cell{3}, Digit{2}}));
}

TEST(Encoding, SmallHousesNeedNotHoldEveryDigit) {
    GeometrySpec spec{.size = 4};
    spec.extras = {{"pair", {Cell{0}, Cell{5}}}};
    const GeometryPtr geometry = Geometry::make(spec);
    const std::size_t latin =
        clauses(Families::extended, 4) - (4 * 4 + 4 * 4 * 6);  // a 4x4 board without its boxes
    EXPECT_EQ(encode(Puzzle{geometry}, {}).formula.size(), latin + 4);
}

TEST(Encoding, SelectorsGuardWhatTheyName) {
    Puzzle puzzle{Geometry::standard(4)};
    puzzle.set_given(Cell{0}, Digit{1});
    const Encoded clues = encode(puzzle, {.selectors = Selectors::clues});
    EXPECT_EQ(clues.map.selectors().size(), 1U);
    const Encoded all = encode(puzzle, {.selectors = Selectors::all});
    // 16 cells twice, 12 houses of 4 digits twice, the clue
    EXPECT_EQ(all.map.selectors().size(), 16U * 2 + 12 * 4 * 2 + 1);
    EXPECT_EQ(all.formula.size(), encode(puzzle).formula.size());
    for (std::span<const Lit> clause : all.formula) {
        ASSERT_GE(clause.size(), 2U);
        EXPECT_TRUE(clause[0].is_negative());
        EXPECT_TRUE(all.map.demand(clause[0].var()).has_value());
    }
}

TEST(Encoding, NamesReadBack) {
    for (const FamilyRow& row : family_table()) {
        EXPECT_EQ(parse_families(row.name), row.families);
        EXPECT_STREQ(to_string(row.families), row.name);
    }
    EXPECT_EQ(parse_families("efficient"), Families::natural);
    EXPECT_EQ(parse_families("other"), std::nullopt);
}

}  // namespace
}  // namespace clew::cnf
