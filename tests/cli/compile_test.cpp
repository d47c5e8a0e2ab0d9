#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "proof/checker/cpog.hpp"
#include "tests/cli/harness.hpp"

namespace clew::cli {
namespace {

using testing::HasSubstr;

using Words = std::vector<std::string>;

const std::string p92 = source_file("examples/p92.sdk");

TEST(CompileCommand, CountsAndSaysWhatTheGraphIs) {
    const Result r = run_clew({"compile", p92});
    EXPECT_EQ(r.code, ExitCode::ok);
    EXPECT_EQ(r.out, "12\n");
    EXPECT_THAT(r.err, HasSubstr("207 variables, 1 345 clauses; a graph of "));
    EXPECT_THAT(r.err, HasSubstr("; 12 solutions\n"));
    EXPECT_EQ(run_clew({"compile", "-"}, "11" + std::string(79, '.')).out, "0\n");
}

TEST(CompileCommand, MarginalsAreThoseOfDensity) {
    EXPECT_EQ(run_clew({"compile", "--show", "marginals", p92}).out,
              run_clew({"density", "--show", "numbers", p92}).out);
}

TEST(CompileCommand, SamplesAreSolutionsAndTheSeedsOwn) {
    const auto draw = [](const std::string& seed) {
        return run_clew({"compile", "--show", "samples", "-n", "40", "--seed", seed, p92}).out;
    };
    EXPECT_EQ(draw("5"), draw("5"));
    EXPECT_NE(draw("5"), draw("6"));
    const std::string all = run_clew({"enumerate", p92}).out;
    std::istringstream lines{draw("5")};
    for (std::string line; std::getline(lines, line);) EXPECT_THAT(all, HasSubstr(line));
    const Result none =
        run_clew({"compile", "--show", "samples", "-"}, "11" + std::string(79, '.'));
    EXPECT_EQ(none.code, ExitCode::no_solution);
    EXPECT_EQ(none.out, "");
}

TEST(CompileCommand, AnswersFromEitherFormatThatItWrote) {
    TemporaryFolder folder;
    for (const std::string format : {"nnf", "d4"}) {
        const std::string file = folder.file("graph." + format);
        const Result written = run_clew({"compile", p92, "-o", file, "--show", format});
        EXPECT_EQ(written.code, ExitCode::ok) << written.err;
        EXPECT_EQ(written.out, "");
        for (const std::string show : {"count", "marginals"})
            EXPECT_EQ(run_clew({"compile", p92, "--read", file, "--show", show}).out,
                      run_clew({"compile", p92, "--show", show}).out)
                << format << " " << show;
        // the newspaper's puzzle has as many variables, and another solution
        const Result other =
            run_clew({"compile", source_file("examples/gould92.sdk"), "--read", file});
        EXPECT_EQ(other.code, ExitCode::disagree);
        EXPECT_EQ(other.out, "");
        EXPECT_THAT(other.err, HasSubstr("no solutions of the puzzle"));
        EXPECT_EQ(run_clew({"compile", source_file("examples/six.sdk"), "--read", file}).code,
                  ExitCode::bad_input);
    }
}

TEST(CompileCommand, WritesAProofThatTheCheckerAccepts) {
    TemporaryFolder folder;
    const std::string cnf = folder.file("p92.cnf"), cpog = folder.file("p92.cpog");
    EXPECT_EQ(run_clew({"compile", p92, "-o", cnf}).code, ExitCode::ok);
    EXPECT_EQ(run_clew({"compile", p92, "-o", cpog}).code, ExitCode::ok);
    std::ifstream formula{cnf}, proof{cpog};
    const proof::Result r = proof::check_cpog(proof::read_cnf(formula, cnf), proof, cpog, nullptr);
    EXPECT_TRUE(r.accepted) << r.why;
    EXPECT_EQ(r.count, "12");
}

TEST(CompileCommand, WritesNothingThatIsNotWhole) {
    TemporaryFolder folder;
    for (const std::string name : {"a.nnf", "a.cpog"}) {
        const std::string file = folder.file(name);
        const Result spent =
            run_clew({"compile", "--budget", "3", "-", "-o", file}, std::string(81, '.'));
        EXPECT_EQ(spent.code, ExitCode::partial);
        EXPECT_THAT(spent.err, HasSubstr("nothing written"));
        EXPECT_FALSE(std::filesystem::exists(file));
    }
    const Result late = run_clew({"compile", "--timeout", "0.05", "-"}, std::string(81, '.'));
    EXPECT_EQ(late.code, ExitCode::partial);
    EXPECT_EQ(late.out, "");
}

// A cage with a sum brings helper variables, which are no candidates.
TEST(CompileCommand, KnowsRules) {
    const std::string cage =
        R"({"format":"clew-puzzle","version":2,"geometry":{"size":4,"boxes":[2,2]},"rules":[{"kind":"killer_cage","cells":["r1c1","r2c1","r2c2"],"numbers":[6]}]})";
    const std::string count = run_clew({"count", "-q", "-"}, cage).out;
    EXPECT_EQ(run_clew({"compile", "-"}, cage).out, count);
    const Result marginals = run_clew({"compile", "--show", "marginals", "-"}, cage);
    EXPECT_EQ(marginals.code, ExitCode::ok) << marginals.err;
    const Result samples = run_clew({"compile", "--show", "samples", "-n", "5", "-"}, cage);
    EXPECT_EQ(samples.out.size(), 5U * 17U) << samples.out;
}

TEST(CompileCommand, DrawsItsGraph) {
    const Result r = run_clew({"compile", "--show", "dot", p92});
    EXPECT_EQ(r.code, ExitCode::ok) << r.err;
    EXPECT_THAT(r.out, HasSubstr("digraph solutions {"));
    EXPECT_THAT(r.out, HasSubstr("12 ways"));
    for (const Words& words : {Words{"tree", "--mode", "diagram"}, {"tree", "--mode=diagram"}}) {
        Words old = words;
        old.push_back(p92);
        const Result same = run_clew(old);
        EXPECT_EQ(same.out, r.out);
        EXPECT_THAT(same.err, HasSubstr("tree --mode diagram is now: compile --show dot\n"));
    }
    const std::string blank(81, '.');
    EXPECT_EQ(run_clew({"compile", "--show", "dot", "-"}, blank).code, ExitCode::partial);
    // 31 nodes of a graph can be looked at, 3 000 cannot.
    const std::string many =
        "..9.....2...31.8..2.86......5..2...1...4.8...6...9..4......64....7.8....1.....2..";
    const Result large = run_clew({"compile", "--show", "dot", "-"}, many);
    EXPECT_EQ(large.code, ExitCode::usage);
    EXPECT_THAT(large.err, HasSubstr("too many nodes to look at"));
    TemporaryFolder folder;
    const std::string file = folder.file("a.dot"), picture = folder.file("a.svg");
    EXPECT_EQ(run_clew({"compile", p92, "-o", file}).code, ExitCode::ok);
    EXPECT_EQ(read_file(file), r.out);
    EXPECT_EQ(run_clew({"compile", p92, "-o", picture}).code, ExitCode::ok);
    EXPECT_THAT(read_file(picture), HasSubstr("</svg>"));
}

}  // namespace
}  // namespace clew::cli
