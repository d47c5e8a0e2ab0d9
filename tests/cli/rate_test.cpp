// clew rate: lines, objects and rows, refusals, batches.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "explain/report/human.hpp"
#include "tests/cli/harness.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::cli {
namespace {

using nlohmann::json;
using reference::contradictory;
using reference::gould;
using reference::p92;

const std::regex rating{"[0-9]+\\.[0-9]/[0-9]+\\.[0-9]/[0-9]+\\.[0-9]"};

TEST(Rate, IsOneLineAPuzzle) {
    const Result r = run_clew({"rate", "--names", "never", "-"}, gould + "\n" + gould + "\n");
    EXPECT_EQ(r.code, ExitCode::ok) << r.err;
    const auto lines = lines_of(r.out);
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_TRUE(std::regex_match(lines[0], rating)) << lines[0];
    EXPECT_EQ(lines[1], lines[0]);
}

TEST(Rate, MarksPuzzlesWithoutExactlyOneSolution) {
    const Result several = run_clew({"rate", "-"}, p92 + "\n");
    EXPECT_EQ(several.code, ExitCode::several);
    EXPECT_NE(several.out.find(" several solutions\n"), std::string::npos) << several.out;
    const Result none = run_clew({"rate", "-"}, contradictory + "\n");
    EXPECT_EQ(none.code, ExitCode::no_solution);
    EXPECT_EQ(none.out, "no solution\n");
    for (const char* scale : {"hodoku", "methods"}) {
        EXPECT_NE(run_clew({"rate", "--scale", scale, "-"}, p92).out.find("several solutions"),
                  std::string::npos)
            << scale;
    }
    for (const char* scale : {"hodoku", "methods", "needs", "paris", "human"})
        EXPECT_EQ(run_clew({"rate", "--scale", scale, "-"}, contradictory).out, "no solution\n")
            << scale;
}

TEST(Rate, TellsTheMinutesThatPeopleTake) {
    const Result r = run_clew({"rate", "--scale", "human", "--steps", "-"}, gould + "\n");
    EXPECT_EQ(r.code, ExitCode::ok) << r.err;
    const auto lines = lines_of(r.out);
    EXPECT_TRUE(std::regex_match(
        lines.back(), std::regex{"[0-9.]+ min (easy|medium|hard|very hard|fiendish) .*"}))
        << lines.back();
    EXPECT_NE(lines.at(1).find(" s before r"), std::string::npos) << r.out;
    const auto j = json::parse(run_clew({"rate", "--scale", "human", "--json", "-"}, gould).out);
    EXPECT_EQ(j["moments"].size(), 5U);
    EXPECT_LT(j["low"], j["seconds"]);
    EXPECT_EQ(j["ending"], "solved");
    const Result several = run_clew({"rate", "--scale", "human", "-"}, p92);
    EXPECT_EQ(several.code, ExitCode::several);
    EXPECT_TRUE(std::regex_match(several.out, std::regex{"at least .* several solutions stuck\n"}))
        << several.out;
    EXPECT_EQ(run_clew({"rate", "--scale", "human", "-"}, contradictory).code,
              ExitCode::no_solution);
    EXPECT_EQ(run_clew({"rate", "--scale", "human", "-"}, "1.....2..3.....4").code,
              ExitCode::bad_input);
}

TEST(Rate, PuzzlesToOrderAreAsHardAsOrdered) {
    for (const std::string grade : {"easy", "medium", "hard", "very-hard", "fiendish"}) {
        const std::string made =
            run_clew({"generate", "--difficulty", grade, "-n", "6", "--seed", "9", "-q"}).out;
        std::istringstream lines{made};
        std::size_t puzzles = 0;
        for (std::string line; std::getline(lines, line); ++puzzles) {
            const auto clues = 81 - std::ranges::count(line, '.');
            EXPECT_GE(clues, 17) << line;
            EXPECT_LE(clues, 36) << grade << ": " << line;
        }
        EXPECT_EQ(puzzles, 6U);
        std::istringstream rated{run_clew({"rate", "--scale", "human", "--csv", "-"}, made).out};
        std::size_t rows = 0;
        for (std::string row; std::getline(rated, row);)
            rows += row.find("," + (grade == "very-hard" ? "very hard" : grade) + ",") !=
                            std::string::npos
                        ? 1
                        : 0;
        EXPECT_EQ(rows, 6U) << grade;
    }
}

TEST(Rate, UsesAModelThatAFitPrinted) {
    const TemporaryFolder folder;
    const std::string model = folder.file("model.json");
    rating::HumanFit fit{
        .model = rating::human_model(), .seen = 0.7, .crossed = 0.6, .each = {0.6}};
    const auto seconds = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"rate", "--scale", "human", "--json"});
        words.emplace_back("-");
        return json::parse(run_clew(words, gould).out)["seconds"].get<double>();
    };
    std::ofstream{model} << report::to_json(fit, 100).dump();
    EXPECT_NEAR(seconds({"--model", model}), seconds({}), 0.1);
    fit.model.at(rating::HumanTerm::write) += 60;
    std::ofstream{model} << report::to_json(fit, 100).dump();
    EXPECT_NEAR(seconds({"--model", model}), seconds({}) + 57 * 60, 0.1);
    for (const char* text : {"{}", "[]", "{", R"({"schema":"clew/human-model/1","terms":{}})"}) {
        std::ofstream{model} << text;
        EXPECT_EQ(run_clew({"rate", "--scale", "human", "--model", model, "-"}, gould).code,
                  ExitCode::bad_input)
            << text;
    }
}

TEST(Rate, FitsAModelToATableOfTimes) {
    std::string table = "players\tpuzzle\tmean_seconds\n";
    const auto puzzles = lines_of(
        run_clew({"generate", "-n", "100", "--redundant", "--clues", "30-34", "--seed", "4"}).out);
    for (std::size_t i = 0; i < puzzles.size(); ++i)
        table += "12\t" + puzzles[i] + "\t" + std::to_string(200 + i * 37 % 100) + "\n";
    // A fit with its cross-validations takes seconds; the model's own tests make whole ones.
    const Result stopped =
        run_clew({"rate", "--scale", "human", "--fit", "--timeout", "0.5", "-"}, table);
    EXPECT_EQ(stopped.code, ExitCode::partial);
    EXPECT_EQ(stopped.out, "");
    EXPECT_NE(stopped.err.find("time is over: no model"), std::string::npos) << stopped.err;
    const std::pair<std::string, std::string> bad[] = {
        {"a,b\n1,2\n", "1: no columns puzzle and mean_seconds"},
        {table + "12\t" + gould + "\tsoon\n", "'soon' is no time"},
        {table + "12\t" + gould + "\t-3\n", "'-3' is no time"},
        {table + "12\t" + p92 + "\t300\n", "has not one solution"},
        {table + "12\t12\t300\n", ":102"},
        {table + "12\t" + gould + "\n", "2 fields, but 3 columns"},
        {"puzzle,seconds\n" + gould + ",300\n", "1 puzzles are too few"},
    };
    for (const auto& [text, says] : bad) {
        const Result r = run_clew({"rate", "--scale", "human", "--fit", "-"}, text);
        EXPECT_EQ(r.code, ExitCode::bad_input) << text.substr(0, 80);
        EXPECT_NE(r.err.find(says), std::string::npos) << r.err;
    }
}

TEST(Rate, UsesUniquenessOnlyWhereItIsGrantedAndTrue) {
    const auto granted =
        json::parse(run_clew({"rate", "--json", "--assume-unique", "-"}, gould).out);
    EXPECT_EQ(granted["assume_unique"], true);
    const auto open = json::parse(run_clew({"rate", "--json", "-"}, gould).out);
    EXPECT_EQ(open["assume_unique"], false);
    EXPECT_EQ(open["used_uniqueness"], false);
    const auto several = json::parse(run_clew({"rate", "--json", "--assume-unique", "-"}, p92).out);
    EXPECT_EQ(several["assume_unique"], false);
    EXPECT_EQ(several["used_uniqueness"], false);
    EXPECT_EQ(several["solutions"], "several");
    EXPECT_EQ(run_clew({"rate", "--scale", "methods", "--assume-unique", "-"}, gould).code,
              ExitCode::usage);
}

TEST(Rate, TellsItsStepsInJson) {
    const auto object = json::parse(run_clew({"rate", "--json", "--steps", "-"}, gould).out);
    EXPECT_EQ(object["schema"], "clew/rate/1");
    EXPECT_EQ(object["scale"], "se");
    EXPECT_EQ(object["ending"], "solved");
    EXPECT_EQ(object["solutions"], "one");
    ASSERT_EQ(object["walk"].size(), object["steps"]);
    double er = 0;
    std::size_t placements = 0;
    for (const auto& step : object["walk"]) {
        er = std::max(er, step["rating"].get<double>());
        placements += step["placements"].size();
        EXPECT_FALSE(step["technique"].get<std::string>().empty());
        EXPECT_FALSE(step["placements"].empty() && step["eliminations"].empty());
    }
    EXPECT_EQ(object["er"], er);
    const auto open = std::count(gould.begin(), gould.end(), '.');
    EXPECT_EQ(placements, static_cast<std::size_t>(open));
    EXPECT_EQ(object["ed"], object["walk"][0]["rating"]);
    for (const char* scale : {"hodoku", "methods"}) {
        const auto sum =
            json::parse(run_clew({"rate", "--scale", scale, "--json", "--steps", "-"}, gould).out);
        EXPECT_EQ(sum["scale"], scale);
        long long score = 0;
        for (const auto& step : sum["walk"]) score += step["score"].get<long long>();
        EXPECT_EQ(sum["score"], score) << scale;
        EXPECT_EQ(sum.contains("level"), std::string(scale) == "hodoku");
    }
}

TEST(Rate, PrintsStepsAboveTheRating) {
    const auto lines = lines_of(run_clew({"rate", "--steps", "-"}, gould).out);
    ASSERT_GT(lines.size(), 10U);
    EXPECT_TRUE(std::regex_match(lines.back(), rating)) << lines.back();
    const std::regex step{"[0-9]+\\.[0-9] [^:]+: .*r[1-9]c[1-9](=|<>)[1-9]"};
    for (std::size_t i = 0; i + 1 < lines.size(); ++i)
        EXPECT_TRUE(std::regex_match(lines[i], step)) << lines[i];
}

TEST(Rate, RefusesBoardsThatTheScaleDoesNotKnow) {
    const std::string six = "...6....43.51.2.5..4.........4....1.";
    for (const char* scale : {"se", "hodoku"}) {
        const Result r = run_clew({"rate", "--scale", scale, "-"}, six + "\n");
        EXPECT_EQ(r.code, ExitCode::bad_input) << scale;
        EXPECT_EQ(r.out, "");
        EXPECT_NE(r.err.find("6x6"), std::string::npos) << r.err;
        const Result diagonals =
            run_clew({"rate", "--scale", scale, source_file("examples/x.json")});
        EXPECT_EQ(diagonals.code, ExitCode::bad_input) << scale;
        EXPECT_NE(diagonals.err.find("diagonals"), std::string::npos) << diagonals.err;
    }
    // Behind it the others are still rated.
    const Result on =
        run_clew({"rate", "--names", "never", "--keep-going", "-"}, six + "\n\n" + gould + "\n");
    EXPECT_EQ(on.code, ExitCode::bad_input);
    ASSERT_EQ(lines_of(on.out).size(), 2U) << on.out;
    EXPECT_EQ(lines_of(on.out)[0], "error");
    EXPECT_TRUE(std::regex_match(lines_of(on.out)[1], rating)) << on.out;
    // By what is needed any board can be rated.
    EXPECT_EQ(run_clew({"rate", "--scale", "needs", "-"}, six + "\n").code, ExitCode::ok);
}

TEST(Rate, DoesNotDependOnThreads) {
    std::string batch;
    for (int i = 0; i < 10; ++i) batch += gould + "\n" + reference::blank + "\n";
    const Result one = run_clew({"rate", "--threads", "1", "-"}, batch);
    const Result four = run_clew({"rate", "--threads", "4", "-"}, batch);
    EXPECT_EQ(one.out, four.out);
    EXPECT_EQ(lines_of(one.out).size(), 20U);
}

TEST(Rate, IsTakenUpWhereItWasLeft) {
    TemporaryFolder folder;
    const std::string all = folder.write("all.sdm", gould + "\n" + gould + "\n");
    const std::string some = folder.write("some.sdm", gould + "\n");
    const std::string out = folder.file("ratings.txt");
    EXPECT_EQ(run_clew({"rate", "--names", "never", "--resume", out, some}).code, ExitCode::ok);
    EXPECT_EQ(run_clew({"rate", "--names", "never", "--resume", out, all}).code, ExitCode::ok);
    EXPECT_EQ(read_file(out), run_clew({"rate", "--names", "never", all}).out);
    // Another scale is another question.
    EXPECT_EQ(
        run_clew({"rate", "--scale", "methods", "--names", "never", "--resume", out, all}).code,
        ExitCode::bad_input);
}

TEST(Rate, HasRowsWithItsColumns) {
    const auto lines = lines_of(run_clew({"rate", "--csv", "-"}, gould + "\n").out);
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0],
              "source,line,puzzle,geometry,scale,rating,er,ep,ed,ending,solutions,assume_unique,"
              "steps,error");
    const auto sums = lines_of(run_clew({"rate", "--scale", "hodoku", "--csv", "-"}, gould).out);
    EXPECT_EQ(sums.at(0),
              "source,line,puzzle,geometry,scale,score,hardest,level,ending,solutions,steps,error");
}

TEST(Rate, StopsWhenAskedTo) {
    StopFlag interrupt;
    interrupt.raise();
    const Result r = run_clew({"rate", "-"}, gould + "\n", &interrupt);
    EXPECT_EQ(r.code, ExitCode::interrupted);
}

TEST(Rate, TellsTheLargestNeededArgument) {
    const auto object =
        json::parse(run_clew({"rate", "--scale", "needs", "--json", "-"}, gould).out);
    EXPECT_EQ(object["scale"], "needs");
    EXPECT_EQ(object["ending"], "solved");
    EXPECT_EQ(object["solutions"], "one");
    EXPECT_EQ(object["proved"], true);
    EXPECT_EQ(object["at_least"], object["largest"]);
    EXPECT_EQ(object["names_suffice"], true);
    ASSERT_EQ(object["profile"].size(), object["largest"]);
    std::size_t steps = 0, sum = 0;
    for (std::size_t k = 0; k < object["profile"].size(); ++k) {
        steps += object["profile"][k].get<std::size_t>();
        sum += (k + 1) * object["profile"][k].get<std::size_t>();
    }
    EXPECT_EQ(object["steps"], steps);
    EXPECT_EQ(object["sum"], sum);
    // The named step is that of the rules, which may be others.
    const auto named =
        json::parse(run_clew({"explain", "--rules", "all", "--json", "-"}, gould).out);
    bool there = false;
    for (const auto& step : named["steps"])
        there = there || step["technique"] == object["hardest_named"];
    EXPECT_TRUE(there);
    const auto singles = json::parse(
        run_clew({"rate", "--scale", "needs", "--rules", "singles", "--json", "-"}, gould).out);
    EXPECT_EQ(singles["names_suffice"], false);
    EXPECT_EQ(singles["largest"], object["largest"]);
    // By another price too.
    for (const char* price : {"cells", "candidates", "human"}) {
        const std::vector<std::string> line{"rate", "--scale", "needs", "--price",
                                            price,  "--json",  "-"};
        const auto other = json::parse(run_clew(line, gould).out);
        EXPECT_EQ(other["price"], price);
        EXPECT_EQ(other["ending"], "solved");
        EXPECT_GE(other["largest"], other["at_least"]);
        EXPECT_NE(run_clew({"rate", "--scale", "needs", "--price", price, "-"}, gould)
                      .out.find(std::string{" "} + price + " sum "),
                  std::string::npos);
    }
    EXPECT_EQ(run_clew({"rate", "--scale", "paris", "--price", "cells", "-"}, gould).code,
              ExitCode::usage);
    // The text says the same, and the steps stand above it.
    const auto lines = lines_of(run_clew({"rate", "--scale", "needs", "--steps", "-"}, gould).out);
    ASSERT_EQ(lines.size(), steps + 1);
    EXPECT_EQ(lines.back().find(std::to_string(object["largest"].get<int>()) + " sum " +
                                std::to_string(sum) + " steps " + std::to_string(steps) + " ("),
              0U)
        << lines.back();
}

TEST(Rate, TellsTheChoicesOfParis) {
    const auto object =
        json::parse(run_clew({"rate", "--scale", "paris", "--steps", "--json", "-"}, p92).out);
    EXPECT_EQ(object["scale"], "paris");
    EXPECT_EQ(object["given_freedom"], 150);
    EXPECT_EQ(object["freedom"], json::parse("[109,8,0]"));
    EXPECT_EQ(object["steps"], 2);
    EXPECT_EQ(object["fewest"], 2);
    EXPECT_EQ(object["search"], "exhausted");
    EXPECT_EQ(object["solutions"], "several");
    ASSERT_EQ(object["walk"].size(), 2U);
    EXPECT_EQ(object["walk"][0]["binary"], 14);
    const Result text = run_clew({"rate", "--scale", "paris", "-"}, p92);
    EXPECT_EQ(text.out, "2 steps dof 109 8 0 several solutions\n");
    EXPECT_EQ(text.code, ExitCode::several);
    EXPECT_EQ(lines_of(run_clew({"rate", "--scale", "paris", "--csv", "-"}, p92).out)[0],
              "source,line,puzzle,geometry,scale,steps,given_freedom,freedom,choices,fewest,"
              "fewest_at_least,search,ending,solutions,error");
    const Result blank = run_clew({"rate", "--scale", "paris", "-"}, reference::blank);
    EXPECT_EQ(blank.out, "0 steps dof 648 several solutions no binary cell, fewest none\n");
    EXPECT_EQ(run_clew({"rate", "--scale", "paris", "--budget", "5", "-"}, p92).out,
              "2 steps dof 109 8 0 several solutions, fewest at least 1\n");
}

TEST(Rate, MeasuresWithoutTechniquesOnAnyBoardAndThreads) {
    const std::string six = "...6....43.51.2.5..4.........4....1.";
    const std::string no_houses =
        R"({"format":"clew-puzzle","version":2,"geometry":{"size":4,"boxes":[2,2]},)"
        R"("rules":[{"kind":"non_consecutive"}]})";
    for (const char* scale : {"needs", "paris"}) {
        EXPECT_EQ(run_clew({"rate", "--scale", scale, "-"}, six + "\n").code, ExitCode::ok)
            << scale;
        std::string batch;
        for (int i = 0; i < 3; ++i) batch += gould + "\n" + contradictory + "\n" + gould + "\n";
        for (const char* form : {"--quiet", "--csv", "--json"}) {
            const Result one =
                run_clew({"rate", "--scale", scale, form, "--threads", "1", "-"}, batch);
            const Result two =
                run_clew({"rate", "--scale", scale, form, "--threads", "2", "-"}, batch);
            EXPECT_EQ(one.out, two.out) << scale;
            EXPECT_EQ(lines_of(one.out).size(), std::string(form) == "--csv" ? 10U : 9U);
        }
        EXPECT_EQ(run_clew({"rate", "--scale", scale, "--assume-unique", "-"}, gould).code,
                  ExitCode::usage);
        // Rules that are no houses are followed, not passed over: by the houses alone there are 288
        // solutions.
        const Result ruled = run_clew({"rate", "--scale", scale, "-"}, no_houses);
        EXPECT_EQ(ruled.code, ExitCode::no_solution) << ruled.err;
        StopFlag stop;
        stop.raise();
        const Result stopped = run_clew({"rate", "--scale", scale, "-"}, gould, &stop);
        EXPECT_EQ(stopped.code, ExitCode::interrupted) << scale;
    }
    EXPECT_EQ(run_clew({"rate", "--budget", "5", "-"}, gould).code, ExitCode::usage);
    EXPECT_EQ(run_clew({"rate", "--scale", "paris", "--rules", "all", "-"}, gould).code,
              ExitCode::usage);
    EXPECT_EQ(run_clew({"rate", "--scale", "needs", "--rules", "no-such", "-"}, gould).code,
              ExitCode::usage);
}

TEST(Rate, DrawsSharesOfPuzzles) {
    TemporaryFolder folder;
    const std::string one = folder.write("one.sdm", gould + "\n" + p92 + "\n");
    const std::string two = folder.write("two.sdm", gould + "\n");
    for (const char* scale : {"needs", "paris"}) {
        const std::string plot = folder.file(std::string(scale) + ".svg");
        EXPECT_EQ(run_clew({"rate", "--scale", scale, "--plot", plot, one, two}).code,
                  ExitCode::several);
        const std::string svg = read_file(plot);
        EXPECT_NE(svg.find("one.sdm"), std::string::npos);
        EXPECT_NE(svg.find("two.sdm"), std::string::npos);
        EXPECT_NE(svg.find("</svg>"), std::string::npos);
    }
    EXPECT_EQ(run_clew({"rate", "--plot", folder.file("x.svg"), one}).code, ExitCode::usage);
}

}  // namespace
}  // namespace clew::cli
