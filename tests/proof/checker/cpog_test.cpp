#include "proof/checker/cpog.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "core/base/input_error.hpp"

namespace clew::proof {
namespace {

Cnf formula(const std::string& text) {
    std::istringstream in{text};
    return read_cnf(in, "formula");
}

Result check(const std::string& cnf, const std::string& proof) {
    std::istringstream in{proof};
    return check_cpog(formula(cnf), in, "proof", nullptr);
}

// Exactly one of two, and a third variable that is free: 4 models.
const std::string one_of_two = "p cnf 3 2\n1 2 0\n-1 -2 0\n";
// 3 clauses each: 3 4 5 and 6 7 8; the sum 9 10 11
const std::string proof =
    "3 p 4 1 -2 0\n"
    "6 p 5 -1 2 0\n"
    "9 s 6 4 5 4 7 0\n"
    "12 a -1 6 0 10 3 2 0\n"
    "13 a 6 0 11 12 1 6 0\n"
    "r 6\n"
    "d 12 13 0\n"
    "d 1 4 8 9 13 0\n"
    "d 2 5 7 9 13 0\n";

TEST(CheckCpog, AcceptsAProofByHandAndCounts) {
    const Result r = check(one_of_two, proof);
    EXPECT_TRUE(r.accepted) << r.line << ": " << r.why;
    EXPECT_EQ(r.count, "4");
    EXPECT_EQ(r.steps, 9U);
    EXPECT_TRUE(check(one_of_two, "c a comment\n\n" + proof).accepted);
}

// The form of 2025: the formula stays, and is found to hold wherever the graph does.
TEST(CheckCpog, LooksForItselfWhetherTheGraphImpliesTheFormula) {
    const std::string additions = proof.substr(0, proof.find("d 12"));
    const Result r = check(one_of_two, additions);
    EXPECT_TRUE(r.accepted) << r.line << ": " << r.why;
    EXPECT_EQ(r.count, "4");
    EXPECT_TRUE(check(one_of_two, additions + "D 12 0\n").accepted);
    EXPECT_TRUE(check(one_of_two, additions + "d 12 13 0\nd 1 4 8 9 13 0\n").accepted);
    EXPECT_TRUE(check("p cnf 3 3\n1 2 0\n-1 -2 0\n3 -3 0\n",
                      "4 p 4 1 -2 0\n7 p 5 -1 2 0\n10 s 6 4 5 5 8 0\n13 a -1 6 0 11 4 2 0\n"
                      "14 a 6 0 12 13 1 7 0\nr 6\n")
                    .accepted);  // and one that always holds
    const auto why = [&](const std::string& cnf, const std::string& text) {
        const Result found = check(cnf, text);
        EXPECT_FALSE(found.accepted) << text;
        return found.why;
    };
    // A graph of all assignments is implied, and implies nothing.
    EXPECT_EQ(why(one_of_two, "3 p 4 0\n4 a 4 0 3 0\nr 4\n"), "the graph does not imply clause 1");
    // In a formula of many clauses, the last one.
    std::string many = "p cnf 70 70\n", all = "71 p 71";
    for (int v = 1; v <= 70; ++v) {
        many += std::to_string(v) + " 0\n";
        if (v < 70) all += " " + std::to_string(v);
    }
    std::string hints;
    for (int v = 1; v < 70; ++v) hints += std::to_string(v) + " ";
    EXPECT_EQ(why(many, all + " 0\n150 a 71 0 " + hints + "71 0\nr 71\n"),
              "the graph does not imply clause 70");
    EXPECT_EQ(check(many, all + " 70 0\n150 a 71 0 " + hints + "70 71 0\nr 71\n").count, "1");
    // Negated nodes go the other way.
    const std::string neither = "2 p 3 -1 -2 0\n5 a -3 0 3 4 1 0\nr -3\n";
    EXPECT_EQ(check("p cnf 2 1\n1 2 0\n", neither).count, "3");
    EXPECT_EQ(why("p cnf 2 1\n1 2 0\n", "2 p 3 -1 0\n4 p 4 -3 0\n6 p 5 -4 0\nr 5\n"),
              "the root was not shown to hold");
    EXPECT_EQ(why("p cnf 2 1\n1 0\n", "2 p 3 1 0\n4 p 4 -3 0\n6 a -4 0 5 2 1 0\nr -3\n"),
              "the root was not shown to hold");
}

TEST(CheckCpog, ClausesGoWithoutAReasonOnlyWhereTheFormulaIsWhole) {
    const std::string additions = proof.substr(0, proof.find("d 12"));
    for (const auto& [text, why] :
         {std::pair{"D 1 0\n", "clause 1 was not added by the proof"},
          {"D 4 0\n", "clause 4 was not added by the proof"},
          {"D 12 12 0\n", "clause 12 was not added by the proof"},
          {"D 13 0\n", "the root was not shown to hold"},
          {"d 1 4 8 9 13 0\n", "clause 12 remains at the end"},
          {"d 1 4 8 9 13 0\nD 12 0\n",
           "a clause of the formula was deleted, and may have rested on these"}}) {
        const Result r = check(one_of_two, additions + text);
        EXPECT_FALSE(r.accepted) << text;
        EXPECT_EQ(r.why, why) << text;
    }
}

TEST(CheckCpog, NoModelIsTheEmptyClause) {
    const std::string never = "p cnf 1 2\n1 0\n-1 0\n";
    EXPECT_EQ(check(never, "r 0\n3 a 0 1 2 0\n").count, "0");
    EXPECT_EQ(check(never, "3 a 0 1 2 0\nr 0\n").count, "0");
    EXPECT_EQ(check(never, "r 0\n").why, "the empty clause was not shown");
    EXPECT_FALSE(check("p cnf 1 1\n1 0\n", "r 0\n3 a 0 1 0\n").accepted);
    EXPECT_FALSE(check(never, "r 0\nr 0\n3 a 0 1 2 0\n").accepted);
}

// In place of hints a star: the checker searches, and finds no more than hints could tell.
TEST(CheckCpog, SearchesWhereThereIsAStar) {
    const std::string starred =
        "3 p 4 1 -2 0\n6 p 5 -1 2 0\n9 s 6 4 5 *\n12 a -1 6 0 * 0\n13 a 6 0 *\nr 6\n"
        "d 12 *\nd 1 * 0\nd 2 *\n";
    const Result r = check(one_of_two, starred);
    EXPECT_TRUE(r.accepted) << r.line << ": " << r.why;
    EXPECT_EQ(r.count, "4");
    const auto with = [&](const std::string& old, const std::string& now) {
        std::string text = starred;
        text.replace(text.find(old), old.size(), now);
        return check(one_of_two, text);
    };
    EXPECT_FALSE(with("12 a -1 6 0", "12 a -1 0").accepted);
    EXPECT_FALSE(with("12 a -1 6 0", "12 a 6 0").accepted);  // not without a case
    EXPECT_FALSE(with("13 a 6 0 *\n", "").accepted);
    // That x1 and x2 exclude each other follows from the formula alone: no sum of these two.
    EXPECT_FALSE(check(one_of_two, "3 s 4 1 2 *\nr 4\n").accepted);
    EXPECT_FALSE(check(one_of_two, "3 p 4 1 0\n5 p 5 2 0\n7 s 6 4 5 *\nr 6\n").accepted);
    // A clause that is gone is no reason for its own deletion, nor is what it once gave.
    EXPECT_FALSE(check("p cnf 1 1\n1 0\n", "2 p 2 0\n3 a 2 0 *\nr 2\nd 1 *\n").accepted);
    EXPECT_TRUE(check("p cnf 1 1\n1 0\n", "2 p 2 1 0\n4 a 2 0 *\nr 2\nd 1 *\n").accepted);
}

TEST(CheckCpog, CountsNegatedNodesAndChildrenOfDifferentVariables) {
    // x1, or not x1 and x2: children of a sum that are not over the same variables
    const Result r = check("p cnf 2 1\n1 2 0\n",
                           "2 p 3 -1 2 0\n5 s 4 1 3 3 0\n8 a -1 4 0 6 0\n9 a 4 0 8 1 7 2 0\nr 4\n"
                           "d 8 9 0\nd 1 4 5 9 0\n");
    EXPECT_TRUE(r.accepted) << r.line << ": " << r.why;
    EXPECT_EQ(r.count, "3");
    // the same as the negation of "neither"
    const Result negated =
        check("p cnf 2 1\n1 2 0\n", "2 p 3 -1 -2 0\n5 a -3 0 3 4 1 0\nr -3\nd 1 2 5 0\n");
    EXPECT_TRUE(negated.accepted) << negated.line << ": " << negated.why;
    EXPECT_EQ(negated.count, "3");
}

TEST(CheckCpog, CountsBeyondAWord) {
    const Result r = check("p cnf 100 0\n", "1 p 101 0\nr 101\n");
    EXPECT_TRUE(r.accepted) << r.why;
    EXPECT_EQ(r.count, "1267650600228229401496703205376");
}

TEST(CheckCpog, ACountMayNotRestOnDeletedClauses) {
    // Deleting the second clause first, by the first lemma that used it, which is gone.
    std::string text = proof;
    const std::string first = "d 1 4 8 9 13 0\n", second = "d 2 5 7 9 13 0\n";
    text.replace(text.find("d 12 13 0\n"), 10, "");
    const Result r = check(one_of_two, text);
    EXPECT_FALSE(r.accepted);
    EXPECT_NE(r.why.find("clause 12 remains"), std::string::npos) << r.why;
}

TEST(CheckCpog, ATextThatIsNoProofIsAnInputErrorWithItsLine) {
    for (const char* text : {"hello\n", "3 x 4 1 0\n", "3 p 4 1 -2\n", "3 p four 1 0\n",
                             "3 p 4 1 -2 0 7\n", "12 a 1 0 x\n", "do 4\n"}) {
        try {
            const Result r = check(one_of_two, text);
            FAIL() << text << ": " << r.why;
        } catch (const InputError& e) {
            EXPECT_EQ(e.place().line, 1U) << text;
        }
    }
}

TEST(CheckCpog, StopsWhenAsked) {
    StopFlag stop;
    stop.raise();
    std::string long_text;
    for (int i = 0; i < 5000; ++i) long_text += std::to_string(1 + i) + " a 1 -1 0 0\n";
    std::istringstream in{long_text};
    const Result r = check_cpog(formula("p cnf 1 0\n"), in, "proof", &stop);
    EXPECT_TRUE(r.stopped);
    EXPECT_FALSE(r.accepted);
}

}  // namespace
}  // namespace clew::proof
