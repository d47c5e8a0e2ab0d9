#include "proof/checker/drat.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "core/base/input_error.hpp"

namespace clew::proof {
namespace {

using Check = decltype(&check_drat);

Result check(Check how, const std::string& formula, const std::string& proof) {
    std::istringstream cnf{formula};
    std::istringstream text{proof};
    return how(read_cnf(cnf, "t.cnf"), text, "t.proof", nullptr, {});
}

// Every clause of two variables.
const std::string all_of_two = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";

TEST(Drat, TakesWhatFollowsAndNothingElse) {
    struct Row {
        const char* proof;
        bool accepted;
    };
    for (const Row& row : {
             Row{"2 0\n0\n", true}, Row{"c a word\n2 0\nd 1 2 0\n0\n", true},
             Row{"2 0\n", true},                // the empty clause follows by itself
             Row{"", false},                    // nothing was shown
             Row{"0\n", false},                 // not by unit propagation
             Row{"d -2 1 0\n2 0\n0\n", false},  // what it needs is gone
             Row{"d 1 -1 0\n2 0\n", true},      // not there: passed over
         }) {
        const Result found = check(check_drat, all_of_two, row.proof);
        EXPECT_EQ(found.accepted, row.accepted) << row.proof << found.why;
        EXPECT_EQ(found.why.empty(), row.accepted) << row.proof;
    }
}

TEST(Drat, ReadsBinaryProofs) {
    const std::string two{'a', 4, 0, 'd', 2, 4, 0, 'a', 0};
    EXPECT_TRUE(check(check_drat, all_of_two, two).accepted);
    EXPECT_FALSE(check(check_drat, all_of_two, std::string{'a', 0}).accepted);
    const std::string wide{'a', char(0x90), 1, 0};  // variable 72, in two bytes: RAT, fresh
    EXPECT_FALSE(check(check_drat, all_of_two, wide).accepted);
    EXPECT_THROW(check(check_drat, all_of_two, std::string{'a', 4}), InputError);
    EXPECT_THROW(check(check_drat, all_of_two, std::string{'d', 2, 4, 0, 'b', 0}), InputError);
}

std::string binary(const std::vector<std::vector<int>>& deletions) {
    std::string proof;
    for (const auto& clause : deletions) {
        proof += 'd';
        for (const int l : clause) {
            auto code = static_cast<unsigned>(l > 0 ? 2 * l : 1 - 2 * l);
            for (; code > 127; code >>= 7) proof += static_cast<char>(code | 128);
            proof += static_cast<char>(code);
        }
        proof += '\0';
    }
    return proof;
}

// Which of the two a proof is: bytes of literals may be blanks, line feeds, digits.
TEST(Drat, TellsBinaryFromTextByTheirBytes) {
    const std::string refutation{'a', 4, 0, 'a', 0};
    for (int first = 1; first <= 200; ++first)
        for (const int l : {first, -first}) {
            EXPECT_TRUE(check(check_drat, all_of_two, binary({{l}}) + refutation).accepted) << l;
            for (const int second : {5, -6, 16, -4, 24, 28, -22, 3000})
                EXPECT_TRUE(
                    check(check_drat, all_of_two, binary({{l, second}, {second}}) + refutation)
                        .accepted)
                    << l << " " << second;
        }
    for (const std::vector<int>& clause :
         {std::vector{16, 24, 5}, {16, 24, 5, 3000}, {16, 25, -4, 24, -6, 5}, {5}, {}, {16, 5}})
        EXPECT_TRUE(check(check_drat, all_of_two, binary({clause}) + refutation).accepted);
    for (const std::string start :
         {"d 8 0\nc a word\n", "d 0\n", "d 8 0\n", "d\t8 9 0\n", "d  16 -24\t0 \r\n", "\nd 8 0\n",
          "d 8 0\nc d\n", "c\n", "d 1111111 2222222 3333333 0\n", "  d 8 0\r\n"}) {
        EXPECT_TRUE(check(check_drat, all_of_two, start + "2 0\n0\n").accepted) << start;
        EXPECT_FALSE(check(check_drat, all_of_two, start + "0\n").accepted) << start;
    }
    EXPECT_FALSE(check(check_drat, all_of_two, "d 8 0").accepted);
}

// A proof of a formula with models never ends well; the reason tells how far it was right.
TEST(Drat, TakesResolutionAsymmetricTautologies) {
    const std::string one_of_two = "p cnf 2 2\n1 2 0\n-1 -2 0\n";
    const auto line = [&](const char* proof) { return check(check_drat, one_of_two, proof).line; };
    EXPECT_EQ(check(check_drat, one_of_two, "").why, "the proof ends before the empty clause");
    // x3 = x1 or x2, three clauses that are RAT on x3, none implied; then one that is neither.
    EXPECT_EQ(line("3 -1 0\n3 -2 0\n-3 1 2 0\n1 0\n"), 4U);
    EXPECT_EQ(line("-1 0\n"), 1U);          // a model has x1
    EXPECT_EQ(line("3 -1 0\n-3 0\n"), 2U);  // no longer free
    EXPECT_EQ(line("1 3 0\n"), 1U);         // on its first literal alone
    EXPECT_EQ(line("3 1 0\n1 0\n"), 2U);
}

TEST(Lrat, FollowsTheHints) {
    struct Row {
        const char* proof;
        bool accepted;
    };
    for (const Row& row : {
             Row{"5 2 0 1 2 0\n6 0 5 3 4 0\n", true},
             // x3 = x1 or x2, three clauses that are RAT on x3: the third has to answer for two.
             Row{"5 3 -1 0 0\n6 3 -2 0 0\n7 -3 1 2 0 -5 -6 0\n8 2 0 1 2 0\n9 0 8 3 4 0\n", true},
             Row{"5 3 -1 0 0\n6 -3 0 0\n7 2 0 1 2 0\n8 0 7 3 4 0\n", false},
             Row{"5 3 -1 0 0\n6 -3 2 0 -5 2 0\n7 2 0 1 2 0\n8 0 7 3 4 0\n", true},
             Row{"5 3 -1 0 0\n6 -3 2 0 -5 1 0\n7 2 0 1 2 0\n8 0 7 3 4 0\n", false},
             Row{"5 3 -1 0 0\n6 -3 2 0 -1 2 0\n7 2 0 1 2 0\n8 0 7 3 4 0\n", false},
             Row{"5 3 -1 0 0\n6 -3 2 0 -9 2 0\n7 2 0 1 2 0\n8 0 7 3 4 0\n", false},
             Row{"5 -1 0 0\n6 0 5 1 2 0\n", false},
             Row{"5 2 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n", true},
             Row{"5 2 0 1 2 0\n5 d 3 0\n6 0 5 3 4 0\n", false},
             Row{"5 2 0 1 0\n6 0 5 3 4 0\n", false},
             Row{"5 2 0 2 3 0\n6 0 5 3 4 0\n", false},
             Row{"5 2 0 1 2 0\n5 1 0 5 3 0\n6 0 5 3 4 0\n", false},  // a name twice
             Row{"5 2 0 1 2 0\n5 d 9 0\n6 0 5 3 4 0\n", false},
             Row{"5 2 0 1 2 0\n6 0 5 3 0\n", false},
             Row{"5 2 0 1 2 0\n", false},
             Row{"5 2 0 -1 2 0\n6 0 5 3 4 0\n", false},
         }) {
        const Result found = check(check_lrat, all_of_two, row.proof);
        EXPECT_EQ(found.accepted, row.accepted) << row.proof << found.why;
    }
    EXPECT_THROW(check(check_lrat, all_of_two, "5 2 0 1 2\n"), InputError);
    // A formula that holds the empty clause is its own refutation.
    for (const Check how : {check_drat, check_lrat})
        EXPECT_TRUE(check(how, "p cnf 1 2\n1 0\n0\n", "").accepted);
}

}  // namespace
}  // namespace clew::proof
