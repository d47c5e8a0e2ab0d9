// The command in a build without CryptoMiniSat: what needs the library says so by name, before it
// starts, and everything else answers as ever.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/child_process.hpp"
#include "tests/cli/harness.hpp"
#include "tests/support/places.hpp"

namespace clew::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct Outcome {
    int exit_code = 0;
    std::string out;
    std::string err;
};

Outcome run_by(const std::string& program, std::vector<std::string> words) {
    const TemporaryFolder folder;
    const std::vector<std::string> shell = {"sh", "-c", R"(exec "$@" 2>"$0")", folder.file("err"),
                                            program};
    words.insert(words.begin(), shell.begin(), shell.end());
    const ChildRun run = run_child(words, {.output_file = folder.file("out")});
    return {run.exit_code, read_file(folder.file("out")), read_file(folder.file("err"))};
}

Outcome run_without(const std::vector<std::string>& words) {
    return run_by(program_without_sat_path(), words);
}

const std::string p92 = source_file("examples/p92.sdk");

TEST(WithoutSat, SaysWhichEnginesItHas) {
    EXPECT_THAT(run_without({"version"}).out, HasSubstr("engines: search, exact, frontier\n"));
    EXPECT_THAT(run_without({"version", "--json"}).out, Not(HasSubstr("\"sat\"")));
}

TEST(WithoutSat, WhatNeedsAnEngineThatIsNotThereNamesIt) {
    struct Case {
        std::vector<std::string> words;
        std::string option, engine;
    };
    for (const Case& c :
         {Case{{"count", "--engine", "sat", p92}, "--engine", "sat"},
          Case{{"enumerate", "--engine", "cubes", p92}, "--engine", "cubes"},
          Case{{"solve", "--engine", "sat", p92}, "--engine", "sat"},
          Case{{"verify", "--engine", "cubes", p92}, "--engine", "cubes"},
          Case{{"sample", "--engine", "sat", p92}, "--engine", "sat"},
          Case{{"density", "--engine", "sat", p92}, "--engine", "sat"},
          Case{{"count", "--verify-with", "sat", p92}, "--verify-with", "sat"},
          Case{{"enumerate", "--verify-with", "cubes", p92}, "--verify-with", "cubes"},
          Case{{"unavoidable", "--method", "sat", p92}, "--method", "sat"},
          Case{{"tree", "--oracle", "sat", p92}, "--oracle", "sat"}}) {
        const Outcome o = run_without(c.words);
        EXPECT_EQ(o.exit_code, 2) << c.words[0] << " " << c.option << "\n" << o.err;
        EXPECT_EQ(o.out, "") << c.words[0];
        EXPECT_THAT(o.err, HasSubstr(c.option)) << c.words[0];
        EXPECT_THAT(o.err, HasSubstr("this build has no engine " + c.engine)) << c.words[0];
    }
}

// Search alone is at a loss here: the two lines cannot both be kept.
TEST(WithoutSat, RulesThatCannotBeKeptOnAnEmptyBoardAreFoundOutAtOnce) {
    const TemporaryFolder folder;
    const std::string lines = folder.write(
        "lines.json",
        R"({"format": "clew-puzzle", "version": 2, "geometry": {"size": 9, "boxes": [3, 3]}, "rules": [
        {"kind": "region_sum", "cells": ["r4c5", "r3c5", "r3c6", "r4c7", "r4c8"]},
        {"kind": "region_sum", "cells": ["r3c9", "r4c8", "r3c8", "r4c9", "r5c8"]}]})");
    const Outcome o = run_without({"verify", "--timeout", "20s", lines});
    EXPECT_THAT(o.out, HasSubstr("none: no solution"));
    EXPECT_THAT(run_without({"count", "--json", "--limit", "2", lines}).out,
                HasSubstr("\"engine\":\"search\""));
}

TEST(WithoutSat, EverythingElseAnswersAsEver) {
    const TemporaryFolder folder;
    const std::string clash = folder.write("clash", "11" + std::string(79, '.') + "\n");
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"count", p92},
             {"count", "--engine", "exact", "--verify-with", "search", p92},
             {"count", source_file("examples/jigsaw.txt")},
             {"enumerate", p92},
             {"solve", p92},
             {"verify", "--minimal", p92},
             {"minimal", p92},
             {"repair", p92},
             {"repair", clash},
             {"unavoidable", "--size", "6", p92},
             {"density", "--show", "numbers", p92},
             {"density", "--true-only", p92},
             {"sample", "--seed", "3", p92},
             {"generate", "--seed", "5"},
             {"explain", p92},
             {"explain", "--rules", "template", "--smallest", p92},
             {"why", "r1c2=4", p92},
             {"hint", p92},
             {"steps", p92},
             {"encode", "--blocking", p92},
             {"show", p92},
             {"convert", "--to", "json", p92}}) {
        const Outcome o = run_without(words), usual = run_by(program_path(), words);
        EXPECT_EQ(o.exit_code, usual.exit_code) << words[0] << "\n" << o.err;
        EXPECT_EQ(o.out, usual.out) << words[0];
        EXPECT_NE(o.exit_code, 1) << words[0];
    }
}

TEST(WithoutSat, TheTreesProofIsByWhatIsThere) {
    const Outcome o = run_without({"tree", p92});
    EXPECT_EQ(o.exit_code, 0) << o.err;
    EXPECT_THAT(o.out + o.err, HasSubstr("search"));
    EXPECT_THAT(o.out + o.err, Not(HasSubstr("UNSAT")));
}

}  // namespace
}  // namespace clew::cli
