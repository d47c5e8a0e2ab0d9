// solve, count, enumerate, verify: every option, every exit code.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/batch.hpp"
#include "cli/progress.hpp"
#include "cli/watch.hpp"
#include "core/base/random.hpp"
#include "core/board/notation.hpp"
#include "core/rules/verify.hpp"
#include "explain/report/count.hpp"
#include "tests/cli/harness.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::cli {
namespace {

using nlohmann::json;
using reference::blank;
using reference::contradictory;
using reference::gould;
using reference::p92;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string batch() { return p92 + "\n" + gould + "\n" + contradictory + "\n"; }

TEST(CountCommand, PrintsOneNumberALineInOrder) {
    const Result r = run_clew({"count", "--names", "never", "-"}, batch());
    EXPECT_EQ(r.code, ExitCode::ok);
    EXPECT_EQ(r.out, "12\n1\n0\n");
    EXPECT_EQ(r.err, "");
    EXPECT_EQ(run_clew({"count", "--names", "never"}, batch()).out, r.out);
    EXPECT_EQ(run_clew({"count"}, batch()).out, "<stdin>:1: 12\n<stdin>:2: 1\n<stdin>:3: 0\n");
    EXPECT_EQ(run_clew({"count", source_file("examples/p92.sdk")}).out, "12\n");
    EXPECT_EQ(run_clew({"count", source_file("examples/p92.sdk"), "-"}, gould).out,
              source_file("examples/p92.sdk") + ":4: 12\n<stdin>:1: 1\n");
}

TEST(CountCommand, KeepsTheOrderOnAnyNumberOfThreads) {
    std::string text, expected;
    Random random{7};
    for (int i = 0; i < 3000; ++i) {
        const auto pick = random.below(3);
        text += (pick == 0 ? p92 : pick == 1 ? gould : contradictory) + "\n";
        expected += "<stdin>:" + std::to_string(i + 1) +
                    (pick == 0   ? ": 12\n"
                     : pick == 1 ? ": 1\n"
                                 : ": 0\n");
    }
    for (const char* threads : {"1", "2", "5"})
        EXPECT_EQ(run_clew({"count", "--threads", threads, "-"}, text).out, expected) << threads;
}

TEST(CountCommand, ALimitGivesALowerBound) {
    EXPECT_EQ(run_clew({"count", "--limit", "2", "--names", "never", "-"}, batch()).out,
              ">=2\n1\n0\n");
    EXPECT_EQ(run_clew({"count", "--limit", "12", "-"}, p92).out, ">=12\n");
    EXPECT_EQ(run_clew({"count", "--limit", "13", "-"}, p92).out, "12\n");
}

TEST(CountCommand, EveryEngineAnswersAlike) {
    for (const char* engine : {"auto", "sat", "cubes", "search"})
        EXPECT_EQ(run_clew({"count", "--engine", engine, "--names", "never", "-"}, batch()).out,
                  "12\n1\n0\n")
            << engine;
    const Result bad = run_clew({"count", "--engine", "magic", "-"}, batch());
    EXPECT_EQ(bad.code, ExitCode::usage);
    EXPECT_THAT(bad.err, HasSubstr("auto, sat, cubes, search, exact"));
    const Result small = run_clew({"count", "--engine", "exact", "-"}, "1.............4.\n");
    EXPECT_EQ(small.code, ExitCode::usage);
    EXPECT_THAT(small.err, HasSubstr("9x9 boards whose rules touch few cells"));
}

TEST(CountCommand, ExactWithDiagonalsIsNeitherCutNorLedgered) {
    const std::string one_diagonal =
        R"({"format": "clew-puzzle", "version": 1, "geometry": {"size": 9, "boxes": [3, 3],)"
        R"( "diagonals": ["main"]}, "givens": [")" +
        std::string(81, '.') + "\"]}";
    const std::string file = ::testing::TempDir() + "diagonal.ledger";
    const Result ledger = run_clew({"count", "--ledger", file, "-"}, one_diagonal);
    EXPECT_EQ(ledger.code, ExitCode::usage);
    EXPECT_THAT(ledger.err, HasSubstr("a ledger is of plain 9x9 boards alone, this one is 9x9,"));
    EXPECT_FALSE(std::filesystem::exists(file));
    const Result part =
        run_clew({"count", "--engine", "exact", "--shard", "1/2", "-"}, one_diagonal);
    EXPECT_EQ(part.code, ExitCode::usage);
    EXPECT_THAT(part.err, HasSubstr("cuts plain 9x9 boards alone"));
}

TEST(CountCommand, VerifiesWithASecondEngine) {
    const Result r = run_clew({"count", "--verify-with", "sat", "--json", "-"}, p92);
    EXPECT_EQ(r.code, ExitCode::ok);
    const json line = json::parse(r.out);
    EXPECT_EQ(line["verified_with"]["engine"], "sat");
    EXPECT_EQ(line["verified_with"]["count"], 12);
    EXPECT_EQ(line["verified_with"]["agrees"], true);
    EXPECT_EQ(line["verified_with"]["sat"]["unsat"], true);
}

// Whoever `auto` takes: the one that answered is not the one that confirms.
TEST(CountCommand, NobodyConfirmsHimself) {
    for (const char* command : {"count", "enumerate"})
        for (const char* second : {"sat", "cubes", "search", "exact"}) {
            const Result r = run_clew({command, "--verify-with", second, "--json", "-"}, p92);
            EXPECT_EQ(r.code, ExitCode::ok) << r.err;
            const json line = json::parse(lines_of(r.out).back());
            EXPECT_NE(line["verified_with"]["engine"], line["engine"]) << command << " " << second;
            EXPECT_EQ(line["verified_with"]["count"], 12);
            EXPECT_EQ(line["verified_with"]["agrees"], true);
        }
    const Result r =
        run_clew({"count", "--engine", "exact", "--verify-with", "exact", "--json", "-"}, p92);
    EXPECT_EQ(r.code, ExitCode::ok) << r.err;
    const json check = json::parse(r.out)["verified_with"];
    EXPECT_EQ(check["engine"], "exact");
    EXPECT_EQ(check["route"], "crosswise");
    EXPECT_EQ(check["count"], 12);
}

TEST(CountCommand, TheSatEnginesSayWhatTheyDid) {
    const auto work = [](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"count", "--json"});
        arguments.emplace_back("-");
        const Result r = run_clew(arguments, p92);
        EXPECT_EQ(r.code, ExitCode::ok) << r.err;
        const json line = json::parse(r.out);
        EXPECT_EQ(line["count"], 12);
        return line.value("sat", json{});
    };
    const json one = work({"--engine", "sat"});
    EXPECT_EQ(one["strategy"], "branches");
    EXPECT_EQ(one["blocking_clauses"], 12);
    EXPECT_EQ(one["cubes"], 0);
    EXPECT_EQ(one["sessions"], 1);
    EXPECT_EQ(one["unsat"], true);
    const json few = work({"--engine", "sat", "--limit", "13"});
    EXPECT_EQ(few["strategy"], "decisions");
    EXPECT_EQ(few["calls"], 13);
    EXPECT_EQ(few["refuted"], 1);
    const json cubes = work({"--engine", "cubes"});
    EXPECT_EQ(cubes["strategy"], "cubes");
    EXPECT_GT(cubes["cubes"], 1);
    EXPECT_EQ(cubes["unsat"], false);
    EXPECT_TRUE(work({"--engine", "search"}).is_null());

    for (const char* strategy : {"auto", "cells", "decisions", "branches"})
        EXPECT_EQ(work({"--engine", "sat", "--strategy", strategy})["unsat"], true) << strategy;
    for (const char* encoding : {"open", "minimal", "natural", "efficient", "extended", "complete"})
        for (const char* engine : {"sat", "cubes"})
            EXPECT_EQ(work({"--engine", engine, "--encoding", encoding})["cubes"] == 0,
                      std::string{engine} == "sat")
                << encoding;
}

TEST(CountCommand, OptionsOfTheSatEnginesNeedOne) {
    const std::vector<std::vector<std::string>> wrong{
        {"--strategy", "cells"},
        {"--strategy", "cells", "--engine", "cubes"},
        {"--encoding", "minimal"},
        {"--encoding", "minimal", "--engine", "search"},
    };
    for (std::vector<std::string> arguments : wrong)
        for (const char* command : {"count", "enumerate", "solve", "verify"}) {
            std::vector<std::string> all{command};
            all.insert(all.end(), arguments.begin(), arguments.end());
            all.emplace_back("-");
            EXPECT_EQ(run_clew(all, p92).code, ExitCode::usage) << command << " " << arguments[0];
        }
    EXPECT_EQ(run_clew({"count", "--encoding", "minimal", "--verify-with", "sat", "-"}, p92).out,
              "12\n");
}

TEST(CountCommand, EstimatesBySeed) {
    const Result a = run_clew({"count", "--estimate", "2000", "--seed", "3", "--json", "-"}, p92);
    EXPECT_EQ(a.code, ExitCode::ok);
    const json line = json::parse(a.out);
    EXPECT_EQ(line["schema"], "clew/estimate/1");
    EXPECT_LE(line["low"], 12);
    EXPECT_GE(line["high"], 12);
    EXPECT_EQ(run_clew({"count", "--estimate", "2000", "--seed", "3", "--json", "-"}, p92).out,
              a.out);
    EXPECT_THAT(run_clew({"count", "--estimate", "100", "-"}, p92).out, StartsWith("~"));
    EXPECT_EQ(run_clew({"count", "--estimate", "100", "--limit", "2", "-"}, p92).code,
              ExitCode::usage);
}

TEST(CountCommand, SpeaksJson) {
    const auto lines = lines_of(run_clew({"count", "--json", "-"}, batch()).out);
    ASSERT_EQ(lines.size(), 3U);
    const json first = json::parse(lines[0]);
    EXPECT_EQ(first["schema"], "clew/count/1");
    EXPECT_EQ(first["source"], "<stdin>");
    EXPECT_EQ(first["line"], 1);
    EXPECT_EQ(first["puzzle"], p92);
    EXPECT_EQ(first["geometry"], "9x9");
    EXPECT_EQ(first["count"], 12);
    EXPECT_EQ(first["exact"], true);
    EXPECT_EQ(first["ending"], "exhausted");
    EXPECT_EQ(json::parse(run_clew({"count", "--json", "--limit", "2"}, p92).out)["exact"], false);
}

TEST(CountCommand, ABadPuzzleIsReportedWithItsPlace) {
    const std::string text = p92 + "\n12x\n" + gould + "\n";
    Result r = run_clew({"count", "-"}, text);
    EXPECT_EQ(r.code, ExitCode::bad_input);
    EXPECT_EQ(r.out, "<stdin>:1: 12\n");
    EXPECT_THAT(r.err, StartsWith("clew: <stdin>:2:"));
    EXPECT_THAT(r.err, HasSubstr("\n  expected: "));
    r = run_clew({"count", "--keep-going", "-"}, text);
    EXPECT_EQ(r.code, ExitCode::bad_input);
    EXPECT_EQ(r.out, "<stdin>:1: 12\n<stdin>:2: error\n<stdin>:3: 1\n");
    r = run_clew({"count", "--keep-going", "--json", "-"}, text);
    EXPECT_EQ(json::parse(lines_of(r.out)[1])["line"], 2);
}

TEST(CountCommand, FilesThatCannotBeOpenedAreIoErrors) {
    const Result r = run_clew({"count", "/no/such/file.sdk"});
    EXPECT_EQ(r.code, ExitCode::io);
    EXPECT_THAT(r.err, HasSubstr("/no/such/file.sdk"));
    EXPECT_EQ(run_clew({"count", "/tmp"}).code, ExitCode::io);
    // What stood before it is still answered.
    EXPECT_EQ(run_clew({"count", source_file("examples/p92.sdk"), "/no/such/file"}).out,
              source_file("examples/p92.sdk") + ":4: 12\n");
}

TEST(CountCommand, UnknownInputFormatIsAUsageError) {
    EXPECT_EQ(run_clew({"count", "--input-format", "klingon", "-"}, p92).code, ExitCode::usage);
    EXPECT_EQ(run_clew({"count", "--input-format", "line", "-"}, p92).out, "12\n");
}

TEST(CountCommand, TimeAndInterruptsGiveLowerBounds) {
    Result r = run_clew({"count", "--engine", "search", "--timeout", "50ms", "-"}, blank);
    EXPECT_EQ(r.code, ExitCode::partial);
    EXPECT_THAT(r.out, StartsWith(">="));
    EXPECT_THAT(r.err, HasSubstr("time is over"));
    r = run_clew({"count", "--engine", "search", "--quiet", "--timeout", "50ms", "-"}, blank);
    EXPECT_EQ(r.err, "");

    StopFlag interrupt;
    interrupt.raise();
    r = run_clew({"count", "-"}, batch(), &interrupt);
    EXPECT_EQ(r.code, ExitCode::interrupted);
    EXPECT_EQ(r.out, "");
}

TEST(EnumerateCommand, ListsEverySolutionOnceAndChecked) {
    const Result r = run_clew({"enumerate", source_file("examples/p92.sdk")});
    EXPECT_EQ(r.code, ExitCode::ok);
    EXPECT_EQ(r.err, "");
    auto lines = lines_of(r.out);
    ASSERT_EQ(lines.size(), 12U);
    const Puzzle puzzle = Puzzle::from_line(p92);
    for (const std::string& line : lines) EXPECT_TRUE(is_solution(puzzle, Grid::from_line(line)));
    std::ranges::sort(lines);
    EXPECT_EQ(std::ranges::adjacent_find(lines), lines.end());

    auto by_sat = lines_of(run_clew({"enumerate", "--engine", "sat", "-"}, p92).out);
    std::ranges::sort(by_sat);
    EXPECT_EQ(by_sat, lines);
}

TEST(EnumerateCommand, SaysHowItEnded) {
    Result r = run_clew({"enumerate", "--summary", "--verify-with", "sat", "-"}, p92);
    EXPECT_THAT(lines_of(r.out).back(), HasSubstr("12 solutions, proved complete by "));
    EXPECT_THAT(lines_of(r.out).back(), HasSubstr(" and by sat"));
    EXPECT_THAT(lines_of(r.out).back(), HasSubstr("12 blocking clauses, "));
    EXPECT_THAT(lines_of(r.out).back(), HasSubstr(" conflicts, the last answer UNSAT)"));
    r = run_clew({"enumerate", "--summary", "--limit", "3", "-"}, p92);
    EXPECT_EQ(lines_of(r.out).size(), 4U);
    EXPECT_THAT(lines_of(r.out).back(), HasSubstr("at least 3 solutions (limit reached)"));
    EXPECT_EQ(run_clew({"enumerate", "--limit", "0", "-"}, p92).out, "");
}

TEST(EnumerateCommand, SeparatesThePuzzlesOfABatch) {
    const auto lines = lines_of(run_clew({"enumerate", "-"}, batch()).out);
    ASSERT_EQ(lines.size(), 12U + 1 + 1 + 1 + 0 + 1);
    EXPECT_THAT(lines[12], StartsWith("# <stdin>:1: 12 solutions, proved complete"));
    EXPECT_THAT(lines[14], StartsWith("# <stdin>:2: 1 solution, proved complete"));
    EXPECT_THAT(lines[15], StartsWith("# <stdin>:3: 0 solutions, proved complete"));
}

TEST(EnumerateCommand, SpeaksJsonAndDrawsBoards) {
    const json object = json::parse(run_clew({"enumerate", "--json", "-"}, p92).out);
    EXPECT_EQ(object["schema"], "clew/enumerate/1");
    EXPECT_EQ(object["solutions"].size(), 12U);
    EXPECT_EQ(object["count"], 12);
    EXPECT_EQ(json::parse(run_clew({"enumerate", "--json", "-"}, contradictory).out)["solutions"],
              json::array());
    EXPECT_THAT(run_clew({"enumerate", "--boards", "-"}, gould).out, HasSubstr("+--"));
}

TEST(EnumerateCommand, WritesItsFileWholeOrNotAtAll) {
    const TemporaryFolder folder;
    const std::string name = folder.file("solutions.txt");
    EXPECT_EQ(run_clew({"enumerate", "-o", name, "-"}, p92).out, "");
    EXPECT_EQ(lines_of(read_file(name)).size(), 12U);
    EXPECT_EQ(run_clew({"enumerate", "--output", name, "-"}, p92 + "\nrubbish\n").code,
              ExitCode::bad_input);
    EXPECT_EQ(lines_of(read_file(name)).size(), 12U);
    EXPECT_EQ(folder.file_count(), 1U);
    EXPECT_EQ(run_clew({"enumerate", "-o", folder.file("no/where"), "-"}, p92).code, ExitCode::io);
}

TEST(EnumerateCommand, RefusesTheCounterThatCannotList) {
    EXPECT_EQ(run_clew({"enumerate", "--engine", "exact", "-"}, p92).code, ExitCode::usage);
    EXPECT_EQ(run_clew({"solve", "--engine", "exact", "-"}, p92).code, ExitCode::usage);
    EXPECT_EQ(run_clew({"verify", "--engine", "exact", "-"}, p92).code, ExitCode::usage);
}

TEST(EnumerateCommand, AnInterruptKeepsWhatWasFound) {
    const Result r = run_clew({"enumerate", "--engine", "search", "--timeout", "50ms", "-"}, blank);
    EXPECT_EQ(r.code, ExitCode::partial);
    EXPECT_THAT(r.err, HasSubstr("partial"));
    for (const std::string& line : lines_of(r.out)) ASSERT_EQ(line.size(), 81U);
}

TEST(SolveCommand, FindsASolutionOrSaysThatThereIsNone) {
    const Result r = run_clew({"solve", "--names", "never", "-"}, batch());
    EXPECT_EQ(r.code, ExitCode::no_solution);
    const auto lines = lines_of(r.out);
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_TRUE(is_solution(Puzzle::from_line(p92), Grid::from_line(lines[0])));
    EXPECT_TRUE(is_solution(Puzzle::from_line(gould), Grid::from_line(lines[1])));
    EXPECT_EQ(lines[2], "none");
    EXPECT_EQ(run_clew({"solve", "-"}, gould).code, ExitCode::ok);
    EXPECT_THAT(run_clew({"solve", "--as", "board", "-"}, gould).out, HasSubstr("+--"));
    EXPECT_THAT(run_clew({"solve", "--as", "board", "--color", "always", "-"}, gould).out,
                HasSubstr("\x1b["));
    for (const char* engine : {"sat", "cubes", "search"})
        EXPECT_EQ(run_clew({"solve", "--engine", engine, "-"}, gould).out, lines[1] + "\n");
    const json object = json::parse(run_clew({"solve", "--json", "-"}, gould).out);
    EXPECT_EQ(object["status"], "solved");
    EXPECT_EQ(object["solution"], lines[1]);
    EXPECT_EQ(json::parse(run_clew({"solve", "--json", "-"}, contradictory).out)["status"], "none");
}

TEST(VerifyCommand, TellsNoneOneAndSeveralApart) {
    Result r = run_clew({"verify", "-"}, gould);
    EXPECT_EQ(r.code, ExitCode::ok);
    EXPECT_EQ(r.out, "valid: exactly one solution\n");
    r = run_clew({"verify", "-"}, contradictory);
    EXPECT_EQ(r.code, ExitCode::no_solution);
    EXPECT_EQ(r.out, "none: no solution; row 1 holds 1 twice, at r1c1 and r1c2\n");
    r = run_clew({"verify", "-"}, p92);
    EXPECT_EQ(r.code, ExitCode::several);
    EXPECT_THAT(r.out, StartsWith("several: 12 solutions; two of them differ in "));
    EXPECT_THAT(run_clew({"verify", "--limit", "5", "-"}, p92).out,
                StartsWith("several: at least 5 solutions"));
    EXPECT_EQ(run_clew({"verify", "-"}, batch()).code, ExitCode::several);
}

TEST(VerifyCommand, ShowsWhereTwoSolutionsDiffer) {
    const json object = json::parse(run_clew({"verify", "--json", "-"}, p92).out);
    EXPECT_EQ(object["validity"], "several");
    ASSERT_EQ(object["witnesses"].size(), 2U);
    const Grid a = Grid::from_line(object["witnesses"][0].get<std::string>());
    const Grid b = Grid::from_line(object["witnesses"][1].get<std::string>());
    std::vector<std::string> differ;
    for (std::size_t i = 0; i < 81; ++i)
        if (a[Cell{i}] != b[Cell{i}]) differ.push_back(to_string(Cell{i}, 9));
    EXPECT_FALSE(differ.empty());
    EXPECT_EQ(object["differ"], differ);
    EXPECT_EQ(object["count"], 12);
}

TEST(VerifyCommand, NamesTheRedundantClues) {
    // Gould-92 has one clue too many; without it every clue is needed.
    EXPECT_EQ(run_clew({"verify", "--minimal", "-"}, gould).out,
              "valid: exactly one solution; redundant: 4 at r5c4\n");
    const json object = json::parse(run_clew({"verify", "--minimal", "--json", "-"}, gould).out);
    EXPECT_EQ(object["minimal"], false);
    EXPECT_EQ(object["redundant"], json::array({"r5c4=4"}));
    std::string minimal = gould;
    minimal[39] = '.';
    EXPECT_EQ(run_clew({"verify", "--minimal", "-"}, minimal).out,
              "valid: exactly one solution; minimal\n");
    // With several solutions a clue is redundant if the others imply it.
    EXPECT_THAT(run_clew({"verify", "--minimal", "-"}, p92).out, HasSubstr("; minimal"));
}

/// Cuts a file, as a kill would have left it.
void cut(const std::string& file, std::size_t bytes) { std::filesystem::resize_file(file, bytes); }

TEST(Batches, AKilledRunIsTakenUpAgain) {
    const TemporaryFolder folder;
    std::string text;
    for (int i = 0; i < 400; ++i) text += (i % 3 == 0 ? p92 : gould) + "\n";
    const std::string whole = run_clew({"count", "-"}, text).out;
    const std::string file = folder.file("answers");
    EXPECT_EQ(run_clew({"count", "--resume", file, "-"}, text).code, ExitCode::ok);
    EXPECT_EQ(read_file(file), whole);
    for (const std::size_t bytes :
         {std::size_t{0}, std::size_t{1}, whole.size() / 2, whole.size() - 1, whole.size()}) {
        cut(file, bytes);
        const Result r = run_clew({"count", "--resume", file, "-"}, text);
        EXPECT_EQ(r.code, ExitCode::ok) << r.err;
        EXPECT_EQ(r.out, "");
        EXPECT_EQ(read_file(file), whole) << bytes;
    }
    // A kill in the middle of the journal.
    const std::string journal = file + ".resume";
    const std::string told = read_file(journal);
    for (const std::size_t bytes : {told.size() - 1, told.find('\n') + 1}) {
        cut(journal, bytes);
        EXPECT_EQ(run_clew({"count", "--resume", file, "-"}, text).code, ExitCode::ok);
        EXPECT_EQ(read_file(file), whole);
    }
    // An answer that a time limit cut short is asked again.
    const std::string slow = folder.file("slow");
    EXPECT_EQ(run_clew({"count", "--engine", "search", "--timeout", "50ms", "--resume", slow, "-"},
                       gould + "\n" + blank)
                  .code,
              ExitCode::partial);
    EXPECT_EQ(read_file(slow), "<stdin>:1: 1\n");
    EXPECT_EQ(run_clew({"count", "--resume", folder.file("no/where"), "-"}, text).code,
              ExitCode::io);
}

TEST(Batches, WhatIsNotTheAnswersOfThisRunIsLeftAlone) {
    const TemporaryFolder folder;
    const std::string other = folder.write("other.txt", gould + "\n");
    const auto refused = [&](std::vector<std::string> words, const std::string& file,
                             const std::string& input, const std::string& why,
                             ExitCode code = ExitCode::bad_input) {
        const std::string before = read_file(file);
        words.insert(words.begin() + 1, {"--resume", file});
        const Result r = run_clew(words, input);
        EXPECT_EQ(r.code, code) << words[0] << " " << file;
        EXPECT_THAT(r.err, HasSubstr(why));
        EXPECT_EQ(read_file(file), before) << why;
    };
    // A foreign file: an unfinished line, whole lines, bare numbers.
    for (const char* text : {"precious", "hello\nworld\n", "1\n", "1"}) {
        const std::string file = folder.write("foreign", text);
        refused({"count", other}, file, "", "nothing tells that it is answers");
        EXPECT_FALSE(std::filesystem::exists(file + ".resume"));
    }
    const std::string taken = folder.write("new", "");
    folder.write("new.resume", "a file of mine\n");
    refused({"count", other}, taken, "", "no journal of answers");
    EXPECT_EQ(read_file(taken + ".resume"), "a file of mine\n");

    const std::string three = p92 + "\n" + gould + "\n" + p92 + "\n";
    const std::string file = folder.file("answers");
    ASSERT_EQ(run_clew({"count", "--resume", file, "-"}, three).code, ExitCode::ok);
    // Another command, other options, other puzzles, fewer of them, an input that is not there.
    refused({"verify", "-"}, file, three, "answers of 'count', and the question is 'verify'");
    refused({"count", "--json", "-"}, file, three, "the question is 'count --json'");
    refused({"count", "--limit", "2", "-"}, file, three, "the question is 'count --limit 2'");
    refused({"count", "-"}, file, gould + "\n" + p92 + "\n" + p92 + "\n", "other puzzles");
    refused({"count", "-"}, file, p92 + "\n" + gould + "\n", "3 puzzles, and here are 2");
    refused({"count", folder.file("nowhere")}, file, "", "cannot be opened", ExitCode::io);
    // What does not change the answers may change.
    EXPECT_EQ(run_clew({"count", "--threads", "2", "--quiet", "--resume", file, "-"}, three).code,
              ExitCode::ok);
    // Edited by hand, or with lines added.
    const std::string told = read_file(file);
    ASSERT_EQ(told, "<stdin>:1: 12\n<stdin>:2: 1\n<stdin>:3: 12\n");
    folder.write("answers", "<stdin>:1: 12\n<stdin>:2: 3\n<stdin>:3: 12\n");
    refused({"count", "-"}, file, three, "answers:1: from here on");
    folder.write("answers", told + "more\n");
    refused({"count", "-"}, file, three, "answers:4: there are more answers than puzzles");
    refused({"count", "-"}, file, three + p92, "answers:4: from here on");
}

TEST(Batches, ResumeIntoWhatIsNoFileIsRefused) {
    const TemporaryFolder folder;
    const std::string input = folder.write("in", gould + "\n");
    std::filesystem::create_directory(folder.file("folder"));
    EXPECT_THAT(run_clew({"count", "--resume", folder.file("folder"), input}).err,
                HasSubstr("folder is a folder\n"));
    std::filesystem::create_directory(folder.file("a.resume"));
    ASSERT_EQ(mkfifo(folder.file("pipe").c_str(), 0600), 0);
    for (const std::string& name : {folder.file("folder"), folder.file("pipe"), folder.file("a"),
                                    std::string("/dev/full"), std::string("/dev/null")}) {
        const Result r = run_clew({"count", "--resume", name, input});
        EXPECT_EQ(r.code, ExitCode::io) << name;
        EXPECT_EQ(r.out, "");
    }
    EXPECT_FALSE(std::filesystem::exists(folder.file("a")));
}

TEST(Batches, AResumedRunEndsWithTheCodeOfAllItsPuzzles) {
    const TemporaryFolder folder;
    const std::string text = contradictory + "\n" + gould + "\n";
    const std::string file = folder.file("answers");
    EXPECT_EQ(run_clew({"verify", "--resume", file, "-"}, text).code, ExitCode::no_solution);
    EXPECT_EQ(run_clew({"verify", "--resume", file, "-"}, text).code, ExitCode::no_solution);
    // The first puzzle answered, then killed; and taken up with more puzzles than there were.
    cut(file, read_file(file).find('\n') + 1);
    EXPECT_EQ(run_clew({"verify", "--resume", file, "-"}, text).code, ExitCode::no_solution);
    EXPECT_EQ(run_clew({"verify", "--resume", file, "-"}, text + gould + "\n").code,
              ExitCode::no_solution);
    // A puzzle that cannot be read, passed over; without --keep-going it may be mended.
    const std::string bad = folder.file("bad");
    EXPECT_EQ(
        run_clew({"verify", "--keep-going", "--resume", bad, "-"}, "rubbish\n" + gould + "\n").code,
        ExitCode::bad_input);
    EXPECT_EQ(run_clew({"verify", "--keep-going", "--resume", bad, "-"},
                       "rubbish\n" + gould + "\n" + gould + "\n")
                  .code,
              ExitCode::bad_input);
    const std::string mended = folder.file("mended");
    EXPECT_EQ(run_clew({"verify", "--resume", mended, "-"}, gould + "\nrubbish\n").code,
              ExitCode::bad_input);
    EXPECT_EQ(run_clew({"verify", "--resume", mended, "-"}, gould + "\n" + gould + "\n").code,
              ExitCode::ok);
    EXPECT_EQ(lines_of(read_file(mended)).size(), 2U);
}

TEST(Batches, AnswersOfSeveralLinesAreTakenUpAgainToo) {
    const TemporaryFolder folder;
    const std::string text = gould + "\n" + p92 + "\n" + gould + "\n";
    const std::string whole = run_clew({"solve", "--as", "board", "-"}, text).out;
    const std::string file = folder.file("answers");
    run_clew({"solve", "--as", "board", "--resume", file, "-"}, text);
    ASSERT_EQ(read_file(file), whole);
    for (const std::size_t bytes : {whole.size() / 5, whole.size() / 2, whole.size() - 3}) {
        cut(file, bytes);
        run_clew({"solve", "--as", "board", "--resume", file, "-"}, text);
        EXPECT_EQ(read_file(file), whole) << bytes;
    }
}

TEST(Batches, KeepGoingBehindAFileThatCannotBeOpened) {
    const std::string here = source_file("examples/p92.sdk");
    for (const char* command : {"count", "enumerate", "hint", "show"}) {
        const std::string alone = run_clew({command, here}).out;
        // Of two files the puzzles are named; the one that is left answers as it does beside
        // itself.
        const std::string twice = run_clew({command, here, here}).out;
        const Result r = run_clew({command, "--keep-going", "/no/such/file", here});
        EXPECT_EQ(r.code, ExitCode::io) << command;
        EXPECT_TRUE(r.out == alone || (!r.out.empty() && twice.starts_with(r.out))) << r.out;
        EXPECT_THAT(r.err, HasSubstr("/no/such/file cannot be opened: No such file"));
    }
    const TemporaryFolder folder;
    const std::string file = folder.file("answers");
    for (int run = 0; run < 2; ++run)
        EXPECT_EQ(
            run_clew({"count", "--keep-going", "--resume", file, here, "/no/such/file", here}).code,
            ExitCode::io);
}

TEST(Batches, AnswersDoNotDependOnTheCompany) {
    // P-92 has twelve solutions: the one that is printed is the same alone, among a few that are
    // solved one by one, and among thousands that are solved together.
    const std::string one = run_clew({"solve", "-"}, p92).out;
    for (int size : {2, 30, 5000}) {
        std::string text, expected;
        for (int i = 0; i < size; ++i) {
            text += p92 + "\n";
            expected += one;
        }
        for (const char* threads : {"1", "3"})
            EXPECT_EQ(run_clew({"solve", "--threads", threads, "--names", "never", "-"}, text).out,
                      expected)
                << size;
    }
}

TEST(Batches, APuzzleThatIsAloneMayUseAllThreads) {
    const auto threads_of = [](const std::string& text, std::uint64_t skip) {
        std::istringstream in{text};
        std::ostringstream out, err;
        Host host{.in = in, .out = out, .err = err};
        PuzzleInput::Options input;
        input.files = {"-"};
        std::vector<unsigned> used;
        run_batch(host, input, {.threads = 6, .unreadable = {}, .skip = skip},
                  [&](const Record&, unsigned threads, const Say&) {
                      used.push_back(threads);
                      return BatchAnswer{};
                  });
        return used;
    };
    EXPECT_EQ(threads_of(p92 + "\n", 0), (std::vector<unsigned>{6}));
    EXPECT_EQ(threads_of(p92 + "\n" + p92 + "\n", 1), (std::vector<unsigned>{6}));
}

TEST(Batches, FaultsStandWhereTheyStoodWhateverIsAroundThem) {
    // Runs of plain lines of every length, with what is none of the kind in between.
    std::string text, expected;
    Random random{11};
    std::size_t line = 0;
    for (int i = 0; i < 60; ++i) {
        for (std::uint64_t n = random.below(300); n > 0; --n, ++line) {
            text += gould + (random.below(2) == 0 ? "\n" : "\r\n");
            expected += "1\n";
        }
        text += random.below(2) == 0 ? "#\n" + p92 + " # P-92\n" : "\n" + p92.substr(1) + "\n";
        expected += text.ends_with("P-92\n") ? "12\n" : "error\n";
    }
    for (const char* threads : {"1", "4"}) {
        const Result r = run_clew(
            {"count", "--keep-going", "--names", "never", "--threads", threads, "-"}, text);
        EXPECT_EQ(r.out, expected);
        EXPECT_EQ(r.code, ExitCode::bad_input);
    }
    // Taken up again at every place: the same bytes.
    const TemporaryFolder folder;
    const std::string file = folder.file("answers");
    run_clew({"count", "--keep-going", "--names", "never", "--resume", file, "-"}, text);
    for (int i = 0; i < 40; ++i) {
        cut(file, random.below(expected.size()));
        run_clew({"count", "--keep-going", "--names", "never", "--resume", file, "-"}, text);
        ASSERT_EQ(read_file(file), expected);
    }
}

TEST(Batches, StopWithoutGaps) {
    // A flag raised in the middle: what is printed is a prefix of the answers.
    StopFlag stop;
    std::istringstream in;
    std::string text;
    for (int i = 0; i < 2000; ++i) text += (i % 2 == 0 ? p92 : gould) + "\n";
    in.str(text);
    std::ostringstream out, err;
    Host host{.in = in, .out = out, .err = err};
    std::atomic<int> asked{0};
    PuzzleInput::Options input;
    input.files = {"-"};
    const ExitCode code =
        run_batch(host, input, {.threads = 3, .stop = &stop, .unreadable = {}, .on_done = {}},
                  [&](const Record& record, unsigned, const Say&) {
                      if (++asked == 700) stop.raise();
                      BatchAnswer answer;
                      answer.out = std::to_string(record.place.line) + "\n";
                      return answer;
                  });
    EXPECT_EQ(code, ExitCode::ok);
    const auto lines = lines_of(out.str());
    EXPECT_LE(lines.size(), 700U);
    for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(lines[i], std::to_string(i + 1));
}

// An answer that was given after a stop may lack a check or a verdict without saying so: a run that
// will be resumed asks again, one that will not prints what there is.
TEST(Batches, WhatAStopCameBeforeTheEndOfIsAskedAgainOnResuming) {
    for (const Unfinished kept : {Unfinished::drop, Unfinished::print}) {
        StopFlag stop;
        std::istringstream in{p92 + "\n" + gould + "\n" + p92 + "\n"};
        std::ostringstream out, err;
        Host host{.in = in, .out = out, .err = err};
        PuzzleInput::Options input;
        input.files = {"-"};
        run_batch(host, input, {.stop = &stop, .unreadable = {}, .unfinished = kept},
                  [&](const Record& record, unsigned, const Say&) {
                      if (record.place.line == 2) stop.raise();
                      BatchAnswer answer;
                      answer.out = std::to_string(record.place.line) + "\n";
                      return answer;
                  });
        EXPECT_EQ(out.str(), kept == Unfinished::drop ? "1\n" : "1\n2\n");
    }
}

/// Marks that leave no two cells alike, each eight digits: hours of work for any engine. As 729
/// symbols.
std::string hostile_marks() {
    Random random{20260110};
    std::string text;
    for (std::size_t cell = 0; cell < 81; ++cell) {
        const std::uint64_t gone = random.below(9);
        for (std::uint64_t d = 0; d < 9; ++d) text += d == gone ? '.' : static_cast<char>('1' + d);
    }
    return text;
}

TEST(CountCommand, ACountThatWasEndedEarlySaysWhatWasAhead) {
    for (const char* engine : {"search", "exact"}) {
        const json line =
            json::parse(run_clew({"count", "--json", "--engine", engine, "--timeout", "2s", "-"},
                                 hostile_marks())
                            .out);
        ASSERT_FALSE(line["exact"]) << engine;
        const json& told = line["forecast"];
        // The blank grid has 6.67e21 solutions; each mark that is gone takes about a ninth of them.
        EXPECT_GT(told["low"], 1e15);
        EXPECT_LT(told["high"], 1e20);
        EXPECT_LE(told["low"], told["high"]);
        EXPECT_EQ(told["engine"], engine);
        EXPECT_GT(told["seconds"], 1000);
        EXPECT_EQ(told["bytes"], 0);
    }
    EXPECT_FALSE(json::parse(run_clew({"count", "--json", "-"}, p92).out).contains("forecast"));
    const json summed = json::parse(run_clew({"count", "--json", "-"}, blank).out);
    EXPECT_TRUE(summed["exact"]);
    EXPECT_FALSE(summed.contains("forecast"));
}

TEST(CountCommand, SaysWhatIsLongBeforeItOnATerminal) {
    const std::vector<std::string> words{"count", "--engine",  "exact", "--timeout",
                                         "1s",    "--threads", "2",     "-"};
    std::istringstream in(hostile_marks());
    std::ostringstream out, err;
    Host host{.in = in, .out = out, .err = err, .err_is_terminal = true};
    run(words, host);
    EXPECT_NE(err.str().find("<stdin>:1: about "), std::string::npos) << err.str();
    EXPECT_NE(
        err.str().find(" hours on 2 threads by exact\n  instead: --estimate tells in a second"),
        std::string::npos)
        << err.str();
    EXPECT_EQ(run_clew(words, hostile_marks()).err.find("instead"), std::string::npos);
}

// Digits that are all a player's leave a blank question, which nobody means to ask.
TEST(Remark, TellsOfAQuestionWithoutAClue) {
    const std::string entered = ":0000:x:+1+2" + std::string(79, '.') + "::::";
    const std::string said =
        "clew: <stdin>:1: no clue: all 2 digits are a player's, and no part of the question\n";
    using Words = std::vector<std::string>;
    for (const Words& words : {Words{"count", "--limit", "2"},
                               {"verify"},
                               {"solve"},
                               {"enumerate", "--limit", "1"},
                               {"rate"},
                               {"encode"},
                               {"unavoidable", "--size", "4"}}) {
        Words line = words;
        line.emplace_back("-");
        EXPECT_NE(run_clew(line, entered).err.find(said), std::string::npos) << words.front();
        // A clue, or no digit at all: nothing to say.
        for (const std::string& clear : {":0000:x:1+2" + std::string(79, '.') + "::::",
                                         ":0000:x:" + std::string(81, '.') + "::::"})
            EXPECT_EQ(run_clew(line, clear).err.find("no clue"), std::string::npos)
                << words.front();
    }
    for (const Words& words : {Words{"count", "--limit", "2", "-q", "-"}, {"hint", "-"}})
        EXPECT_EQ(run_clew(words, entered).err.find("no clue"), std::string::npos);
    const auto told = nlohmann::json::parse(run_clew({"verify", "--json", "-"}, entered).out);
    EXPECT_EQ(told["remark"], said.substr(17, said.size() - 18));
    EXPECT_FALSE(
        nlohmann::json::parse(run_clew({"hint", "--json", "-"}, entered).out).contains("remark"));
    // Among many, of which most are asked together.
    std::string many;
    for (int i = 0; i < 20; ++i) many += p92 + "\n";
    const Result batch = run_clew({"count", "--limit", "2", "-"}, many + entered + "\n");
    EXPECT_NE(batch.err.find("<stdin>:21: no clue"), std::string::npos) << batch.err;
}

TEST(ProgressLine, SaysWhatIsBeingDoneBesideItsNumbers) {
    std::istringstream in;
    std::ostringstream out, err;
    Host host{.in = in, .out = out, .err = err};
    ProgressLine progress{host, "puzzles"};
    EXPECT_EQ(progress.line(3.2), duration_text(3.2));
    progress.doing("r1c2: no argument of up to 6 constraints");
    EXPECT_EQ(progress.line(3.2),
              "r1c2: no argument of up to 6 constraints, " + duration_text(3.2));
    progress.add(8);
    progress.share(0.25);
    EXPECT_EQ(
        progress.line(4),
        "8 puzzles, 2/s, 25.0%, r1c2: no argument of up to 6 constraints, " + duration_text(4));
    progress.doing({});
    EXPECT_EQ(progress.line(4), "8 puzzles, 2/s, 25.0%, " + duration_text(4));
    EXPECT_EQ(err.str(), "");  // no terminal
}

TEST(CountCommand, SaysTimesInWordsOfTheirSize) {
    const std::pair<double, const char*> rows[] = {{20, "20 seconds"},     {119, "119 seconds"},
                                                   {180, "3 minutes"},     {9.2 * 3600, "9 hours"},
                                                   {86'400 * 3, "3 days"}, {6.4e10, "2028 years"},
                                                   {3.2e20, "1e+13 years"}};
    for (const auto& [seconds, words] : rows) EXPECT_EQ(report::time_text(seconds), words);
}

}  // namespace
}  // namespace clew::cli
