#include "proof/checker/veripb.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>

#include "core/base/input_error.hpp"
#include "core/base/random.hpp"

namespace clew::proof {
namespace {

Result check(const std::string& formula, const std::string& proof,
             const VeripbOptions& options = {}) {
    std::istringstream cnf{formula};
    std::istringstream text{proof};
    return check_veripb(read_cnf(cnf, "t.cnf"), text, "t.pbp", options);
}

// Not both, and at least one: two models.
const std::string one_of_two = "p cnf 2 2\n1 2 0\n-1 -2 0\n";
const std::string head = "pseudo-Boolean proof version 3.0\nf 2;\n";
const std::string foot =
    "output NONE;\nconclusion ENUMERATION_COMPLETE 2 : 5;\nend pseudo-Boolean proof;\n";
const std::string body = "solx x1;\nsolx ~x1;\nrup >= 1;\n";

TEST(Veripb, CountsWhatIsLoggedAndComplete) {
    const Result found = check(one_of_two, head + body + foot);
    EXPECT_TRUE(found.accepted) << found.why;
    EXPECT_EQ(found.count, "2");
    EXPECT_EQ(found.steps, 7U);
    // A clause of the formula stays known; so does an exclusion when what came behind it has gone.
    for (const std::string removed :
         {"solx x1;\ndel id 1;\nsolx ~x1;\nrup >= 1;\n",
          "solx x1;\nrup 1 x2 >= 1;\ndel id -1;\ndel id 3;\nsolx ~x1;\nrup >= 1;\n"}) {
        const Result right =
            check(one_of_two, head + removed +
                                  "output NONE;\nconclusion ENUMERATION_COMPLETE 2 : -1;\n"
                                  "end pseudo-Boolean proof;\n");
        EXPECT_TRUE(right.accepted) << removed << right.why;
    }
}

TEST(Veripb, ReadsVersionTwo) {
    const Result found =
        check(one_of_two,
              "pseudo-Boolean proof version 2.0\n* a word\nf 2\nsolx x1\nsolx ~x1\n"
              "rup >= 1 ;\noutput NONE\nconclusion UNSAT : 5\nend pseudo-Boolean proof\n");
    EXPECT_TRUE(found.accepted) << found.why;
    EXPECT_EQ(found.count, "2");
}

// Three pigeons, two holes; x1 x2, x3 x4 and x5 x6 are where each may be.
const std::string pigeons =
    "p cnf 6 9\n1 2 0\n3 4 0\n5 6 0\n-1 -3 0\n-1 -5 0\n-3 -5 0\n-2 -4 0\n-2 -6 0\n-4 -6 0\n";
const std::string pigeons_head = "pseudo-Boolean proof version 3.0\nf 9;\n";
const std::string no_model = "output NONE;\nconclusion UNSAT : -1;\nend pseudo-Boolean proof;\n";

TEST(Veripb, ReadsCuttingPlanes) {
    const std::string sums = "pol 4 5 + 6 + 2 d;\npol 7 8 + 9 + 2 d;\npol 1 2 + 3 + 10 + 11 +;\n";
    const Result found = check(pigeons, pigeons_head + sums + no_model);
    EXPECT_TRUE(found.accepted) << found.line << ": " << found.why;
    // The same in the words of version 2; what the constraints are by then; weakening, saturating,
    // literals, factors.
    for (const std::string more :
         {"e 10 : 1 ~x1 1 ~x3 1 ~x5 >= 2;\n", "ia 1 ~x1 1 ~x3 >= 1 : 10;\n",
          "pol 10 x1 w s;\ne -1 : 1 ~x3 1 ~x5 >= 1;\n", "pol 10 3 * x1 +;\n",
          "rup 3 ~x1 1 ~x3 1 ~x5 >= 2;\n", "rup 1 ~x1 1 ~x3 1 ~x5 >= 1;\n"}) {
        const Result right =
            check(pigeons, pigeons_head + "pol 4 5 + 6 + 2 d;\n" + more +
                               "pol 7 8 + 9 + 2 d;\npol 1 2 + 3 + 10 + -1 +;\n" + no_model);
        EXPECT_TRUE(right.accepted) << more << right.line << ": " << right.why;
    }
    EXPECT_TRUE(check(pigeons,
                      "pseudo-Boolean proof version 2.0\nf 9\np 4 5 + 6 + 2 d\np 7 8 + 9 + 2 d\n"
                      "p 1 2 + 3 + 10 + 11 +\nu >= 1 ;\noutput NONE\nconclusion UNSAT : -1\n"
                      "end pseudo-Boolean proof\n")
                    .accepted);
}

TEST(Veripb, RejectsWrongCuttingPlanes) {
    for (const std::string wrong :
         {"pol 4 5 + 6 + 3 d;\npol 7 8 + 9 + 2 d;\npol 1 2 + 3 + 10 + 11 +;\n",
          "pol 4 5 + 6 +;\npol 7 8 + 9 + 2 d;\npol 1 2 + 3 + 10 + 11 +;\n",
          "pol 4 5 + 2 d;\npol 7 8 + 9 + 2 d;\npol 1 2 + 3 + 10 + 11 +;\n",
          "pol 4 5 + 6 + 2 d;\npol 7 8 + 9 + 2 d;\npol 1 2 + 10 + 11 +;\n",
          "pol 4 5 + 6 + 2 d;\npol 4 5 + 6 + 2 d;\npol 1 2 + 3 + 10 + 11 +;\n", "pol 4 5 + 12 +;\n",
          "pol 1 4611686018427387904 * 4 *;\n",
          "pol 4 5 + 6 + 2 d;\ne 10 : 1 ~x1 1 ~x3 1 ~x5 >= 3;\n",
          "pol 4 5 + 6 + 2 d;\nia 1 ~x1 1 ~x3 >= 2 : 10;\n", "rup 1 ~x1 1 ~x3 1 ~x5 >= 3;\n",
          "rup >= 1;\n", "del id 10;\n", "pol 4 5 + 6 + 2 d;\ndel id 10;\npol 10 1 +;\n"}) {
        const Result found = check(pigeons, pigeons_head + wrong + no_model);
        EXPECT_FALSE(found.accepted) << wrong;
    }
    for (const std::string text : {"pol;\n", "pol 1 +;\n", "pol 1 2;\n", "pol 1 0 d;\n",
                                   "pol 1 2 + x9 +;\n", "pol 1 x2 d;\n", "e 1;\n", "ia 1 x1;\n"})
        EXPECT_THROW(check(pigeons, pigeons_head + text + no_model), InputError) << text;
}

// A number near 2^63 that wrapped around would make a contradiction of any clause.
TEST(Veripb, TakesNoHugeNumberForASmallOne) {
    const std::string clause = "p cnf 2 1\n1 2 0\n";
    for (const std::string number :
         {"4611686018427387903", "4611686018427387904", "4611686018427387905",
          "9223372036854775806", "9223372036854775807", "9223372036854775808",
          "18446744073709551615", "340282366920938463463374607431768211456"})
        for (const std::string& step :
             {"pol 1 2 * " + number + " d;\n", "pol 1 " + number + " *;\n",
              "pol 1 " + number + " * " + number + " *;\n", "pol 1 2 * " + number + " * 2 d;\n",
              "pol 1 " + number + " * 1 " + number + " * +;\n",
              "rup " + number + " x1 >= " + number + ";\n",
              "rup " + number + " x1 " + number + " x2 >= -" + number + ";\npol -1 2 *;\n",
              "rup 1 x1 >= -" + number + ";\npbc 1 x1 >= -" + number + " : subproof\nqed;\n",
              "red -" + number + " x1 >= 1 : x1 -> 0;\n"}) {
            const Result found = check(clause, "pseudo-Boolean proof version 3.0\nf 1;\n" + step +
                                                   "output NONE;\nconclusion UNSAT : -1;\n"
                                                   "end pseudo-Boolean proof;\n");
            EXPECT_FALSE(found.accepted) << step;
        }
}

// With constraints about, what follows is looked for in them too.
TEST(Veripb, PropagatesConstraints) {
    const std::string two_of_three =
        "pol 1 2 + 3 + 2 d;\n";  // of three clauses, each two of x1 x2 x3: at least two
    const std::string cnf = "p cnf 3 4\n1 2 0\n1 3 0\n2 3 0\n-1 -2 -3 0\n";
    const std::string f = "pseudo-Boolean proof version 3.0\nf 4;\n";
    const std::string all = "solx ~x1;\nsolx ~x2;\nsolx ~x3;\nrup >= 1;\n";
    const std::string end =
        "output NONE;\nconclusion ENUMERATION_COMPLETE 3 : -1;\nend pseudo-Boolean proof;\n";
    const Result found =
        check(cnf, f + two_of_three + "rup 3 x1 1 x2 1 x3 >= 2;\ndel id 6;\n" + all + end);
    EXPECT_TRUE(found.accepted) << found.line << ": " << found.why;
    EXPECT_EQ(found.count, "3");
    EXPECT_FALSE(check(cnf, f + two_of_three + "solx ~x1;\nsolx ~x1;\n" + all + end).accepted);
}

// An exclusion leaves for good only when another clause keeps the model out.
TEST(Veripb, NoDeletionLetsAModelBeCountedTwice) {
    const std::string claim =
        "output NONE;\nconclusion ENUMERATION_COMPLETE 3 : 6;\nend pseudo-Boolean proof;\n";
    EXPECT_FALSE(
        check(one_of_two, head + "solx x1;\ndel id 3;\nsolx x1;\nsolx ~x1;\nrup >= 1;\n" + claim)
            .accepted);
    const std::string twice =
        "output NONE;\nconclusion ENUMERATION_COMPLETE 3 : 7;\nend pseudo-Boolean proof;\n";
    EXPECT_FALSE(
        check(
            one_of_two,
            head + "solx x1;\nrup 1 ~x1 >= 1;\ndel id 4;\nsolx x1;\nsolx ~x1;\nrup >= 1;\n" + twice)
            .accepted);
    EXPECT_FALSE(check(one_of_two, head +
                                       "solx x1;\nrup 1 ~x1 >= 1;\ndel id 3 4;\nsolx x1;\nsolx "
                                       "~x1;\nrup >= 1;\n" +
                                       twice)
                     .accepted);
}

TEST(Veripb, VariablesThatDoNotCountTellNoModelsApart) {
    // x3 is free: four models, two that count.
    const std::string free = "p cnf 3 2\n1 2 0\n-1 -2 0\n";
    const std::string proof = head + "solx x1 x3;\nsolx ~x1 ~x3;\nrup >= 1;\n" + foot;
    EXPECT_TRUE(check(free, proof, {.counted = 2}).accepted);
    EXPECT_FALSE(check(free, proof).accepted);
    EXPECT_FALSE(check(free, head + body + foot, {.counted = 2}).accepted);  // x3 is left open
}

// With no variable that counts there is one model at most, however many are free.
// Helpers may follow from what counts, but do not stand for it: of a solution that names helpers
// alone nothing would be excluded but everything.
TEST(Veripb, HelpersDoNotTellWhatCounts) {
    const std::string same = "p cnf 2 2\n-1 2 0\n1 -2 0\n";
    const auto log = [&](const std::string& solution) {
        return check(same,
                     head + solution + "rup >= 1;\noutput NONE;\nconclusion ENUMERATION_COMPLETE " +
                         (solution.find("~") == std::string::npos ? "1" : "2") +
                         " : -1;\nend pseudo-Boolean proof;\n",
                     {.counted = 1});
    };
    EXPECT_TRUE(log("solx x1;\nsolx ~x1;\n").accepted);
    EXPECT_THAT(log("solx x2;\n").why, testing::HasSubstr("leaves variables open"));
}

TEST(Veripb, NoVariableThatCountsLeavesOneModel) {
    const std::string free = "p cnf 1 0\n";
    for (const std::string version : {"2.0", "3.0"}) {
        const std::string end = version == "3.0" ? ";\n" : "\n";
        const std::string start = "pseudo-Boolean proof version " + version + "\nf 0" + end;
        const auto ending = [&](const std::string& last) {
            return "output NONE" + end +
                   (version == "3.0" ? "conclusion ENUMERATION_COMPLETE " + last
                                     : "conclusion UNSAT") +
                   end + "end pseudo-Boolean proof" + end;
        };
        const std::string twice = start + "solx x1" + end + "solx ~x1" + end + ending("2");
        EXPECT_FALSE(check(free, twice, {.counted = 0}).accepted) << version;
        EXPECT_EQ(check(free, twice).count, "2") << version;
        const Result once = check(free, start + "solx x1" + end + ending("1"), {.counted = 0});
        EXPECT_EQ(once.count, "1") << version << once.why;
    }
}

// What `sol` says is a model, and counts as none.
TEST(Veripb, AModelThatIsNotCountedIsNotShown) {
    std::size_t shown = 0;
    const VeripbOptions options{.model_check = [&](const std::vector<bool>&) {
        ++shown;
        return std::string{};
    }};
    EXPECT_TRUE(check(one_of_two, head + "sol x1;\nsol x1;\n" + body + foot, options).accepted);
    EXPECT_EQ(shown, 2U);
}

TEST(Veripb, ShowsEachModel) {
    std::vector<std::vector<bool>> seen;
    const VeripbOptions options{.model_check = [&](const std::vector<bool>& model) {
        seen.push_back(model);
        return seen.size() == 2 ? std::string{"I do not like it"} : std::string{};
    }};
    const Result found = check(one_of_two, head + body + foot, options);
    EXPECT_FALSE(found.accepted);
    EXPECT_EQ(found.why, "I do not like it");
    EXPECT_EQ(found.line, 4U);
    EXPECT_EQ(seen, (std::vector<std::vector<bool>>{{false, true, false}, {false, false, true}}));
}

// --- redundance-based strengthening ---

// x3 is "x1 and x2", which is new, and all models are there as before.
const std::string both =
    "red 1 ~x3 1 x1 >= 1 : x3 -> 0;\nred 1 ~x3 1 x2 >= 1 : x3 -> 0;\n"
    "red 1 x3 1 ~x1 1 ~x2 >= 1 : x3 -> 1;\n";
const std::string logged =
    "solx x1;\nsolx ~x1;\nrup >= 1;\noutput NONE;\nconclusion ENUMERATION_COMPLETE 2;\n"
    "end pseudo-Boolean proof;\n";
// Every clause over two variables: no model.
const std::string all_four = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n";
const std::string refuted =
    "rup >= 1;\noutput NONE;\nconclusion UNSAT;\nend pseudo-Boolean proof;\n";

TEST(VeripbRed, BringsInWhatModelsDecide) {
    const Result found = check(one_of_two, head + both + logged);
    EXPECT_TRUE(found.accepted) << found.why;
    EXPECT_EQ(found.count, "2");
    // Version 2 parts the witness by a semicolon, and may leave the arrow out.
    const Result old = check(one_of_two,
                             "pseudo-Boolean proof version 2.0\nf 2\nred 1 ~x3 1 x1 >= 1 ; x3 0\n"
                             "solx x1\nsolx ~x1\nrup >= 1 ;\noutput NONE\nconclusion UNSAT\n"
                             "end pseudo-Boolean proof\n");
    EXPECT_TRUE(old.accepted) << old.why;
}

TEST(VeripbRed, UsesSymmetriesWhereNothingIsLogged) {
    const std::string head4 = "pseudo-Boolean proof version 3.0\nf 4;\n";
    const std::string swap = "red 1 x1 >= 1 : x1 -> x2 x2 -> x1;\n";
    const Result found = check(all_four, head4 + swap + refuted);
    EXPECT_TRUE(found.accepted) << found.why;
    // The same of a formula with two models, which differ in what counts.
    EXPECT_FALSE(check(one_of_two, head + swap + logged).accepted);
    EXPECT_FALSE(check(one_of_two, head + swap +
                                       "solx x1;\nrup >= 1;\noutput NONE;\n"
                                       "conclusion ENUMERATION_COMPLETE 1;\n"
                                       "end pseudo-Boolean proof;\n")
                     .accepted);
    EXPECT_FALSE(check(one_of_two, head + "solx x1;\n" + swap +
                                       "solx ~x1;\nrup >= 1;\noutput NONE;\n"
                                       "conclusion ENUMERATION_COMPLETE 2;\n"
                                       "end pseudo-Boolean proof;\n")
                     .accepted);
}

TEST(VeripbRed, RejectsWhatTheWitnessBreaks) {
    for (const std::string& wrong :
         {both + "red 1 x3 >= 1 : x3 -> 1;\n",        // x3 says more than that by now
          std::string{"red 1 x3 >= 1 : x3 -> 0;\n"},  // not what it is for
          std::string{"red 1 x1 >= 1 : ;\n"},         // no witness: has to follow
          std::string{"red 1 x3 >= 1 : x3 -> 1 begin end;\n"},
          // What was known once is known: it goes with no deletion.
          std::string{"red 1 x3 >= 1 : x3 -> 1;\ndel id 3;\nred 1 ~x3 >= 1 : x3 -> 0;\n"}}) {
        const Result found = check(one_of_two, head + wrong + logged);
        EXPECT_FALSE(found.accepted) << wrong;
        EXPECT_NE(found.why, "no contradiction was derived") << wrong;
    }
    EXPECT_THROW(check(one_of_two, head + "red 1 x3 >= 1 : x3 -> 1 x3 -> 0;\n"), InputError);
    EXPECT_THROW(check(one_of_two, head + "red 1 x3 >= 1 : x3 ->;\n"), InputError);
    EXPECT_THROW(check(one_of_two, head + "rup 1 x3 >= 1;\n"), InputError);
}

// Three nests for two holes: x1, x3 and x5 sit in the first.
const std::string nests =
    "p cnf 6 9\n1 2 0\n3 4 0\n5 6 0\n-1 -3 0\n-1 -5 0\n-3 -5 0\n-2 -4 0\n-2 -6 0\n-4 -6 0\n";
// The first pigeon sits in the first hole, or the holes are exchanged.
const std::string exchange = "x1 -> x2 x2 -> x1 x3 -> x4 x4 -> x3 x5 -> x6 x6 -> x5";
const std::string then_none =
    "rup >= 1;\noutput NONE;\nconclusion UNSAT : -1;\nend pseudo-Boolean proof;\n";

TEST(VeripbSubproofs, AreRead) {
    const std::string head9 = "pseudo-Boolean proof version 3.0\nf 9;\n";
    for (const std::string& proof :
         {"red 1 x1 >= 1 : " + exchange +
              " : subproof\n  proofgoal #1\n    pol -1 -2 + 1 +;\n  qed #1 : -1;\nqed red;\n",
          "red 1 x1 >= 1 : " + exchange +
              " : subproof proofgoal #1 rup >= 1; qed; proofgoal 4 rup >= 1; qed 4 : -1; qed;\n",
          // The last goals are left to propagation; nothing is left of them.
          "red 1 x1 >= 1 : " + exchange + " : subproof\n@s rup 1 x2 >= 1;\nqed;\n",
          // By contradiction: the second pigeon does not sit there too.
          std::string{"pbc 1 ~x1 1 ~x3 >= 1 : subproof\n@not pol -1 4 + s;\n"
                      "pol @not 4 +;\nrup >= 1;\nqed pbc : -1;\nrup 1 x1 >= 1;\n"},
          std::string{"pbc 1 ~x1 1 ~x3 >= 1 : subproof\nqed;\npbc 1 ~x2 1 ~x4 >= 1;\n"
                      "pbc 1 x1 >= 1;\n"}}) {
        const Result found = check(nests, head9 + proof + then_none);
        EXPECT_TRUE(found.accepted) << found.why << "\n" << proof;
    }
    const Result old = check(
        nests,
        "pseudo-Boolean proof version 2.0\nf 9\nred +1 x1 >= 1 ; " + exchange +
            " ; begin\n* a remark\nproofgoal #1\npol -1 -2 + 1 +\nend -1\nproofgoal 4\nend\nend\n"
            "red 1 ~x3 >= 1 ; ;\nbegin\nproofgoal #1\nrup >= 1 ;\nend -1\nend\n"
            "rup >= 1 ;\noutput NONE\nconclusion UNSAT : -1\nend pseudo-Boolean proof\n");
    EXPECT_TRUE(old.accepted) << old.why;
    // With cutting planes a subproof shows what propagation does not: three nests in two holes.
    const std::string sums = "pol 4 5 + 6 + 2 d;\npol 7 8 + 9 + 2 d;\n";  // at most one in each
    const Result counted = check(
        nests, head9 + sums + "pbc >= 1 : subproof\npol 1 2 + 3 + 10 + 11 +;\nqed pbc : -1;\n" +
                   then_none);
    EXPECT_TRUE(counted.accepted) << counted.why;
}

TEST(VeripbSubproofs, EachWrongLineIsCaught) {
    const std::string head9 = "pseudo-Boolean proof version 3.0\nf 9;\n";
    const std::string red = "red 1 x1 >= 1 : " + exchange + " : subproof\n";
    for (const auto& [wrong, why] : std::vector<std::pair<std::string, std::string>>{
             {red + "proofgoal #2\nqed;\nqed;\n", "there is no goal #2"},
             {red + "proofgoal 99\nqed;\nqed;\n", "there is no goal 99"},
             {red + "proofgoal x\nqed;\nqed;\n", "there is no goal x"},
             {red + "proofgoal #1\nqed #1 : 99;\nqed;\n", "constraint 99 is no contradiction"},
             {red + "proofgoal 10\nqed;\nqed;\n", "there is no goal 10"},  // its own negation
             {red + "proofgoal #1\nproofgoal #1\nqed;\nqed;\nqed;\n", "a goal within a goal"},
             {red + "proofgoal #1\npol 1 2 +;\nqed : -1;\nqed;\n", "is no contradiction"},
             {red + "qed : -1;\n", "is no contradiction"},
             {red + "solx x1;\nqed;\n", "'solx' is not supported in a subproof"},
             {red + "red 1 x3 >= 1 : ;\nqed;\n", "'red' is not supported in a subproof"},
             {red + "conclusion UNSAT;\n", "within a subproof"},
             {red, "not supported in a subproof"},
             {"red 1 x1 >= 1 : " + exchange + " begin\nqed;\n", "behind the witness"},
             {"rup 1 x1 1 x2 >= 1 : @no;\n", "there is no constraint @no"}}) {
        const Result found = check(nests, head9 + wrong + then_none);
        EXPECT_FALSE(found.accepted) << wrong;
        EXPECT_THAT(found.why, testing::HasSubstr(why)) << wrong;
    }
    for (const auto& [wrong, why] : std::vector<std::pair<std::string, std::string>>{
             {"red 1 x1 >= 1 : x1 -> 1 : subproof\nqed;\n", "constraint 2"},
             {"red 1 x1 >= 1 : x1 -> 1 : subproof\nproofgoal 2\nqed;\nqed;\n", "no contradiction"},
             {"pbc 1 x1 >= 1 : subproof\nqed;\n", "no contradiction"},
             {"pbc 1 x1 >= 1 : subproof\nproofgoal #1\nqed;\nqed;\n", "by contradiction"},
             {"pbc 1 x1 >= 1;\n", "does not follow"},
             {"@a rup 1 x1 1 x2 >= 1;\ne 1 x1 >= 1 : @a;\n", "is another one"},
             // A goal that was shown counts for itself alone, and what it supposed is gone with it.
             {"red 1 ~x1 >= 1 : x1 -> 1 : subproof\nproofgoal 1\nqed 1;\nqed;\n",
              "the constraint itself"},
             {"red 1 ~x1 >= 1 : x1 -> 1 : subproof\nproofgoal 1\nqed 1;\nproofgoal "
              "#1\nqed;\nqed;\n",
              "no contradiction"},
             {"red 1 ~x1 >= 1 : x1 -> 1 : subproof\nproofgoal 1\nqed 1;\nproofgoal #1\nqed : "
              "-2;\nqed;\n",
              "no contradiction"},
             {"red 1 ~x1 >= 1 : x1 -> 1 : subproof\nproofgoal 1\nrup >= 1;\nqed 1;\npol 5 1 "
              "+;\nqed;\n",
              "there is no constraint"},
             {"red 1 x1 >= 1 : x1 -> 1 : subproof\nproofgoal #1\nqed;\nqed;\n", "constraint 2"},
             {"red 1 x1 >= 1 : x1 -> 1 : subproof\nproofgoal 1\nqed;\nqed;\n", "constraint 2"},
             // What a subproof supposed is gone with it, number and all.
             {"pbc 1 x1 1 x2 >= 1 : subproof\n@s rup 1 ~x1 >= 1;\nqed;\npol @s 1 +;\n",
              "there is no constraint"},
             {"pbc 1 x1 1 x2 >= 1 : subproof\nrup 1 ~x1 >= 1;\nqed;\nrup 1 ~x1 >= 1;\n",
              "does not follow"}}) {
        const Result found = check(one_of_two, head + wrong + logged);
        EXPECT_FALSE(found.accepted) << wrong;
        EXPECT_THAT(found.why, testing::HasSubstr(why)) << wrong;
    }
}

// Whatever is drawn: what is accepted is so.
TEST(VeripbRed, NeverAcceptsAWrongCount) {
    constexpr std::uint64_t seed = 20261123;
    Random random{seed};
    constexpr int counted = 3, most = 5;
    std::size_t kept = 0, refutations = 0;
    for (int round = 0; round < 12000; ++round) {
        const auto literal = [&](int variables) {
            const int v = 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(variables)));
            return random.below(2) == 0 ? v : -v;
        };
        const auto name = [](int l) {
            return (l < 0 ? "~x" : "x") + std::to_string(l < 0 ? -l : l);
        };
        std::vector<std::vector<int>> clauses(2 + random.below(5));
        std::string cnf =
            "p cnf " + std::to_string(counted) + " " + std::to_string(clauses.size()) + "\n";
        for (auto& clause : clauses) {
            clause.resize(1 + random.below(3));
            for (int& l : clause) cnf += std::to_string(l = literal(counted)) + " ";
            cnf += "0\n";
        }
        std::vector<int> models;
        for (int m = 0; m < 1 << counted; ++m)
            if (std::ranges::all_of(clauses, [&](const auto& clause) {
                    return std::ranges::any_of(clause, [&](int l) {
                        return (((m >> (std::abs(l) - 1)) & 1) != 0) == (l > 0);
                    });
                }))
                models.push_back(m);
        std::string proof =
            "pseudo-Boolean proof version 3.0\nf " + std::to_string(clauses.size()) + ";\n";
        const bool logs = random.below(3) > 0;  // else what counts may be changed
        for (std::uint64_t i = 1 + random.below(4); i > 0; --i) {
            proof += "red";
            std::set<int> variables;
            for (std::uint64_t k = 1 + random.below(2); k > 0; --k) {
                const int l = literal(most);
                proof += " 1 " + name(l);
                variables.insert(std::abs(l));
            }
            proof += " >= 1 :";
            for (const int v : variables)
                if (v > counted || !logs) {
                    const std::uint64_t how = random.below(3);
                    proof += " x" + std::to_string(v) + " -> " +
                             (how < 2 ? std::to_string(how) : name(literal(*variables.rbegin())));
                }
            if (random.below(2) == 0) {
                proof += " : subproof\n";
                const auto lines = [&] {
                    for (std::uint64_t k = random.below(3); k > 0; --k) {
                        const std::uint64_t how = random.below(3);
                        if (how == 0) proof += "rup 1 " + name(literal(counted)) + " >= 1;\n";
                        if (how == 1) proof += "pol -1 -2 + s;\n";
                        if (how == 2)
                            proof += "pol " + std::to_string(1 + random.below(clauses.size())) +
                                     " -1 + 2 d;\n";
                    }
                    proof += random.below(4) == 0 ? "qed : -1;\n" : "qed;\n";
                };
                for (std::uint64_t k = random.below(3); k > 0; --k) {
                    proof += "proofgoal ";
                    proof += random.below(2) == 0
                                 ? "#1\n"
                                 : std::to_string(1 + random.below(clauses.size())) + "\n";
                    lines();
                }
                lines();
            } else {
                proof += ";\n";
            }
            if (random.below(3) == 0) proof += "del id -1;\n";
        }
        const std::string start = proof;
        for (std::size_t short_of = 0; short_of < 2; ++short_of) {
            proof = start;
            std::size_t solutions = 0;
            if (logs) {
                if (models.size() < short_of) break;
                solutions = models.size() - short_of;
                for (std::size_t i = 0; i < solutions; ++i) {
                    proof += "solx";
                    for (int v = 1; v <= counted; ++v)
                        proof += " " + name(((models[i] >> (v - 1)) & 1) != 0 ? v : -v);
                    proof += ";\n";
                }
            }
            proof += "rup >= 1;\noutput NONE;\nconclusion " +
                     (solutions > 0 ? "ENUMERATION_COMPLETE " + std::to_string(solutions)
                                    : std::string{"UNSAT"}) +
                     ";\nend pseudo-Boolean proof;\n";
            Result found;
            try {
                found = check(cnf, proof);
            } catch (const InputError&) {
                continue;  // a literal of the witness that nothing brought in
            }
            if (!found.accepted) continue;
            ASSERT_EQ(found.count, std::to_string(models.size()))
                << "seed " << seed << ", round " << round << "\n"
                << cnf << proof;
            (logs ? kept : refutations) += 1;
        }
    }
    EXPECT_GT(kept, 100U);
    EXPECT_GT(refutations, 100U);
}

}  // namespace
}  // namespace clew::proof
