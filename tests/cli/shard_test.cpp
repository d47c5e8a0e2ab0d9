// count --shard and merge.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "tests/cli/harness.hpp"

namespace clew::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

using Words = std::vector<std::string>;

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

TEST(Merge, RefusesMissingParts) {
    const std::string one = part("1/2");
    Result r = run_clew({"merge"}, one);
    EXPECT_EQ(r.code, ExitCode::bad_input);
    EXPECT_THAT(r.err, HasSubstr("1 of 2 parts are missing, the first is 2/2"));
    r = run_clew({"merge"}, one + one);
    EXPECT_EQ(r.code, ExitCode::bad_input);
    EXPECT_THAT(r.err, HasSubstr("1 of 2 parts are missing, the first is 2/2"));
    r = run_clew({"merge"}, "");
    EXPECT_EQ(r.code, ExitCode::bad_input);
    r = run_clew({"merge", "/no/such/file"});
    EXPECT_EQ(r.code, ExitCode::io);
}

TEST(Merge, TakesAPartThatIsThereTwiceOnceAndSaysSo) {
    const std::string one = part("1/2"), two = part("2/2");
    const std::string whole = run_clew({"merge"}, one + two).out;
    const Result r = run_clew({"merge"}, one + two + one);
    EXPECT_EQ(r.code, ExitCode::ok);
    EXPECT_EQ(r.out, whole);
    EXPECT_THAT(r.err, HasSubstr("<stdin>:3: part 1/2 is here twice and has nothing to add"));
    EXPECT_THAT(run_clew({"merge", "--json"}, one + two + one).out,
                HasSubstr(R"("repeated":["1/2"])"));
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
    EXPECT_EQ(run_clew({"count", "--shard", "1/2", "--verify-with", "sat"}, puzzle).code,
              ExitCode::usage);
    EXPECT_EQ(run_clew({"count", "--shard", "1/2", "--engine", "exact"}, std::string(16, '.')).code,
              ExitCode::usage);
}

// ---- shards ----

const std::string six = "1...2..........3...4.....1........5.";  // 747 solutions

/// The results of all parts of a plan, run here.
std::vector<std::string> run_parts(const std::string& folder, std::size_t of,
                                   const Words& more = {}) {
    std::vector<std::string> files;
    for (std::size_t k = 1; k <= of; ++k) {
        files.push_back(folder + "/parts/" + std::to_string(k) + ".jsonl");
        Words words = {"shards", "--run",     std::to_string(k), folder + "/plan.jsonl",
                       "-o",     files.back()};
        words.insert(words.end(), more.begin(), more.end());
        const Result r = run_clew(words);
        EXPECT_EQ(r.code, ExitCode::ok) << r.err;
    }
    return files;
}

Words merge_of(const std::vector<std::string>& files, const Words& more = {}) {
    Words words = {"merge"};
    words.insert(words.end(), more.begin(), more.end());
    words.insert(words.end(), files.begin(), files.end());
    return words;
}

TEST(Shards, APlansPartsAddUpToTheWhole) {
    const TemporaryFolder folder;
    for (const std::string by : {"prefixes", "arrangements"}) {
        const std::string job = folder.file(by);
        const Result r = run_clew(
            {"shards", "--for", "parallel", "--by", by, "--shards", "5", "-o", job, "-"}, puzzle);
        ASSERT_EQ(r.code, ExitCode::ok) << r.err;
        EXPECT_THAT(r.out, StartsWith("5 parts by " + by));
        const Result whole = run_clew(merge_of(run_parts(job, 5)));
        EXPECT_EQ(whole.code, ExitCode::ok) << whole.err;
        EXPECT_EQ(whole.out, run_clew({"count", "-"}, puzzle).out);
    }
    // A plan is not written over.
    EXPECT_EQ(
        run_clew({"shards", "--for", "slurm", "-o", folder.file("prefixes"), "-"}, puzzle).code,
        ExitCode::io);
    // Nor is anything else.
    folder.write("README.md", "mine");
    const Result mine = run_clew({"shards", "--for", "slurm", "-o", folder.file(""), "-"}, puzzle);
    EXPECT_EQ(mine.code, ExitCode::io);
    EXPECT_THAT(mine.err, HasSubstr("is not empty"));
    EXPECT_EQ(read_file(folder.file("README.md")), "mine");
}

TEST(Shards, ListsEverySolutionOnce) {
    const TemporaryFolder folder;
    const std::string job = folder.file("job");
    ASSERT_EQ(run_clew({"shards", "--for", "slurm", "--list", "--engine", "search", "--threads",
                        "2", "--quiet", "--shards", "4", "-o", job, "-"},
                       six)
                  .code,
              ExitCode::ok);
    const std::string all = folder.file("all.txt");
    const auto files = run_parts(job, 4, {"--list"});
    EXPECT_EQ(run_clew(merge_of(files, {"--solutions", all})).out,
              run_clew({"count", "-"}, six).out);
    const auto lines = [](const std::string& text) {
        std::vector<std::string> list = lines_of(text);
        std::ranges::sort(list);
        return list;
    };
    EXPECT_EQ(lines(read_file(all)), lines(run_clew({"enumerate", "-"}, six).out));
    // A solution that was changed is found.
    std::string text = read_file(files[1]);
    std::swap(text[0], text[1]);
    folder.write("changed", text);
    EXPECT_THAT(run_clew({"merge", folder.file("changed")}).err,
                HasSubstr("are not the solutions that this part listed"));
    // Parts without solutions have none to write.
    std::string count = run_clew({"count", "--shard", "1/1", "-"}, six).out;
    EXPECT_EQ(run_clew({"merge", "--solutions", all, folder.write("count", count)}).code,
              ExitCode::bad_input);
}

TEST(Shards, CountsAFileOfPuzzlesByBlocks) {
    const TemporaryFolder folder;
    const std::string job = folder.file("job"), blank = std::string(81, '.') + "\n";
    std::string text;
    for (int i = 0; i < 7; ++i) text += puzzle + "\n" + std::string(i % 2 ? blank : "");
    ASSERT_EQ(run_clew({"shards", "--for", "parallel", "--puzzles", "--limit", "50", "--shards",
                        "3", "-o", job, "-"},
                       text)
                  .code,
              ExitCode::ok);
    EXPECT_EQ(run_clew(merge_of(run_parts(job, 3))).out,
              run_clew({"count", "--limit", "50", "--names", "never", "-"}, text).out);
}

TEST(Shards, PartsWriteLedgersThatMergeToTheRoot) {
    const TemporaryFolder folder;
    const std::string job = folder.file("job");
    ASSERT_EQ(
        run_clew({"shards", "--for", "slurm", "--ledger", "--shards", "3", "-o", job, "-"}, puzzle)
            .code,
        ExitCode::ok);
    EXPECT_THAT(read_file(job + "/shard.sh"), HasSubstr(" --ledger"));
    const auto files = run_parts(job, 3, {"--ledger"});
    const std::string whole =
        run_clew({"count", "--ledger", folder.file("whole.ledger"), "-"}, puzzle).out;
    EXPECT_EQ(run_clew(merge_of(files)).out, whole);
    std::vector<std::string> ledgers;
    for (int k = 1; k <= 3; ++k) ledgers.push_back(job + "/parts/" + std::to_string(k) + ".ledger");
    const std::string merged = folder.file("merged.ledger");
    EXPECT_EQ(run_clew(merge_of(ledgers, {"--ledger", merged})).out, whole);
    EXPECT_EQ(read_file(merged), read_file(folder.file("whole.ledger")));
}

TEST(Shards, APartThatATimeLimitStopsIsNoResultButALowerBound) {
    const TemporaryFolder folder;
    const std::string job = folder.file("job"), part = job + "/parts/1.jsonl";
    ASSERT_EQ(run_clew({"shards", "--for", "slurm", "--puzzles", "--engine", "search", "--shards",
                        "2", "-o", job, "-"},
                       std::string(256, '.') + "\n" + std::string(256, '.') + "\n")
                  .code,
              ExitCode::ok);
    const Result r = run_clew({"shards", "--run", "1", "--engine", "search", job + "/plan.jsonl",
                               "--timeout", "50ms", "-o", part});
    EXPECT_EQ(r.code, ExitCode::partial);
    EXPECT_THAT(r.err, HasSubstr("1.partial.jsonl"));
    EXPECT_FALSE(std::filesystem::exists(part));
    EXPECT_THAT(read_file(job + "/parts/1.partial.jsonl"), HasSubstr("interrupted"));
}

TEST(Shards, APartByPrefixesThatATimeLimitStopsSaysWhatItLeft) {
    const TemporaryFolder folder;
    const std::string job = folder.file("job"), part = job + "/parts/1.jsonl";
    ASSERT_EQ(
        run_clew({"shards", "--for", "slurm", "--by", "prefixes", "--shards", "2", "-o", job, "-"},
                 std::string(256, '.'))
            .code,
        ExitCode::ok);
    EXPECT_THAT(read_file(job + "/shard.sh"), HasSubstr("--timeout \"${LIMIT:-"));
    EXPECT_EQ(run_clew({"shards", "--left", job}).out, "1\n2\n");
    Result r =
        run_clew({"shards", "--run", "1", job + "/plan.jsonl", "--timeout", "50ms", "-o", part});
    EXPECT_EQ(r.code, ExitCode::partial);
    EXPECT_THAT(r.err, HasSubstr("time is over: what is left is "));
    EXPECT_THAT(read_file(part), HasSubstr("\"rest\":[{\"cost\":"));
    const std::vector<std::string> left = lines_of(run_clew({"shards", "--left", job}).out);
    ASSERT_GT(left.size(), 2U);
    EXPECT_EQ(left.front(), "1.1");
    EXPECT_EQ(left.back(), "2");
    // The rest's own rest.
    r = run_clew(
        {"shards", "--run", "2", part, "--timeout", "50ms", "-o", job + "/parts/1.2.jsonl"});
    EXPECT_EQ(r.code, ExitCode::partial);
    EXPECT_THAT(run_clew({"shards", "--left", job}).out, HasSubstr("1.1\n1.2.1\n1.2.2\n"));
    EXPECT_EQ(run_clew({"shards", "--run", "99", part}).code, ExitCode::bad_input);
    // By count it is the same, and the sum is a lower bound that names what is missing.
    const std::string second = folder.file("second");
    r = run_clew({"count", "--shard", "2/2", "--timeout", "50ms", "-"}, std::string(256, '.'));
    EXPECT_EQ(r.code, ExitCode::partial);
    EXPECT_THAT(r.err, HasSubstr("what is left is "));
    folder.write("second", r.out);
    r = run_clew({"merge", part, second, job + "/parts/1.2.jsonl"});
    EXPECT_EQ(r.code, ExitCode::partial);
    EXPECT_THAT(r.out, StartsWith(">="));
    EXPECT_THAT(r.err, HasSubstr("of the rest of part 1/2 is missing"));
    EXPECT_THAT(r.err, HasSubstr("1/"));
    EXPECT_THAT(run_clew({"merge", "--json", part, second}).out, HasSubstr("\"missing\":[\""));
}

/// Runs what is left of a job, round by round, each part for no time at all.
void run_out(const std::string& job, const Words& more) {
    for (;;) {
        const std::vector<std::string> left = lines_of(run_clew({"shards", "--left", job}).out);
        if (left.empty()) return;
        for (const std::string& name : left) {
            const std::size_t dot = name.rfind('.');
            const std::string from = dot == std::string::npos
                                         ? job + "/plan.jsonl"
                                         : job + "/parts/" + name.substr(0, dot) + ".jsonl";
            Words words = {"shards",
                           "--run",
                           name.substr(dot + 1),
                           from,
                           "--timeout",
                           "0.001",
                           "-o",
                           job + "/parts/" + name + ".jsonl"};
            words.insert(words.end(), more.begin(), more.end());
            const Result r = run_clew(words);
            ASSERT_TRUE(r.code == ExitCode::ok || r.code == ExitCode::partial) << r.err;
        }
    }
}

std::vector<std::string> results_of(const std::string& job) {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(job + "/parts"))
        if (entry.path().string().find(".partial.") == std::string::npos)
            files.push_back(entry.path().string());
    std::ranges::sort(files);
    return files;
}

TEST(Shards, WhatPartsLeaveIsRunUntilNothingIsLeft) {
    const TemporaryFolder folder;
    const std::string job = folder.file("job");
    ASSERT_EQ(run_clew({"shards", "--for", "parallel", "--list", "--engine", "search", "--shards",
                        "2", "-o", job, "-"},
                       puzzle)
                  .code,
              ExitCode::ok);
    run_out(job, {"--list"});
    const std::string all = folder.file("all.txt");
    const Result whole = run_clew(merge_of(results_of(job), {"--solutions", all}));
    EXPECT_EQ(whole.code, ExitCode::ok) << whole.err;
    EXPECT_EQ(whole.out, run_clew({"count", "-"}, puzzle).out);
    std::vector<std::string> listed = lines_of(read_file(all)),
                             expected = lines_of(run_clew({"enumerate", "-"}, puzzle).out);
    std::ranges::sort(listed);
    std::ranges::sort(expected);
    EXPECT_EQ(listed, expected);
}

TEST(Shards, RefusesWhatDoesNotFit) {
    const TemporaryFolder folder;
    const std::string job = folder.file("job");
    const auto code = [&](Words words, const std::string& input) {
        words.insert(words.begin(), "shards");
        return run_clew(words, input).code;
    };
    EXPECT_EQ(code({"-o", job, "-"}, puzzle), ExitCode::usage);
    EXPECT_EQ(code({"--for", "slurm", "-"}, puzzle), ExitCode::usage);
    EXPECT_EQ(code({"--for", "slurm", "-o", job, "--by", "arrangements", "-"}, six),
              ExitCode::usage);
    EXPECT_EQ(code({"--for", "slurm", "-o", job, "--ledger", "-"}, six), ExitCode::usage);
    EXPECT_EQ(code({"--for", "slurm", "-o", job, "--engine", "exact", "-"}, six), ExitCode::usage);
    EXPECT_EQ(code({"--for", "slurm", "-o", job, "--list", "--engine", "exact", "-"}, puzzle),
              ExitCode::usage);
    EXPECT_EQ(code({"--for", "slurm", "-o", job, "--by", "arrangements", "--engine", "search", "-"},
                   puzzle),
              ExitCode::usage);
    EXPECT_FALSE(std::filesystem::exists(job));
    EXPECT_EQ(
        run_clew({"shards", "--for", "slurm", "-o", job, "--by", "prefixes", "--seconds", "1", "-"},
                 std::string(81, '.'))
            .code,
        ExitCode::usage);
    EXPECT_EQ(code({"--run", "1", "-"}, puzzle), ExitCode::usage);
    EXPECT_EQ(code({"--run", "1", folder.write("puzzle", puzzle)}, ""), ExitCode::bad_input);
    ASSERT_EQ(code({"--for", "slurm", "-o", job, "--shards", "2", "-"}, puzzle), ExitCode::ok);
    EXPECT_EQ(code({"--run", "3", job + "/plan.jsonl"}, ""), ExitCode::bad_input);
    EXPECT_EQ(code({"--run", "1", "--list", job + "/plan.jsonl", "--engine", "exact"}, ""),
              ExitCode::usage);
    std::string plan = read_file(job + "/plan.jsonl");
    plan.replace(plan.find("\"cost\":") + 7, 1, "9");
    EXPECT_EQ(code({"--run", "1", folder.write("plan", plan)}, ""), ExitCode::bad_input);
}

// A decision tree by branches.

const std::string tree_puzzle =
    "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..";

TEST(TreeShards, MergeToTheTreeOfOneRunInEveryFormat) {
    const TemporaryFolder folder;
    const std::string titled = source_file("examples/p92.sdk");
    Words merge{"tree", "--merge"};
    for (const char* k : {"3", "1", "2"}) {
        const std::string out = folder.file(std::string("part") + k);
        const Result r = run_clew({"tree", "--shard", std::string(k) + "/3", "-o", out, titled});
        ASSERT_EQ(r.code, ExitCode::ok) << r.err;
        merge.push_back(out);
    }
    for (const char* format : {"json", "dot", "graphml", "html", "csv"}) {
        const std::string one = folder.file("one." + std::string(format));
        const std::string all = folder.file("all." + std::string(format));
        ASSERT_EQ(run_clew({"tree", titled, "-o", one}).code, ExitCode::ok);
        Words words = merge;
        words.insert(words.end(), {"-o", all});
        const Result r = run_clew(words);
        ASSERT_EQ(r.code, ExitCode::ok) << r.err;
        EXPECT_EQ(read_file(all), read_file(one)) << format;
    }
    EXPECT_EQ(run_clew(merge).out, run_clew({"tree", titled}).out);
    merge.pop_back();
    Result r = run_clew(merge);
    EXPECT_EQ(r.code, ExitCode::bad_input);
    EXPECT_THAT(r.err, HasSubstr("1 of 3 parts are missing, the first is 2/3"));
    merge.push_back(merge.back());
    merge.push_back(folder.file("part2"));
    r = run_clew(merge);
    EXPECT_EQ(r.code, ExitCode::ok);
    EXPECT_THAT(r.err, HasSubstr("part 1/3 is here twice and has nothing to add: taken once"));
}

TEST(TreeShards, AFolderOfThemIsRunByItsLines) {
    const TemporaryFolder folder;
    const std::string job = folder.file("job");
    Result r = run_clew({"shards", "--by", "branches", "--mode", "lean", "--shards", "3", "--for",
                         "parallel", "-o", job, "-"},
                        tree_puzzle);
    ASSERT_EQ(r.code, ExitCode::ok) << r.err;
    EXPECT_THAT(r.out, HasSubstr("3 parts by branches"));
    EXPECT_THAT(read_file(job + "/run.sh"), HasSubstr("tree --merge parts/*.jsonl -o tree.json"));
    EXPECT_THAT(read_file(job + "/README.md"), HasSubstr("# A decision tree in 3 parts"));
    std::string parts;
    for (const char* k : {"1", "2", "3"}) {
        r = run_clew({"shards", "--run", k, job + "/plan.jsonl"});
        ASSERT_EQ(r.code, ExitCode::ok) << r.err;
        parts += r.out;
    }
    r = run_clew({"tree", "--merge", "--json"}, parts);
    ASSERT_EQ(r.code, ExitCode::ok) << r.err;
    std::string whole = run_clew({"tree", "--mode", "lean", "--json", "-"}, tree_puzzle).out;
    const std::size_t from = whole.find("\"source\""), to = whole.find("\"puzzle\"");
    EXPECT_EQ(without_command(r.out), without_command(whole.erase(from, to - from)));
    EXPECT_EQ(run_clew({"shards", "--run", "4", job + "/plan.jsonl"}).code, ExitCode::bad_input);
    // Every option of the tree is of a plan too.
    r = run_clew({"shards",
                  "--by",
                  "branches",
                  "--shards",
                  "1",
                  "--for",
                  "slurm",
                  "--mode",
                  "lean",
                  "--choice",
                  "freedom",
                  "--rules",
                  "sudokujm",
                  "--screen",
                  "sudokujm",
                  "--oracle",
                  "sat",
                  "--start",
                  "rules",
                  "--marks",
                  "carried",
                  "-o",
                  folder.file("other")},
                 tree_puzzle);
    ASSERT_EQ(r.code, ExitCode::ok) << r.err;
    r = run_clew({"shards", "--run", "1", folder.file("other/plan.jsonl")});
    ASSERT_EQ(run_clew({"tree", "--mode", "lean", "--choice", "freedom", "--rules", "sudokujm",
                        "--screen", "sudokujm", "--oracle", "sat", "--start", "rules", "--marks",
                        "carried", "-o", folder.file("whole.dot"), "-"},
                       tree_puzzle)
                  .code,
              ExitCode::ok);
    ASSERT_EQ(run_clew({"tree", "--merge", "-o", folder.file("merged.dot")}, r.out).code,
              ExitCode::ok);
    EXPECT_EQ(read_file(folder.file("merged.dot")), read_file(folder.file("whole.dot")));
    // What is of one kind is not taken for the other.
    EXPECT_EQ(run_clew({"merge"}, parts).code, ExitCode::bad_input);
    EXPECT_EQ(run_clew({"tree", "--merge"}, part("1/1")).code, ExitCode::bad_input);
}

TEST(TreeShards, TheSmallestTreeIsPlannedOnWhatThePartsWalked) {
    const TemporaryFolder folder;
    const Words how = {"--mode", "lean", "--choice", "smallest"};
    std::string parts;
    for (const char* k : {"1/2", "2/2"}) {
        Words words = {"tree", "--shard", k, "-"};
        words.insert(words.end(), how.begin(), how.end());
        const Result r = run_clew(words, tree_puzzle);
        ASSERT_EQ(r.code, ExitCode::ok) << r.err;
        parts += r.out;
    }
    Words whole = {"tree", "-o", folder.file("one.dot"), "-"};
    whole.insert(whole.end(), how.begin(), how.end());
    ASSERT_EQ(run_clew(whole, tree_puzzle).code, ExitCode::ok);
    ASSERT_EQ(run_clew({"tree", "--merge", "-o", folder.file("all.dot")}, parts).code,
              ExitCode::ok);
    EXPECT_EQ(read_file(folder.file("all.dot")), read_file(folder.file("one.dot")));
}

}  // namespace
}  // namespace clew::cli
