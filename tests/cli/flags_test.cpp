// Every option of every command, from the table that the parser uses. Options that many commands
// share are held to what they promise for all of them at once; the others have a row of their own
// here or a test beside this one, and the last test finds those that have neither.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <thread>

#include "cli/exit_code.hpp"
#include "cli/manual.hpp"
#include "tests/cli/harness.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::cli {
namespace {

using ::testing::HasSubstr;
using Words = std::vector<std::string>;

const std::string p92 = reference::p92 + "\n";
const std::string gould = reference::gould + "\n";
const std::string blank = reference::blank + "\n";
const std::string contradictory = reference::contradictory + "\n";
const std::string full =
    "378659214154328769629471538743185692862947351915236847487593126236814975591762483\n";

/// A quick call of each command that reads puzzles; the puzzles come from standard input.
const std::map<std::string, Words>& quick_calls() {
    static const std::map<std::string, Words> calls = {
        {"count", {}},
        {"compile", {}},
        {"convert", {"--to", "line"}},
        {"corpus", {"--rules", "singles"}},
        {"density", {}},
        {"encode", {}},
        {"enumerate", {}},
        {"explain", {}},
        {"hint", {}},
        {"judge", {"--grid", std::string(81, '.')}},
        {"lab", {"--rules", "methods"}},
        {"minimal", {}},
        {"rate", {}},
        {"repair", {"--pairs", "none"}},
        {"sample", {}},
        {"show", {}},
        {"solve", {}},
        {"steps", {}},
        {"tree", {"--no-proof"}},
        {"unavoidable", {"--size", "4"}},
        {"verify", {}},
        {"why", {"r1c1"}},
    };
    return calls;
}

Words call(const std::string& command, const Words& more) {
    Words words = {command};
    const Words& usual = quick_calls().at(command);
    words.insert(words.end(), usual.begin(), usual.end());
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

bool takes_one_puzzle(const std::string& command) {
    return command == "tree" || command == "encode" || command == "compile";
}

/// The commands that have an option of that name, and a quick call.
std::vector<std::string> commands_with(const std::string& option) {
    std::vector<std::string> names;
    for (const ManualPage& page : make_pages())
        for (const Argument& a : page.arguments.all())
            if (!a.positional && a.long_name() == option && quick_calls().contains(page.info.name))
                names.push_back(page.info.name);
    return names;
}

TEST(EveryCommand, ThatReadsPuzzlesHasAQuickCallHere) {
    for (const ManualPage& page : make_pages())
        for (const Argument& a : page.arguments.all())
            if (a.names == "--input-format") {
                EXPECT_TRUE(quick_calls().contains(page.info.name)) << page.info.name;
            }
}

TEST(EveryCommand, ReadsTheFormatThatIsNamed) {
    for (const std::string& command : commands_with("--input-format")) {
        SCOPED_TRACE(command);
        EXPECT_EQ(run_clew(call(command, {"--input-format", "klingon", "-"}), p92).code,
                  ExitCode::usage);
        EXPECT_EQ(run_clew(call(command, {"--input-format", "json", "-"}), p92).code,
                  ExitCode::bad_input);
        const Result named = run_clew(call(command, {"--input-format", "line", "-"}), p92);
        EXPECT_EQ(named.out, run_clew(call(command, {"-"}), p92).out);
    }
}

TEST(EveryCommand, KeepsGoingWhenItIsToldTo) {
    for (const std::string& command : commands_with("--keep-going")) {
        SCOPED_TRACE(command);
        if (takes_one_puzzle(command) || command == "lab") {
            EXPECT_EQ(run_clew(call(command, {"--keep-going", "-"}), "rubbish\n").code,
                      ExitCode::bad_input);
            continue;
        }
        const std::string alone = run_clew(call(command, {"-"}), "\n" + gould).out;
        const Result stops = run_clew(call(command, {"-"}), "rubbish\n" + gould);
        EXPECT_EQ(stops.code, ExitCode::bad_input);
        EXPECT_EQ(stops.out, "");
        EXPECT_THAT(stops.err, HasSubstr("<stdin>:1:"));
        const Result goes_on = run_clew(call(command, {"--keep-going", "-"}), "rubbish\n" + gould);
        EXPECT_EQ(goes_on.code, ExitCode::bad_input);
        EXPECT_TRUE(goes_on.out.ends_with(alone)) << goes_on.out;
        EXPECT_THAT(goes_on.err, HasSubstr("<stdin>:1:"));
    }
}

TEST(EveryCommand, EndsWhenTheTimeIsOver) {
    for (const std::string& command : commands_with("--timeout")) {
        SCOPED_TRACE(command);
        // A time limit of nothing: what is quick may be done, and it must end.
        const Result r = run_clew(call(command, {"--timeout", "0", "-"}), blank);
        EXPECT_THAT(r.code, ::testing::AnyOf(ExitCode::ok, ExitCode::several, ExitCode::not_found,
                                             ExitCode::partial));
        EXPECT_EQ(run_clew(call(command, {"--timeout", "soon", "-"}), p92).code, ExitCode::usage);
        EXPECT_EQ(run_clew(call(command, {"--timeout", "1h", "-"}), gould).out,
                  run_clew(call(command, {"-"}), gould).out);
    }
}

TEST(EveryCommand, GivesTheSameOnAnyNumberOfThreads) {
    std::string puzzles;
    for (int i = 0; i < 5; ++i) puzzles += i % 2 == 0 ? gould : p92;
    for (const std::string& command : commands_with("--threads")) {
        SCOPED_TRACE(command);
        const Result one = run_clew(call(command, {"--threads", "1", "-"}), puzzles);
        const Result three = run_clew(call(command, {"--threads", "3", "-"}), puzzles);
        EXPECT_EQ(one.out, three.out);
        EXPECT_EQ(one.err, three.err);
        EXPECT_EQ(one.code, three.code);
        EXPECT_EQ(run_clew(call(command, {"--threads", "many", "-"}), puzzles).code,
                  ExitCode::usage);
    }
}

TEST(EveryCommand, WritesToAFileWhatItWouldPrint) {
    const TemporaryFolder folder;
    for (const std::string& command : commands_with("--output")) {
        if (command == "tree" || command == "show") continue;  // they draw, where they would print
        SCOPED_TRACE(command);
        const std::string file = folder.file(command + ".txt");
        const Result r = run_clew(call(command, {"--output", file, "-"}), gould);
        EXPECT_EQ(r.out, "");
        EXPECT_EQ(read_file(file), run_clew(call(command, {"-"}), gould).out);
        EXPECT_EQ(run_clew(call(command, {"-o", folder.file("no/where"), "-"}), gould).code,
                  ExitCode::io);
        // A puzzle that cannot be read: the file stays what it was.
        const std::string before = read_file(file);
        EXPECT_EQ(run_clew(call(command, {"-o", file, "-"}), gould + "rubbish\n").code,
                  ExitCode::bad_input);
        EXPECT_EQ(read_file(file), before);
    }
}

TEST(EveryCommand, SpeaksJsonWithASchema) {
    for (const std::string& command : commands_with("--json")) {
        // One object, whatever there is to say of the puzzle.
        const auto expect_one = [&](Words more, const std::string& puzzle) {
            SCOPED_TRACE(command + " " + ::testing::PrintToString(more) + " " + puzzle);
            more.insert(more.end(), {"--json", "-"});
            const Result r = run_clew(call(command, more), puzzle);
            if (command != "lab") {
                EXPECT_EQ(std::ranges::count(r.out, '\n'), 1) << r.err;
            }
            const auto object = nlohmann::json::parse(r.out, nullptr, false);
            ASSERT_TRUE(object.is_object()) << r.out << r.err;
            EXPECT_THAT(object["schema"].get<std::string>(), HasSubstr("clew/" + command + "/"));
        };
        for (const std::string& puzzle : {gould, p92, contradictory, full}) expect_one({}, puzzle);
        if (!takes_one_puzzle(command) && command != "lab")
            expect_one({"--keep-going"}, "rubbish\n");
    }
}

TEST(EveryCommand, NamesItsPuzzlesInOneWay) {
    const TemporaryFolder folder;
    for (const std::string& command : commands_with("--names")) {
        SCOPED_TRACE(command);
        const std::string& text =
            command == "minimal" ? gould : p92;  // of the other it says nothing
        const std::string one = folder.write("one.txt", text),
                          two = folder.write("two.txt", text + text);
        const auto named = [](const Result& r, const std::string& name) {
            return r.out.starts_with(name + ":1:") || r.out.find("\n" + name + ":1:") != r.out.npos;
        };
        EXPECT_FALSE(named(run_clew(call(command, {one})), one));
        EXPECT_FALSE(named(run_clew(call(command, {"-"}), text), "<stdin>"));
        EXPECT_TRUE(named(run_clew(call(command, {two})), two));
        EXPECT_TRUE(named(run_clew(call(command, {"-"}), text + text), "<stdin>"));
        EXPECT_TRUE(named(run_clew(call(command, {"--names", "always", one})), one));
        EXPECT_FALSE(named(run_clew(call(command, {"--names", "never", two})), two));
    }
}

TEST(EveryCommand, IsQuietWhenItIsToldTo) {
    for (const std::string& command : commands_with("--quiet")) {
        SCOPED_TRACE(command);
        EXPECT_EQ(run_clew(call(command, {"--quiet", "-"}), gould).err, "");
        EXPECT_EQ(run_clew(call(command, {"-q", "-"}), gould).err, "");
    }
}

TEST(EveryCommand, HasColoursOnlyWhereTheyAreWanted) {
    for (const std::string& command : commands_with("--color")) {
        SCOPED_TRACE(command);
        Words more = {"-"};
        if (command == "hint") more = {"--board", "-"};
        if (command == "solve") more = {"--as", "board", "-"};
        EXPECT_EQ(run_clew(call(command, more), gould).out.find('\x1b'), std::string::npos);
        more.insert(more.end() - 1, {"--color", "always"});
        EXPECT_THAT(run_clew(call(command, more), gould).out, HasSubstr("\x1b["));
        more[more.size() - 2] = "never";
        EXPECT_EQ(run_clew(call(command, more), gould).out.find('\x1b'), std::string::npos);
        more[more.size() - 2] = "sometimes";
        EXPECT_EQ(run_clew(call(command, more), gould).code, ExitCode::usage);
    }
}

TEST(EveryCommand, TakesUpARunThatWasKilled) {
    for (const std::string& command : commands_with("--resume")) {
        SCOPED_TRACE(command);
        const TemporaryFolder folder;
        const std::string whole = run_clew(call(command, {"-"}), gould + p92 + gould).out;
        const std::string file = folder.file("answers");
        run_clew(call(command, {"--resume", file, "-"}), gould + p92 + gould);
        EXPECT_EQ(read_file(file), whole);
        std::filesystem::resize_file(file, whole.find('\n') + 3);
        EXPECT_EQ(run_clew(call(command, {"--resume", file, "-"}), gould + p92 + gould).out, "");
        EXPECT_EQ(read_file(file), whole);
    }
}

TEST(EveryCommand, RefusesAnInputWithoutAPuzzle) {
    const TemporaryFolder folder;
    const std::string empty = folder.write("empty.txt", "");
    const std::string good = folder.write("good.txt", gould);
    for (const auto& [command, words] : quick_calls()) {
        SCOPED_TRACE(command);
        for (const char* text : {"", "\n\n \n", "[]", "# a comment\n#AAuthor\n"}) {
            const Result r = run_clew(call(command, {"-"}), text);
            EXPECT_EQ(r.code, ExitCode::bad_input) << text;
            EXPECT_EQ(r.out, "") << text;
            EXPECT_THAT(r.err, HasSubstr("<stdin>: there is no puzzle")) << text;
        }
        EXPECT_THAT(run_clew(call(command, {empty})).err,
                    HasSubstr("empty.txt: there is no puzzle"));
        // One among several is not passed over either.
        const Result r = run_clew(call(command, {good, empty}));
        EXPECT_EQ(r.code, ExitCode::bad_input);
        EXPECT_THAT(r.err, HasSubstr("empty.txt: there is no puzzle"));
    }
}

bool has_option(const std::string& command, const std::string& option) {
    const std::vector<std::string> commands = commands_with(option);
    return std::ranges::find(commands, command) != commands.end();
}

TEST(EveryCommand, AnswersOrRefusesByNameHoweverItIsAsked) {
    // Each way of asking, about a puzzle in a file, on standard input and in a named pipe: the same
    // answer three times, or a refusal that names the option.
    const TemporaryFolder folder;
    const std::string file = folder.write("file.txt", gould), pipe = folder.file("pipe");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const std::vector<Words> ways = {{},
                                     {"--json"},
                                     {"--csv"},
                                     {"--names"},
                                     {"--resume"},
                                     {"--json", "--csv"},
                                     {"--json", "--names"},
                                     {"--csv", "--names"},
                                     {"--json", "--resume"},
                                     {"--csv", "--resume"},
                                     {"--names", "--resume"}};
    std::size_t answered = 0;
    for (const auto& [command, usual] : quick_calls())
        for (const Words& way : ways) {
            const std::string& asked_of = command;  // clang 14: no binding in a lambda
            if (command == "lab" && std::ranges::count(way, "--csv") > 0)
                continue;  // a file beside
            const auto asked = [&](const std::string& source, const std::string& input) {
                Words more;
                bool resumed = false;
                for (const std::string& option : way) {
                    more.push_back(option);
                    if (option == "--names") more.emplace_back("always");
                    resumed |= option == "--resume";
                    if (option == "--resume") more.push_back(folder.file("answers"));
                }
                more.push_back(source);
                for (const char* kept : {"answers", "answers.resume"})
                    std::filesystem::remove(folder.file(kept));
                Result r = run_clew(call(asked_of, more), input);
                if (resumed && r.code != ExitCode::usage) {
                    EXPECT_EQ(r.out, "");
                    r.out = read_file(folder.file("answers"));
                }
                const std::string shown = source == "-" ? "<stdin>" : source;
                for (std::size_t at = 0; (at = r.out.find(shown, at)) != std::string::npos;)
                    r.out.replace(at, shown.size(), "@");
                return r;
            };
            std::string line = command;
            for (const std::string& option : way) line += " " + option;
            SCOPED_TRACE(line);
            const Result of_file = asked(file, ""), of_input = asked("-", gould);
            const bool known =
                std::ranges::all_of(way, [&](const auto& o) { return has_option(asked_of, o); });
            const auto formats =
                std::ranges::count_if(way, [](const std::string& o) { return o != "--resume"; });
            for (const Result& r : {of_file, of_input}) {
                EXPECT_EQ(r.code == ExitCode::usage, !known || formats > 1) << r.err;
                if (!known) {
                    EXPECT_THAT(r.err, HasSubstr("has no option '--"));
                } else if (formats > 1) {
                    EXPECT_THAT(r.err, HasSubstr("does not go with --"));
                }
            }
            if (!known || formats > 1) continue;
            ++answered;
            EXPECT_EQ(of_file.out, of_input.out);
            EXPECT_EQ(of_file.code, of_input.code);
            const bool objects = formats == 1 && way.front() != "--names";
            EXPECT_EQ(of_file.out.empty(), command == "repair" && !objects);  // it is valid
            std::thread writer([&] { std::ofstream(pipe) << gould; });
            const Result of_pipe = asked(pipe, "");
            writer.join();
            EXPECT_EQ(of_file.out, of_pipe.out);
            EXPECT_EQ(of_file.code, of_pipe.code);
        }
    EXPECT_GT(answered, 50U);
}

struct Row {
    Words words;
    std::string input;
    ExitCode code;
    std::string says;  ///< somewhere on standard output or standard error
};

TEST(EveryOption, DoesWhatItSays) {
    const std::vector<Row> rows = {
        {{"explain", "--guess", "first", "--max-guesses", "1", "-"},
         p92,
         ExitCode::partial,
         "r7c5"},
        {{"explain", "--boards", "every", "-"}, gould, ExitCode::ok, "+---"},
        {{"hint", "--rules", "methods", "-"}, p92, ExitCode::ok, "Look"},
        {{"hint", "--notation", "rc", "--level", "3", "-"}, p92, ExitCode::ok, "26.2"},
        {{"steps", "--notation", "rc", "-"}, p92, ExitCode::ok, "75.7"},
        {{"explain", "--language", "de", "-"}, p92, ExitCode::ok, "Zeile"},
        {{"hint", "--language", "de", "--level", "3", "-"}, p92, ExitCode::ok, "Also"},
        {{"steps", "--language", "de", "-"}, p92, ExitCode::ok, "Zeile"},
        {{"why", "--language", "de", "-", "r1c1"}, p92, ExitCode::ok, "r1c1 ist"},
        {{"why", "--notation", "rc", "-", "r1c1"}, p92, ExitCode::ok, "11 is not settled"},
        {{"steps", "--reasons", "all", "--cell", "r1c4", "-"}, p92, ExitCode::ok, "steps"},
        {{"explain", "--rules", "bug-1", "--uniqueness", "off", "-"},
         gould,
         ExitCode::not_found,
         "Passed over"},
        {{"explain", "--rules", "bug-1", "--uniqueness", "assume", "--json", "-"},
         gould,
         ExitCode::not_found,
         "\"granted\""},
        {{"hint", "--rules", "bug-1", "--uniqueness", "off", "-"}, gould, ExitCode::ok, "Look"},
        {{"hint", "--rules", "bug-1", "--uniqueness", "assume", "-"}, gould, ExitCode::ok, "Look"},
        {{"steps", "--technique", "bug-1", "--uniqueness", "off", "-"},
         gould,
         ExitCode::not_found,
         "were passed over"},
        {{"steps", "--technique", "bug-1", "--uniqueness", "assume", "-"},
         gould,
         ExitCode::not_found,
         "0 steps"},
        {{"lab", "--generate", "2", "--seed", "3", "--rules", "methods", "-q"},
         "",
         ExitCode::ok,
         "redundant"},
        {{"lab", "--generate", "2", "--rules", "unique-rectangle-1", "--details", "-q",
          "--assume-unique"},
         "",
         ExitCode::ok,
         "unique-rectangle-1"},
        {{"lab", "--generate", "2", "--rules", "methods", "--details", "-q"},
         "",
         ExitCode::ok,
         "naked-single"},
        {{"lab", "--generate", "2", "--rules", "methods", "--time", "-q"},
         "",
         ExitCode::ok,
         "puzzles/s"},
        {{"tree", "--as", "dot", "-o", "-", "-"}, p92, ExitCode::ok, "digraph"},
        {{"tree", "--mode", "lean", "--choice", "smallest", "-"},
         p92,
         ExitCode::ok,
         "patterns           11"},
        {{"tree", "--oracle", "sat", "-"}, p92, ExitCode::ok, "solutions          12"},
        {{"count", "--engine", "sat", "--strategy", "cells", "--encoding", "extended", "-"},
         p92,
         ExitCode::ok,
         "12"},
        {{"enumerate", "--engine", "sat", "--strategy", "cells", "--encoding", "extended", "-"},
         p92,
         ExitCode::ok,
         "319854672576312894248769315854627931791438526623591748982176453437285169165943287"},
        {{"solve", "--engine", "sat", "--strategy", "cells", "--encoding", "extended", "-"},
         gould,
         ExitCode::ok,
         "319847562546312879278659134854723691791468325623591748982176453437285916165934287"},
        {{"verify", "--engine", "sat", "--strategy", "cells", "--encoding", "extended", "-"},
         gould,
         ExitCode::ok,
         "valid"},
        {{"tree", "--start", "rules", "-"}, p92, ExitCode::ok, "solutions          12"},
        {{"tree", "--marks", "carried", "-"}, p92, ExitCode::ok, "solutions          12"},
        {{"tree", "--no-proof", "-"}, p92, ExitCode::ok, "solutions          12"},
        {{"tree", "--as", "dot", "-o", "-", "--style", "grid", "--depth", "1", "-"},
         p92,
         ExitCode::ok,
         "digraph"},
        {{"tree", "--as", "dot", "-o", "-", "--layout", "levels", "--collapse", "A", "-"},
         p92,
         ExitCode::ok,
         "pos="},
        {{"tree", "--as", "dot", "-o", "-", "--only-live", "--shared", "hide", "--impossible",
          "hide", "-"},
         p92,
         ExitCode::ok,
         "digraph"},
        {{"generate", "--symmetry", "half-turn", "--redundant", "-q"}, "", ExitCode::ok, "\n"},
        {{"generate", "--pattern", std::string(81, '1'), "--redundant", "-q"},
         "",
         ExitCode::ok,
         "\n"},
        {{"generate", "--technique", "naked-single", "--rules", "methods", "-q"},
         "",
         ExitCode::ok,
         "\n"},
        {{"generate", "--difficulty", "easy", "-q"}, "", ExitCode::ok, "\n"},
        {{"generate", "--size", "6", "--boxes", "3x2", "-q"}, "", ExitCode::ok, "\"boxes\":[3,2]"},
        {{"generate", "--size", "4", "--regions", "AABBAABBCCDDCCDD", "-q"},
         "",
         ExitCode::ok,
         "\"regions\""},
        {{"generate", "--size", "4", "--diagonals", "-q"}, "", ExitCode::ok, "\"diagonals\""},
        {{"generate", "--size", "4", "--place", "thermometer:1,xv", "-q"},
         "",
         ExitCode::ok,
         "\"thermometer\""},
        {{"generate", "--size", "4", "--windows", "-q"}, "", ExitCode::ok, "\"windows\":true"},
        {{"generate", "--size", "4", "--disjoint-groups", "-q"},
         "",
         ExitCode::ok,
         "\"disjoint_groups\":true"},
        {{"generate", "--to", "sdk", "-q"}, "", ExitCode::ok, "\n"},
        {{"generate", "--timeout", "0", "-n", "1000", "--quiet"}, "", ExitCode::partial, ""},
        {{"repair", "--max-solutions", "5", "--pairs", "none", "-"},
         p92,
         ExitCode::ok,
         "more than 5 solutions"},
        {{"minimal", "--rules", "-"},
         R"({"format": "clew-puzzle", "version": 2, "geometry": {"size": 4, "boxes": [2, 2]},)"
         R"( "givens": ["1234", "3412", "2143", "4321"],)"
         R"( "rules": [{"kind": "odd", "cells": ["r1c1"]}]})",
         ExitCode::ok,
         "r1c1 is odd\n"},
        {{"minimal", "--all", "--max-clues", "23", "--limit", "2", "-"},
         gould,
         ExitCode::ok,
         "sub-puzzle"},
        {{"unavoidable", "--budget", "1", "-"}, gould, ExitCode::partial, "there may be more"},
        {{"version", "--json"}, "", ExitCode::ok, "\"version\""},
    };
    for (const Row& row : rows) {
        std::string line;
        for (const std::string& word : row.words) line += word + " ";
        SCOPED_TRACE(line);
        const Result r = run_clew(row.words, row.input);
        EXPECT_EQ(r.code, row.code) << r.err;
        EXPECT_THAT(r.out + r.err, HasSubstr(row.says));
    }
}

/// A value that an option takes, given alone.
std::string some_value(const Argument& a) {
    static const std::map<std::string, std::string> values = {
        {"--collapse", "A"},       {"--clues", "24"},
        {"--cell", "r1c1"},        {"--format", "text"},
        {"--house", "r1"},         {"--input-format", "line"},
        {"--output", "x.json"},    {"--regions", "AABBAABBCCDDCCDD"},
        {"--rules", "methods"},    {"--score", "3-9"},
        {"--shard", "1/2"},        {"--solutions", "1"},
        {"--place", "kropki"},     {"--table", "A"},
        {"--technique", "x-wing"}, {"--timeout", "1h"},
        {"--boxes", "2x2"},        {"--as", "json"},
        {"--csv", "x.csv"},        {"--plot", "x.svg"},
        {"--puzzles", "x.txt"},    {"SUITE", "big"}};
    if (!a.choices.empty()) return a.choices.back();
    const auto at = values.find(a.long_name());
    return at == values.end() ? "4" : at->second;
}

const Argument& argument_of(const ManualPage& page, const std::string& name) {
    const auto& all = page.arguments.all();
    const auto at = std::ranges::find(all, name, &Argument::long_name);
    EXPECT_NE(at, all.end()) << page.info.name << " has no " << name;
    return at == all.end() ? all.front() : *at;
}

Words typed(const Argument& a, const std::string& value) {
    if (a.positional) return {value};
    if (a.value_name.empty()) return {a.long_name()};
    return {a.long_name(), value};
}

TEST(EveryOption, ThatWouldDoNothingIsRefused) {
    // From the table itself: each option that needs another, without it; and with each that it does
    // not go with. Nothing is read or asked before.
    for (const ManualPage& page : make_pages()) {
        for (const Argument& a : page.arguments.all()) {
            const auto refused_with = [&](Words words, const Words& more, const std::string& why) {
                words.insert(words.begin(), page.info.name);
                words.insert(words.end(), more.begin(), more.end());
                const Result r = run_clew(words, "rubbish");
                std::string line;
                for (const std::string& word : words) line += word + " ";
                EXPECT_EQ(r.code, ExitCode::usage) << line;
                EXPECT_EQ(r.out, "") << line;
                EXPECT_THAT(r.err, HasSubstr(why)) << line;
            };
            const auto refused = [&](const Words& more, const std::string& why) {
                refused_with(typed(a, some_value(a)), more, why);
            };
            for (const std::vector<Condition>& any : a.needed) {
                Words more;
                for (const Condition& c : any)
                    if (c.absent)
                        more = typed(argument_of(page, c.option),
                                     some_value(argument_of(page, c.option)));
                refused(more, a.long_name() + ": does nothing here");
            }
            Words met;  // what it needs
            for (const std::vector<Condition>& any : a.needed) {
                const Condition& c = any.front();
                const Argument& other = argument_of(page, c.option);
                const std::string value = c.values.empty() ? some_value(other)
                                          : other.is_file  ? "x." + c.values.front()
                                                           : c.values.front();
                if (!c.absent)
                    for (const std::string& word : typed(other, value)) met.push_back(word);
            }
            for (const Condition& c : a.excluded) {
                const Argument& other = argument_of(page, c.option);
                for (const std::string& value :
                     c.values.empty() ? std::vector<std::string>{some_value(other)} : c.values) {
                    Words more = typed(other, value);
                    more.insert(more.end(), met.begin(), met.end());
                    refused(more, " does not go with ");
                }
            }
            if (!a.different_from.empty()) {
                const Argument& other = argument_of(page, a.different_from);
                for (const std::string& value : a.choices)
                    if (std::ranges::find(a.or_same, value) == a.or_same.end())
                        refused_with(typed(a, value), typed(other, value),
                                     "and so is " + a.different_from);
            }
        }
    }
}

/// Options that say how to run, not what to do.
const std::set<std::string>& of_the_run() {
    static const std::set<std::string> options = {
        "FILE",     "--input-format", "--without", "--keep-going", "--timeout",  "--threads",
        "--output", "--quiet",        "--color",   "--resume",     "--json",     "--engine",
        "--limit",  "--budget",       "--rules",   "--notation",   "--language", "--uniqueness"};
    return options;
}

/// What else has an effect whatever is given with it.
const std::map<std::string, std::set<std::string>>& always_effective() {
    static const std::map<std::string, std::set<std::string>> options = {
        {"verify", {"--minimal"}},
        {"hint", {"--level"}},
        {"explain", {"--guess", "--audit", "--certify"}},
        {"judge", {"--steps", "--grid", "--spoil"}},
        {"lab", {"--assume-unique", "--details", "--time", "--csv", "--plot"}},
        {"tree", {"--shard"}},
        {"compile", {"--show"}},
        {"rate", {"--scale"}},
        {"why", {"--price"}},
        {"repair", {"--pairs", "--max-solutions"}},
        {"generate",
         {"--number",      "--seed",      "--clues",           "--solutions", "--symmetry",
          "--pattern",     "--redundant", "--technique",       "--score",     "--difficulty",
          "--size",        "--regions",   "--diagonals",       "--windows",   "--disjoint-groups",
          "--anti-knight", "--anti-king", "--non-consecutive", "--attempts",  "--to"}},
        {"unavoidable", {"--not-hit", "--shapes", "--max-solutions"}},
        {"sample", {"--number", "--seed"}},
        {"convert", {"--to", "--canonical"}},
        {"encode", {"--encoding", "--selectors"}},
        {"certify", {"--format"}},
        {"check", {"DIR", "--ledger"}},
        {"merge", {"--ledger"}},
        {"shards", {"--run"}},
        {"serve",
         {"--port", "--open", "--host", "--token", "--max-time", "--max-working", "--max-waiting",
          "--max-connections", "--max-body", "--max-answer", "--max-cache", "--max-memory",
          "--memory"}}};
    return options;
}

TEST(EveryOption, IsClassified) {
    // Its conditions stand in the table, or it is known here to need none: whoever adds an option
    // has to think about it.
    for (const ManualPage& page : make_pages()) {
        const auto at = always_effective().find(page.info.name);
        std::set<std::string> listed;
        if (at != always_effective().end()) listed = at->second;
        for (const Argument& a : page.arguments.all()) {
            const std::string name = a.long_name();
            const bool conditions =
                !a.needed.empty() || !a.excluded.empty() || !a.different_from.empty();
            const bool here = listed.erase(name) > 0;
            EXPECT_FALSE(conditions && here) << page.info.name << " " << name << " is listed";
            EXPECT_TRUE(conditions || here || of_the_run().contains(name))
                << page.info.name << " " << name << " is not classified";
        }
        EXPECT_THAT(listed, ::testing::IsEmpty()) << page.info.name;
    }
}

TEST(EveryOption, IsGivenOnce) {
    for (const ManualPage& page : make_pages())
        for (const Argument& a : page.arguments.all()) {
            if (a.repeated || a.positional || a.value_name.empty()) continue;
            const std::string value = some_value(a);
            const Result r =
                run_clew({page.info.name, a.long_name(), value, a.long_name(), value}, "rubbish");
            EXPECT_EQ(r.code, ExitCode::usage) << page.info.name << " " << a.names;
            EXPECT_THAT(r.err, HasSubstr(a.long_name() + ": is there twice")) << page.info.name;
            const Result none = run_clew({page.info.name, a.long_name()}, "rubbish");
            EXPECT_EQ(none.code, ExitCode::usage);
            EXPECT_THAT(none.err, HasSubstr("'" + a.long_name() + "' needs a value"));
        }
}

TEST(EveryOption, SaysWhatItTakes) {
    const std::pair<Words, std::string> rows[] = {
        {{"generate", "--clues", "abc"}, "expected: a number or a range: 24, 22-26, 22- or -26"},
        {{"generate", "--clues", "30-20"}, "expected: a number or a range: 24"},
        {{"generate", "--solutions", "5-2"}, "expected: a number or a range: 12, 2-5"},
        {{"generate", "--attempts", "0"}, "--attempts: '0' does not fit\n  expected: 1 or more"},
        {{"generate", "--size", "40"}, "'40' does not fit\n  expected: 1 to 25"},
        {{"count", "--estimate", "0"}, "expected: 1 or more"},
        {{"lab", "--generate", "0"}, "expected: 1 or more"},
        {{"count", "--threads", "100000"}, "expected: 0 to 1024"},
    };
    for (const auto& [words, says] : rows) {
        const Result r = run_clew(words);
        EXPECT_EQ(r.code, ExitCode::usage) << words[0] << words[1];
        EXPECT_THAT(r.err, HasSubstr(says));
    }
    // Time that ends after all of us is no time limit.
    for (const char* time : {"3000000h", "10000000000", "1e12"})
        EXPECT_EQ(run_clew({"count", "--timeout", time, "-"}, p92).out, "12\n") << time;
}

TEST(EveryOption, ThatWritesAFileWritesIt) {
    const TemporaryFolder folder;
    const std::string csv = folder.file("a.csv"), svg = folder.file("a.svg");
    EXPECT_EQ(run_clew({"lab", "--generate", "2", "--rules", "methods", "--csv", csv, "--plot", svg,
                        "--quiet"})
                  .code,
              ExitCode::ok);
    EXPECT_THAT(read_file(csv), HasSubstr("methods"));
    EXPECT_THAT(read_file(svg), HasSubstr("</svg>"));
    const std::string out = folder.file("puzzle.txt");
    EXPECT_EQ(run_clew({"generate", "--seed", "5", "--output", out}).code, ExitCode::ok);
    EXPECT_EQ(read_file(out), run_clew({"generate", "--seed", "5"}).out);
}

TEST(EveryExitCode, IsReachedByACommand) {
    StopFlag interrupt;
    interrupt.raise();
    const std::atomic<int> sigterm{SIGTERM};
    const std::string clash = reference::contradictory + "\n";
    const std::map<ExitCode, ExitCode> reached = {
        {ExitCode::ok, run_clew({"verify", "-"}, gould).code},
        {ExitCode::usage, run_clew({"verify", "--frobnicate"}).code},
        {ExitCode::bad_input, run_clew({"verify", "-"}, "rubbish\n").code},
        {ExitCode::io, run_clew({"verify", "/no/such/file"}).code},
        {ExitCode::no_solution, run_clew({"verify", "-"}, clash).code},
        {ExitCode::several, run_clew({"verify", "-"}, p92).code},
        {ExitCode::not_found, run_clew({"explain", "--rules", "singles", "-"}, p92).code},
        {ExitCode::partial,
         run_clew({"count", "--engine", "search", "--timeout", "0", "-"}, blank).code},
        {ExitCode::interrupted, run_clew({"count", "-"}, blank, &interrupt).code},
        {ExitCode::terminated, run_clew({"count", "-"}, blank, &interrupt, &sigterm).code},
    };
    for (const ExitCodeInfo& info : exit_codes()) {
        // A bug, two engines that disagree, a rule that check cannot decide: what tests of their
        // own look for.
        const std::set elsewhere{ExitCode::internal, ExitCode::disagree, ExitCode::but_for};
        if (elsewhere.contains(info.code)) continue;
        ASSERT_TRUE(reached.contains(info.code)) << info.name;
        EXPECT_EQ(reached.at(info.code), info.code) << info.name;
    }
}

TEST(EveryOption, IsNamedInATest) {
    std::set<std::string> commands;
    for (const ManualPage& page : make_pages()) commands.insert(page.info.name);
    // {"count", "--limit", "2", "-"} in the text of a test, for what the program is given.
    std::map<std::string, std::set<std::string>> named;
    const std::regex call_text("\\{\\s*(?:program,\\s*)?\"(\\w+)\"([^{}]*)\\}");
    const std::regex option_text("\"(-[-\\w]+)");
    for (const auto& entry : std::filesystem::directory_iterator(source_file("tests/cli"))) {
        if (entry.path().extension() != ".cpp") continue;
        const std::string text = read_file(entry.path().string());
        for (std::sregex_iterator at(text.begin(), text.end(), call_text), end; at != end; ++at) {
            if (!commands.contains((*at)[1])) continue;
            const std::string words = (*at)[2];
            for (std::sregex_iterator o(words.begin(), words.end(), option_text); o != end; ++o)
                named[(*at)[1]].insert((*o)[1]);
        }
    }
    const std::set<std::string> of_every_command = {
        "--input-format", "--without", "--keep-going", "--timeout", "--threads", "--output",
        "--json",         "--quiet",   "--color",      "--resume",  "--names",   "--csv"};
    for (const ManualPage& page : make_pages())
        for (const Argument& a : page.arguments.all()) {
            if (a.positional) continue;
            if (quick_calls().contains(page.info.name) && of_every_command.contains(a.long_name()))
                continue;
            const std::string short_name = a.names.substr(0, a.names.find(','));
            EXPECT_TRUE(named[page.info.name].contains(a.long_name()) ||
                        named[page.info.name].contains(short_name))
                << "no test names clew " << page.info.name << " " << a.names;
        }
}

}  // namespace
}  // namespace clew::cli
