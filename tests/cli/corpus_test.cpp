// clew corpus and repair --confusions: lines to learn from, readings of a photograph.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/cli/harness.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::cli {
namespace {

using nlohmann::json;
using reference::contradictory;
using reference::gould;
using reference::p92;
using ::testing::HasSubstr;

TEST(Corpus, HasALineAStepThatAnybodyCanFollow) {
    const Result r = run_clew({"corpus", "-"}, gould + "\n" + p92 + "\n");
    ASSERT_EQ(r.code, ExitCode::ok) << r.err;
    std::string placed, puzzle;
    std::size_t last = 0, puzzles = 0;
    for (const std::string& line : lines_of(r.out)) {
        const json j = json::parse(line);
        EXPECT_EQ(j["schema"], "clew/corpus/1");
        if (j["step"] == 1) {
            ++puzzles;
            placed = j["puzzle"];
            last = 0;
        }
        EXPECT_EQ(j["step"], ++last);
        EXPECT_EQ(j["placed"], placed);
        EXPECT_FALSE(std::string{j["text"]}.empty());
        EXPECT_FALSE(j["cites"].empty());
        for (const std::string c : j["placements"])  // r1c2=3
            placed[static_cast<std::size_t>((c[1] - '1') * 9 + c[3] - '1')] = c[5];
    }
    EXPECT_EQ(puzzles, 2U);
    EXPECT_GT(last, 20U);
}

TEST(Corpus, LinesAreJudgedRight) {
    const TemporaryFolder folder;
    std::string steps;
    for (const std::string& line : lines_of(run_clew({"corpus", "-"}, p92).out)) {
        const json j = json::parse(line);
        std::string step;
        for (const std::string c : j["placements"]) step += c + ", ";
        for (std::string c : j["eliminations"]) step += c.replace(c.find('='), 1, "<>") + ", ";
        step += ": ";
        for (const std::string c : j["cites"]) step += c + "; ";
        steps += step + "\n";
    }
    const Result r =
        run_clew({"judge", "--json", "--steps", folder.write("steps", steps), "-"}, p92);
    const json found = json::parse(r.out);
    EXPECT_TRUE(found["right"]) << r.out.substr(0, 3000);
    EXPECT_GT(found["steps"].size(), 20U);
}

TEST(Corpus, PassesOverWhatIsAnotherPuzzleRearranged) {
    std::string turned = gould;  // the digits renamed, and read backwards
    for (char& c : turned)
        if (c != '.') c = static_cast<char>('1' + '9' - c);
    std::ranges::reverse(turned);
    const std::string once = run_clew({"corpus", "-"}, gould + "\n").out;
    EXPECT_EQ(run_clew({"corpus", "-"}, gould + "\n" + turned + "\n" + gould + "\n").out, once);
    // A run that is taken up again passes over the same ones.
    const TemporaryFolder folder;
    const std::string all = gould + "\n" + turned + "\n" + p92 + "\n";
    const std::string file = folder.file("steps.jsonl"), puzzles = folder.write("puzzles", all);
    std::ofstream{folder.file("some")} << gould << "\n";
    EXPECT_EQ(run_clew({"corpus", "--resume", file, puzzles}).code, ExitCode::ok);
    const std::string whole = read_file(file);
    EXPECT_EQ(run_clew({"corpus", "--resume", file, puzzles}).code, ExitCode::ok);
    EXPECT_EQ(read_file(file), whole);
    std::set<std::string> seen;
    for (const std::string& line : lines_of(whole)) seen.insert(json::parse(line)["puzzle"]);
    EXPECT_EQ(seen.size(), 2U);
}

TEST(Corpus, TakesRulesAndPuzzlesWithoutSolution) {
    const Result ruled = run_clew({"corpus", source_file("examples/killer.json")});
    EXPECT_EQ(ruled.code, ExitCode::ok) << ruled.err;
    EXPECT_THAT(ruled.out, HasSubstr("\"rule "));
    EXPECT_EQ(run_clew({"corpus", "-"}, contradictory).code, ExitCode::ok);
    EXPECT_EQ(run_clew({"corpus", "--rules", "none", "-"}, p92).code, ExitCode::usage);
    EXPECT_EQ(run_clew({"corpus", "--rules", "singles", "--timeout", "1h", "-q", "-"}, p92).code,
              ExitCode::ok);
}

TEST(Confusions, FindTheValidPuzzlesNearestToAReading) {
    std::string misread = gould;
    const std::size_t at = misread.find('8');
    misread[at] = '3';
    const Result r = run_clew({"repair", "--confusions", "usual", "--top", "3", "-"}, misread);
    EXPECT_EQ(r.code, ExitCode::ok) << r.err;
    EXPECT_THAT(r.out, HasSubstr("is 8, not 3: "));
    EXPECT_THAT(r.out, HasSubstr("look again at "));
    const json j = json::parse(
        run_clew({"repair", "--confusions", "3/8:0.1,r1c1=.", "--json", "-"}, misread).out);
    EXPECT_EQ(j["schema"], "clew/misread/1");
    EXPECT_FALSE(j["readings"].empty());
    EXPECT_FALSE(j["suspects"].empty());
    EXPECT_EQ(run_clew({"repair", "--confusions", "usual", "-"}, gould).out.substr(0, 16),
              "as it was read: ");
    EXPECT_EQ(run_clew({"repair", "--confusions", "8-3", "-"}, gould).code, ExitCode::usage);
    EXPECT_EQ(run_clew({"repair", "--confusions", "1/2", "-"}, contradictory).code,
              ExitCode::not_found);
}

}  // namespace
}  // namespace clew::cli
