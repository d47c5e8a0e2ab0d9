// clew serve: what it prints, what it refuses, how it ends. What it serves: tests/cli/serve.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdlib>

#include "tests/cli/harness.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;

/// Serves and is interrupted at once.
Result served(const std::vector<std::string>& words) {
    StopFlag interrupt;
    interrupt.raise();
    return run_clew(words, {}, &interrupt);
}

TEST(Serve, PrintsItsLinkAndEndsWhenInterrupted) {
    const Result r = served({"serve", "--port", "0"});
    EXPECT_EQ(r.code, ExitCode::ok) << r.err;
    EXPECT_THAT(r.out, MatchesRegex("http://127\\.0\\.0\\.1:[0-9]+/\n"));
    EXPECT_THAT(r.err, IsEmpty());
}

TEST(Serve, TakesAFreePortWhereTheUsualOneIsTakenAndNoneWasAsked) {
    // Whoever holds it: a server that is started while another one runs has one too.
    EXPECT_EQ(served({"serve"}).code, ExitCode::ok);
    const Result taken = served({"serve", "--port", "1", "--host", "192.0.2.1"});
    EXPECT_EQ(taken.code, ExitCode::usage);
    EXPECT_THAT(taken.err, HasSubstr("cannot be had"));
}

TEST(Serve, AsksForATokenBeyondTheLoopback) {
    const Result r = served({"serve", "--port", "0", "--host", "0.0.0.0"});
    EXPECT_EQ(r.code, ExitCode::ok) << r.err;
    EXPECT_THAT(r.out, MatchesRegex("http://0\\.0\\.0\\.0:[0-9]+/\\?token=[-_A-Za-z0-9]+\n"));
    const Result again = served({"serve", "--port", "0", "--host", "0.0.0.0"});
    EXPECT_NE(r.out.substr(r.out.find('=')), again.out.substr(again.out.find('=')));
    EXPECT_THAT(served({"serve", "--port", "0", "--token", "correct-horse-battery"}).out,
                HasSubstr("/?token=correct-horse-battery\n"));
}

TEST(Serve, RefusesWhatDoesNotFit) {
    const std::pair<std::vector<std::string>, std::string> rows[] = {
        {{"serve", "--host", "example.org"}, "--host: 'example.org' is no address"},
        {{"serve", "--token", "short"}, "--token: this word does not do"},
        {{"serve", "--token", "sixteen letters;"}, "--token: this word does not do"},
        {{"serve", "--port", "70000"}, "--port: '70000' does not fit"},
        {{"serve", "--max-body", "0"}, "--max-body: '0' does not fit"},
        {{"serve", "--memory", "0"}, "--memory: '0' does not fit"},
    };
    for (const auto& [words, says] : rows) {
        const Result r = served(words);
        EXPECT_EQ(r.code, ExitCode::usage) << says;
        EXPECT_THAT(r.err, HasSubstr(says));
    }
}

TEST(Serve, TakesItsLimits) {
    const Result r =
        served({"serve", "--port",        "0",   "--max-time",        "5",  "--max-working",
                "3",     "--max-waiting", "9",   "--max-connections", "20", "--max-body",
                "5",     "--max-answer",  "2",   "--max-cache",       "0",  "--max-memory",
                "64",    "--memory",      "128", "--threads",         "1"});
    EXPECT_EQ(r.code, ExitCode::ok) << r.err;
}

TEST(Serve, SaysWhenTheSystemHasNoFileDescriptorsLeft) {
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
    std::size_t refused = 0, begun = 0;
    for (rlim_t most = 3; most <= 64; ++most) {
        const rlimit now{.rlim_cur = most, .rlim_max = before.rlim_max};
        ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &now), 0);
        const Result r = served({"serve", "--port", "0"});
        ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
        if (r.code == ExitCode::ok) {
            ++begun;
            continue;
        }
        ++refused;
        EXPECT_EQ(r.code, ExitCode::io) << most;
        EXPECT_EQ(r.err, "clew: the server cannot be started: Too many open files\n") << most;
    }
    EXPECT_GT(refused, 0U);
    EXPECT_GT(begun, 0U);
}

TEST(Serve, SaysWhenThereIsNoBrowserToOpen) {
    const char* const now = std::getenv("PATH");
    const std::string path = now == nullptr ? "" : now;
    setenv("PATH", "/nonexistent", 1);
    const Result r = served({"serve", "--port", "0", "--open"});
    setenv("PATH", path.c_str(), 1);
    EXPECT_EQ(r.code, ExitCode::ok);
    EXPECT_THAT(r.err, HasSubstr("no xdg-open here"));
}

TEST(McpCommand, ReadsAndWritesLines) {
    const Result r = run_clew(
        {"mcp", "--threads", "1"},
        R"({"jsonrpc":"2.0","id":1,"method":"ping"})"
        "\n\n"
        R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"verify","arguments":{"puzzle":")" +
            reference::p92 + R"("}}})");
    EXPECT_EQ(r.code, ExitCode::ok);
    const auto lines = lines_of(r.out);
    ASSERT_EQ(lines.size(), 2U) << r.out;
    EXPECT_EQ(lines[0], R"({"jsonrpc":"2.0","id":1,"result":{}})");
    EXPECT_THAT(lines[1], HasSubstr("several"));
}

}  // namespace
}  // namespace clew::cli
