// clew-bench: its rows and its puzzles.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "cli/child_process.hpp"
#include "tests/cli/harness.hpp"
#include "tools/bench/bench.hpp"
#include "tools/bench/sets.hpp"

namespace clew::bench {
namespace {

using namespace clew::cli;
using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string program = program_path();
const std::string bench = program + "-bench";

TEST(Bench, MeasuresItself) {
    const TemporaryFolder folder;
    const std::string out = folder.file("out");
    const std::string plot = folder.file("plot.svg");
    const ChildRun run = run_child({bench, "solutions", "--runs", "1", "--no-peers",
                                    "--max-solutions", "1000", "--json", "--plot", plot},
                                   {.output_file = out});
    ASSERT_EQ(run.exit_code, 0);
    const auto object = nlohmann::json::parse(read_file(out));
    EXPECT_EQ(object["schema"], "clew/bench/1");
    ASSERT_EQ(object["rows"].size(), 2U);
    EXPECT_EQ(object["rows"][0]["programs"][0]["program"], "clew count");
    EXPECT_THAT(read_file(plot), HasSubstr("Cost against number of solutions"));
    EXPECT_EQ(run_child({bench, "speed"}).exit_code, 2);
}

TEST(Bench, WritesItsTablesIntoAPage) {
    const TemporaryFolder folder;
    const std::string page =
        folder.write("page.md",
                     "above\n<!-- measured: solutions -->\nold\n<!-- end -->\nbetween\n"
                     "<!-- measured: unique -->\nkept\n<!-- end -->\n");
    ASSERT_EQ(run_child({bench, "solutions", "--runs", "1", "--no-peers", "--max-solutions", "100",
                         "--page", page})
                  .exit_code,
              0);
    const std::string text = read_file(page);
    EXPECT_THAT(text,
                HasSubstr("above\n<!-- measured: solutions -->\n`clew-bench solutions`, clew "));
    EXPECT_THAT(text, HasSubstr(", rounds: 1; processor time:\n\n|  | clew count |"));
    EXPECT_THAT(text, HasSubstr(" solutions | "));
    EXPECT_THAT(text, HasSubstr(" ms |\n<!-- end -->\nbetween\n<!-- measured: unique -->\nkept\n"));
    EXPECT_THAT(text, Not(HasSubstr("old")));
    EXPECT_EQ(run_child({bench, "--page", folder.file("none.md")}).exit_code,
              static_cast<int>(ExitCode::io));
}

TEST(Bench, MeasuresWhatAPageHas) {
    const TemporaryFolder folder;
    const std::string page =
        folder.write("page.md", "<!-- measured: certify -->\n<!-- end -->\nbelow\n");
    const std::string out = folder.file("out");
    ASSERT_EQ(run_child({bench, "--runs", "1", "--no-peers", "--max-solutions", "100", "--json",
                         "--page", page},
                        {.output_file = out})
                  .exit_code,
              0);
    for (const auto& row : json::parse(read_file(out))["rows"]) EXPECT_EQ(row["suite"], "certify");
    const std::string text = read_file(page);
    EXPECT_THAT(text, HasSubstr(" solutions | bytes | made | `clew check` | its memory | "));
    for (const std::string format : {"veripb", "cpog", "lrat", "drat"})
        EXPECT_THAT(text, HasSubstr("\n| " + format + " | ")) << text;
    EXPECT_THAT(text, HasSubstr(" MiB |  |\n<!-- end -->\nbelow\n"));
    const std::string other = folder.write("other.md", "no table\n");
    EXPECT_EQ(run_child({bench, "--page", other}).exit_code, static_cast<int>(ExitCode::usage));
}

TEST(Bench, MeasuresItsCertificates) {
    const TemporaryFolder folder;
    const std::string out = folder.file("out");
    const std::string plot = folder.file("plot.svg");
    // A public checker that accepts nothing: its time is no figure, and the exit code tells.
    std::ofstream(folder.file("drat-trim")) << "#!/bin/sh\nexit 1\n";
    std::filesystem::permissions(folder.file("drat-trim"), std::filesystem::perms::owner_all);
    const auto certify = [&](std::vector<std::string> more) {
        std::vector<std::string> words = {"env",
                                          "PATH=" + folder.file("") + ":/usr/bin:/bin",
                                          bench,
                                          "certify",
                                          "--runs",
                                          "1",
                                          "--max-solutions",
                                          "100",
                                          "--json",
                                          "--plot",
                                          plot};
        words.insert(words.end(), more.begin(), more.end());
        return run_child(words, {.output_file = out}).exit_code;
    };
    EXPECT_EQ(certify({"--no-peers"}), 0);
    auto object = nlohmann::json::parse(read_file(out));
    ASSERT_EQ(object["rows"].size(), 2U);
    for (const auto& row : object["rows"]) {
        std::size_t made = 0;
        for (const auto& figure : row["programs"]) {
            EXPECT_FALSE(figure.contains("failed")) << figure;
            if (figure.contains("bytes")) ++made;
        }
        EXPECT_GE(made, 3U) << row;
        EXPECT_EQ(row["programs"].back()["program"], "list, no proof");
    }
    EXPECT_THAT(read_file(plot), HasSubstr("Certificates: time to check"));
    EXPECT_THAT(read_file(plot), HasSubstr("Certificates: size of the proof"));

    EXPECT_EQ(certify({}), static_cast<int>(ExitCode::disagree));
    object = nlohmann::json::parse(read_file(out));
    for (const auto& row : object["rows"])
        for (const auto& figure : row["programs"]) {
            const std::string name = figure["program"];
            EXPECT_EQ(figure.contains("failed"), name.ends_with("drat-trim")) << figure;
        }
    EXPECT_THAT(read_file(plot), Not(HasSubstr("drat-trim")));
}

TEST(Bench, MeasuresItselfBesideAnother) {
    const TemporaryFolder folder;
    const std::string out = folder.file("out");
    const ChildRun run = run_child(
        {bench, "smallest", "--runs", "1", "--run-limit", "0.3", "--against", program, "--json"},
        {.output_file = out});
    ASSERT_EQ(run.exit_code, 0);
    const auto object = nlohmann::json::parse(read_file(out));
    ASSERT_EQ(object["rows"].size(), 3U);
    for (const auto& row : object["rows"]) {
        ASSERT_EQ(row["programs"].size(), 3U);
        EXPECT_EQ(row["programs"][0]["ratio_to"], "explain of the other");
        EXPECT_FALSE(row["programs"][2].contains("failed"));
    }
}

TEST(Bench, GivesNoFigureForWhoCannotBeAsked) {
    const TemporaryFolder folder;
    const std::string out = folder.file("out");
    const ChildRun run = run_child({bench, "smallest", "--runs", "1", "--run-limit", "0.05",
                                    "--against", "/bin/false", "--json"},
                                   {.output_file = out});
    EXPECT_EQ(run.exit_code, static_cast<int>(ExitCode::disagree));
    const auto object = nlohmann::json::parse(read_file(out));
    for (const auto& row : object["rows"]) {
        EXPECT_TRUE(row["programs"][2].contains("failed")) << row;
        EXPECT_FALSE(row["programs"][0].contains("ratio_to")) << row;
    }
}

TEST(Bench, IsAProgramOfItsOwn) {
    const auto asked = [](const std::vector<std::string>& words) {
        std::istringstream in;
        std::ostringstream out, err;
        Host host{.in = in, .out = out, .err = err, .interrupt = nullptr, .signal = nullptr};
        const ExitCode code = run_alone(*make_bench(), words, host);
        return Result{code, out.str(), err.str()};
    };
    EXPECT_THAT(asked({"--help"}).out, HasSubstr("usage: clew-bench [options] [SUITE...]"));
    EXPECT_EQ(asked({"--version"}).out, run_clew({"--version"}).out);
    EXPECT_THAT(asked({"bogus"}).err, HasSubstr("clew: there is no suite 'bogus'"));
    const Result unknown = asked({"--frobnicate"});
    EXPECT_EQ(unknown.code, ExitCode::usage);
    EXPECT_THAT(unknown.err, HasSubstr("see: clew-bench --help"));
    const TemporaryFolder folder;
    const std::string list = folder.write("list", std::string(81, '.') + "\n");
    const Result late = asked({"unique", "--runs", "1", "--no-peers", "--puzzles", list,
                               "--run-limit", "5", "--timeout", "0", "--color", "never"});
    EXPECT_EQ(late.code, ExitCode::partial) << late.err;
}

TEST(BenchSets, OfLogicAreWhatTheirNamesSay) {
    const std::string basic = source_file("examples/bench/basic.json");
    std::size_t puzzles = 0;
    for (const BenchSet& set : bench_sets()) {
        if (set.suite != Suite::logic) continue;
        std::string text;
        for (const std::string& line : set.puzzles()) text += line + "\n";
        const json sets = json::parse(run_clew({"lab", "--rules", "template", "--rules", basic,
                                                "--no-needs", "--json", "-q", "-"},
                                               text)
                                          .out)["sets"];
        const std::size_t count = sets[0]["puzzles"];
        EXPECT_GT(count, 100U) << set.name;
        EXPECT_EQ(sets[0]["solved"], set.name == "singles" ? count : 0U) << set.name;
        EXPECT_EQ(sets[1]["solved"], set.name == "beyond" ? 0U : count) << set.name;
        puzzles += count;
    }
    EXPECT_EQ(puzzles, 2000U);
}

}  // namespace
}  // namespace clew::bench
