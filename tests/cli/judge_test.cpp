// clew judge: somebody's steps and grids, as they are right or wrong.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/cli/harness.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::cli {
namespace {

using nlohmann::json;
using reference::contradictory;
using reference::gould;
using reference::p92;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class JudgeCommandTest : public ::testing::Test {
  protected:
    Result judge(const std::string& puzzle, const std::string& steps,
                 std::vector<std::string> more = {}) {
        std::ofstream{folder_.file("steps")} << steps;
        std::vector<std::string> words{"judge", "-", "--steps", folder_.file("steps")};
        words.insert(words.end(), more.begin(), more.end());
        return run_clew(words, puzzle + "\n");
    }
    // run_clew({"judge", "-", "--steps", "FILE", "--spoil"}) and the like.
    std::vector<std::string> judgements(const std::string& puzzle, const std::string& steps) {
        std::vector<std::string> list;
        const json found = json::parse(judge(puzzle, steps, {"--json"}).out);
        for (const json& step : found["steps"]) list.push_back(step["judgement"]);
        return list;
    }
    Result grid(const std::string& puzzle, const std::string& filled,
                std::vector<std::string> more = {}) {
        std::vector<std::string> words{"judge", "-", "--grid", filled};
        words.insert(words.end(), more.begin(), more.end());
        return run_clew(words, puzzle + "\n");
    }

    TemporaryFolder folder_;
};

TEST_F(JudgeCommandTest, TellsWhatFollowsFromWhatIsTrueAndFromWhatIsFalse) {
    EXPECT_THAT(
        judgements(p92,
                   "r1c2<>4\n"            // by the shortest argument
                   "r1c2=4\n"             // which is false
                   "r1c1=3  # perhaps\n"  // in some solutions
                   "r1c2 != 4 .\n"        // said before
                   "r7c5=7: 7 in row 7\n"
                   "r7c6=6\n"),
        ElementsAre("follows", "wrong", "undecided", "nothing new", "unsupported", "nothing new"));
}

TEST_F(JudgeCommandTest, ReadsStepsFromStandardInput) {
    std::ofstream{folder_.file("two")} << p92 << "\n" << p92 << "\n";
    const Result r = run_clew({"judge", folder_.file("two"), "--steps", "-"}, "r1c2=4\n");
    EXPECT_EQ(r.code, ExitCode::disagree);
    const std::size_t first = r.out.find("r1c2=4");
    EXPECT_NE(r.out.find("r1c2=4", first + 6), std::string::npos) << r.out;  // of each puzzle
    EXPECT_THAT(run_clew({"judge", folder_.file("two"), "--steps", "-"}, "no step\n").err,
                HasSubstr("<stdin>:1:"));
    for (const std::vector<std::string>& both :
         {std::vector<std::string>{"judge", "--steps", "-"},
          {"judge", "-", "--steps", "-"},
          {"judge", folder_.file("two"), "--grid", "-", "--steps", "-"}}) {
        const Result refused = run_clew(both, p92 + "\n");
        EXPECT_EQ(refused.code, ExitCode::usage);
        EXPECT_THAT(refused.err, HasSubstr("standard input is read once"));
    }
}

TEST_F(JudgeCommandTest, HoldsASteptoWhatItCites) {
    // Row 1 of four: 1 2 3 and an open cell.
    const std::string four = "123.............";
    EXPECT_THAT(judgements(four, "r1c4=4: r1c4"), ElementsAre("follows"));
    EXPECT_THAT(judgements(four, "r1c4=4: row 1"), ElementsAre("follows"));
    EXPECT_THAT(judgements(four, "r1c4=4: 4 in row 1"), ElementsAre("follows"));
    EXPECT_THAT(judgements(four, "r1c4=4: 4 in column 4"), ElementsAre("unsupported"));
    EXPECT_THAT(judgements(four, "r1c4=4: 3 in row 1; 4 in column 4"), ElementsAre("unsupported"));
    EXPECT_THAT(judgements(four, "r1c4=4\nr2c4<>4"), ElementsAre("follows", "nothing new"));
    // Two conclusions of which one is false: the step is.
    EXPECT_THAT(judgements(four, "r1c4=4, r2c4=4"), ElementsAre("wrong"));
    const Result r = judge(four, "r1c4=4: 4 in column 4");
    EXPECT_EQ(r.code, ExitCode::disagree);
    EXPECT_THAT(r.out, HasSubstr("does not follow"));
    EXPECT_EQ(judge(four, "r1c4=4: r1c4").code, ExitCode::ok);
}

TEST_F(JudgeCommandTest, KnowsRulesAndTheirWords) {
    const std::string cage = read_file(source_file("examples/killer.json"));
    const json walk = json::parse(run_clew({"explain", "--json", "-"}, cage).out);
    std::string steps;
    std::size_t count = 0;
    for (const json& step : walk["steps"]) {
        std::string line;
        for (const json& c : step["placements"]) line += std::string{c} + ", ";
        for (std::string c : step["eliminations"]) line += c.replace(c.find('='), 1, "<>") + ", ";
        line += ": ";
        for (const json& c : step["cites"])
            line +=
                (c.contains("cell")    ? std::string{c["cell"]}
                 : c.contains("digit") ? std::string{c["digit"]} + " in " + std::string{c["house"]}
                 : c.contains("rule")  ? "rule " + c["rule"].dump()
                                       : "the total of " + std::string{c["total"]}) +
                "; ";
        steps += line + "\n";
        if (++count == 12) break;
    }
    ASSERT_GT(count, 3U);
    for (const std::string& one : judgements(cage, steps))
        EXPECT_TRUE(one == "follows" || one == "nothing new") << one << "\n" << steps;
    // A rule by the name that walks give it.
    const std::string dots =
        R"({"format":"clew-puzzle","version":2,"geometry":{"size":4,"boxes":[2,2]},"rules":[)"
        R"({"kind":"pair_sum","cells":["r1c1","r1c2"],"numbers":[3]}]})";
    EXPECT_THAT(judgements(dots, "r1c1<>3: the sum of two cells at r1c1"), ElementsAre("follows"));
    EXPECT_THAT(judgements(dots, "r1c1<>3: row 1"), ElementsAre("unsupported"));
}

TEST_F(JudgeCommandTest, RefusesWhatIsNoStep) {
    const std::pair<const char*, const char*> rows[] = {
        {"r1c1=5\nr1c1 is 5", "steps:2: 'r1c1 is 5' is no conclusion"},
        {"r1c1=", "is no conclusion"},
        {"r10c1=5", "is no conclusion"},
        {"r1c1=55", "is no conclusion"},
        {": row 1", "nothing is concluded"},
        {"r1c1=5: row 10", "'row 10' is nothing to cite"},
        {"r1c1=5: rule 1", "'rule 1' is nothing to cite"},
        {"r1c1=5, r1c1=6", "two digits in one cell"},
    };
    for (const auto& [steps, says] : rows) {
        const Result r = judge(p92, steps);
        EXPECT_EQ(r.code, ExitCode::bad_input) << steps;
        EXPECT_THAT(r.err, HasSubstr(says));
    }
    EXPECT_EQ(run_clew({"judge", "-"}, p92).code, ExitCode::usage);
    EXPECT_EQ(judge(contradictory, "r1c1=5").code, ExitCode::no_solution);
}

TEST_F(JudgeCommandTest, SaysHowManyDigitsAreWrongAndWhichOnlyIfAsked) {
    const std::string solution = lines_of(run_clew({"solve", "-"}, gould).out).back();
    EXPECT_EQ(grid(gould, solution).out, "Solved.\n");
    EXPECT_EQ(grid(gould, solution).code, ExitCode::ok);
    std::string half = solution;
    for (std::size_t i = 40; i < 81; ++i) half[i] = gould[i];
    EXPECT_THAT(grid(gould, half).out, HasSubstr("So far right: "));
    std::string wrong = half;
    const std::size_t open = gould.find('.');
    wrong[open] = solution[open] == '9' ? '1' : static_cast<char>(solution[open] + 1);
    const Result r = grid(gould, wrong);
    EXPECT_EQ(r.code, ExitCode::disagree);
    EXPECT_THAT(r.out, HasSubstr("1 of "));
    EXPECT_THAT(r.out, HasSubstr("is wrong."));
    EXPECT_EQ(r.out.find("Wrong: "), std::string::npos);
    EXPECT_THAT(grid(gould, wrong, {"--spoil"}).out,
                HasSubstr("Wrong: r1c" + std::to_string(open + 1)));
    std::string changed = solution;
    const std::size_t clue = gould.find_first_of("123456789");
    changed[clue] = changed[clue] == '1' ? '2' : '1';
    EXPECT_EQ(grid(gould, changed).code, ExitCode::usage);
    EXPECT_EQ(grid(gould, "1...............").code, ExitCode::usage);
}

TEST_F(JudgeCommandTest, KnowsThatDigitsMayNotStandTogetherOrStandWherePlayersCrossThemOut) {
    // Two solutions of P-92 that differ in r1c1 and r1c2: the first digit of one, the second of the
    // other may not go together.
    const auto solutions = lines_of(run_clew({"enumerate", "-"}, p92).out);
    bool found = false;
    for (const std::string& a : solutions)
        for (const std::string& b : solutions) {
            std::string mixed = p92;
            mixed[0] = a[0];
            mixed[1] = b[1];
            if (std::ranges::any_of(
                    solutions,
                    [&](const std::string& s) { return s[0] == mixed[0] && s[1] == mixed[1]; }) ||
                mixed[0] == mixed[1])
                continue;
            found = true;
            EXPECT_THAT(grid(p92, mixed).out, HasSubstr("no solution has them all"));
        }
    EXPECT_TRUE(found);
    const json j = json::parse(
        run_clew({"judge", "--json", "-"},
                 ":0000:x:" + gould + ":" + "111 211 311 411 511 611 711 811 911" + "::\n")
            .out);
    EXPECT_EQ(j["grid"]["crossed_out"], gould[0] == '.' ? 1 : 0);
}

}  // namespace
}  // namespace clew::cli
