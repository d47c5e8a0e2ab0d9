// lab: rule sets over many puzzles, as table, CSV, plot and JSON.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/harness.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::cli {
namespace {

using nlohmann::json;
using reference::p92;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// Two puzzles that singles solve (the blank row, the blank box), one where they get stuck.
const std::string easy =
    ".........672195348198342567859761423426853791713924856961537284287419635345286179";
const std::string box =
    "...678912...195348...342567859761423426853791713924856961537284287419635345286179";
const std::string list = easy + "\n" + box + "\n" + p92 + "\n";

TEST(LabCommand, TellsWhatEachSetSolvesAndWhichRulesItCouldDoWithout) {
    const Result r = run_clew(
        {"lab", "--rules", "template", "--rules", "methods", "--details", "-q", "-"}, list);
    EXPECT_EQ(r.code, ExitCode::ok) << r.err;
    EXPECT_THAT(r.err, testing::IsEmpty());
    const auto lines = lines_of(r.out);
    ASSERT_GT(lines.size(), 3U);
    EXPECT_THAT(lines[0], StartsWith("rules         puzzles   solved    share"));
    EXPECT_THAT(lines[1], StartsWith("template            3        2   66.67%     9.0       90"));
    EXPECT_THAT(lines[2], StartsWith("methods             3        2   66.67%     9.0       36"));
    EXPECT_THAT(r.out, HasSubstr("naked-single                     10"));
    // Either single alone fills a blank row or box.
    EXPECT_THAT(r.out, HasSubstr("redundant given the others: naked-single, hidden-single"));
}

// Of several solutions a walk that has found all there is to find is settled, as `explain` says.
TEST(LabCommand, AWalkThatFoundEverythingIsNotStuck) {
    const Result r = run_clew({"lab", "--rules", "template", "--json", "-q", "-"},
                              std::string(81, '.') + "\n" + easy + "\n" + p92 + "\n");
    EXPECT_EQ(r.code, ExitCode::ok) << r.err;
    const json set = json::parse(r.out)["sets"][0];
    EXPECT_EQ(set["settled"], 1);
    EXPECT_EQ(set["stuck"], 1);
    EXPECT_EQ(set["solved"], 1);
}

TEST(LabCommand, TakesEveryBuiltInSetIfNoneIsNamed) {
    const json object = json::parse(run_clew({"lab", "--json", "-q", "-"}, list).out);
    std::vector<std::string> names;
    for (const json& set : object["sets"]) names.push_back(set["rule_set"]);
    EXPECT_THAT(names, testing::ElementsAre("template", "sudokujm", "methods", "gromley", "pike",
                                            "human", "structures", "all"));
}

TEST(LabCommand, JsonHasTheSameFigures) {
    const Result r = run_clew({"lab", "--rules", "template", "--json", "-q", "-"}, list);
    EXPECT_EQ(r.code, ExitCode::ok);
    const json set = json::parse(r.out)["sets"][0];
    EXPECT_EQ(set["puzzles"], 3);
    EXPECT_EQ(set["solved"], 2);
    EXPECT_EQ(set["stuck"], 1);
    EXPECT_EQ(set["impossible"], 0);
    EXPECT_EQ(set["mean_steps"], 9.0);
    EXPECT_EQ(set["mean_score"], 90.0);
    EXPECT_EQ(set["hardest"], 10);
    EXPECT_FALSE(set.contains("cpu_seconds"));
    EXPECT_EQ(set["techniques"].size(), 2U);
    for (const json& rule : set["techniques"]) EXPECT_EQ(rule["needed"], 0);
}

TEST(LabCommand, WalksJustOnceOnRequest) {
    const TemporaryFolder folder;
    const std::string csv = folder.file("figures.csv");
    const std::vector<std::string> line = {"lab", "--rules", "template", "--no-needs", "-q", "-"};
    std::vector<std::string> with_csv = line;
    with_csv.insert(with_csv.end(), {"--json", "--csv", csv});
    const json rule = json::parse(run_clew(with_csv, list).out)["sets"][0]["techniques"][0];
    EXPECT_GT(rule["steps"], 0);
    EXPECT_FALSE(rule.contains("needed"));
    EXPECT_THAT(read_file(csv), HasSubstr(",,,,,\n"));
    const std::string table = run_clew(line, list).out;
    EXPECT_THAT(table, HasSubstr("66.67%"));
    EXPECT_THAT(table, Not(HasSubstr("redundant")));
    EXPECT_EQ(run_clew({"lab", "--no-needs", "--details", "-q", "-"}, list).code, ExitCode::usage);
}

TEST(LabCommand, MeasuresOnRequest) {
    const Result r = run_clew({"lab", "--rules", "template", "--time", "--json", "-q", "-"}, list);
    EXPECT_TRUE(json::parse(r.out)["sets"][0].contains("cpu_seconds"));
    EXPECT_THAT(run_clew({"lab", "--rules", "template", "--time", "-q", "-"}, list).out,
                HasSubstr("puzzles/s"));
}

TEST(LabCommand, WritesCsvAndPlot) {
    const TemporaryFolder folder;
    const std::string csv = folder.file("figures.csv");
    const std::string plot = folder.file("share.svg");
    const Result r = run_clew({"lab", "--rules", "template", "--rules", "sudokujm", "--csv", csv,
                               "--plot", plot, "-q", "-"},
                              list);
    EXPECT_EQ(r.code, ExitCode::ok) << r.err;
    const auto rows = lines_of(read_file(csv));
    ASSERT_EQ(rows.size(), 1U + (1 + 2) + (1 + 11));
    const auto fields = [](const std::string& row) { return std::ranges::count(row, ',') + 1; };
    for (const std::string& row : rows) EXPECT_EQ(fields(row), fields(rows[0])) << row;
    EXPECT_THAT(rows[0], StartsWith("row,rule_set,technique,score,puzzles,solved,steps,needed"));
    EXPECT_EQ(rows[1], "set,template,,,3,2,,,9.000,90.000,10,");
    EXPECT_THAT(rows[2], StartsWith("rule,template,naked-single,10,"));
    EXPECT_THAT(rows[4], StartsWith("set,sudokujm,,,3,"));
    const std::string svg = read_file(plot);
    EXPECT_THAT(svg, StartsWith("<svg "));
    EXPECT_THAT(svg, HasSubstr(">template</text>"));
    EXPECT_THAT(svg, HasSubstr(">sudokujm</text>"));
    EXPECT_EQ(folder.file_count(), 2U);
}

TEST(LabCommand, IsTheSameOnEveryRunAndAnyNumberOfThreads) {
    const auto with = [](const char* threads, const char* seed) {
        return run_clew({"lab", "--generate", "12", "--seed", seed, "--details", "--rules",
                         "methods", "--threads", threads, "-q"})
            .out;
    };
    const std::string once = with("1", "7");
    EXPECT_THAT(once, HasSubstr("methods            12 "));
    EXPECT_EQ(with("3", "7"), once);
    EXPECT_NE(with("1", "8"), once);
}

TEST(LabCommand, TakesTheUsersRules) {
    const TemporaryFolder folder;
    const std::string rules = folder.write(
        "mine.json", R"({"name": "mine", "rules": [{"technique": "hidden-single", "score": 3}]})");
    const Result r = run_clew({"lab", "--rules", rules, "--json", "-q", "-"}, list);
    const json set = json::parse(r.out)["sets"][0];
    EXPECT_EQ(set["rule_set"], "mine");
    EXPECT_EQ(set["hardest"], 3);
}

TEST(LabCommand, RefusesWhatItCannotUse) {
    const auto refused = [](const std::vector<std::string>& arguments, const std::string& input,
                            ExitCode code) {
        const Result r = run_clew(arguments, input);
        EXPECT_EQ(r.code, code);
        EXPECT_THAT(r.out, testing::IsEmpty());
        return r.err;
    };
    EXPECT_THAT(refused({"lab", "--rules", "nonsense", "-q", "-"}, list, ExitCode::usage),
                HasSubstr("no rule set and no technique is called 'nonsense'"));
    EXPECT_THAT(refused({"lab", "--generate", "3", "-q", "puzzles.sdm"}, "", ExitCode::usage),
                HasSubstr("--generate: does not go with FILE"));
    EXPECT_THAT(refused({"lab", "-q", "-"}, easy + "\nwhat?\n", ExitCode::bad_input),
                HasSubstr("<stdin>:2"));
    const Result none = run_clew({"lab", "-q", "no-such-file.sdm"});
    EXPECT_EQ(none.code, ExitCode::io);
    EXPECT_THAT(none.err, HasSubstr("no-such-file.sdm cannot be opened"));
}

TEST(LabCommand, EndsInTimeWithNothing) {
    const Result r = run_clew({"lab", "--generate", "100000", "--timeout", "50ms", "-q"});
    EXPECT_EQ(r.code, ExitCode::partial);
    EXPECT_THAT(r.out, testing::IsEmpty());
    EXPECT_THAT(r.err, HasSubstr("time is over"));
}

}  // namespace
}  // namespace clew::cli
