// explain, steps, hint: what a user types and gets.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/version.hpp"
#include "tests/cli/harness.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::cli {
namespace {

using nlohmann::json;
using reference::contradictory;
using reference::gould;
using reference::p92;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

using Words = std::vector<std::string>;

/// Lines are broken where they are full; this puts them together.
std::string on_one_line(const std::string& text) {
    std::string line;
    for (char c : text)
        if (c != '\n' && c != ' ')
            line += c;
        else if (!line.ends_with(' '))
            line += ' ';
    return line;
}

TEST(ExplainCommand, TellsThePathAndWhereItGotStuck) {
    const Result r = run_clew({"explain", "--rules", "template", "-"}, p92);
    EXPECT_EQ(r.code, ExitCode::not_found);
    EXPECT_THAT(r.out,
                HasSubstr("1  Naked single (10). In r7c5 every digit but 7 is ruled out: it sees"));
    EXPECT_THAT(r.out, HasSubstr("Stuck after 9 steps"));
    EXPECT_THAT(r.out, HasSubstr("Tried without success:"));
    EXPECT_THAT(r.err, testing::IsEmpty());
}

TEST(ExplainCommand, SolvesByThreadsWhenAsked) {
    const Result r = run_clew({"explain", "--rules", "template", "--guess", "first", "-"}, p92);
    EXPECT_EQ(r.code, ExitCode::ok);
    EXPECT_THAT(r.out, HasSubstr("A solution, found in"));
    EXPECT_THAT(
        run_clew({"explain", "--rules", "template", "--guess", "first", "--format", "html", "-"},
                 p92)
            .out,
        HasSubstr("there may be others"));
    const Result all = run_clew({"explain", "--rules", "template", "--guess", "all", "-"}, p92);
    EXPECT_EQ(all.code, ExitCode::ok);
    EXPECT_THAT(all.out, HasSubstr("12 solutions"));
}

TEST(ExplainCommand, JsonHoldsStatusStepsAndFinalState) {
    const Result r = run_clew({"explain", "--rules", "methods", "--json", "-"}, p92);
    const json object = json::parse(r.out);
    EXPECT_EQ(object["schema"], "clew/explain/1");
    EXPECT_EQ(object["puzzle"], p92);
    EXPECT_EQ(object["status"], "stuck");
    EXPECT_EQ(object["rule_set"], "methods");
    ASSERT_FALSE(object["steps"].empty());
    int score = 0;
    for (const json& step : object["steps"]) {
        for (const char* key :
             {"technique", "placements", "eliminations", "cites", "roles", "score", "text"})
            EXPECT_TRUE(step.contains(key)) << key;
        score += step["score"].get<int>();
    }
    EXPECT_EQ(object["score"], score);
    EXPECT_EQ(object["state"]["candidates"].size(), 81U);
}

TEST(ExplainCommand, ReplaysAndProvesWhatItWrote) {
    const TemporaryFolder folder;
    for (const char* guess : {"off", "first", "all"}) {
        const Result r =
            run_clew({"explain", "--rules", "template", "--guess", guess, "--json", "-"}, p92);
        const std::string file = folder.write("steps.json", r.out);
        const Result replay = run_clew({"replay", file});
        EXPECT_EQ(replay.code, ExitCode::ok) << replay.out << replay.err;
        EXPECT_THAT(replay.out, HasSubstr("each proved from the constraints it cites"));
        EXPECT_THAT(replay.out, EndsWith("the end is as recorded.\n"));
        const json verdict = json::parse(run_clew({"replay", file, "--json"}).out);
        const std::string proved = folder.file("proved.json");
        EXPECT_EQ(run_clew({"replay", file, "--json", "--timeout", "1h", "--output", proved}).code,
                  ExitCode::ok);
        EXPECT_EQ(json::parse(read_file(proved)), verdict);
        EXPECT_EQ(verdict["steps"], verdict["proved"]);
        EXPECT_EQ(verdict["state_agrees"], true);
    }
}

TEST(ExplainCommand, ReplayTellsALie) {
    const TemporaryFolder folder;
    const Result r = run_clew({"explain", "--rules", "template", "--json", "-"}, p92);
    json object = json::parse(r.out);
    object["steps"][2]["cites"] = json::array();
    const Result lie = run_clew({"replay", folder.write("a.json", object.dump())});
    EXPECT_EQ(lie.code, ExitCode::disagree);
    EXPECT_THAT(lie.out, StartsWith("Step 3 of 9 is not proved: "));

    object = json::parse(r.out);
    object["steps"].erase(8);
    const Result less = run_clew({"replay", folder.write("b.json", object.dump())});
    EXPECT_EQ(less.code, ExitCode::disagree);
    EXPECT_THAT(less.out, HasSubstr("not the recorded one"));

    const std::string file = folder.write("c.json", r.out);
    const Result other = run_clew({"replay", file, folder.write("other.sdm", gould + "\n")});
    EXPECT_EQ(other.code, ExitCode::bad_input);
    EXPECT_THAT(other.err, HasSubstr("start from another puzzle"));
    EXPECT_EQ(run_clew({"replay", folder.write("d.json", "{")}).code, ExitCode::bad_input);
    EXPECT_EQ(run_clew({"replay", folder.file("none.json")}).code, ExitCode::io);
}

TEST(ExplainCommand, TellsEveryLineOnRequest) {
    const std::string file = source_dir() + "/examples/thermometers.json";
    const Result brief = run_clew({"explain", "--boards", "none", file});
    EXPECT_THAT(brief.out, HasSubstr("Long arguments are shortened; --full tells every line.\n"));
    EXPECT_THAT(brief.out, testing::Not(HasSubstr("1.1. ")));
    const Result full = run_clew({"explain", "--boards", "none", "--full", file});
    EXPECT_THAT(full.out, HasSubstr("1.1. "));
    EXPECT_THAT(full.out, testing::Not(HasSubstr("shortened")));
    EXPECT_EQ(run_clew({"explain", "--full", "--json", file}).code, ExitCode::usage);
}

TEST(ExplainCommand, ProvesItsStepsOnRequest) {
    const Result r = run_clew({"explain", "--audit", "--guess", "first", "-"}, p92);
    EXPECT_EQ(r.code, ExitCode::ok);
    EXPECT_THAT(r.err, HasSubstr("every step proved"));
}

TEST(ExplainCommand, GoesOnWithSmallestProofs) {
    const Result r =
        run_clew({"explain", "--rules", "template", "--smallest", "--audit", "-"}, gould);
    EXPECT_EQ(r.code, ExitCode::ok);
    EXPECT_THAT(r.out, HasSubstr("Locked candidates"));
    EXPECT_THAT(r.out, HasSubstr("Solved in"));
    EXPECT_THAT(r.err, HasSubstr("every step proved"));
    EXPECT_EQ(run_clew({"explain", "--smallest", "--guess", "all", "-"}, gould).code,
              ExitCode::usage);
}

/// Cells and candidates that the citations of a proof range over, as its roles list them.
std::size_t looked_at(const json& step, const std::string& price) {
    if (price == "human") {  // points: a box 1, a line 2, a cell 7
        std::size_t points = 0;
        for (const json& cite : step["cites"])
            points += !cite.contains("house")                               ? 7
                      : cite["house"].get<std::string>().starts_with("box") ? 1
                                                                            : 2;
        return points;
    }
    std::set<std::string> parts;
    for (const json& role : step["roles"])
        for (const std::string candidate : role["candidates"])
            parts.insert(price == "cells" ? candidate.substr(0, candidate.find('=')) : candidate);
    return parts.size();
}

TEST(ExplainCommand, MeasuresSmallestProofsByThePriceAskedFor) {
    for (const char* price : {"cells", "candidates", "human"}) {
        SCOPED_TRACE(price);
        const Words line{"explain", "--rules", "template", "--smallest",
                         "--audit", "--price", price,      "-"};
        const Result told = run_clew(line, gould);
        EXPECT_THAT(told.err, HasSubstr("every step proved"));
        EXPECT_THAT(told.out, testing::ContainsRegex(
                                  std::string{"argument from [0-9]+ "} +
                                  (price == std::string{"human"} ? "points of effort" : price)));
        Words words = line;
        words.back() = "--json";
        const json object = json::parse(run_clew(words, gould).out);
        std::size_t proofs = 0;
        for (const json& step : object["steps"]) {
            if (step["technique"] != "smallest-proof") continue;
            EXPECT_EQ(step["price"], price);
            EXPECT_EQ(step["size"], looked_at(step, price));
            ++proofs;
        }
        EXPECT_GT(proofs, 0U);
        const TemporaryFolder folder;
        EXPECT_EQ(run_clew({"replay", folder.write("walk.json", object.dump())}).code,
                  ExitCode::ok);
        // No dearer than what is smallest by another price.
        const auto why = [&](const char* by) {
            return json::parse(
                run_clew({"why", "--json", "--price", by, "-", "r1c2=4"}, p92).out)["step"];
        };
        EXPECT_EQ(why(price)["size"], looked_at(why(price), price));
        EXPECT_LE(why(price)["size"], looked_at(why("constraints"), price));
        EXPECT_LE(why("constraints")["size"], why(price)["cites"].size());
        EXPECT_EQ(run_clew({"explain", "--rules", "template", "--price", price, "-"}, gould).code,
                  ExitCode::usage);
    }
}

TEST(ExplainCommand, TidiesAPathAndSaysHowMuchShorterItIs) {
    const Words line{"explain", "--rules", "template", "--smallest", "--audit", "-"};
    Words tidy = line;
    tidy.insert(tidy.end() - 1, "--tidy");
    const Result r = run_clew(tidy, gould);
    EXPECT_EQ(r.code, ExitCode::ok);
    EXPECT_THAT(r.out, HasSubstr("\nTidied: "));
    EXPECT_THAT(r.err, HasSubstr("every step proved"));
    tidy.back() = "--json";
    const json shorter = json::parse(run_clew(tidy, gould).out);
    Words whole = line;
    whole.back() = "--json";
    const json object = json::parse(run_clew(whole, gould).out);
    EXPECT_EQ(shorter["untidied"], object["steps"].size());
    EXPECT_LE(shorter["steps"].size(), object["steps"].size());
    EXPECT_EQ(shorter["state"], object["state"]);
    const TemporaryFolder folder;
    EXPECT_EQ(run_clew({"replay", folder.write("tidy.json", shorter.dump())}).code, ExitCode::ok);
    EXPECT_EQ(run_clew({"explain", "--tidy", "--guess", "all", "-"}, gould).code, ExitCode::usage);
}

TEST(ExplainCommand, NamesTheShapeOfASmallestProof) {
    const json object = json::parse(
        run_clew({"explain", "--rules", "template", "--smallest", "--json", "-"}, gould).out);
    std::size_t named = 0;
    for (const json& step : object["steps"])
        if (step.contains("shape")) {
            ++named;
            EXPECT_EQ(step["technique"], "smallest-proof");
            EXPECT_THAT(step["title"].get<std::string>(), testing::Not(HasSubstr("rgument")));
        }
    EXPECT_GT(named, 0U);
}

TEST(ExplainCommand, WalksToTheEndOfEveryPuzzle) {
    // Several solutions: until every candidate left is in one, and then where they part.
    const Result several = run_clew({"explain", "--audit", "-"}, p92);
    EXPECT_EQ(several.code, ExitCode::ok);
    EXPECT_THAT(several.out, HasSubstr("left is in a solution."));
    EXPECT_THAT(several.out, HasSubstr("12 solutions. They differ in 40 cells (12 ways)."));
    EXPECT_THAT(several.out, HasSubstr("questions settle it, and no fewer"));
    EXPECT_THAT(several.err, HasSubstr("every step proved"));
    const json object = json::parse(run_clew({"explain", "--json", "-"}, p92).out);
    EXPECT_EQ(object["parting"]["solutions"], 12);
    std::size_t ways = 1;
    for (const json& part : object["parting"]["parts"]) ways *= part["ways"].get<std::size_t>();
    EXPECT_EQ(ways, 12U);
    // None: from clues that cannot stand together to where something runs out.
    const Result none =
        run_clew({"explain", "--audit", "-"},
                 ".....5.8....6.1.43..........1.5........1.6...3.......553.....61......"
                 "..4.........\n");
    EXPECT_EQ(none.code, ExitCode::ok);
    EXPECT_THAT(none.out, HasSubstr("cannot stand together"));
    EXPECT_THAT(none.out, HasSubstr("This puzzle has no solution"));
    EXPECT_THAT(none.err, HasSubstr("every step proved"));
    // Whoever names the rules sees how far they go, or says that the walk is to go on.
    const Words stuck{"explain", "--rules", "structures", "-"};
    EXPECT_EQ(run_clew(stuck, p92).code, ExitCode::not_found);
    EXPECT_THAT(run_clew(stuck, p92).out, HasSubstr("Stuck after "));
    EXPECT_EQ(run_clew({"explain", "--rules", "human", "--smallest", "-"}, p92).out,
              run_clew({"explain", "-"}, p92).out);
    EXPECT_EQ(run_clew({"explain", "--rules", "structures", "--guess", "off", "-"}, p92).code,
              ExitCode::not_found);
    EXPECT_EQ(run_clew({"explain", "--guess", "off", "-"}, p92).code, ExitCode::ok);
}

// A puzzle with several solutions, of which all is found: one verdict, wherever it is asked for.
TEST(ExplainCommand, CallsAWalkSettledWhereNothingMoreFollows) {
    const json walk = json::parse(run_clew({"explain", "--json", "-"}, p92).out);
    EXPECT_EQ(walk["status"], "settled");
    EXPECT_EQ(walk["unique"], false);
    EXPECT_THAT(walk["said"].get<std::string>(), StartsWith("All that follows was found"));
    EXPECT_THAT(run_clew({"explain", "--csv", "-"}, p92).out, HasSubstr("settled,exhausted,"));
    for (const char* format : {"text", "markdown", "html"}) {
        const Result told = run_clew({"explain", "--format", format, "-"}, p92);
        EXPECT_EQ(told.code, ExitCode::ok);
        EXPECT_THAT(told.out, HasSubstr("All that follows")) << format;
        EXPECT_THAT(told.out, Not(HasSubstr("Stuck"))) << format;
    }
    // A batch; walks by rules that find as much, or leave something; where nothing can be found.
    const std::string blank(16, '.'), follows = "123.............";
    const auto status_of = [](Words words, const std::string& puzzle) {
        words.insert(words.end(), {"--json", "-"});
        return json::parse(run_clew(words, puzzle).out)["status"].get<std::string>();
    };
    const Result batch = run_clew({"explain", "--csv", "--rules", "singles", "--threads", "2", "-"},
                                  blank + "\n" + p92 + "\n" + follows + "\n");
    EXPECT_EQ(batch.code, ExitCode::not_found);
    EXPECT_THAT(batch.out, testing::ContainsRegex("settled,.*\n.*stuck,.*\n.*settled,"));
    for (const Words& words : {Words{"explain", "--rules", "singles"}, {"hint"}, {"steps"}}) {
        EXPECT_EQ(status_of(words, blank), "settled") << words.front();
        EXPECT_EQ(run_clew({words.front(), "-"}, blank).code,
                  words.front() == "explain" ? ExitCode::ok : ExitCode::not_found);
    }
    EXPECT_THAT(run_clew({"steps", "-"}, blank).out, HasSubstr("Nothing more follows"));
    EXPECT_EQ(status_of({"hint", "--rules", "x-wing"}, "1234............"), "settled");
    EXPECT_EQ(
        status_of(
            {"hint", "--rules", "singles"},
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."),
        "stuck");
    EXPECT_EQ(status_of({"steps", "--technique", "x-wing"}, follows), "stuck");
    for (const char* scale : {"se", "hodoku", "methods"}) {
        const Result rated =
            run_clew({"rate", "--scale", scale, "--json", "-"}, std::string(81, '.'));
        EXPECT_EQ(json::parse(rated.out)["ending"], "settled") << scale;
        EXPECT_EQ(rated.code, ExitCode::several);
        EXPECT_THAT(run_clew({"rate", "--scale", scale, "-"}, std::string(81, '.')).out,
                    EndsWith("several solutions\n"))
            << scale;
    }
}

TEST(DefaultOrder, IsThatOfPeople) {
    // An easy puzzle: hidden singles by box before naked ones.
    const std::string easy =
        "........1....8.9.......52.....9....6.2..361......2..8.95..42...84...3.5.21..6..3.";
    const Result walk = run_clew({"explain", "--boards", "none", "-"}, easy);
    EXPECT_THAT(walk.out, StartsWith(" 1  Hidden single (10). In box 6, 2 can only go in r4c8."));
    EXPECT_THAT(run_clew({"hint", "--level", "3", "-"}, easy).out,
                StartsWith("Hidden single. In box 6, 2 can only go in r4c8."));
    EXPECT_THAT(lines_of(run_clew({"steps", "-"}, easy).out).at(1),
                StartsWith("  Hidden single (10). In box"));
    std::map<std::string, int> used;
    const json told = json::parse(run_clew({"explain", "--json", "-"}, easy).out);
    for (const json& step : told["steps"]) ++used[step["name"]];
    EXPECT_GT(used["hidden single"], 30);
    EXPECT_LT(used["naked single"], 5);
}

TEST(DefaultOrder, EndsWhereEveryOtherDoes) {
    // The order of techniques changes the way, not the end: placed digits and candidates.
    const std::string six = read_file(source_file("examples/six.sdk"));
    for (const std::string& puzzle :
         {p92, gould, contradictory, six, read_file(source_file("examples/x.json")),
          read_file(source_file("examples/killer.json"))}) {
        const Words to_end = {"explain", "--json", "-"};
        const json people = json::parse(run_clew(to_end, puzzle).out);
        const json shortest = json::parse(
            run_clew({"explain", "--rules", "all", "--smallest", "--json", "-"}, puzzle).out);
        EXPECT_EQ(people["status"], shortest["status"]);
        EXPECT_EQ(people["rule_set"], "human");
        if (people["status"] != "impossible") {
            EXPECT_EQ(people["state"], shortest["state"]);
        }
    }
}

TEST(WhyCommand, AnswersOfCandidatesAndCells) {
    const auto why = [](const Words& asked) {
        Words words = {"why", "-"};
        words.insert(words.end(), asked.begin(), asked.end());
        return run_clew(words, p92);
    };
    EXPECT_EQ(why({"r7c5=7"}).out, "In r7c5 every digit but 7 is ruled out. So r7c5 is 7.\n");
    EXPECT_EQ(why({"r7c5"}).out, why({"r7c5=7"}).out);
    EXPECT_EQ(why({"r7c5", "r1c3"}).out,
              "r7c5:\n" + why({"r7c5"}).out + "\nr1c3:\nr1c3 holds 9 already.\n");
    EXPECT_THAT(why({"r1c2=4"}).out, HasSubstr("Remove 4 from r1c2."));
    EXPECT_THAT(why({"r1c1"}).out, HasSubstr("r1c1 is not settled: it can be 3, 5 or 7."));
    EXPECT_THAT(why({"r1c1=3"}).out, HasSubstr("can be true and can be false"));
    EXPECT_EQ(why({}).code, ExitCode::usage);
    EXPECT_EQ(why({"r1c1=A"}).code, ExitCode::usage);
}

// Every option that takes a cell or a candidate reads what the tables print.
TEST(WhyCommand, ShowsNoCellThatIsNotOnTheBoard) {
    const std::string board =
        R"({"format":"clew-puzzle","version":2,"geometry":{"size":4,"boxes":[2,2],"extra_cells":1},)"
        R"("givens":"1234341221434321."})";
    const Result r = run_clew({"why", "-", "x1"}, board);
    EXPECT_EQ(r.code, ExitCode::ok) << r.err;
    EXPECT_EQ(r.out.find("differ in ."), std::string::npos) << r.out;
    EXPECT_NE(r.out.find("12343412214343211\n"), std::string::npos) << r.out;
}

TEST(WhyCommand, ReadsTheNotationOfTheTables) {
    const auto out = [](const Words& words) {
        const Result r = run_clew(words, p92);
        EXPECT_EQ(r.code, ExitCode::ok) << r.err;
        return r.out;
    };
    EXPECT_EQ(out({"why", "-", "12.4", "75"}), out({"why", "-", "r1c2=4", "r7c5"}));
    EXPECT_EQ(out({"why", "--notation", "rc", "-", "12.4"}),
              out({"why", "--notation", "rc", "-", "1,2.4"}));
    EXPECT_EQ(out({"steps", "--cell", "75", "-"}), out({"steps", "--cell", "r7c5", "-"}));
    EXPECT_EQ(run_clew({"why", "-", "10.4"}, p92).code, ExitCode::usage);
    EXPECT_EQ(run_clew({"steps", "--cell", "75.7", "-"}, p92).code, ExitCode::usage);
}

// What would take pages is told in its main lines, unless all of them are asked for.
TEST(WhyCommand, TellsTheMainLinesOfWhatTakesMany) {
    const std::string hard =
        "....4...6.325..7..........56.7.3.5...........9...7.8.....8.2..9.5....1.34....1...";
    const auto why = [&](const Words& more) {
        Words words = {"why", "-", "r5c6"};
        words.insert(words.end(), more.begin(), more.end());
        return run_clew(words, hard).out;
    };
    const std::string brief = why({}), whole = why({"--full"});
    EXPECT_LE(std::ranges::count(brief, '\n'), 24);
    EXPECT_THAT(brief,
                StartsWith("In short: suppose r5c6 is not 4, and in the end no place is left for "
                           "9 in column\n5. On the way it fills r3c5 (2), "));
    EXPECT_THAT(brief, HasSubstr("inferences.\n\nSuppose r5c6 is not 4.\n1. "));
    EXPECT_THAT(brief, HasSubstr("So r5c6 is 4.\n(--full tells every line of it.)"));
    EXPECT_GT(whole.size(), brief.size());
    EXPECT_THAT(whole, HasSubstr("\n  4.1. "));
    EXPECT_THAT(whole, testing::Not(HasSubstr("--full")));
    const json answer = json::parse(why({"--json"}));
    EXPECT_EQ(answer["step"]["summary"].size(), 3U);
    EXPECT_EQ(answer["step"]["lines"].size(), 5U);
    EXPECT_FALSE(answer["step"]["lines"][0]["lines"].empty());
    // What has no more lines is told whole either way.
    EXPECT_EQ(run_clew({"why", "--full", "-", "r1c2=4"}, p92).out,
              run_clew({"why", "-", "r1c2=4"}, p92).out);
}

// Beside rules a single argument may be more than anyone follows: then steps lead there.
TEST(WhyCommand, GoesStepByStepWhereNoArgumentCanBeFollowed) {
    const std::string killer = source_dir() + "/examples/killer.json";
    const Result told = run_clew({"why", killer, "r1c3=1"});
    EXPECT_EQ(told.code, ExitCode::ok);
    EXPECT_THAT(told.out, StartsWith("No single argument shows it that could be followed."));
    EXPECT_THAT(told.out,
                HasSubstr(" steps:\n1. Killer cage: combinations. Remove 1, 2 and 3 from "));
    EXPECT_THAT(told.out, HasSubstr("\n(--full tells every line of it.)"));
    const std::string whole = run_clew({"why", "--full", killer, "r1c3=1"}).out;
    EXPECT_THAT(whole, HasSubstr("\n1. Killer cage: combinations. In the killer cage at "));
    // A page has no option to tell more by.
    EXPECT_THAT(run_clew({"why", "--format", "html", killer, "r1c3=1"}).out,
                HasSubstr("In the killer cage at "));
    const json answer = json::parse(run_clew({"why", "--json", killer, "r1c3=1"}).out);
    EXPECT_EQ(answer["outcome"], "proved");
    EXPECT_GT(answer["steps"].size(), 1U);
}

TEST(WhyCommand, AnswersAsRowsAndPictures) {
    const auto why = [](const Words& more) {
        Words words = {"why", "-", "r1c2=4", "r1c1"};
        words.insert(words.end(), more.begin(), more.end());
        return run_clew(words, p92);
    };
    const std::string rows = why({"--csv"}).out;
    EXPECT_EQ(why({"--format", "csv"}).out, rows);
    EXPECT_THAT(rows, HasSubstr("\"Suppose r1c2 is 4.\n1. r1c6 is 7, "));
    EXPECT_THAT(rows, HasSubstr(",,r1c1,open,"));
    EXPECT_EQ(without_command(why({"--format", "json"}).out), without_command(why({"--json"}).out));
    const std::string page = why({"--format", "html"}).out;
    EXPECT_THAT(page, HasSubstr("<b>Why r1c2=4</b>"));
    EXPECT_THAT(page, HasSubstr("<b>Why r1c1</b>"));
    EXPECT_THAT(page, HasSubstr("one solution"));
    EXPECT_EQ(why({"--format", "svg"}).code, ExitCode::usage);
    const std::string board = run_clew({"why", "--format", "svg", "-", "r1c2=4"}, p92).out;
    EXPECT_THAT(board, StartsWith("<svg"));
}

TEST(WhyCommand, ShowsTheTwoSolutionsThatAreMostAlike) {
    const json object = json::parse(run_clew({"why", "--json", "-", "r1c1"}, p92).out);
    EXPECT_EQ(object["outcome"], "open");
    EXPECT_EQ(object["fewest"], true);
    // Against all pairs of the listed solutions.
    std::istringstream listed{run_clew({"enumerate", "--quiet", "-"}, p92).out};
    std::vector<std::string> grids;
    for (std::string line; std::getline(listed, line);)
        if (line.size() == 81) grids.push_back(line);
    ASSERT_EQ(grids.size(), 12U);
    std::size_t fewest = 81;
    for (const std::string& a : grids)
        for (const std::string& b : grids) {
            std::size_t differ = 0;
            for (std::size_t i = 0; i < 81; ++i) differ += a[i] != b[i] ? 1 : 0;
            if (a[0] != b[0]) fewest = std::min(fewest, differ);
        }
    EXPECT_EQ(object["differ"].size(), fewest);
    const std::string one = object["solutions"][0], other = object["solutions"][1];
    EXPECT_NE(one[0], other[0]);
    EXPECT_EQ(std::ranges::count(grids, one), 1);
    EXPECT_EQ(std::ranges::count(grids, other), 1);
}

TEST(WhyCommand, FindsALikePairAmongTooManySolutionsToCompare) {
    const json object =
        json::parse(run_clew({"why", "--json", "-", "r1c1"}, reference::blank + "\n").out);
    EXPECT_EQ(object["fewest"], false);
    EXPECT_LE(object["differ"].size(), 12U);
    EXPECT_GE(object["differ"].size(), 4U);
    const Result none = run_clew(
        {"why", "-", "r1c1"},
        ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........\n");
    EXPECT_THAT(none.out, HasSubstr("has no solution"));
}

TEST(WhyCommand, TellsWhyOfOneCandidate) {
    const auto why = [](const char* candidate) {
        return run_clew({"why", candidate, "-"}, p92).out;
    };
    EXPECT_EQ(why("r7c5=7"), "In r7c5 every digit but 7 is ruled out. So r7c5 is 7.\n");
    EXPECT_THAT(why("r1c4=5"), EndsWith("Remove 5 from r1c4.\n"));
    EXPECT_EQ(why("r1c3=9"), "r1c3=9 is on the board already.\n");
    EXPECT_THAT(why("r1c1=9"), HasSubstr("is ruled out"));
    EXPECT_THAT(why("r1c1=3"), HasSubstr("can be true and can be false"));
    const json object = json::parse(run_clew({"why", "r7c5=7", "--json", "-"}, p92).out);
    EXPECT_EQ(object["step"]["cites"].size(), 1U);
}

TEST(ExplainCommand, OldNamesAreUnderstoodWithARemark) {
    const Result why = run_clew({"why", "r1c2=4", "-"}, p92);
    for (const Words& words :
         {Words{"explain", "--why", "r1c2=4", "-"}, {"explain", "--why=r1c2=4", "-"}}) {
        const Result old = run_clew(words, p92);
        EXPECT_EQ(old.out, why.out);
        EXPECT_EQ(old.code, why.code);
        EXPECT_THAT(old.err, StartsWith("clew: explain --why CANDIDATE is now: why CANDIDATE\n"));
    }
    EXPECT_EQ(run_clew({"explain", "--why"}, p92).code, ExitCode::usage);
    const TemporaryFolder folder;
    const std::string steps =
        folder.write("steps", run_clew({"explain", "--rules", "template", "--json", "-"}, p92).out);
    const Result replay = run_clew({"explain", "--replay", steps});
    EXPECT_EQ(replay.out, run_clew({"replay", steps}).out);
    EXPECT_THAT(replay.err, HasSubstr("explain --replay STEPS is now: replay STEPS\n"));
    for (const char* command : {"explain", "hint", "steps"}) {
        const Result old = run_clew({command, "--assume-unique", "-"}, p92);
        EXPECT_EQ(old.out, run_clew({command, "--uniqueness", "assume", "-"}, p92).out) << command;
        EXPECT_THAT(old.err, HasSubstr("--assume-unique is now: --uniqueness assume\n"));
    }
}

TEST(ExplainCommand, WritesMarkdownHtmlAndSvg) {
    const auto told = [](const std::string& format) {
        return run_clew({"explain", "--rules", "template", "--format", format, "-"}, p92).out;
    };
    EXPECT_THAT(told("markdown"), HasSubstr("1. **Naked single** (10). "));
    EXPECT_THAT(told("html"), StartsWith("<!DOCTYPE html>"));
    EXPECT_THAT(told("svg"), StartsWith("<svg xmlns="));
    const TemporaryFolder folder;
    const std::string page = folder.file("walk.html");
    const Result r = run_clew({"explain", "--format", "html", "-o", page, "-"}, p92);
    EXPECT_THAT(r.out, testing::IsEmpty());
    EXPECT_THAT(read_file(page), EndsWith("</html>\n"));
}

TEST(ExplainCommand, DrawsTheBoardOfAStep) {
    const Result r =
        run_clew({"explain", "--rules", "template", "--format", "svg", "--step", "1", "-"}, p92);
    EXPECT_THAT(r.out, HasSubstr("<title>Naked single. In r7c5"));
    EXPECT_EQ(
        run_clew({"explain", "--rules", "template", "--format", "svg", "--step", "99", "-"}, p92)
            .code,
        ExitCode::usage);
    EXPECT_EQ(run_clew({"explain", "--step", "1", "-"}, p92).code, ExitCode::usage);
}

TEST(ExplainCommand, SpeaksTheNotationOfThePaper) {
    const Result r = run_clew({"explain", "--rules", "template", "--notation", "rc", "-"}, p92);
    EXPECT_THAT(r.out, HasSubstr("5 in box 8. So 75.7 holds."));
}

// The matrix stands below the step, and in JSON; a replay takes no other for it.
TEST(ExplainCommand, ShowsPikesWorkMatrixWithHisRules) {
    const Result text = run_clew({"explain", "--rules", "pike", "--boards", "none", "-"}, p92);
    EXPECT_THAT(text.out, HasSubstr(" meet only "));
    EXPECT_THAT(text.out, testing::ContainsRegex("(row|column|box) [1-9], (cells by digits|digits "
                                                 "by cells): "));
    const Result other = run_clew({"explain", "--rules", "methods", "--boards", "none", "-"}, p92);
    EXPECT_THAT(other.out, Not(HasSubstr(" meet only ")));
    json object = json::parse(run_clew({"explain", "--rules", "pike", "--json", "-"}, p92).out);
    const TemporaryFolder folder;
    const std::string whole = folder.write("whole.json", object.dump());
    EXPECT_EQ(run_clew({"replay", whole}).code, ExitCode::ok);
    std::size_t shown = 0;
    for (json& step : object["steps"]) {
        if (!step.contains("work_matrix")) continue;
        EXPECT_EQ(step["work_matrix"]["chosen_rows"].size(), step["size"].get<std::size_t>());
        EXPECT_EQ(step["work_matrix"]["chosen_columns"].size(), step["size"].get<std::size_t>());
        if (shown++ == 0) step["work_matrix"]["chosen_rows"].erase(0);
    }
    ASSERT_GT(shown, 0U);
    const Result lie = run_clew({"replay", folder.write("lie.json", object.dump())});
    EXPECT_EQ(lie.code, ExitCode::disagree);
    EXPECT_THAT(lie.out, HasSubstr("a work matrix is not that of its step"));
}

/// Every option that takes rules understands the same: a name, techniques, a file.
TEST(RulesOption, HasOneGrammarInEveryCommand) {
    const TemporaryFolder folder;
    const std::string mine = folder.write("mine.json", R"({"rules": ["naked-single", "x-wing"]})");
    const std::string bad = folder.write("bad.json", "{\n \"rules\": 3 }");
    const std::vector<std::vector<std::string>> calls = {
        {"explain", "--rules"},
        {"steps", "--rules"},
        {"hint", "--rules"},
        {"lab", "-q", "--rules"},
        {"generate", "--technique", "naked-single", "--seed", "1", "-q", "--rules"},
        {"tree", "--mode", "lean", "-q", "--rules"},
        {"tree", "--mode", "lean", "-q", "--screen"}};
    for (const auto& call : calls) {
        const auto code = [&](const std::string& rules) {
            std::vector<std::string> line = call;
            line.push_back(rules);
            if (call[0] != "generate") line.emplace_back("-");
            return run_clew(line, p92).code;
        };
        SCOPED_TRACE(call[0] + " " + call.back());
        for (const std::string& rules :
             {std::string("singles"), std::string("template"), std::string("sudokujm"),
              std::string("naked-pair,x-wing"), mine}) {
            const ExitCode got = code(rules);
            EXPECT_TRUE(got == ExitCode::ok || got == ExitCode::not_found) << rules;
        }
        for (const char* none : {"no-such-set", "naked-pair,", "naked-pear", ""})
            EXPECT_EQ(code(none), ExitCode::usage) << none;
        EXPECT_EQ(code(bad), ExitCode::bad_input);
        EXPECT_EQ(code(folder.file("absent.json")), ExitCode::io);
    }
}

TEST(RulesOption, ListedTechniquesComeAfterSingles) {
    const Result r = run_clew({"explain", "--rules", "naked-pair,x-wing", "--json", "-"}, p92);
    const json object = json::parse(r.out);
    EXPECT_EQ(object["rule_set"], "naked-pair,x-wing");
    std::set<std::string> used;
    for (const json& step : object["steps"]) used.insert(step["technique"].get<std::string>());
    EXPECT_TRUE(used.contains("hidden-single"));
    EXPECT_TRUE(used.contains("naked-pair"));
    used.erase("hidden-single");
    used.erase("naked-single");
    used.erase("naked-pair");
    used.erase("x-wing");
    EXPECT_TRUE(used.empty()) << *used.begin();
    // A name with commas is one field of a CSV file.
    const TemporaryFolder folder;
    run_clew({"lab", "-q", "--rules", "naked-pair,x-wing", "--csv", folder.file("l.csv"), "-"},
             p92);
    EXPECT_THAT(read_file(folder.file("l.csv")), HasSubstr("\nset,\"naked-pair,x-wing\",,,1,"));
}

TEST(ExplainCommand, TakesTheUsersRules) {
    const TemporaryFolder folder;
    const std::string rules = folder.write(
        "mine.json", R"({"name": "mine", "rules": [{"technique": "naked-single", "score": 7}]})");
    const Result r = run_clew({"explain", "--rules", rules, "--json", "-"}, p92);
    const json object = json::parse(r.out);
    EXPECT_EQ(object["rule_set"], "mine");
    for (const json& step : object["steps"]) EXPECT_EQ(step["score"], 7);
    EXPECT_EQ(run_clew({"explain", "--rules", "no-such-set", "-"}, p92).code, ExitCode::usage);
    const std::string bad = folder.write("bad.json", "{\n \"rules\": 3 }");
    EXPECT_EQ(run_clew({"explain", "--rules", bad, "-"}, p92).code, ExitCode::bad_input);
}

TEST(ExplainCommand, TellsManyPuzzlesAndKeepsGoing) {
    const std::string batch = gould + "\nnonsense\n" + p92 + "\n";
    const Result stops = run_clew({"explain", "--json", "--input-format", "sdm", "-"}, batch);
    EXPECT_EQ(stops.code, ExitCode::bad_input);
    const Result goes =
        run_clew({"explain", "--json", "--keep-going", "--input-format", "sdm", "-"}, batch);
    std::vector<json> objects;
    for (const std::string& line : lines_of(goes.out)) objects.push_back(json::parse(line));
    ASSERT_EQ(objects.size(), 3U);
    EXPECT_TRUE(objects[1].contains("error"));
    EXPECT_EQ(objects[2]["puzzle"], p92);
}

TEST(ExplainCommand, GivesTheSameBytesOnAnyNumberOfThreads) {
    std::string puzzles;
    for (int i = 0; i < 40; ++i) {
        std::string line = i % 2 == 0 ? p92 : gould;
        if (i % 7 == 0) line[0] = '5';
        puzzles += line + "\n";
    }
    puzzles += "what?\n" + p92 + "\n";
    for (const char* format : {"json", "text", "markdown"}) {
        const std::vector<std::string> line = {"explain",  "--rules", "sudokujm",     "--audit",
                                               "--format", format,    "--keep-going", "-"};
        const auto with = [&](const char* threads) {
            std::vector<std::string> all = line;
            all.insert(all.end(), {"--threads", threads});
            return run_clew(all, puzzles);
        };
        const Result one = with("1");
        const Result many = with("5");
        EXPECT_EQ(one.code, ExitCode::bad_input);
        EXPECT_EQ(many.code, one.code);
        EXPECT_EQ(many.out, one.out) << format;
        EXPECT_EQ(many.err, one.err) << format;
    }
}

TEST(ExplainCommand, LeavesTheOutputFileAloneWhenAPuzzleIsBad) {
    const TemporaryFolder folder;
    const std::string file = folder.write("walk.json", "as it was");
    const Result r = run_clew({"explain", "--json", "-o", file, "-"}, p92 + "\nwhat?\n");
    EXPECT_EQ(r.code, ExitCode::bad_input);
    EXPECT_EQ(read_file(file), "as it was");
    EXPECT_EQ(folder.file_count(), 1U);
}

TEST(ExplainCommand, AContradictionIsAnAnswer) {
    const Result r = run_clew({"explain", "-"}, contradictory);
    EXPECT_EQ(r.code, ExitCode::ok);
    EXPECT_THAT(r.out, HasSubstr("no solution"));
}

TEST(StepsCommand, ListsEveryStepOnce) {
    const Result r = run_clew({"steps", "--rules", "template", "--json", "-"}, p92);
    EXPECT_EQ(r.code, ExitCode::ok);
    const json object = json::parse(r.out);
    EXPECT_EQ(object["schema"], "clew/steps/1");
    std::set<std::string> conclusions;
    for (const json& step : object["steps"]) {
        EXPECT_TRUE(
            conclusions.insert(step["placements"].dump() + step["eliminations"].dump()).second);
        EXPECT_GE(step["reasons_in_all"], 1);
    }
    EXPECT_TRUE(conclusions.contains("[\"r7c5=7\"][]"));
}

TEST(StepsCommand, FiltersByTechniqueHouseAndCell) {
    const auto steps = [](std::vector<std::string> filter) {
        std::vector<std::string> words{"steps", "--json"};
        words.insert(words.end(), filter.begin(), filter.end());
        words.push_back("-");
        return json::parse(run_clew(words, p92).out)["steps"];
    };
    const json singles = steps({"--technique", "hidden-single"});
    EXPECT_FALSE(singles.empty());
    for (const json& step : singles) EXPECT_EQ(step["technique"], "hidden-single");
    const json cell = steps({"--cell", "r7c5"});
    EXPECT_FALSE(cell.empty());
    for (const json& step : cell)
        EXPECT_THAT(step["placements"].dump() + step["eliminations"].dump(), HasSubstr("r7c5"));
    const json house = steps({"--technique", "hidden-single", "--house", "r1"});
    EXPECT_EQ(house, steps({"--technique", "hidden-single", "--house", "Row 1"}));
    EXPECT_LT(house.size(), singles.size());
}

TEST(StepsCommand, RefusesWhatTheBoardHasNot) {
    EXPECT_EQ(run_clew({"steps", "--technique", "magic", "-"}, p92).code, ExitCode::usage);
    EXPECT_EQ(run_clew({"steps", "--house", "box 12", "-"}, p92).code, ExitCode::usage);
    EXPECT_EQ(run_clew({"steps", "--cell", "r0c1", "-"}, p92).code, ExitCode::usage);
}

TEST(StepsCommand, ListsTechniques) {
    const Result r = run_clew({"steps", "--techniques"});
    EXPECT_EQ(r.code, ExitCode::ok);
    EXPECT_THAT(r.out, HasSubstr("naked-pair"));
    EXPECT_THAT(r.out, HasSubstr("; also y-wing"));
    const json list = json::parse(run_clew({"steps", "--techniques", "--json"}).out);
    for (const json& row : list["techniques"])
        for (const json& alias : row["aliases"])
            EXPECT_NE(run_clew({"steps", "--technique", alias.get<std::string>(), "-"}, p92).code,
                      ExitCode::usage)
                << alias;
    const json found =
        json::parse(run_clew({"steps", "--technique", "Naked Pairs", "--json", "-"}, p92).out);
    EXPECT_EQ(found["command"], "steps --json --technique Naked Pairs");
    EXPECT_EQ(found["version"], version_number());
    EXPECT_EQ(
        found["steps"],
        json::parse(
            run_clew({"steps", "--technique", "naked-pair", "--json", "-"}, p92).out)["steps"]);
}

TEST(StepsCommand, StartsFromAStateOfPlay) {
    // A pencil mark grid: the candidates count, not what the givens would allow.
    std::string marks;
    for (int row = 0; row < 4; ++row) marks += row == 0 ? "1 2 34 34\n" : "1234 1234 1234 1234\n";
    const Result r = run_clew({"steps", "--rules", "template", "-"}, marks);
    EXPECT_THAT(r.out, Not(HasSubstr("error"))) << r.err;
}

/// Puzzles of several kinds, one of them unreadable, one without solution.
std::string mixed_batch() {
    std::string puzzles;
    for (int i = 0; i < 40; ++i) puzzles += (i % 3 == 0 ? p92 : gould) + "\n";
    return puzzles + "what?\n" + contradictory + "\n" + p92 + "\n";
}

TEST(StepsAndHintCommands, GiveTheSameBytesOnAnyNumberOfThreads) {
    const std::vector<std::vector<std::string>> lines = {
        {"steps", "--rules", "methods", "--reasons", "all"},
        {"steps", "--rules", "methods", "--cell", "r7c5", "--json"},
        {"hint", "--level", "3", "--board"},
        {"hint", "--level", "2", "--json"}};
    for (const std::vector<std::string>& line : lines) {
        const auto with = [&](const char* threads) {
            std::vector<std::string> all = line;
            all.insert(all.end(), {"--keep-going", "--threads", threads, "-"});
            return run_clew(all, mixed_batch());
        };
        const Result one = with("1");
        EXPECT_EQ(one.code, ExitCode::bad_input);
        EXPECT_THAT(one.err, HasSubstr("<stdin>:41:"));
        for (const char* threads : {"2", "5"}) {
            const Result many = with(threads);
            EXPECT_EQ(many.code, one.code);
            EXPECT_EQ(many.out, one.out) << line[0] << " on " << threads;
            EXPECT_EQ(many.err, one.err) << line[0] << " on " << threads;
        }
    }
}

TEST(StepsAndHintCommands, EndWhenTheyAreInterrupted) {
    for (const char* command : {"steps", "hint"}) {
        StopFlag interrupt;
        interrupt.raise();
        const Result r = run_clew({command, "-"}, mixed_batch(), &interrupt);
        EXPECT_EQ(r.code, ExitCode::interrupted);
        EXPECT_EQ(r.out, "");
        EXPECT_THAT(r.err, HasSubstr("interrupted"));
    }
}

TEST(HintCommand, TellsMoreByDegrees) {
    const auto hint = [](const char* level) {
        return run_clew({"hint", "--level", level, "-"}, p92).out;
    };
    EXPECT_EQ(hint("1"), "Look at box 2.\n");
    EXPECT_EQ(hint("2"),
              "Look at box 2. Which digit has only one cell left in a house? (hidden single)\n");
    EXPECT_EQ(hint("3"), "Hidden single. In box 2, 2 can only go in r2c6. So r2c6 is 2.\n");
    EXPECT_EQ(run_clew({"hint", "--level", "4", "-"}, p92).code, ExitCode::usage);
}

TEST(HintCommand, JsonGivesNoMoreAwayThanAsked) {
    const json one = json::parse(run_clew({"hint", "--json", "-"}, p92).out);
    EXPECT_EQ(one["schema"], "clew/hint/1");
    EXPECT_FALSE(one.contains("technique"));
    EXPECT_FALSE(one.contains("step"));
    const json two = json::parse(run_clew({"hint", "--level", "2", "--json", "-"}, p92).out);
    EXPECT_EQ(two["technique"], "hidden-single");
    EXPECT_FALSE(two.contains("step"));
    const json three = json::parse(run_clew({"hint", "--level", "3", "--json", "-"}, p92).out);
    EXPECT_EQ(three["step"]["placements"][0], "r2c6=2");
}

TEST(HintCommand, SaysWhenThereIsNone) {
    const Result blank = run_clew({"hint", "-"}, reference::blank);
    EXPECT_EQ(blank.code, ExitCode::not_found);
    EXPECT_THAT(blank.out, StartsWith("Nothing more follows"));
    const Result stuck = run_clew(
        {"hint", "--rules", "naked-pair,x-wing", "-"},
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
    EXPECT_EQ(stuck.code, ExitCode::not_found);
    EXPECT_THAT(stuck.out, StartsWith("No step by these rules"));
    const Result done = run_clew(
        {"hint", "-"},
        "519847632476312895238569714854623971791458326623791548982176453347285169165934287");
    EXPECT_EQ(done.code, ExitCode::ok);
    EXPECT_EQ(done.out, "The puzzle is solved.\n");
    EXPECT_EQ(run_clew({"hint", "-"}, contradictory).code, ExitCode::not_found);
}

TEST(HintCommand, DrawsTheBoard) {
    const Result r = run_clew({"hint", "--level", "3", "--board", "-"}, p92);
    EXPECT_THAT(r.out, HasSubstr("2*!"));
    const Result less = run_clew({"hint", "--level", "1", "--board", "-"}, p92);
    EXPECT_THAT(less.out, Not(HasSubstr("2*!")));
}

/// Raises a flag at the first text that it is given.
class Alarmed : public std::stringbuf {
  public:
    explicit Alarmed(StopFlag& flag) : flag_(flag) {}

  private:
    std::streamsize xsputn(const char* text, std::streamsize size) override {
        if (size > 0) flag_.raise();
        return std::stringbuf::xsputn(text, size);
    }
    StopFlag& flag_;
};

TEST(ExplainCommand, TellsEachStepBeforeItLooksForTheNext) {
    // A stop at the first word of step 1: there is no step 2.
    for (const char* format : {"text", "markdown"})
        for (const char* threads : {"1", "3"})
            for (const char* guess : {"off", "all"})
                for (const std::string& text : {p92 + "\n", p92 + "\n" + p92 + "\n"}) {
                    StopFlag stop;
                    Alarmed buffer{stop};
                    std::istringstream in{text};
                    std::ostream out{&buffer};
                    std::ostringstream err;
                    Host host{.in = in, .out = out, .err = err, .interrupt = &stop};
                    EXPECT_EQ(run({"explain", "--boards", "none", "--format", format, "--threads",
                                   threads, "--guess", guess, "--names", "never"},
                                  host),
                              ExitCode::interrupted);
                    EXPECT_THAT(buffer.str(), HasSubstr("Ended early after 1 step (interrupted)"));
                    EXPECT_THAT(buffer.str(), HasSubstr("r2c6 is 2"));
                }
}

/// A puzzle with one solution, on whose way there is a unique rectangle.
const std::string rectangle =
    "8....5......87...4....6.27...5..3..19......2...3.5....72..4.5.............42..916";

TEST(Uniqueness, IsProvedGrantedOrPassedOver) {
    const Words words{"explain", "--rules", "structures", "--boards", "none", "-"};
    const auto with = [&](const Words& more) {
        Words all = words;
        all.insert(all.end(), more.begin(), more.end());
        return run_clew(all, rectangle);
    };
    const Result proved = with({"--audit"});
    EXPECT_THAT(proved.out, HasSubstr("nique rectangle type "));
    EXPECT_THAT(on_one_line(proved.out), HasSubstr("Clew has proved the solution unique, so"));
    EXPECT_THAT(proved.err, HasSubstr("every step proved"));
    const Result granted = with({"--uniqueness", "assume"});
    EXPECT_EQ(granted.out, with({"--uniqueness", "assume"}).out);
    EXPECT_THAT(on_one_line(granted.out), HasSubstr("There is to be one solution only, so"));
    EXPECT_THAT(on_one_line(granted.out),
                HasSubstr("That this is the only solution was taken on trust."));
    const Result off = with({"--uniqueness", "off"});
    EXPECT_THAT(off.out, Not(HasSubstr("nique rectangle type ")));
}

TEST(Uniqueness, IsNeverClaimedOfPuzzlesWithSeveralSolutions) {
    const std::string id = "unique-rectangle-1";
    const Result walk = run_clew({"explain", "--rules", id, "-"}, p92);
    EXPECT_EQ(walk.code, ExitCode::not_found);
    EXPECT_THAT(on_one_line(walk.out), HasSubstr("Passed over, as it is not known that there is "
                                                 "one solution only: techniques that rest on "
                                                 "uniqueness."));
    const json told = json::parse(run_clew({"explain", "--rules", id, "--json", "-"}, p92).out);
    EXPECT_EQ(told["passed_over"], json::array({id}));
    EXPECT_FALSE(told.contains("uniqueness"));
    const Result steps = run_clew({"steps", "--technique", id, "-"}, p92);
    EXPECT_EQ(steps.code, ExitCode::not_found);
    EXPECT_THAT(steps.out, HasSubstr("were passed over"));
    for (const char* rules : {"structures", "all"})
        EXPECT_THAT(run_clew({"explain", "--rules", rules, "--json", "-"}, p92).out,
                    Not(HasSubstr("\"deadly\"")));
}

TEST(Uniqueness, IsProvedOnceMoreByReplay) {
    const TemporaryFolder folder;
    const json walk =
        json::parse(run_clew({"explain", "--rules", "structures", "--json", "-"}, rectangle).out);
    ASSERT_EQ(walk["uniqueness"]["is"], "proved");
    const auto replay = [&](const json& object) {
        return run_clew({"replay", folder.write("walk.json", object.dump())});
    };
    EXPECT_EQ(replay(walk).code, ExitCode::ok);
    // A question that allows everything has more than one solution.
    json lie = walk;
    for (json& allowed : lie["uniqueness"]["allowed"]) allowed = "123456789";
    EXPECT_THAT(replay(lie).err, HasSubstr("could not be proved"));
    // Without a word about uniqueness the steps that need it are refused.
    lie = walk;
    lie.erase("uniqueness");
    EXPECT_EQ(replay(lie).code, ExitCode::disagree);
    EXPECT_THAT(replay(lie).out, HasSubstr("needs a puzzle that is known to have one solution"));
    // A pattern with a corner less.
    lie = walk;
    for (json& step : lie["steps"])
        if (step.contains("deadly")) step["deadly"].erase(0);
    EXPECT_EQ(replay(lie).code, ExitCode::disagree);
    EXPECT_THAT(replay(lie).out, HasSubstr("has no twin"));
}

}  // namespace
}  // namespace clew::cli
