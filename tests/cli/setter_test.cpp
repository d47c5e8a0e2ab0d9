// The setter's commands: repair, generate, minimal, unavoidable, density, sample.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "core/base/random.hpp"
#include "core/formats/formats.hpp"
#include "tests/cli/harness.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::cli {
namespace {

using nlohmann::json;
using reference::blank;
using reference::contradictory;
using reference::gould;
using reference::p92;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const std::string example_one =
    "378659214154328769629471538743..5692862947351915236847487593126236..4975591762483";
const std::string full =
    "378659214154328769629471538743185692862947351915236847487593126236814975591762483";
const std::string small_open = "1...............";

TEST(RepairCommand, NamesTheSlipInP92First) {
    const Result r = run_clew({"repair", source_file("examples/p92.sdk")});
    EXPECT_EQ(r.code, ExitCode::ok);
    const auto lines = lines_of(r.out);
    ASSERT_FALSE(lines.empty());
    EXPECT_EQ(lines[0],
              "move 6 from r3c5 to r3c4: 1 solution (adjacent cells; makes the clues' places "
              "symmetric: half-turn)");
    EXPECT_THAT(r.out, HasSubstr("add 6 at r1c2: 1 solution"));
    EXPECT_THAT(r.out, HasSubstr("which digit is at r1c1? splits 12 solutions into 5 (7), 4 (3), "
                                 "3 (5)"));
    EXPECT_THAT(r.out, HasSubstr("tells all 12 solutions apart"));
    EXPECT_THAT(r.err, HasSubstr("12 solutions"));
    EXPECT_EQ(run_clew({"repair", "-q", "-"}, p92).err, "");
}

TEST(RepairCommand, WritesJson) {
    const Result r = run_clew({"repair", "--json", "-q", "-"}, p92 + "\n" + contradictory + "\n");
    const auto lines = lines_of(r.out);
    ASSERT_EQ(lines.size(), 2U);
    const json several = json::parse(lines[0]);
    EXPECT_EQ(several["schema"], "clew/repair/1");
    EXPECT_EQ(several["validity"], "several solutions");
    EXPECT_EQ(several["proposals"][0]["puzzle"], gould);
    EXPECT_EQ(several["proposals"][0]["changes"][0]["kind"], "move");
    EXPECT_EQ(several["solutions"]["count"], 12);
    EXPECT_EQ(several["add_clues"]["size"], 1);
    EXPECT_EQ(several["add_clues"]["symmetries"].size(), several["add_clues"]["sets"].size());
    EXPECT_EQ(several["ask_cells"]["size"], 3);
    const json none = json::parse(lines[1]);
    EXPECT_EQ(none["validity"], "no solution");
    EXPECT_EQ(none["conflicts"], json::parse(R"([{"text":"row 1 holds 1 twice, at r1c1 and r1c2",
                                                "clues":["r1c1","r1c2"],"marks":[]}])"));
}

// A board of marks alone, about a third of them left in each cell, has no solution. Its conflict
// and its walk come to their ends.
TEST(RepairCommand, AnswersBoardsOfPencilMarksWithoutASolution) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        Random random{seed};
        std::string marks;
        for (int cell = 0; cell < 81; ++cell) {
            std::string digits;
            for (char digit = '1'; digit <= '9'; ++digit)
                if (random.below(100) < 40) digits += digit;
            marks += (digits.empty() ? "1" : digits) + (cell % 9 == 8 ? "\n" : " ");
        }
        SCOPED_TRACE(marks);
        const Result walk = run_clew({"explain", "--timeout", "60s", "-"}, marks);
        EXPECT_EQ(walk.code, ExitCode::ok);
        EXPECT_THAT(walk.out, HasSubstr("This puzzle has no solution, as "));
        EXPECT_THAT(walk.out, Not(HasSubstr("Score")));
        const Result none = run_clew({"repair", "--timeout", "60s", "-"}, marks);
        EXPECT_EQ(none.code, ExitCode::not_found);
        EXPECT_THAT(none.out, StartsWith("conflict: the pencil marks of r"));
        EXPECT_EQ(none.out.find("marks of", 30), std::string::npos) << none.out;
        EXPECT_THAT(none.err, HasSubstr("there is nothing to change: no clue and no rule"));
    }
}

TEST(RepairCommand, AnswersSensiblyToEveryKindOfPuzzle) {
    const Result valid = run_clew({"repair", "-"}, gould);
    EXPECT_EQ(valid.code, ExitCode::ok);
    EXPECT_EQ(valid.out, "");
    EXPECT_THAT(valid.err, HasSubstr("exactly one solution"));
    EXPECT_EQ(run_clew({"repair", "-"}, full).code, ExitCode::ok);
    const Result none = run_clew({"repair", "--pairs", "none", "-"}, contradictory);
    EXPECT_EQ(none.code, ExitCode::not_found);
    EXPECT_THAT(none.out, HasSubstr("conflict: 1 at r1c1, 1 at r1c2\n"));
    const Result empty = run_clew({"repair", "-"}, blank);
    EXPECT_EQ(empty.code, ExitCode::not_found);
    EXPECT_EQ(empty.out, "");
    EXPECT_THAT(empty.err, HasSubstr("more than 1000 solutions"));
    const Result other = run_clew({"repair", "--pairs", "none", "-"}, small_open);
    EXPECT_EQ(other.code, ExitCode::ok);
    EXPECT_THAT(other.out, HasSubstr("add "));
    std::string broken = full;
    broken[40] = broken[40] == '1' ? '2' : '1';
    const Result misread = run_clew({"repair", "-"}, broken);
    EXPECT_THAT(misread.out, StartsWith("change r5c5 from 1 to 4: 1 solution"));
    EXPECT_EQ(run_clew({"repair", "-"}, "12345").code, ExitCode::bad_input);
}

TEST(RepairCommand, PutsAClueThatWasLeftOutBeforeTwoSlips) {
    std::string fewer = gould;
    fewer[6 * 9 + 8] = '.';
    const Result r = run_clew({"repair", "-q", "--top", "2", "-"}, fewer);
    EXPECT_THAT(r.out, StartsWith("add 3 at r7c9: 1 solution (one clue is enough; makes the clues' "
                                  "places symmetric: half-turn)\n"));
    EXPECT_EQ(run_clew({"repair", "-q", "--top", "2", "--threads", "3", "-"}, fewer).out, r.out);
}

TEST(RepairCommand, TriesPairsWithinTheBudget) {
    const Result r = run_clew(
        {"repair", "--json", "-q", "--pairs", "all", "--budget", "20000", "--top", "0", "-"}, p92);
    const json j = json::parse(r.out);
    EXPECT_EQ(j["pairs"]["tried"], 20'000);
    EXPECT_EQ(j["ending"], "out of budget");
    EXPECT_GT(j["pairs"]["valid"], 0);
    EXPECT_EQ(j["proposals"].size(),
              j["pairs"]["valid"].get<std::size_t>() + j["singles"]["valid"].get<std::size_t>());
}

TEST(GenerateCommand, AsksForATechniqueAndAScore) {
    const Result r = run_clew(
        {"generate", "-n", "2", "--seed", "3", "--technique", "hidden-pair", "--redundant"});
    EXPECT_EQ(r.code, ExitCode::ok) << r.err;
    for (const std::string& line : lines_of(r.out))
        EXPECT_THAT(run_clew({"explain", "--rules", "methods", "--json", "-"}, line).out,
                    HasSubstr("hidden-pair"));
    const Result scored =
        run_clew({"generate", "-n", "3", "--seed", "3", "--score", "0-400", "--redundant"});
    EXPECT_EQ(scored.code, ExitCode::ok) << scored.err;
    EXPECT_EQ(lines_of(scored.out).size(), 3U);
    const Result bad = run_clew({"generate", "--technique", "magic"});
    EXPECT_EQ(bad.code, ExitCode::usage);
    EXPECT_THAT(bad.err, HasSubstr("magic"));
}

TEST(GenerateCommand, SameSeedSamePuzzlesOnAnyNumberOfThreads) {
    const auto with = [](const char* threads) {
        return run_clew({"generate", "-n", "40", "--seed", "9", "--threads", threads}).out;
    };
    const std::string one = with("1");
    EXPECT_EQ(lines_of(one).size(), 40U);
    EXPECT_EQ(one, with("4"));
    EXPECT_EQ(run_clew({"verify", "-q", "-"}, one).code, ExitCode::ok);
    const Result twelve = run_clew({"generate", "--solutions", "12", "--redundant", "--seed", "2"});
    EXPECT_EQ(run_clew({"count", "-"}, lines_of(twelve.out).at(0)).out, "12\n");
}

TEST(GenerateCommand, SaysWhatTheLastAttemptFailedOn) {
    const auto fails_on = [](std::vector<std::string> wish) {
        wish.insert(wish.begin(), {"generate", "--attempts", "1"});
        const Result never = run_clew(wish);
        EXPECT_EQ(never.code, ExitCode::not_found);
        EXPECT_EQ(never.out, "");
        return never.err;
    };
    const std::string start =
        "clew: 1 of 1 puzzles could not be made in 1 attempts each; the last failed on ";
    EXPECT_EQ(fails_on({"--clues", "17"}), start + "the number of clues\n");
    EXPECT_EQ(
        fails_on({"--technique", "jellyfish", "--technique", "large-fish"}),
        start + "the technique: the path by the rules methods has no jellyfish or large fish\n");
    EXPECT_THAT(fails_on({"--score", "1"}), StartsWith(start + "the score: "));
    EXPECT_EQ(fails_on({"--score", "1", "--rules", "x-wing", "--seed", "3"}),
              start + "the score: the rules x-wing do not solve it\n");
    const Result few = run_clew({"generate", "--clues", "16"});
    EXPECT_EQ(few.code, ExitCode::usage);
    EXPECT_THAT(few.err,
                HasSubstr("no plain 9x9 puzzle with one solution has fewer than 17 clues"));
}

TEST(DensityCommand, ShowsBoardsNumbersPicturesAndJson) {
    const Result board = run_clew({"density", "-"}, p92);
    EXPECT_EQ(board.code, ExitCode::ok);
    EXPECT_THAT(board.out, HasSubstr("in every solution"));
    EXPECT_THAT(board.out, HasSubstr("r1c1    7   42% 3   33% 5   25%"));
    EXPECT_THAT(board.err, HasSubstr("12 solutions"));
    const Result numbers = run_clew({"density", "--show", "numbers", "-"}, p92);
    EXPECT_THAT(lines_of(numbers.out), Contains("r1c1=7 5"));
    EXPECT_THAT(lines_of(numbers.out), Contains("r1c3=9 12"));
    const json j = json::parse(run_clew({"density", "--json", "-q", "-"}, p92).out);
    EXPECT_EQ(j["schema"], "clew/density/1");
    EXPECT_EQ(j["count"], 12);
    EXPECT_EQ(j["cells"]["r1c1"], json::parse(R"({"3":4,"5":3,"7":5})"));
    EXPECT_EQ(j["backbone"]["r1c3"], "9");
    const TemporaryFolder folder;
    EXPECT_EQ(run_clew({"density", "-o", folder.file("heat.svg"), "-"}, p92).code, ExitCode::ok);
    EXPECT_THAT(read_file(folder.file("heat.svg")), StartsWith("<svg"));
}

// Each puzzle has its line, also where time ended before anything of it was known.
TEST(DensityCommand, SaysInJsonAndCsvThatNothingIsKnown) {
    const auto tell = [](const char* form) {
        return run_clew({"density", form, "-q", "--timeout", "100ms", "-"},
                        std::string(625, '.') + "\n");
    };
    const Result r = tell("--json");
    EXPECT_EQ(r.code, ExitCode::partial);
    const json answer = json::parse(r.out);
    EXPECT_EQ(answer["counted"], false);
    EXPECT_EQ(answer["ending"], "interrupted");
    EXPECT_EQ(answer["cells"], json::object());
    EXPECT_EQ(lines_of(tell("--csv").out).size(), 2U);
}

TEST(DensityCommand, AnswersSensiblyToEveryKindOfPuzzle) {
    EXPECT_EQ(run_clew({"density", "-"}, contradictory).code, ExitCode::no_solution);
    EXPECT_EQ(run_clew({"density", "-"}, full).code, ExitCode::ok);
    EXPECT_EQ(run_clew({"density", "-"}, small_open).code, ExitCode::ok);
    const Result untold =
        run_clew({"density", "--engine", "search", "--budget", "1000", "--json", "-"}, blank);
    EXPECT_EQ(untold.code, ExitCode::partial);
    EXPECT_EQ(json::parse(untold.out)["cells"]["r5c5"], "123456789");
    const Result told = run_clew({"density", "--true-only", "--show", "numbers", "-"}, p92);
    EXPECT_EQ(told.code, ExitCode::ok);
    EXPECT_THAT(lines_of(told.out), Contains("r1c1=7 some"));
    EXPECT_THAT(lines_of(told.out), Contains("r1c3=9 all"));
    const Result refused = run_clew({"density", "--engine", "exact", "-"}, small_open);
    EXPECT_EQ(refused.code, ExitCode::usage);
    EXPECT_THAT(refused.err, HasSubstr("9x9 boards whose rules touch few cells"));
}

TEST(UnavoidableCommand, ListsTheSetsAndWhichAreNotHit) {
    const Result one = run_clew({"unavoidable", "-"}, example_one);
    EXPECT_EQ(one.code, ExitCode::ok);
    EXPECT_EQ(one.out, "4 cells, digits 18: r4c4 r4c5 r8c4 r8c5, not hit\n");
    const Result grid = run_clew({"unavoidable", "--size", "6", "-"}, full);
    EXPECT_THAT(lines_of(grid.out), Contains("4 cells, digits 18: r4c4 r4c5 r8c4 r8c5"));
    EXPECT_EQ(run_clew({"unavoidable", "--size", "6", "--method", "sat", "-"}, full).out, grid.out);
    EXPECT_EQ(run_clew({"unavoidable", "--size", "10", "--not-hit", "-"}, gould).out, "");
    const Result named = run_clew({"unavoidable", "--shapes", "-"}, full);
    EXPECT_THAT(named.out, HasSubstr(", rectangle"));
    EXPECT_THAT(named.out, HasSubstr(", three lines"));
    const Result kinds =
        run_clew({"unavoidable", "--size", "6", "--method", "templates", "-"}, full);
    EXPECT_THAT(lines_of(kinds.out), Contains("4 cells, digits 18: r4c4 r4c5 r8c4 r8c5, kind 4.1"));
    const Result counted = run_clew(
        {"unavoidable", "--size", "6", "--method", "templates", "--json", "-q", "-"}, full);
    EXPECT_EQ(json::parse(counted.out)["kinds"], 5);
    EXPECT_THAT(kinds.err, HasSubstr("5 kinds"));
    std::string without = kinds.out;
    for (std::size_t at; (at = without.find(", kind ")) != std::string::npos;)
        without.erase(at, without.find('\n', at) - at);
    EXPECT_EQ(without, grid.out);
    const Result refused =
        run_clew({"unavoidable", "--method", "templates", source_file("examples/jigsaw.txt")});
    EXPECT_EQ(refused.code, ExitCode::usage);
    EXPECT_THAT(refused.err, HasSubstr("--method"));
    const Result several = run_clew({"unavoidable", "--json", "-"}, p92);
    const json j = json::parse(several.out);
    EXPECT_EQ(j["solutions"], 12);
    for (const auto& set : j["sets"]) EXPECT_FALSE(set["hit"]);
    EXPECT_EQ(run_clew({"unavoidable", "-"}, contradictory).code, ExitCode::no_solution);
    EXPECT_EQ(run_clew({"unavoidable", "-"}, blank).code, ExitCode::partial);
    EXPECT_EQ(run_clew({"unavoidable", "--max-solutions", "100", "-"}, small_open).code,
              ExitCode::ok);
}

TEST(MinimalCommand, TellsRedundantCluesAndSubpuzzles) {
    std::string padded = gould;
    padded[0] = '7';  // of its solution, found below
    const Result solution = run_clew({"solve", "-"}, gould);
    const std::string grid = lines_of(solution.out).at(0);
    padded[0] = grid[0];
    padded[1] = grid[1];
    const Result plain = run_clew({"minimal", "-"}, padded);
    EXPECT_EQ(plain.code, ExitCode::ok);
    EXPECT_THAT(lines_of(plain.out), Contains(std::string(1, grid[0]) + " at r1c1"));
    const Result one = run_clew({"minimal", "--one", "--seed", "4", "-"}, padded);
    EXPECT_EQ(run_clew({"minimal", "-"}, one.out).out, "");
    EXPECT_EQ(run_clew({"minimal", "--one", "--seed", "4", "-"}, padded).out, one.out);
    const Result all = run_clew({"minimal", "--all", "-"}, padded);
    EXPECT_THAT(lines_of(all.out), Contains(lines_of(one.out).at(0)));
    const json j = json::parse(run_clew({"minimal", "--all", "--json", "-"}, padded).out);
    EXPECT_EQ(j["subpuzzles"].size(), lines_of(all.out).size());
    EXPECT_EQ(j["ending"], "exhausted");
    EXPECT_EQ(run_clew({"minimal", "-"}, contradictory).code, ExitCode::no_solution);
    EXPECT_EQ(run_clew({"minimal", "--all", "-"}, blank).out, blank + "\n");
    EXPECT_EQ(run_clew({"minimal", "--all", "--budget", "50", "-q", "-"}, full).code,
              ExitCode::partial);
    EXPECT_EQ(run_clew({"minimal", "--one", "--all", "-"}, gould).code, ExitCode::usage);
    EXPECT_EQ(run_clew({"minimal", "-"}, small_open).code, ExitCode::ok);
}

TEST(SampleCommand, DrawsSolutionsBySeed) {
    const Result r = run_clew({"sample", "-n", "200", "--seed", "7", "-"}, p92);
    EXPECT_EQ(r.code, ExitCode::ok);
    const auto lines = lines_of(r.out);
    EXPECT_EQ(lines.size(), 200U);
    EXPECT_EQ(std::set<std::string>(lines.begin(), lines.end()).size(), 12U);
    EXPECT_EQ(run_clew({"sample", "-n", "200", "--seed", "7", "-"}, p92).out, r.out);
    EXPECT_NE(run_clew({"sample", "-n", "200", "--seed", "8", "-"}, p92).out, r.out);
    const json j = json::parse(run_clew({"sample", "-n", "2", "--json", "-"}, p92).out);
    EXPECT_EQ(j["count"], 12);
    EXPECT_EQ(j["solutions"].size(), 2U);
    EXPECT_EQ(run_clew({"sample", "-"}, contradictory).code, ExitCode::no_solution);
    EXPECT_EQ(run_clew({"sample", "-q", "-"}, full).out, full + "\n");
    EXPECT_EQ(run_clew({"sample", "-"}, small_open).code, ExitCode::ok);
    const Result spent = run_clew({"sample", "--engine", "search", "--budget", "1000", "-"}, blank);
    EXPECT_EQ(spent.code, ExitCode::partial);
    EXPECT_EQ(spent.out, "");
}

TEST(GenerateCommand, AFormatThatCannotHoldTheBoardIsRefusedBeforeAnythingIsMade) {
    const TemporaryFolder folder;
    const std::vector<std::vector<std::string>> boards = {
        {"--size", "6"},
        {"--diagonals"},
        {"--size", "16", "--redundant"},
        {"--size", "4"},
        {"--regions", std::string("111222333111222333111222333444555666444555666444555666"
                                  "777888999777888999777888999")}};
    for (const std::vector<std::string>& board : boards)
        for (const FormatInfo& format : known_formats()) {
            if (!format.can_write) continue;
            std::vector<std::string> words = {
                "generate",         "-q",        "--to", std::string(format.name), "-o",
                folder.file("out"), "--timeout", "0"};
            words.insert(words.end(), board.begin(), board.end());
            const Result r = run_clew(words);
            if (r.code == ExitCode::usage) {
                EXPECT_THAT(r.err, HasSubstr("--to: ")) << r.err;
            } else if (format.name != "sdx") {  // which looks at the puzzle too
                EXPECT_THAT(r.code, ::testing::AnyOf(ExitCode::ok, ExitCode::partial))
                    << format.name << r.err;
            }
        }
    EXPECT_LE(folder.file_count(), 2U);  // no temporary file, a partial one perhaps
    EXPECT_EQ(run_clew({"generate", "--size", "6", "--to", "sdm"}).code, ExitCode::usage);
}

TEST(GenerateCommand, AnExceptionOnAnyThreadEndsTheWork) {
    // sdx cannot tell a naked single from a given: some puzzles it refuses, the third or tenth.
    for (const char* threads : {"1", "2", "7"}) {
        const Result r = run_clew({"generate", "--to", "sdx", "-n", "200", "--redundant", "--clues",
                                   "40", "--threads", threads});
        EXPECT_EQ(r.code, ExitCode::bad_input) << threads;
        EXPECT_THAT(r.err, HasSubstr("sdx cannot tell")) << threads;
    }
}

}  // namespace
}  // namespace clew::cli
