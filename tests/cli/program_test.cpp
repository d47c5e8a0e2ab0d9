// The program itself: what only a process can show. Exit codes, signals, pipes, files, bench.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/child_process.hpp"
#include "tests/cli/harness.hpp"

namespace clew::cli {
namespace {

using ::testing::HasSubstr;

const std::string program = CLEW_PROGRAM;
const std::string p92 =
    "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..\n";

TEST(ChildProcess, ReportsExitCodesTimeAndMemory) {
    const ChildRun good = run_child({"true"});
    EXPECT_EQ(good.exit_code, 0);
    EXPECT_GT(good.peak_kib, 0);
    EXPECT_EQ(run_child({"sh", "-c", "exit 7"}).exit_code, 7);
    EXPECT_EQ(run_child({"sh", "-c", "kill -TERM $$"}).exit_code, 128 + 15);
    EXPECT_THROW(run_child({"no-such-program-anywhere"}), std::system_error);
    const ChildRun slow = run_child({"sleep", "60"}, {.time_limit_seconds = 0.05});
    EXPECT_TRUE(slow.timed_out);
    EXPECT_FALSE(is_installed("no-such-program-anywhere"));
    EXPECT_TRUE(is_installed("sh"));
}

TEST(Program, CountsFromAFileAndFromStandardInput) {
    const TemporaryFolder folder;
    const std::string input = folder.write("in", p92 + p92);
    const std::string out = folder.file("out");
    EXPECT_EQ(
        run_child({program, "count", "-"}, {.input_file = input, .output_file = out}).exit_code, 0);
    EXPECT_EQ(read_file(out), "12\n12\n");
    EXPECT_EQ(run_child({program, "count", source_file("examples/p92.sdk")}, {.output_file = out})
                  .exit_code,
              0);
    EXPECT_EQ(read_file(out), "12\n");
}

TEST(Program, EndsWithItsDocumentedExitCodes) {
    const TemporaryFolder folder;
    const auto code = [&](std::vector<std::string> words, const std::string& input) {
        words.insert(words.begin(), program);
        return run_child(words, {.input_file = folder.write("in", input)}).exit_code;
    };
    EXPECT_EQ(code({"frobnicate"}, ""), 2);
    EXPECT_EQ(code({"count", "-"}, "rubbish\n"), 3);
    EXPECT_EQ(code({"count", "/no/such/file"}, ""), 4);
    EXPECT_EQ(code({"solve", "-"}, "11" + std::string(79, '.') + "\n"), 10);
    EXPECT_EQ(code({"verify", "-"}, p92), 11);
    EXPECT_EQ(code({"count", "--engine", "search", "--timeout", "50ms", "-"},
                   std::string(81, '.') + "\n"),
              20);
}

TEST(Program, AnInterruptKeepsWhatWasFoundInWholeLines) {
    const TemporaryFolder folder;
    const std::string blank = folder.write("blank", std::string(81, '.') + "\n");
    const std::string out = folder.file("out");
    const ChildRun run = run_child({"timeout", "--preserve-status", "-s", "INT", "0.5", program,
                                    "enumerate", "--engine", "search", blank},
                                   {.output_file = out});
    EXPECT_EQ(run.exit_code, 130);
    const std::string text = read_file(out);
    ASSERT_FALSE(text.empty());
    EXPECT_EQ(text.size() % 82, 0U);
    EXPECT_EQ(text.back(), '\n');
    EXPECT_EQ(run_child({"timeout", "--preserve-status", "-s", "INT", "0.5", program, "count",
                         "--engine", "search", blank},
                        {.output_file = out})
                  .exit_code,
              130);
    EXPECT_EQ(read_file(out).substr(0, 2), ">=");
}

TEST(Program, FullDiskIsAnError) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    EXPECT_EQ(
        run_child({program, "count", source_file("examples/p92.sdk")}, {.output_file = "/dev/full"})
            .exit_code,
        4);
    EXPECT_EQ(run_child({program, "enumerate", "-o", "/dev/full", source_file("examples/p92.sdk")})
                  .exit_code,
              4);
}

TEST(Program, MeasuresItself) {
    const TemporaryFolder folder;
    const std::string out = folder.file("out");
    const std::string plot = folder.file("plot.svg");
    const ChildRun run = run_child({program, "bench", "solutions", "--runs", "1", "--no-peers",
                                    "--max-solutions", "1000", "--json", "--plot", plot},
                                   {.output_file = out});
    ASSERT_EQ(run.exit_code, 0);
    const auto object = nlohmann::json::parse(read_file(out));
    EXPECT_EQ(object["schema"], "clew/bench/1");
    ASSERT_EQ(object["rows"].size(), 2U);
    EXPECT_EQ(object["rows"][0]["programs"][0]["program"], "clew count");
    EXPECT_THAT(read_file(plot), HasSubstr("Cost against number of solutions"));
    EXPECT_EQ(run_child({program, "bench", "speed"}).exit_code, 2);
}

}  // namespace
}  // namespace clew::cli
