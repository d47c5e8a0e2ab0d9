// clew tree, as whole command lines.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/cli/harness.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::cli {
namespace {

TEST(TreeCommand, PrintsTheTotalsAndTheProof) {
    const Result r = run_clew({"tree", p92_file});
    EXPECT_EQ(r.code, ExitCode::ok);
    EXPECT_NE(r.out.find("patterns          283   27 dead"), std::string::npos) << r.out;
    EXPECT_NE(r.out.find("complete: 12 solutions"), std::string::npos) << r.out;
}

TEST(TreeCommand, JsonHasTheTotals) {
    const Result r = run_clew({"tree", p92_file, "--json", "-q"});
    const auto json = nlohmann::json::parse(r.out);
    EXPECT_EQ(json["totals"]["patterns"], 283);
    EXPECT_EQ(json["totals"]["complete"], true);
    EXPECT_EQ(json["proof"]["engine"], "sat");
    EXPECT_EQ(json["proof"]["unsat"], true);
    EXPECT_EQ(r.err, "");
}

TEST(TreeCommand, TheFileNameSaysTheFormat) {
    const TemporaryFolder folder;
    const std::pair<const char*, const char*> formats[] = {{"t.dot", "digraph clew {"},
                                                           {"t.svg", "<svg "},
                                                           {"t.json", "{\"schema\""},
                                                           {"t.graphml", "<?xml"},
                                                           {"t.html", "<!doctype"},
                                                           {"t.csv", "name,kind,"},
                                                           {"t.mmd", "%% "}};
    for (const auto& [name, start] : formats) {
        const std::string file = folder.file(name);
        const Result r = run_clew({"tree", p92_file, "-o", file});
        EXPECT_EQ(r.code, ExitCode::ok) << name << r.err;
        EXPECT_EQ(r.out, "") << name;
        EXPECT_TRUE(read_file(file).starts_with(start)) << name;
    }
    const Result none = run_clew({"tree", p92_file, "-o", folder.file("t.xyz")});
    EXPECT_EQ(none.code, ExitCode::usage);
    EXPECT_NE(none.err.find(".graphml"), std::string::npos);
}

TEST(TreeCommand, APictureForAPaperHasItsOwnTitleAndNoLegend) {
    const TemporaryFolder folder;
    const std::string file = folder.file("t.svg");
    EXPECT_EQ(run_clew({"tree", p92_file, "-q", "--layout", "levels", "-o", file}).code,
              ExitCode::ok);
    EXPECT_NE(read_file(file).find(">root</text>"), std::string::npos);
    EXPECT_NE(read_file(file).find("283 patterns"), std::string::npos);
    EXPECT_EQ(run_clew({"tree", p92_file, "-q", "--layout", "levels", "-o", file, "--title",
                        "Figure 2", "--no-legend"})
                  .code,
              ExitCode::ok);
    EXPECT_NE(read_file(file).find(">Figure 2</text>"), std::string::npos);
    EXPECT_EQ(read_file(file).find(">root</text>"), std::string::npos);
    EXPECT_EQ(read_file(file).find("283 patterns"), std::string::npos);
}

TEST(TreeCommand, LayersAreDrawnFromTopToBottom) {
    const TemporaryFolder folder;
    const std::string svg = folder.file("t.svg");
    EXPECT_EQ(run_clew({"tree", p92_file, "-q", "--layout", "layers", "-o", svg}).code,
              ExitCode::ok);
    EXPECT_NE(read_file(svg).find("id=\"S12\""), std::string::npos);
    const std::string dot = folder.file("t.dot");
    const Result r = run_clew({"tree", p92_file, "--layout", "layers", "-o", dot});
    EXPECT_EQ(r.code, ExitCode::ok);
    EXPECT_NE(r.err.find("neato -n2"), std::string::npos);
    EXPECT_NE(read_file(dot).find("pos="), std::string::npos);
}

TEST(TreeCommand, TablesAreThePapers) {
    const Result r =
        run_clew({"tree", p92_file, "--screen", "sudokujm", "--table", "A", "--table", "AB"});
    EXPECT_EQ(r.code, ExitCode::ok);
    EXPECT_NE(r.out.find("Node A (dof 109, depth 0)"), std::string::npos);
    EXPECT_NE(r.out.find("Node AB (dof 80, depth 1)"), std::string::npos);
    EXPECT_NE(r.out.find("leading to an impossibility          5\n"), std::string::npos);
    EXPECT_NE(r.out.find("leading to an impossibility          7\n"), std::string::npos);
    EXPECT_EQ(run_clew({"tree", p92_file, "--table", "AZZ"}).code, ExitCode::usage);
}

TEST(TreeCommand, AcceptsRuleSetsTechniquesAndRuleFiles) {
    const auto patterns = [](const std::string& rules) {
        const Result r =
            run_clew({"tree", p92_file, "--json", "-q", "--mode", "lean", "--rules", rules});
        EXPECT_EQ(r.code, ExitCode::ok) << rules << r.err;
        return nlohmann::json::parse(r.out)["totals"]["patterns"].get<int>();
    };
    EXPECT_EQ(patterns("singles"), 13);
    EXPECT_EQ(patterns("template"), 13);
    EXPECT_LE(patterns("methods"), 13);
    EXPECT_LE(patterns("x-wing,naked-pair"), 13);
    const TemporaryFolder folder;
    std::ofstream(folder.file("mine.json"))
        << R"({"name": "mine", "rules": ["naked-single", "hidden-single"]})";
    EXPECT_EQ(patterns(folder.file("mine.json")), 13);
    EXPECT_EQ(run_clew({"tree", p92_file, "--rules", "magic"}).code, ExitCode::usage);
}

TEST(TreeCommand, SaysWhatIsForced) {
    const Result one =
        run_clew({"tree", p92_file, "--mode", "lean", "--forced", "S07", "--no-proof"});
    EXPECT_EQ(one.code, ExitCode::ok);
    EXPECT_TRUE(one.out.starts_with("S07: 1 way\n  patterns on every way  A, AB, ")) << one.out;
    EXPECT_NE(one.out.find("15.5 (at A)"), std::string::npos) << one.out;
    const Result all = run_clew({"tree", p92_file, "--forced", "all", "--json", "-q"});
    const auto json = nlohmann::json::parse(all.out);
    ASSERT_EQ(json["forced"].size(), 13U);
    EXPECT_EQ(json["forced"][0]["target"], "S01");
    EXPECT_TRUE(json["forced"][12]["target"].is_null());
    const Result table = run_clew(
        {"tree", p92_file, "--mode", "lean", "--table", "A", "--forced", "AB", "--no-proof"});
    EXPECT_TRUE(table.out.starts_with("Node A ")) << table.out;
    EXPECT_NE(table.out.find("\n\nAB: 1 way\n"), std::string::npos) << table.out;
    EXPECT_EQ(run_clew({"tree", p92_file, "--forced", "S99"}).code, ExitCode::usage);
    std::string bad = reference::p92;
    bad[0] = '9';  // a second 9 in row 1
    EXPECT_EQ(run_clew({"tree", "--forced", "all", "--no-proof", "-"}, bad + "\n").out,
              "no solution, so no way to one\n");
}

TEST(TreeCommand, ALimitOrAnInterruptGivesAPartialTreeMarkedSo) {
    const TemporaryFolder folder;
    const std::string file = folder.file("part.svg");
    const Result r = run_clew({"tree", p92_file, "--max-patterns", "20", "-o", file});
    EXPECT_EQ(r.code, ExitCode::partial);
    EXPECT_NE(read_file(file).find("partial tree"), std::string::npos);
    EXPECT_NE(read_file(file).find("open: not expanded"), std::string::npos);

    StopFlag stop;
    stop.raise();
    const Result stopped = run_clew({"tree", p92_file, "--json", "-q"}, {}, &stop);
    EXPECT_EQ(stopped.code, ExitCode::interrupted);
    const auto json = nlohmann::json::parse(stopped.out);
    EXPECT_EQ(json["ending"], "interrupted");
    EXPECT_TRUE(json["totals"]["complete"].is_null());
    EXPECT_EQ(json["totals"]["open"], 1);
    EXPECT_EQ(run_clew({"tree", p92_file, "--max-patterns", "0"}).code, ExitCode::usage);
}

}  // namespace
}  // namespace clew::cli
