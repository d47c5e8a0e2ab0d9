// count --shard and merge.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/harness.hpp"

namespace clew::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// 20 clues, 3 621 solutions or so: the whole is asked of the command itself.
const std::string puzzle =
    "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4.........3..7.85...1........";

std::string part(const std::string& shard) {
    const Result r = run_clew({"count", "--shard", shard, "-"}, puzzle);
    EXPECT_EQ(r.code, ExitCode::ok) << r.err;
    EXPECT_THAT(r.out, StartsWith(R"({"schema":"clew/shard/1","shard":")" + shard));
    return r.out;
}

TEST(Merge, AddsUpTheParts) {
    const std::string whole = run_clew({"count", "--engine", "search", "-"}, puzzle).out;
    const Result r = run_clew({"merge", "-"}, part("2/3") + part("3/3") + part("1/3"));
    EXPECT_EQ(r.code, ExitCode::ok) << r.err;
    EXPECT_EQ(r.out, whole);

    const TemporaryFolder folder;
    const std::string one = folder.write("1", part("1/2"));
    const std::string two = folder.write("2", part("2/2"));
    EXPECT_EQ(run_clew({"merge", one, two}).out, whole);
    EXPECT_THAT(run_clew({"merge", "--json", one, two}).out,
                StartsWith(R"({"schema":"clew/merge/1","parts":2,"count":)"));
}

TEST(Merge, RefusesMissingAndDoubledParts) {
    const std::string one = part("1/2");
    Result r = run_clew({"merge"}, one);
    EXPECT_EQ(r.code, ExitCode::bad_input);
    EXPECT_THAT(r.err, HasSubstr("1 of 2 parts are missing, the first is 2/2"));
    r = run_clew({"merge"}, one + one);
    EXPECT_EQ(r.code, ExitCode::bad_input);
    EXPECT_THAT(r.err, HasSubstr("<stdin>:2: part 1/2 is here twice"));
    r = run_clew({"merge"}, "");
    EXPECT_EQ(r.code, ExitCode::bad_input);
    r = run_clew({"merge", "/no/such/file"});
    EXPECT_EQ(r.code, ExitCode::io);
}

TEST(Merge, RefusesAPartThatWasChanged) {
    const std::string one = part("1/2"), two = part("2/2");
    const auto refused = [&](const std::string& text) {
        const Result r = run_clew({"merge"}, two + text);
        EXPECT_EQ(r.code, ExitCode::bad_input) << text;
        EXPECT_EQ(r.out, "") << text;
        return r.err;
    };
    for (const char* key : {"count", "ending", "terms", "arrangements", "options"}) {
        std::string text = one;
        const std::size_t at =
            text.find(std::string("\"") + key + "\":") + std::string(key).size() + 3;
        if (std::string(key) == "ending") {
            text.replace(at, std::string("\"exhausted\"").size(), "\"interrupted\"");
        } else {
            std::size_t last = text.find_first_of(",}", at) - 1;
            if (text[last] == '"') --last;
            text[last] = text[last] == '1' ? '2' : '1';
        }
        EXPECT_THAT(refused(text), HasSubstr("<stdin>:2: the digest is another")) << key;
    }
    const std::string bare = one.substr(0, one.find(",\"digest\"")) + "}\n";
    EXPECT_THAT(refused(bare), HasSubstr("<stdin>:2: no digest"));
    // Written otherwise, it says the same.
    std::string spaced = one;
    spaced.insert(1, "  ");
    EXPECT_EQ(run_clew({"merge"}, two + spaced).code, ExitCode::ok);
}

TEST(Merge, CountRefusesWhatDoesNotGoWithShards) {
    for (const char* shard : {"0/2", "3/2", "x", "1"})
        EXPECT_EQ(run_clew({"count", "--shard", shard, "-"}, puzzle).code, ExitCode::usage);
    EXPECT_EQ(run_clew({"count", "--shard", "1/2", "--limit", "3"}, puzzle).code, ExitCode::usage);
    EXPECT_EQ(run_clew({"count", "--shard", "1/2", "--engine", "sat"}, puzzle).code,
              ExitCode::usage);
    EXPECT_EQ(run_clew({"count", "--shard", "1/2", "--verify-with", "sat"}, puzzle).code,
              ExitCode::usage);
    EXPECT_EQ(run_clew({"count", "--shard", "1/2"}, std::string(16, '.')).code, ExitCode::usage);
}

}  // namespace
}  // namespace clew::cli
