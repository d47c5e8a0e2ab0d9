#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/base/digest.hpp"
#include "tests/cli/harness.hpp"
#include "tests/support/pigeons.hpp"

namespace clew::cli {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string p92 = "examples/p92.sdk";

TEST(Certify, WritesWhatCheckAccepts) {
    const TemporaryFolder place;
    for (const std::string format : {"veripb", "drat", "lrat", "cpog", "auto"}) {
        const std::string folder = place.file(format);
        const Result made =
            run_clew({"certify", source_file(p92), "-o", folder, "--format", format, "--quiet"});
        EXPECT_EQ(made.code, ExitCode::ok) << made.err;
        EXPECT_THAT(made.out, StartsWith("exactly 12 solutions\n"));
        const Result checked = run_clew({"check", folder});
        EXPECT_EQ(checked.code, ExitCode::ok) << checked.out;
        EXPECT_THAT(checked.out, StartsWith("accepted: exactly 12 solutions\n"));
        const auto json = nlohmann::json::parse(run_clew({"check", folder, "--json"}).out);
        EXPECT_EQ(json.at("solutions"), "12");
        EXPECT_EQ(json.at("accepted"), true);
        // The puzzle in it is the puzzle.
        EXPECT_EQ(run_clew({"convert", "--to", "line", folder + "/puzzle.json"}).out,
                  run_clew({"convert", "--to", "line", source_file(p92)}).out);
    }
    EXPECT_EQ(place.file_count(), 5U);  // nothing else is left
    const std::string none = place.write("none.txt", "11" + std::string(79, '.') + "\n");
    for (const std::string format : {"veripb", "drat", "lrat", "cpog"}) {
        const std::string folder = place.file("none-" + format);
        EXPECT_THAT(run_clew({"certify", none, "-o", folder, "--format", format}).out,
                    StartsWith("no solution\n"));
        EXPECT_THAT(run_clew({"check", folder}).out, StartsWith("accepted: no solution\n"));
    }
}

TEST(Certify, KnowsDigitsAboveNine) {
    const TemporaryFolder place;
    for (const std::string format : {"veripb", "drat", "lrat", "cpog"}) {
        const std::string folder = place.file(format);
        const Result made = run_clew(
            {"certify", source_file("examples/sixteen.sdk"), "-o", folder, "--format", format});
        EXPECT_THAT(made.out, StartsWith("exactly 1 solution\n")) << made.err;
        const Result checked = run_clew({"check", folder});
        EXPECT_THAT(checked.out, StartsWith("accepted: exactly 1 solution\n"));
    }
}

// More digits than cells in a line, extra cells, lines that are no houses, a connected area.
TEST(Certify, BoardsOfOtherShapes) {
    const TemporaryFolder place;
    std::size_t number = 0;
    for (const std::string puzzle :
         {".Shape~4x5~6.NoBoxes.~R1C1_1~R2C2_1~R1C2_2~R2C3_2~R3C1_3~R1C3_4~R4C1_5~R4C5_6.Cage~9~"
          "R1C4~R1C5.Thermo~R2C4~R2C5~R3C5.X~R3C2~R3C3\n",
          ".Shape~4x4.Var~K~~2.Sum~0_=_1_1_-1~R1C1~R1C2~VK1.Thermo~VK1~VK2.~R2C3_1~R3C1_2\n",
          ".Shape~4x4~~Raw.Cage~10~R1C1~R1C2~R2C1~R2C2.Thermo~R3C1~R3C2~R3C3~R3C4.~R1C1_1~R1C2_2"
          "~R1C3_1~R1C4_1~R2C3_1~R2C4_1~R4C1_1~R4C2_1~R4C3_1~R4C4_1\n",
          ".Shape~4x4.ConnectedValues~~1_2_3.~R1C1_1~R4C3_2\n"}) {
        const std::string counted = run_clew({"count", "-"}, puzzle).out;
        const std::string many = counted.substr(0, counted.size() - 1);
        for (const std::string format : {"veripb", "drat", "lrat", "cpog"}) {
            const std::string folder = place.file(std::to_string(++number));
            const Result made =
                run_clew({"certify", "-", "-o", folder, "--format", format}, puzzle);
            const Result checked = run_clew({"check", folder});
            EXPECT_THAT(checked.out, StartsWith("accepted: exactly " + many + " solution"))
                << puzzle << made.err << checked.err;
        }
    }
}

TEST(Certify, OptionsOfTheLog) {
    const TemporaryFolder place;
    const std::string bare = place.file("bare");
    EXPECT_EQ(run_clew({"certify", source_file(p92), "-o", bare, "--no-list"}).code, ExitCode::ok);
    EXPECT_FALSE(std::filesystem::exists(bare + "/solutions.txt"));
    EXPECT_EQ(run_clew({"check", bare}).code, ExitCode::ok);
    const std::string lean = place.file("lean");
    EXPECT_EQ(run_clew({"certify", source_file(p92), "-o", lean, "--keep-solutions"}).code,
              ExitCode::ok);
    EXPECT_THAT(read_file(lean + "/proof.pbp"), Not(HasSubstr("\ncore id ")));
    EXPECT_EQ(run_clew({"check", lean}).code, ExitCode::ok);
    const std::string graph = place.file("graph");
    EXPECT_EQ(run_clew({"certify", source_file(p92), "-o", graph, "--format", "cpog"}).code,
              ExitCode::ok);
    EXPECT_THAT(read_file(graph + "/proof.cpog"), Not(HasSubstr("\nd ")));
    EXPECT_THAT(read_file(graph + "/README.md"), HasSubstr("cake_scpog formula.cnf"));
    EXPECT_EQ(run_clew({"check", graph}).code, ExitCode::ok);
    const auto json = nlohmann::json::parse(
        run_clew({"certify", source_file(p92), "-o", place.file("j"), "--json"}).out);
    EXPECT_EQ(json.at("solutions"), "12");
    EXPECT_EQ(json.at("proof_bytes").get<std::size_t>(),
              std::filesystem::file_size(place.file("j") + "/proof.pbp"));
    EXPECT_EQ(run_clew({"certify", source_file(p92), "-o", place.file("x"), "--format", "drat",
                        "--keep-solutions"})
                  .code,
              ExitCode::usage);
    EXPECT_EQ(run_clew({"certify", source_file(p92)}).code, ExitCode::usage);
}

// VeriPB 2.0, and CPOG that deletes every clause: nothing writes them now, and all is read that was
// written.
TEST(Certify, CertificatesOfVersion01AreStillChecked) {
    for (const std::string form : {"veripb2", "cpog2023"})
        EXPECT_THAT(run_clew({"check", source_file("tests/data/earlier/" + form)}).out,
                    StartsWith("accepted: exactly 18 solutions\n"));
}

TEST(Certify, WritesOverNothingAndLeavesNothing) {
    const TemporaryFolder place;
    place.write("note.txt", "mine");
    const std::string full = place.file("");
    EXPECT_EQ(run_clew({"certify", source_file(p92), "-o", full}).code, ExitCode::io);
    EXPECT_EQ(run_clew({"certify", source_file(p92), "-o", place.file("note.txt")}).code,
              ExitCode::io);
    EXPECT_EQ(place.file_count(), 1U);
    const std::string empty = place.file("empty");
    std::filesystem::create_directory(empty);
    EXPECT_EQ(run_clew({"certify", source_file(p92), "-o", empty + "/"}).code, ExitCode::ok);
    EXPECT_EQ(run_clew({"check", empty}).code, ExitCode::ok);

    StopFlag stop;
    stop.raise();
    for (const std::string format : {"veripb", "drat", "lrat", "cpog", "auto"}) {
        const Result cut = run_clew(
            {"certify", source_file(p92), "-o", place.file("cut"), "--format", format}, {}, &stop);
        EXPECT_EQ(cut.code, ExitCode::interrupted) << format;
        EXPECT_EQ(cut.out, "") << format;
    }
    // A blank board has more solutions than anyone lists.
    const std::string blank = place.write("blank.txt", std::string(81, '.') + "\n");
    const Result late = run_clew(
        {"certify", blank, "-o", place.file("late"), "--format", "veripb", "--timeout", "0.05"});
    EXPECT_EQ(late.code, ExitCode::partial);
    EXPECT_THAT(late.err, HasSubstr("time is over"));
    EXPECT_EQ(place.file_count(), 3U);
}

TEST(Certify, KnowsRules) {
    const TemporaryFolder place;
    const std::string cage = place.write(
        "cage.json",
        R"({"format":"clew-puzzle","version":2,"geometry":{"size":4,"boxes":[2,2]},"rules":[)"
        R"({"kind":"killer_cage","cells":["r1c2","r1c3","r1c4"],"numbers":[9]},)"
        R"({"kind":"arrow","cells":["r2c2","r3c3","r2c1"],"numbers":[1]}]})");
    const std::string count = run_clew({"count", cage}).out;
    ASSERT_NE(count, "");
    for (const std::string format : {"veripb", "drat", "lrat", "cpog"}) {
        const std::string folder = place.file(format);
        const Result made = run_clew({"certify", cage, "-o", folder, "--format", format});
        EXPECT_EQ(made.code, ExitCode::ok) << made.err;
        EXPECT_THAT(made.out, HasSubstr(count.substr(0, count.size() - 1) + " solution"));
        const Result checked = run_clew({"check", folder});
        EXPECT_EQ(checked.code, ExitCode::ok) << checked.out;
        EXPECT_THAT(checked.out, HasSubstr("a rule"));
    }
}

TEST(Verify, WritesACertificateToo) {
    const TemporaryFolder place;
    const std::string one = place.file("one"), none = place.file("none");
    const Result valid =
        run_clew({"verify", "--certify", one, source_file("examples/gould92.sdk")});
    EXPECT_EQ(valid.code, ExitCode::ok) << valid.err;
    EXPECT_THAT(run_clew({"check", one}).out, StartsWith("accepted: exactly 1 solution\n"));
    const std::string clash = "11" + std::string(79, '.') + "\n";
    EXPECT_EQ(run_clew({"verify", "--certify", none, "-"}, clash).code, ExitCode::no_solution);
    EXPECT_THAT(run_clew({"check", none}).out, StartsWith("accepted: no solution\n"));
    // Several solutions are for clew certify; two puzzles have no one certificate.
    EXPECT_EQ(run_clew({"verify", "--certify", place.file("p92"), source_file(p92)}).code,
              ExitCode::several);
    EXPECT_FALSE(std::filesystem::exists(place.file("p92")));
    EXPECT_EQ(run_clew({"verify", "--certify", place.file("two"), "-"}, clash + clash).code,
              ExitCode::usage);
    // Its clauses would name other digits than the board.
    const std::string from_0 = R"({"format":"clew-puzzle","version":2,"geometry":{"size":4,)"
                               R"("first_digit":0},"givens":"0123123023013012"})";
    EXPECT_EQ(run_clew({"verify", "-"}, from_0).code, ExitCode::ok);
    EXPECT_NE(run_clew({"verify", "--minimal", "-"}, from_0).out.find("redundant: 0 at r1c1"),
              std::string::npos);
    EXPECT_NE(run_clew({"verify", "--minimal", "--json", "-"}, from_0).out.find("r1c1=0"),
              std::string::npos);
    EXPECT_EQ(run_clew({"verify", "--certify", place.file("from_0"), "-"}, from_0).code,
              ExitCode::bad_input);
    EXPECT_FALSE(std::filesystem::exists(place.file("from_0")));
    EXPECT_THAT(run_clew({"convert", "--to", "dimacs", "-"}, from_0).err,
                HasSubstr("the format dimacs cannot hold a board of the kind '4x4 Latin square, "
                          "digits 0 to 3'"));
}

TEST(Certify, ATreeAlongItself) {
    const TemporaryFolder place;
    const std::vector<std::pair<std::string, std::string>> puzzles = {
        {"p92", source_file(p92)}, {"small", place.write("small.txt", "1..............2\n")}};
    for (const auto& [name, puzzle] : puzzles)
        for (const std::vector<std::string>& how :
             std::vector<std::vector<std::string>>{{},
                                                   {"--mode", "lean"},
                                                   {"--mode", "alternates", "--rules", "template"},
                                                   {"--mode", "lean", "--rules", "all"},
                                                   {"--mode", "lean", "--proof", "lrat"},
                                                   {"--mode", "lean", "--proof", "veripb"}}) {
            const std::string folder = place.file(name + (how.empty() ? "" : how.back() + how[1]));
            std::vector<std::string> words = {"tree", puzzle, "--no-proof", "--certify", folder};
            words.insert(words.end(), how.begin(), how.end());
            const Result made = run_clew(words);
            ASSERT_EQ(made.code, ExitCode::ok) << made.err;
            EXPECT_THAT(made.err, HasSubstr("certified in " + folder));
            const std::string count = run_clew({"count", puzzle}).out;
            const Result checked = run_clew({"check", folder});
            EXPECT_THAT(checked.out,
                        StartsWith("accepted: exactly " + count.substr(0, count.size() - 1)))
                << checked.err;
            EXPECT_THAT(checked.out, HasSubstr("lines about the tree"));
            EXPECT_THAT(read_file(folder + "/README.md"), HasSubstr("`tree.txt`"));
        }
    // Every leaf has its reason and every solution its line.
    const std::string said = read_file(place.file("p92") + "/tree.txt");
    for (int i = 1; i <= 12; ++i)
        EXPECT_THAT(said, HasSubstr((i < 10 ? "S0" : "S") + std::to_string(i) + "\t"));
    EXPECT_THAT(said, HasSubstr(" has no place for "));

    // What the lines say has to be what the proof says, even where the manifest agrees.
    const auto digest = [&](const std::string& text) {
        WideDigest all;
        all.add(text);
        return hex(all.value());
    };
    const auto forge = [&](const std::string& folder, const std::string& from,
                           const std::string& to) {
        std::string manifest = read_file(folder + "/manifest.json");
        manifest.replace(manifest.find(digest(from)), 16, digest(to));
        std::ofstream(folder + "/tree.txt") << to;
        EXPECT_EQ(run_clew({"check", folder}).code, ExitCode::disagree);
        std::ofstream(folder + "/manifest.json") << manifest;
        return run_clew({"check", folder}).out;
    };
    for (const char* name : {"p92", "p92lratlean", "p92veripblean"}) {
        const std::string folder = place.file(name);
        const std::string lines = read_file(folder + "/tree.txt");
        std::string changed = lines;
        // The choices stand behind the second tab.
        const std::size_t at = changed.find('=', changed.find('\t', changed.find('\t') + 1)) + 1;
        changed[at] = changed[at] == '1' ? '2' : '1';
        EXPECT_THAT(forge(folder, lines, changed),
                    HasSubstr("tree.txt, line 1: not what the proof"));
        // A list that begins later says less, and that is seen where it ends.
        std::string numbers = changed;
        numbers[0] = numbers[0] == '9' ? '8' : '9';
        EXPECT_THAT(forge(folder, changed, numbers), HasSubstr("rejected: tree.txt, line "));
    }

    EXPECT_EQ(run_clew({"tree", source_file(p92), "--proof", "lrat"}).code, ExitCode::usage);
    const Result part = run_clew({"tree", source_file(p92), "--max-patterns", "3", "--no-proof",
                                  "--certify", place.file("part")});
    EXPECT_EQ(part.code, ExitCode::partial);
    EXPECT_THAT(part.err, HasSubstr("the tree is not whole"));
    EXPECT_FALSE(std::filesystem::exists(place.file("part")));
}

TEST(Certify, TheStepsOfAnExplanation) {
    const TemporaryFolder place;
    for (const std::vector<std::string>& how :
         std::vector<std::vector<std::string>>{{},
                                               {"--rules", "singles"},
                                               {"--guess", "first"},
                                               {"--smallest", "--tidy"},
                                               {"--proof", "lrat"},
                                               {"--proof", "veripb"}}) {
        const std::string folder = place.file(how.empty() ? "c" : how.back());
        std::vector<std::string> words = {"explain", source_file(p92), "--certify", folder};
        words.insert(words.end(), how.begin(), how.end());
        const Result made = run_clew(words);
        EXPECT_THAT(made.err, HasSubstr("certified in " + folder));
        const Result checked = run_clew({"check", folder});
        EXPECT_EQ(checked.code, ExitCode::ok) << checked.out;
        EXPECT_THAT(checked.out, HasSubstr(" conclusions follow\n"));
        const auto json = nlohmann::json::parse(run_clew({"check", folder, "--json"}).out);
        EXPECT_THAT(made.err, HasSubstr(json.at("conclusions").get<std::string>()));
    }
    std::ofstream(place.file("c") + "/steps.txt", std::ios::app) << "1\tx\tr1c1=1\tr1c1\t0\n";
    EXPECT_EQ(run_clew({"check", place.file("c")}).code, ExitCode::disagree);

    // Several solutions: what rests on there being one does not follow.
    const std::string several = place.write(
        "several",
        "4...3.......6.............1....5..9..8....6...7.2........1.27..5.3....4.9........\n");
    const Result granted = run_clew({"explain", several, "--certify", place.file("one"),
                                     "--uniqueness", "assume", "--guess", "off", "--rules", "all"});
    EXPECT_EQ(granted.code, ExitCode::disagree);
    EXPECT_THAT(granted.err, HasSubstr("does not follow from the clues: nothing is certified"));
    EXPECT_FALSE(std::filesystem::exists(place.file("one")));
    // What a player has entered is not what the puzzle says.
    const std::string entered =
        place.write("entered.sdk",
                    "[Puzzle]\n..9.....2\n...31.8..\n2.8.6....\n.5..2...1\n...4.8...\n6...9..4.\n"
                    ".....64.3\n..7.85...\n1.....2..\n[State]\n..9.....2\n...31.8..\n2.8.6....\n"
                    ".5..2...1\n...4.8...\n6...9..4.\n....764.3\n..7.85...\n1.....2..\n");
    const Result player = run_clew({"explain", entered, "--certify", place.file("player")});
    EXPECT_EQ(player.code, ExitCode::usage);
    EXPECT_THAT(player.err, HasSubstr("what a player entered is no clue"));
    EXPECT_FALSE(std::filesystem::exists(place.file("player")));
    EXPECT_EQ(run_clew({"explain", source_file(p92), "--proof", "lrat"}).code, ExitCode::usage);
    StopFlag stop;
    stop.raise();
    EXPECT_EQ(
        run_clew({"explain", source_file(p92), "--certify", place.file("cut")}, {}, &stop).code,
        ExitCode::interrupted);
    EXPECT_FALSE(std::filesystem::exists(place.file("cut")));
    EXPECT_EQ(
        run_clew({"explain", source_file(p92), "--certify", place.file("why"), "--why", "r1c2=4"})
            .code,
        ExitCode::usage);
}

// Every file of a certificate, with one byte changed, one less, or gone.
TEST(Check, RejectsADamagedFolder) {
    const TemporaryFolder place;
    const std::string folder = place.file("c");
    ASSERT_EQ(run_clew({"certify", source_file(p92), "-o", folder}).code, ExitCode::ok);
    for (const char* name : {"puzzle.json", "formula.cnf", "solutions.txt", "proof.pbp",
                             "README.md", "manifest.json"}) {
        const std::string path = folder + "/" + name;
        const std::string good = read_file(path);
        const auto write = [&](const std::string& text) {
            std::ofstream(path, std::ios::binary) << text;
        };
        std::string changed = good;
        const std::size_t digit = changed.find("12");
        changed[digit == std::string::npos ? changed.size() / 2 : digit] ^= 1;
        write(changed);
        const Result altered = run_clew({"check", folder});
        EXPECT_EQ(altered.code, ExitCode::disagree) << name << altered.out << altered.err;
        EXPECT_THAT(altered.out, StartsWith("rejected: "));
        write(good.substr(0, good.size() - 2));
        EXPECT_EQ(run_clew({"check", folder}).code, ExitCode::disagree) << name;
        std::filesystem::remove(path);
        EXPECT_EQ(run_clew({"check", folder}).code, ExitCode::io) << name;
        write(good);
        EXPECT_EQ(run_clew({"check", folder}).code, ExitCode::ok) << name;
    }
    EXPECT_EQ(run_clew({"check", place.file("nowhere")}).code, ExitCode::io);
    EXPECT_EQ(run_clew({"check"}).code, ExitCode::usage);
    EXPECT_EQ(run_clew({"check", folder, folder}).code, ExitCode::usage);
}

TEST(Check, ChecksProofsOfOthers) {
    const TemporaryFolder place;
    const std::string cnf = place.write("two.cnf", "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n");
    const std::string half = place.write("half.cnf", "p cnf 2 2\n1 2 0\n-1 -2 0\n");
    const auto check = [&](const std::string& formula, const std::string& proof,
                           const std::string& format) {
        return run_clew({"check", "--cnf", formula, "--proof", place.write("proof", proof),
                         "--format", format});
    };
    EXPECT_EQ(check(cnf, "2 0\n0\n", "drat").out, "accepted: the formula has no model\n");
    EXPECT_EQ(check(cnf, "5 2 0 1 2 0\n6 0 5 3 4 0\n", "lrat").code, ExitCode::ok);
    EXPECT_EQ(check(cnf, "0\n", "drat").code, ExitCode::disagree);
    EXPECT_EQ(check(cnf, "x\n", "drat").code, ExitCode::disagree);
    EXPECT_EQ(check(half,
                    "pseudo-Boolean proof version 3.0\nf 2;\nsolx x1;\nsolx x2;\nrup >= 1;\noutput "
                    "NONE;\nconclusion ENUMERATION_COMPLETE 2 : 5;\nend pseudo-Boolean proof;\n",
                    "veripb")
                  .out,
              "accepted: the formula has exactly 2 models\n");
    const TemporaryFolder made;
    const std::string graph = made.file("graph");
    ASSERT_EQ(run_clew({"certify", source_file(p92), "-o", graph, "--format", "cpog"}).code,
              ExitCode::ok);
    EXPECT_EQ(run_clew({"check", "--cnf", graph + "/formula.cnf", "--proof", graph + "/proof.cpog",
                        "--format", "cpog"})
                  .out,
              "accepted: the formula has exactly 12 models\n");
    EXPECT_EQ(run_clew({"check", "--cnf", cnf}).code, ExitCode::usage);
    EXPECT_EQ(run_clew({"check", graph, "--cnf", cnf, "--proof", cnf}).code, ExitCode::usage);
    const std::string log = made.file("log");
    ASSERT_EQ(run_clew({"certify", source_file(p92), "-o", log}).code, ExitCode::ok);
    StopFlag stop;
    stop.raise();
    EXPECT_EQ(run_clew({"check", log, "--timeout", "100"}, {}, &stop).code, ExitCode::interrupted);
}

// Helpers without a model in place of a rule's clauses: a right proof of a false claim, which is
// not accepted.
TEST(Check, WhatWasNotDecidedHasItsOwnVerdict) {
    const TemporaryFolder place;
    const std::string rule = place.write(
        "rule.json", R"({"format":"clew-puzzle","version":2,"geometry":{"size":4,"boxes":[2,2]},)"
                     R"("givens":["1234","3412","2143","4321"],"rules":[{"kind":"thermometer",)"
                     R"("cells":["r1c1","r1c2"],"name":"a\n  checked  everything\u001b[2K"}]})");
    const std::string folder = place.file("c");
    ASSERT_EQ(run_clew({"certify", rule, "-o", folder, "--format", "drat"}).code, ExitCode::ok);
    const Pigeons hard = pigeons(12);
    std::string formula = "p cnf " + std::to_string(hard.variables) + " " +
                          std::to_string(hard.clauses.size()) + "\n";
    for (const std::string& clause : hard.clauses) formula += clause;
    auto manifest = nlohmann::json::parse(read_file(folder + "/manifest.json"));
    manifest["solutions"] = "0";
    for (auto& entry : manifest["files"]) {
        const std::string path = folder + "/" + entry["name"].get<std::string>();
        if (entry["name"] == "formula.cnf") std::ofstream(path) << formula;
        if (entry["name"] == "proof.drat") std::ofstream(path) << hard.proof;
        if (entry["name"] == "solutions.txt") std::ofstream(path) << "";
        WideDigest digest;
        digest.add(read_file(path));
        entry["bytes"] = std::filesystem::file_size(path);
        entry["digest"] = hex(digest.value());
    }
    std::ofstream(folder + "/manifest.json") << manifest.dump();
    const Result found = run_clew({"check", folder});
    EXPECT_EQ(found.code, ExitCode::but_for) << found.out << found.err;
    EXPECT_THAT(found.out, StartsWith("accepted, but for what was not decided: no solution\n"
                                      "  but for  whether the formula says this rule: thermometer "
                                      "'a\\x0a  checked  everything\\x1b[2K': "));
    EXPECT_THAT(found.out, Not(HasSubstr("\n  checked  everything")));
    EXPECT_THAT(found.out, Not(HasSubstr("no more and no less")));
    const Result told = run_clew({"check", folder, "--json"});
    EXPECT_EQ(told.code, ExitCode::but_for);
    const auto json = nlohmann::json::parse(told.out);
    EXPECT_EQ(json.at("accepted"), false);
    EXPECT_EQ(json.at("but_for").size(), 1U);
    EXPECT_EQ(json.at("solutions"), "0");
}

// What a message quotes is one line that no terminal obeys, and JSON whatever the bytes are.
TEST(Check, NoTextOfAProofPassesForAVerdict) {
    const TemporaryFolder place;
    const std::string cnf = place.write("two.cnf", "p cnf 2 2\n1 2 0\n-1 -2 0\n");
    for (const std::string& bad : {std::string{"\x1b[2K\raccepted: the formula has no model"},
                                   std::string{"\xff\xfe"}, std::string(100'000, 'x'),
                                   std::string{"\xc2\x9b"
                                               "31m"}})
        for (const std::string format : {"drat", "lrat", "veripb", "cpog"})
            for (const std::string& head :
                 {std::string{}, std::string{"1 "},
                  std::string{"pseudo-Boolean proof version 3.0\nf 2;\n"}}) {
                const std::vector<std::string> call = {
                    "check",    "--cnf", cnf, "--proof", place.write("proof", head + bad + " 0;\n"),
                    "--format", format};
                const Result found = run_clew(call);
                EXPECT_EQ(found.code, ExitCode::disagree) << format << head;
                EXPECT_THAT(found.out, StartsWith("rejected: "));
                EXPECT_LT(found.out.size(), 4000U);
                EXPECT_EQ(found.out.find_first_of("\x1b\r\x9b\xff"), std::string::npos);
                std::vector<std::string> as_json = call;
                as_json.emplace_back("--json");
                const auto json = nlohmann::json::parse(run_clew(as_json).out);
                EXPECT_EQ(json.at("accepted"), false);
            }
}

}  // namespace
}  // namespace clew::cli
