// Puzzles with rules that are no houses, on the command line: who knows them answers, who does not
// refuses by name, with the place, before it starts.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "core/board/symmetry.hpp"
#include "core/formats/formats.hpp"
#include "core/rules/verify.hpp"
#include "encode/cnf/dimacs.hpp"
#include "encode/sat/backbone.hpp"
#include "encode/sat/cores.hpp"
#include "encode/sat/enumerate.hpp"
#include "logic/candidates.hpp"
#include "logic/tree/decision_tree.hpp"
#include "setter/completion.hpp"
#include "setter/density.hpp"
#include "setter/generate.hpp"
#include "setter/minimal.hpp"
#include "setter/other_solution.hpp"
#include "setter/repair.hpp"
#include "solve/batch.hpp"
#include "solve/cross_check.hpp"
#include "solve/estimate.hpp"
#include "solve/exact/band_stack.hpp"
#include "solve/exact/marginals.hpp"
#include "solve/exact/sample.hpp"
#include "solve/forecast.hpp"
#include "solve/sample.hpp"
#include "solve/shard.hpp"
#include "solve/solve.hpp"
#include "tests/cli/harness.hpp"
#include "tests/reference/sat_solve.hpp"
#include "tests/reference/searches.hpp"

namespace clew::cli {
namespace {

/// A killer with cages alone: its one solution is that of the line below.
const std::string four =
    R"({"format":"clew-puzzle","version":2,"geometry":{"size":4,"boxes":[2,2]},"rules":[)"
    R"({"kind":"killer_cage","cells":["r1c1","r2c1"],"numbers":[4]},)"
    R"({"kind":"killer_cage","cells":["r1c2","r1c3","r1c4"],"numbers":[9]},)"
    R"({"kind":"thermometer","cells":["r2c4","r2c3"],"name":"short"},)"
    R"({"kind":"arrow","cells":["r2c2","r3c3","r2c1"],"numbers":[1]}]})"
    "\n";

TEST(Rules, AreKeptByTheCommandsThatKnowThem) {
    const Result count = run_clew({"count", "-"}, four);
    EXPECT_EQ(count.code, ExitCode::ok) << count.err;
    const std::string n = lines_of(count.out).at(0);
    for (const char* engine : {"search", "sat", "cubes"})
        EXPECT_EQ(run_clew({"count", "--engine", engine, "-"}, four).out, count.out) << engine;
    const Result list = run_clew({"enumerate", "-q", "-"}, four);
    EXPECT_EQ(std::to_string(lines_of(list.out).size()), n);
    ASSERT_FALSE(list.out.empty());
    // 1 .. 4 in some order in row 1, without its first cell 9: r1c1 is 1, r2c1 is 3, r2c2 is 4
    for (const std::string& line : lines_of(list.out)) {
        EXPECT_EQ(line[0], '1');
        EXPECT_EQ(line[4], '3');
        EXPECT_EQ(line.substr(5, 1), "4");
        EXPECT_EQ(line[10], '1');
        EXPECT_LT(line[7], line[6]);
    }
    EXPECT_EQ(run_clew({"solve", "-"}, four).out, lines_of(list.out).at(0) + "\n");
    EXPECT_EQ(run_clew({"verify", "-"}, four).code, n == "1" ? ExitCode::ok : ExitCode::several);
}

TEST(Rules, ThatNeedEveryClueAreSeenByMinimal) {
    std::string with_clue = four;
    with_clue.insert(with_clue.find("\"rules\""), "\"givens\":\"1...............\",");
    const Result r = run_clew({"minimal", "-"}, with_clue);
    EXPECT_EQ(r.out, "1 at r1c1\n") << r.err;
    // The sub-puzzle has the rules, and no clue.
    const Result all = run_clew({"minimal", "--all", "-q", "-"}, with_clue);
    EXPECT_EQ(all.code, ExitCode::ok) << all.err;
    const std::vector<Record> records = read_all(all.out);
    ASSERT_EQ(records.size(), 1U) << all.out;
    EXPECT_EQ(records[0].puzzle, read_all(four).at(0).puzzle);
}

// With the clues alone, nobody could tell which rules the sub-puzzle rests on.
TEST(Rules, ThatASubpuzzleKeepsAreNumberedInJsonAndCsv) {
    const std::string jigsaw =
        R"({"format":"clew-puzzle","version":2,"geometry":{"size":4,"regions":["AAAB","ACDB",)"
        R"("CCDB","CDDB"]},"givens":"..2...4.........","rules":[)"
        R"({"kind":"little_killer","cells":["r2c4","r1c4","r1c3","r2c2"],"numbers":[8]},)"
        R"({"kind":"killer_cage","cells":["r1c4","r1c3"],"numbers":[3]},)"
        R"({"kind":"count_distinct","cells":["r3c2","r2c3"]},)"
        R"({"kind":"ratio","cells":["r2c4","r3c4"],"numbers":[2]}]})";
    const Puzzle whole = read_all(jigsaw).at(0).puzzle;
    for (const std::string seed : {"1", "2", "3", "4"}) {
        const std::vector<std::string> one = {"minimal", "--one", "--rules", "--seed", seed, "-q"};
        const auto with = [&](std::vector<std::string> words) {
            words.insert(words.begin(), one.begin(), one.end());
            return run_clew(words, jigsaw).out;
        };
        const auto kept = nlohmann::json::parse(with({"--json", "-"}))["kept_rules"];
        std::vector<Rule> rules;
        std::string in_csv;
        for (const std::size_t place : kept) {
            rules.push_back(whole.rules()[place - 1]);
            in_csv += (in_csv.empty() ? "" : " ") + std::to_string(place);
        }
        EXPECT_TRUE(std::ranges::equal(read_all(with({"-"})).at(0).puzzle.rules(), rules));
        EXPECT_NE(with({"--csv", "-"}).find("................," + in_csv + ","), std::string::npos);
    }
}

TEST(Rules, AreToldInWordsByShow) {
    const Result r = run_clew({"show", "-"}, four);
    EXPECT_EQ(r.code, ExitCode::ok);
    EXPECT_NE(r.out.find("rule: killer cage: r1c1 and r2c1 differ and sum to 4\n"),
              std::string::npos);
    EXPECT_NE(r.out.find("rule: thermometer 'short': digits rise along r2c4 and r2c3\n"),
              std::string::npos);
    const auto json = nlohmann::json::parse(run_clew({"show", "--json", "-"}, four).out);
    ASSERT_EQ(json["rules"].size(), 4U);
    EXPECT_EQ(json["rules"][3], "arrow: r3c3 and r2c1 sum to r2c2");
    const auto counted = nlohmann::json::parse(run_clew({"count", "--json", "-"}, four).out);
    EXPECT_EQ(counted["rules"], json["rules"]);
}

// The set of techniques that was asked for has a name too: it stands beside the puzzle's own rules.
TEST(Rules, StandInEveryAnswerBesideTheNameOfTheTechniques) {
    const auto rules = nlohmann::json::parse(run_clew({"show", "--json", "-"}, four).out)["rules"];
    const std::vector<std::pair<std::vector<std::string>, std::string>> named = {
        {{"explain"}, "human"},
        {{"explain", "--rules", "all"}, "all"},
        {{"steps"}, "human"},
        {{"rate", "--scale", "needs"}, "all"}};
    for (const auto& [words, rule_set] : named) {
        std::vector<std::string> command = words;
        command.insert(command.end(), {"--json", "-"});
        const auto answer = nlohmann::json::parse(run_clew(command, four).out);
        EXPECT_EQ(answer["rules"], rules) << words[0];
        EXPECT_EQ(answer["rule_set"], rule_set) << words[0];
    }
    for (const std::vector<std::string>& command : {std::vector<std::string>{"hint", "--json", "-"},
                                                    {"why", "--json", "-", "r1c1=2"},
                                                    {"solve", "--json", "-"},
                                                    {"verify", "--json", "-"}}) {
        const auto answer = nlohmann::json::parse(run_clew(command, four).out);
        EXPECT_EQ(answer["rules"], rules) << command[0];
    }
}

TEST(Rules, AreDrawnByShow) {
    const TemporaryFolder folder;
    const std::string file = folder.file("four.svg");
    const Result r = run_clew({"show", "-", "-o", file, "--solutions", "last"}, four);
    EXPECT_EQ(r.code, ExitCode::usage) << "the solutions are a second page";
    EXPECT_EQ(run_clew({"show", "-", "-o", file}, four).code, ExitCode::ok);
    const std::string svg = read_file(file);
    for (const char* part :
         {"class=\"cage\"", ">4</text>", ">9</text>", "<circle class=\"thermometer\"",
          ">Arrow: r3c3 and r2c1 sum to</text>"})
        EXPECT_NE(svg.find(part), std::string::npos) << part;
}

TEST(Rules, AreExplained) {
    const Result several = run_clew({"explain", "--audit", "--boards", "none", "-"}, four);
    EXPECT_EQ(several.code, ExitCode::ok) << several.err;
    EXPECT_NE(several.err.find("every step proved"), std::string::npos) << several.err;
    EXPECT_NE(several.out.find("Killer cage: combinations"), std::string::npos);
    EXPECT_NE(several.out.find("each of the 15\ncandidates left is in a solution"),
              std::string::npos)
        << several.out;
    // By themselves the cages cannot be kept: 8 is not 2 + 3 + 4.
    std::string none = four;
    none.replace(none.find("[9]"), 3, "[8]");
    const Result refuted = run_clew({"explain", "--audit", "--boards", "none", "-"}, none);
    EXPECT_EQ(refuted.code, ExitCode::ok);
    EXPECT_EQ(refuted.out.find("No solution: the killer cage at r1c1 and the killer cage at r1c2 "
                               "cannot stand\ntogether. The walk shows why, from these alone."),
              0U)
        << refuted.out;
    // With clues: those that cannot stand together beside the rules.
    const Result clues =
        run_clew({"explain", "--audit", "--boards", "none", "-"},
                 R"({"format":"clew-puzzle","version":2,"geometry":{"size":4,"boxes":[2,2]},)"
                 R"("givens":"3......1......4.",)"
                 R"("rules":[{"kind":"killer_cage","cells":["r1c1","r2c1"],"numbers":[4]}]})");
    EXPECT_NE(clues.out.find("No solution: the clues in r1c1 and r2c4 and the killer cage at r1c1 "
                             "cannot stand\ntogether."),
              std::string::npos)
        << clues.out;
    EXPECT_NE(clues.err.find("every step proved"), std::string::npos) << clues.err;
    // What the rules rule out by themselves is heard by every set of techniques.
    EXPECT_NE(
        run_clew({"explain", "--rules", "human", "-"}, four).out.find("Killer cage: combinations"),
        std::string::npos);
    // What holds for the whole board has no place: its cells are excepted.
    EXPECT_EQ(run_clew({"verify", "-"},
                       R"({"format":"clew-puzzle","version":2,"geometry":{"size":6,"boxes":[2,3]},)"
                       R"("givens":"....................................","rules":[)"
                       R"({"kind":"no_difference","cells":["r4c1","r4c2"],"numbers":[1]},)"
                       R"({"kind":"difference","cells":["r1c1","r1c2"],"numbers":[1]}]})")
                  .out,
              "none: no solution; the negative difference rule and the difference at r1c1 cannot "
              "stand together\n");
}

TEST(Rules, AreReplayedFromWhatExplainWrote) {
    const TemporaryFolder folder;
    const std::string walk = folder.write("walk", run_clew({"explain", "--json", "-"}, four).out);
    const auto steps = nlohmann::json::parse(read_file(walk))["steps"];
    EXPECT_EQ(steps[0]["cites"].dump(), R"([{"rule":1}])");
    EXPECT_NE(run_clew({"replay", walk}).out.find("each proved"), std::string::npos);
    std::string other = read_file(walk);
    other.replace(other.find(R"({"rule":1})"), 10, R"({"rule":2})");
    EXPECT_EQ(run_clew({"replay", folder.write("other", other)}).code, ExitCode::disagree);
    other.replace(other.find(R"({"rule":2})"), 10, R"({"rule":9})");
    EXPECT_EQ(run_clew({"replay", folder.write("none", other)}).code, ExitCode::disagree);
}

// A walk to a contradiction is read back too, and names the rules that fight.
TEST(Rules, ThatFightAreNamedAndReplayed) {
    std::string none = four;
    none.replace(none.find("[9]"), 3, "[8]");
    const TemporaryFolder folder;
    const std::string walk = folder.write("walk", run_clew({"explain", "--json", "-"}, none).out);
    const auto json = nlohmann::json::parse(read_file(walk));
    EXPECT_EQ(json["conflicting_rules"].dump(), "[1,2]");
    EXPECT_FALSE(json.contains("conflicting"));
    EXPECT_EQ(json["steps"].back()["kind"], "contradiction");
    for (const auto& step : json["steps"])
        if (step.contains("cites")) {
            for (const auto& cite : step["cites"])
                EXPECT_TRUE(!cite.contains("rule") || cite["rule"] <= 2) << step;
        }
    const Result again = run_clew({"replay", walk});
    EXPECT_NE(again.out.find("each proved"), std::string::npos) << again.out << again.err;
    const Result page = run_clew({"explain", "--format", "html", "-"}, none);
    EXPECT_NE(page.out.find("the killer cage at r1c1 and the killer cage at r1c2 cannot stand"),
              std::string::npos);
}

TEST(Rules, AreAskedAboutByWhy) {
    const Result r = run_clew({"why", "-", "r1c1=2", "r2c2=4", "r4c4"}, four);
    EXPECT_EQ(r.code, ExitCode::ok) << r.err;
    EXPECT_NE(r.out.find("The killer cage at r1c1"), std::string::npos);
    EXPECT_NE(r.out.find("So r2c2"), std::string::npos) << r.out;
    EXPECT_NE(r.out.find("r4c4 is not settled: it can be 2, 3 or 4."), std::string::npos);
    const auto json = nlohmann::json::parse(run_clew({"why", "--json", "-", "r1c1=2"}, four).out);
    EXPECT_EQ(json["step"]["cites"].dump(), R"([{"rule":1}])");
    const Result svg = run_clew({"why", "--format", "svg", "-", "r1c1=2"}, four);
    EXPECT_NE(svg.out.find(">rule</text>"), std::string::npos);
}

TEST(Rules, ExtraCellsAreCountedNamedAndExplained) {
    const std::string puzzle =
        ".Shape~4x4.Var~K~~2.Sum~0_=_1_1_-1~R1C1~R1C2~VK1.Thermo~VK1~VK2.~R2C3_1~R3C1_2~R4C4_3\n";
    for (const char* engine : {"search", "sat", "cubes", "auto"})
        EXPECT_EQ(run_clew({"count", "--engine", engine, "-"}, puzzle).out, "1\n") << engine;
    EXPECT_EQ(run_clew({"enumerate", "-"}, puzzle).out, "123434122341412334\n");
    EXPECT_NE(run_clew({"explain", "-"}, puzzle).out.find("r1c1 + r1c2 = x1"), std::string::npos);
    EXPECT_EQ(run_clew({"why", "-", "x1=1"}, puzzle).out.find("The sum at r1c1"), 0U);
    EXPECT_EQ(run_clew({"why", "-", "x3"}, puzzle).code, ExitCode::usage);
    EXPECT_NE(run_clew({"steps", "--cell", "x2", "-"}, puzzle).out.find("x2"), std::string::npos);
    EXPECT_NE(run_clew({"steps", "--cell", "x9", "-"}, puzzle).err.find("r1c1 to x2"),
              std::string::npos);
    const Result cnf = run_clew({"encode", "-"}, puzzle);
    EXPECT_EQ(run_clew({"count", "-"}, cnf.out).out, "1\n");
    EXPECT_NE(run_clew({"tree", "-"}, puzzle).err.find("4x4, 2 extra cells"), std::string::npos);
}

TEST(Rules, WhyAnswersWhatWasAsked) {
    const std::string arrow =
        R"({"format":"clew-puzzle","version":2,"geometry":{"size":6,"boxes":[2,3]},)"
        R"("givens":["......","....1.","....4.","..3..2","1..3..","...6.."],)"
        R"("rules":[{"kind":"arrow","cells":["r5c2","r4c3","r3c4","r2c4"],"numbers":[1]}]})";
    const Result two = run_clew({"why", "-q", "-", "r4c2=4", "r3c1=4"}, arrow);
    EXPECT_EQ(two.out.find("r4c2=4:\n"), 0U) << two.out;
    EXPECT_NE(two.out.find("Remove 4 from r4c2.\n\nr3c1=4:\n"), std::string::npos) << two.out;
    EXPECT_EQ(two.out.find("other candidates"), std::string::npos) << two.out;
    EXPECT_NE(two.out.find("r3c1=4 is ruled out: r3c5 holds the 4 of row 3."), std::string::npos);
    const auto step =
        nlohmann::json::parse(run_clew({"why", "--json", "-q", "-", "r4c2=4"}, arrow).out);
    EXPECT_EQ(step["step"]["eliminations"], nlohmann::json::array({"r4c2=4"}));
}

TEST(Rules, WithExceptedPairsAreCitedInPairs) {
    const std::string dots =
        R"({"format":"clew-puzzle","version":2,"geometry":{"size":4,"boxes":[2,2]},"givens":"1...............",)"
        R"("rules":[{"kind":"no_difference","cells":["r2c1","r2c2"],"numbers":[1]}]})";
    const std::string walk = run_clew({"explain", "-q", "--boards", "none", "-"}, dots).out;
    EXPECT_NE(walk.find("Negative difference rule: pairs"), std::string::npos) << walk;
    EXPECT_EQ(walk.find(": cases"), std::string::npos) << walk;
    EXPECT_EQ(walk.find("rule at r2c1 and r2c2"), std::string::npos) << walk;
}

TEST(Rules, ThatDoNotFitAreNamedWhereTheyStand) {
    const auto said = [](const std::string& first, const std::string& second) {
        return run_clew({"count", "-"},
                        R"({"format":"clew-puzzle","version":2,"geometry":{"size":9},"rules":[)"
                        "\n" +
                            first + ",\n" + second + "]}")
            .err;
    };
    const std::string odd = R"({"kind":"odd","cells":["r1c1"]})";
    EXPECT_NE(said(R"({"kind":"whisper","cells":["r1c1","r1c2"],"numbers":[9]})", odd)
                  .find("<stdin>:2:1: whisper: the number 9"),
              std::string::npos);
    EXPECT_NE(said(odd, R"({"kind":"slow_thermometer","cells":["r1c1","r1c1"]})")
                  .find("<stdin>:3:1: slow thermometer: r1c1"),
              std::string::npos);
    EXPECT_NE(
        said(odd, R"({"kind":"quadruple","numbers":[1,2],"cells":[]})").find("quadruple: 0 cells"),
        std::string::npos);
    // Puzzles of one array have a line each.
    const std::string nine = R"({"format":"clew-puzzle","version":1,"geometry":{"size":4}})";
    const std::string both = run_clew({"verify", "-"}, "[" + nine + ",\n" + nine + "]").out;
    EXPECT_NE(both.find("<stdin>:1: "), std::string::npos) << both;
    EXPECT_NE(both.find("<stdin>:2: "), std::string::npos) << both;
}

TEST(Rules, LeaveNoRoomForDeadlyPatterns) {
    const Result assumed =
        run_clew({"explain", "--rules", "structures", "--uniqueness=assume", "-"}, four);
    EXPECT_EQ(assumed.code, ExitCode::bad_input);
    EXPECT_NE(assumed.err.find("deadly patterns do not know killer cages"), std::string::npos);
}

// A step is about two cells, not about the board.
TEST(Rules, ForTheWholeBoardAreCitedInPairs) {
    const Result r = run_clew(
        {"explain", "--audit", "--boards", "none", "-"},
        R"({"format":"clew-puzzle","version":2,"geometry":{"size":6,"boxes":[2,3]},)"
        R"("givens":"1.3.................................","rules":[{"kind":"non_consecutive"}]})");
    EXPECT_EQ(r.code, ExitCode::ok) << r.err;
    EXPECT_NE(r.out.find("The non-consecutive rule at r1c"), std::string::npos) << r.out;
    EXPECT_NE(r.err.find("every step proved"), std::string::npos) << r.err;
}

// The arrow is no house: what it rules out stands among the steps, unless techniques are named.
TEST(Rules, RuleOutWhatHintAndStepsSay) {
    const Result steps = run_clew({"steps", "-"}, four);
    EXPECT_EQ(steps.code, ExitCode::ok) << steps.err;
    EXPECT_NE(steps.out.find("killer cage"), std::string::npos) << steps.out;
    EXPECT_NE(steps.out.find("thermometer"), std::string::npos) << steps.out;
    const Result hint =
        run_clew({"hint", "--level", "3", "--board", "--color", "never", "-"}, four);
    EXPECT_EQ(hint.code, ExitCode::ok) << hint.err;
    EXPECT_NE(hint.out.find("Remove"), std::string::npos) << hint.out;
    const Result named = run_clew({"steps", "--rules", "all", "-"}, four);
    EXPECT_EQ(named.out.find("killer cage"), std::string::npos) << named.out;
    EXPECT_EQ(run_clew({"hint", "--rules", "singles", "-"}, four).code, ExitCode::not_found);
}

TEST(Rules, AreKnownToTreeLabAndTheScalesThatAreDefinedForThem) {
    const std::string n =
        std::to_string(lines_of(run_clew({"enumerate", "-q", "-"}, four).out).size());
    const Result tree = run_clew({"tree", "--json", "-"}, four);
    EXPECT_EQ(tree.code, ExitCode::ok) << tree.err;
    const auto json = nlohmann::json::parse(tree.out);
    EXPECT_EQ(json["totals"]["solutions"].dump(), n);
    EXPECT_EQ(json["proof"]["verdict"], "complete");
    EXPECT_EQ(json["rules"].size(), 4U);
    for (const char* proof : {"drat", "lrat", "veripb"}) {
        const TemporaryFolder folder;
        const std::string to = folder.file("proof");
        EXPECT_EQ(run_clew({"tree", "--certify", to, "--proof", proof, "-"}, four).code,
                  ExitCode::ok);
        EXPECT_EQ(run_clew({"check", to}).code, ExitCode::ok) << proof;
    }
    const std::string one = run_clew({"solve", "-"}, four).out;
    std::string with_clues = four;
    with_clues.insert(with_clues.find("\"rules\""),
                      "\"givens\":\"" + one.substr(0, 10) + "......\",");
    const ExitCode alone = run_clew({"verify", "-"}, with_clues).code;
    for (const char* scale : {"paris", "needs"})
        EXPECT_EQ(run_clew({"rate", "--scale", scale, "-"}, with_clues).code, alone) << scale;
    const auto lab =
        nlohmann::json::parse(run_clew({"lab", "--json", "--rules", "human", "-"}, with_clues).out);
    EXPECT_EQ(lab["puzzles"][0]["rules"], json["rules"]);
    EXPECT_EQ(lab["sets"][0]["puzzles"], 1);
}

// What is only drawn in a document is refused, and left out where that is asked for.
TEST(Rules, DrawingsAreLeftOutOnDemand) {
    const std::string document =
        R"({"size":4,"grid":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],)"
        R"("killercage":[{"cells":["R1C1","R1C2"],"value":"3"}],"text":[{"cells":["R1C1"],"value":"!"}]})";
    const Result refused = run_clew({"count", "-"}, document);
    EXPECT_EQ(refused.code, ExitCode::bad_input);
    EXPECT_NE(refused.err.find("does not know: text"), std::string::npos) << refused.err;
    const Result counted = run_clew({"count", "--without", "text", "-"}, document);
    EXPECT_EQ(counted.out, "48\n");
    EXPECT_NE(counted.err.find("left out as asked for: text"), std::string::npos) << counted.err;
}

TEST(Rules, AreRefusedByTheCommandsThatDoNotKnowThem) {
    const std::vector<std::vector<std::string>> commands = {{"rate", "-"},
                                                            {"rate", "--scale", "hodoku", "-"},
                                                            {"rate", "--scale", "methods", "-"},
                                                            {"lab", "--assume-unique", "-"},
                                                            {"convert", "--canonical", "-"},
                                                            {"convert", "--to", "line", "-"}};
    for (const auto& command : commands) {
        const Result r = run_clew(command, four);
        EXPECT_EQ(r.code, ExitCode::bad_input) << command[0] << r.err;
        EXPECT_NE(r.err.find("<stdin>:1"), std::string::npos) << r.err;
        EXPECT_NE(r.err.find("killer cage"), std::string::npos) << r.err;
        EXPECT_EQ(r.out, "") << command[0];
    }
    // With --keep-going the puzzles behind it are still answered.
    const std::string two = four + std::string(R"({"format":"clew-puzzle","version":1,)") +
                            R"("geometry":{"size":4,"boxes":[2,2]},"givens":"1234341221434321"})";
    const Result r = run_clew({"rate", "--keep-going", "-"}, two);
    EXPECT_EQ(r.code, ExitCode::bad_input);
    EXPECT_NE(r.err.find("'rate --scale se' does not know killer cages, thermometers and arrows"),
              std::string::npos)
        << r.err;
    const Result exact = run_clew(
        {"count", "--engine", "exact", "-"},
        R"({"format":"clew-puzzle","version":2,"geometry":{"size":9,"boxes":[3,3]},"rules":[{"kind":"non_consecutive"}]})");
    EXPECT_EQ(exact.code, ExitCode::usage);
    EXPECT_NE(exact.err.find("non-consecutive"), std::string::npos) << exact.err;
}

TEST(Rules, GoThroughDimacsAndBack) {
    const Result cnf = run_clew({"encode", "-"}, four);
    ASSERT_EQ(cnf.code, ExitCode::ok) << cnf.err;
    EXPECT_NE(cnf.out.find("c rule killer_cage 4: r1c1 r2c1\n"), std::string::npos);
    const Result again = run_clew({"convert", "--to", "json", "-"}, cnf.out);
    EXPECT_EQ(read_all(again.out).at(0).puzzle, read_all(four).at(0).puzzle) << again.err;
    const Result named = run_clew({"encode", "--selectors", "all", "-"}, four);
    EXPECT_NE(named.out.find("thermometer 'short': digits rise along r2c4 and r2c3"),
              std::string::npos);
    // A file whose rule was changed does not fit its clauses any more.
    std::string changed = cnf.out;
    changed.replace(changed.find("killer_cage 4:"), 14, "killer_cage 5:");
    EXPECT_EQ(run_clew({"count", "-"}, changed).code, ExitCode::bad_input);
}

// Nobody passes over a rule of a kind that nobody knows: whatever takes a puzzle refuses it.
TEST(Rules, OfAnUnknownKindAreRefusedByWhateverTakesAPuzzle) {
    const Rule dummy{.kind = static_cast<RuleKind>(250), .cells = {Cell{0}}};
    for (const GeometryPtr& board : {Geometry::classic(), Geometry::standard(6)}) {
        Puzzle puzzle{board};
        puzzle.set_given(Cell{0}, Digit{0});
        puzzle.add_rule(dummy);
        const SolutionSink sink = [](const Grid&) { return Flow::go_on; };
        Random random{1};
        const std::vector<std::pair<const char*, std::function<void()>>> entries = {
            {"count", [&] { clew::count(puzzle); }},
            {"count to 2", [&] { clew::count(puzzle, {.limit = 2}); }},
            {"count, search", [&] { clew::count(puzzle, {.engine = Engine::search}); }},
            {"count, sat", [&] { clew::count(puzzle, {.engine = Engine::sat}); }},
            {"count, cubes", [&] { clew::count(puzzle, {.engine = Engine::cubes}); }},
            {"count, exact", [&] { clew::count(puzzle, {.engine = Engine::exact}); }},
            {"count, threads", [&] { clew::count(puzzle, {.threads = 3}); }},
            {"enumerate", [&] { clew::enumerate(puzzle, {}, sink); }},
            {"solve", [&] { clew::solve(puzzle); }},
            {"verify", [&] { clew::verify(puzzle); }},
            {"batch",
             [&] {
                 PuzzleBatch batch;
                 for (int i = 0; i < 3; ++i) batch.add(puzzle);
                 BatchAnswers(batch, Witnesses::none, {.threads = 2});
             }},
            {"estimate", [&] { estimate(puzzle, 100, 1, {}, 3); }},
            {"forecast", [&] { forecast(puzzle); }},
            {"cross_check", [&] { cross_check(puzzle, {}, Engine::sat); }},
            {"search", [&] { search::count(puzzle, {.threads = 2}); }},
            {"search9", [&] { search9::marks9(puzzle); }},
            {"search9 count", [&] { search9::count_classic(puzzle); }},
            {"sat", [&] { sat::enumerate(puzzle, {}, sink); }},
            {"sat solve", [&] { sat::solve(puzzle); }},
            {"true candidates", [&] { sat::true_candidates(puzzle); }},
            {"conflict", [&] { sat::minimal_conflict(puzzle, sat::Selectors::all); }},
            {"encode", [&] { cnf::encode(puzzle); }},
            {"dimacs", [&] { cnf::to_dimacs(puzzle); }},
            {"exact", [&] { exact::count(puzzle); }},
            {"exact predict", [&] { exact::predict(puzzle); }},
            {"marginals", [&] { exact::marginals(puzzle); }},
            {"exact sampler", [&] { exact::GridSampler{puzzle}; }},
            {"shard", [&] { count_shard(puzzle, {}); }},
            {"density", [&] { setter::density(puzzle); }},
            {"sample", [&] { clew::sample(puzzle, 1); }},
            {"completion", [&] { setter::completion(puzzle); }},
            {"redundant", [&] { setter::redundant_clues(puzzle); }},
            {"sub-puzzle", [&] { setter::greedy_subpuzzle(puzzle, 1); }},
            {"sub-puzzles",
             [&] {
                 setter::minimal_subpuzzles(puzzle, {}, [](const Puzzle&) { return Flow::go_on; });
             }},
            {"other solution",
             [&] {
                 Solver solver{puzzle};
                 setter::other_solution(solver, puzzle, Cell{0});
             }},
            {"repair", [&] { setter::repair(puzzle); }},
            {"conflicting clues", [&] { setter::conflicting_clues(puzzle, 1, {}); }},
            {"random grid", [&] { setter::random_grid(puzzle, random); }},
            {"generate", [&] { setter::Generator{{.geometry = board, .rules = {dummy}}}; }},
            {"logic", [&] { logic::State{puzzle}; }},
            {"tree", [&] { logic::DecisionTree::grow(puzzle, {}); }},
            {"canonical", [&] { canonical(puzzle); }},
            {"isomorphism", [&] { apply(identity(*board), puzzle); }},
        };
        for (const auto& [name, call] : entries) EXPECT_THROW(call(), InputError) << name;
        const Grid grid = *clew::solve(Puzzle{board}).solution;
        EXPECT_FALSE(is_solution(puzzle, grid));
    }
}

TEST(Rules, ForTheWholeBoardAreOptionsOfGenerate) {
    const Result made =
        run_clew({"generate", "--size", "6", "--non-consecutive", "--seed", "3", "-q"});
    ASSERT_EQ(made.code, ExitCode::ok) << made.err;
    const Record record = read_all(made.out).at(0);
    ASSERT_EQ(record.puzzle.rules().size(), 1U);
    EXPECT_EQ(record.puzzle.rules()[0].kind, RuleKind::non_consecutive);
    EXPECT_EQ(run_clew({"verify", "-"}, made.out).code, ExitCode::ok);
    EXPECT_EQ(run_clew({"minimal", "-q", "-"}, made.out).out, "");
    const Result leaps =
        run_clew({"generate", "--size", "6", "--anti-knight", "--seed", "3", "-q"});
    ASSERT_EQ(leaps.code, ExitCode::ok) << leaps.err;
    EXPECT_EQ(read_all(leaps.out).at(0).puzzle.geometry().description(), "6x6, anti-knight");
    EXPECT_EQ(run_clew({"verify", "-"}, leaps.out).code, ExitCode::ok);
    const Result kings = run_clew({"generate", "--size", "6", "--anti-king", "--seed", "3", "-q"});
    ASSERT_EQ(kings.code, ExitCode::ok) << kings.err;
    const Record king = read_all(kings.out).at(0);
    EXPECT_TRUE(king.puzzle.geometry().sees(Cell{0}, Cell{7}));
    EXPECT_TRUE(king.puzzle.geometry().sees(Cell{8}, Cell{15}));  // r2c3, r3c4: other boxes
    // There is no such board: said as such, not as a puzzle.
    EXPECT_EQ(run_clew({"generate", "--size", "6", "--anti-knight", "--non-consecutive", "-q",
                        "--attempts", "2"})
                  .code,
              ExitCode::not_found);
    // Logic knows the rule, so it can rate.
    const Result easy =
        run_clew({"generate", "--size", "6", "--non-consecutive", "--seed", "3", "--technique",
                  "naked-single", "--technique", "hidden-single", "-q"});
    ASSERT_EQ(easy.code, ExitCode::ok) << easy.err;
    EXPECT_EQ(run_clew({"verify", "-"}, easy.out).code, ExitCode::ok);
}

TEST(Rules, OfAPuzzleAreTakenByGenerate) {
    const TemporaryFolder folder;
    const std::string cages = folder.write(
        "cages.json",
        R"({"format":"clew-puzzle","version":2,"geometry":{"size":4,"boxes":[2,2]},"givens":"1...............","rules":[)"
        R"({"kind":"killer_cage","cells":["r1c1","r1c2"],"numbers":[3]},)"
        R"({"kind":"killer_cage","cells":["r2c1","r3c1"],"numbers":[7]},)"
        R"({"kind":"thermometer","cells":["r3c3","r2c3","r1c3"]}]})");
    const Result made = run_clew({"generate", "--on", cages, "-n", "3", "--seed", "2", "-q"});
    ASSERT_EQ(made.code, ExitCode::ok) << made.err;
    const std::vector<Record> records = read_all(made.out);
    ASSERT_EQ(records.size(), 3U);
    for (const Record& record : records) {
        EXPECT_TRUE(std::ranges::equal(record.puzzle.rules(),
                                       read_all(read_file(cages)).at(0).puzzle.rules()));
        EXPECT_EQ(clew::verify(record.puzzle).validity, Validity::unique);
        EXPECT_LE(record.puzzle.given_count(), 4U);
    }
    const Result both = run_clew({"generate", "--on", cages, "--size", "4"});
    EXPECT_EQ(both.code, ExitCode::usage);
    EXPECT_EQ(run_clew({"generate", "--on", folder.file("none.json")}).code, ExitCode::io);
    // What the cages alone leave open, and what their clues could do without.
    const Result sets = run_clew({"unavoidable", "--json", "-"}, made.out);
    EXPECT_EQ(sets.code, ExitCode::ok) << sets.err;
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"unavoidable", "--shapes", "-"},
          std::vector<std::string>{"unavoidable", "--method", "templates", "-"}}) {
        const Result refused = run_clew(command, made.out);
        EXPECT_EQ(refused.code, ExitCode::usage) << refused.err;
        EXPECT_NE(refused.err.find("does not know killer cages and thermometers"),
                  std::string::npos)
            << refused.err;
    }
    const Result less = run_clew({"minimal", "--one", "-q", "--names", "never", "-"}, made.out);
    EXPECT_EQ(less.out.substr(0, less.out.find('\n')), made.out.substr(0, made.out.find('\n')));
}

TEST(Rules, AreMendedByRepair) {
    // A cage of two cells in a row cannot have the sum 2.
    const std::string broken =
        R"({"format":"clew-puzzle","version":2,"geometry":{"size":4,"boxes":[2,2]},"givens":"..34341221434321","rules":[)"
        R"({"kind":"killer_cage","cells":["r1c1","r1c2"],"numbers":[2]}]})";
    const Result text = run_clew({"repair", "-q", "-"}, broken);
    EXPECT_EQ(text.code, ExitCode::ok) << text.err;
    EXPECT_NE(text.out.find("change the sum of the killer cage r1c1 and r1c2 from 2 to 3: 1 "
                            "solution (next number)\n"),
              std::string::npos)
        << text.out;
    EXPECT_NE(text.out.find("remove the killer cage r1c1 and r1c2: 1 solution"), std::string::npos);
    EXPECT_NE(text.out.find("conflict: killer cage: r1c1 and r1c2 differ and sum to 2\n"),
              std::string::npos)
        << text.out;
    const auto answer =
        nlohmann::json::parse(run_clew({"repair", "--json", "-q", "-"}, broken).out);
    EXPECT_EQ(answer["conflicts"][0]["rules"][0], 1);
    for (const auto& proposal : answer["proposals"]) {
        ASSERT_TRUE(proposal.contains("question")) << proposal;
        const Record mended = read_all(proposal["question"].dump()).at(0);
        EXPECT_EQ(clew::verify(mended.puzzle).validity, Validity::unique);
        EXPECT_EQ(proposal["changes"][0]["rules"][0]["rule"], 1);
    }
}

TEST(Rules, ACellOfTheWrongCageIsMendedByRepair) {
    const std::string broken =
        R"({"format":"clew-puzzle","version":2,"geometry":{"size":4,"boxes":[2,2]},"givens":"..34341221434321","rules":[)"
        R"({"kind":"killer_cage","cells":["r1c1"],"numbers":[3]},)"
        R"({"kind":"killer_cage","cells":["r1c2","r1c3","r1c4"],"numbers":[7]}]})";
    const std::string text =
        "move r1c2 from the killer cage r1c2, r1c3 and r1c4 to the killer cage r1c1";
    EXPECT_NE(run_clew({"repair", "-q", "-"}, broken).out.find(text + ": 1 solution\n"),
              std::string::npos);
    const auto answer =
        nlohmann::json::parse(run_clew({"repair", "--json", "-q", "-"}, broken).out);
    const auto proposal =
        std::ranges::find_if(answer["proposals"], [&](const auto& p) { return p["text"] == text; });
    ASSERT_NE(proposal, answer["proposals"].end());
    const auto& change = (*proposal)["changes"][0];
    EXPECT_EQ(change["kind"], "move cell");
    EXPECT_EQ(change["cell"], "r1c2");
    EXPECT_EQ(change["rules"].size(), 2U);
    const Record mended = read_all((*proposal)["question"].dump()).at(0);
    EXPECT_EQ(clew::verify(mended.puzzle).validity, Validity::unique);
}

}  // namespace
}  // namespace clew::cli
