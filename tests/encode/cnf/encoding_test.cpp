#include "encode/cnf/encoding.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

namespace clew::cnf {
namespace {

std::size_t clauses(Families families, std::size_t size) {
    return encode_board(Geometry::standard(size), {.families = families}).formula.size();
}

// I. Lynce and J. Ouaknine, Sudoku as a SAT problem (2006): 729 variables, 8 829 and 11 988
// clauses.
TEST(Encoding, HasThePublishedSizes) {
    EXPECT_EQ(encode_board(Geometry::classic()).map.size(), 729U);
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
    EXPECT_EQ(encode_board(geometry, {}).formula.size(), latin + 4);
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
    for (AtMostOne how :
         {AtMostOne::pairwise, AtMostOne::sequential, AtMostOne::product, AtMostOne::commander})
        EXPECT_EQ(parse_at_most_one(to_string(how)), how);
    EXPECT_EQ(parse_at_most_one(""), std::nullopt);
}

bool satisfies(const Formula& formula, std::uint32_t assignment) {
    return std::ranges::all_of(formula, [assignment](std::span<const Lit> clause) {
        return std::ranges::any_of(clause, [assignment](Lit l) {
            return ((assignment >> l.var().index() & 1U) != 0) != l.is_negative();
        });
    });
}

// Unit propagation; false on a conflict.
bool propagate(const Formula& formula, std::vector<int>& value) {
    for (bool changed = true; changed;) {
        changed = false;
        for (std::span<const Lit> clause : formula) {
            std::size_t open = 0;
            Lit last;
            bool satisfied = false;
            for (Lit l : clause) {
                const int v = value[l.var().index()];
                if (v < 0) {
                    ++open;
                    last = l;
                } else if ((v == 1) != l.is_negative()) {
                    satisfied = true;
                }
            }
            if (satisfied) continue;
            if (open == 0) return false;
            if (open == 1) {
                value[last.var().index()] = last.is_negative() ? 0 : 1;
                changed = true;
            }
        }
    }
    return true;
}

// The helpers are numbered on from the candidates of the board, so the literals here are candidates
// and the truth table covers the ones used and the helpers.
class AtMostOneTest : public testing::TestWithParam<AtMostOne> {};

TEST_P(AtMostOneTest, AllowsOneOrNoneAndForbidsTwo) {
    for (std::size_t n = 1; n <= 9; ++n) {
        VarMap map{Geometry::standard(4)};
        std::vector<Lit> literals;
        for (std::size_t i = 0; i < n; ++i) literals.push_back(Lit::positive(Var{i}));
        Formula sparse;
        add_at_most_one(literals, GetParam(), std::nullopt, map, sparse);
        // renumber the helpers to follow the literals
        Formula formula;
        for (std::span<const Lit> clause : sparse) {
            Clause dense;
            for (Lit l : clause) {
                std::size_t v = l.var().index();
                if (v >= 64) v = v - 64 + n;
                dense.push_back(l.is_negative() ? Lit::negative(Var{v}) : Lit::positive(Var{v}));
            }
            formula.add(dense);
        }
        const std::size_t helpers = map.size() - 64;
        ASSERT_LE(n + helpers, 20U);
        for (std::uint32_t x = 0; x < 1U << n; ++x) {
            bool possible = false;
            for (std::uint32_t h = 0; h < 1U << helpers && !possible; ++h)
                possible = satisfies(formula, x | h << n);
            EXPECT_EQ(possible, std::popcount(x) <= 1) << "n " << n << " x " << x;
        }
        for (std::size_t i = 0; i < n; ++i) {  // a true literal makes the others false
            std::vector<int> value(n + helpers, -1);
            value[i] = 1;
            ASSERT_TRUE(propagate(formula, value));
            for (std::size_t j = 0; j < n; ++j) EXPECT_EQ(value[j], i == j ? 1 : 0);
        }
    }
}

TEST_P(AtMostOneTest, HoldsOnlyWhereItsGuardIsTrue) {
    VarMap map{Geometry::standard(4)};
    std::vector<Lit> literals;
    for (std::size_t i = 1; i < 8; ++i) literals.push_back(Lit::positive(Var{i}));
    Formula formula;
    add_at_most_one(literals, GetParam(), Lit::positive(Var{0}), map, formula);
    for (std::span<const Lit> clause : formula) EXPECT_EQ(clause[0], Lit::negative(Var{0}));
}

INSTANTIATE_TEST_SUITE_P(All, AtMostOneTest,
                         testing::Values(AtMostOne::pairwise, AtMostOne::sequential,
                                         AtMostOne::product, AtMostOne::commander),
                         [](const auto& row) { return std::string(to_string(row.param)); });

TEST(AtMostOne, SequentialHasItsPublishedSize) {
    for (std::size_t n : {5U, 9U, 16U, 25U}) {
        VarMap map{Geometry::classic()};
        std::vector<Lit> literals;
        for (std::size_t i = 0; i < n; ++i) literals.push_back(Lit::positive(Var{i}));
        Formula formula;
        add_at_most_one(literals, AtMostOne::sequential, std::nullopt, map, formula);
        EXPECT_EQ(formula.size(), 3 * n - 4);
        EXPECT_EQ(map.size() - 729, n - 1);
    }
}

}  // namespace
}  // namespace clew::cnf
