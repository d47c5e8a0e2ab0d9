#include "encode/cnf/encoding.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace clew::cnf
