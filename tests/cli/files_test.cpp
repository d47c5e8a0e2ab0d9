// convert, show and the list of formats.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/base/random.hpp"
#include "core/formats/formats.hpp"
#include "tests/cli/harness.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew::cli {
namespace {

using reference::gould;
using reference::p92;
using ::testing::HasSubstr;

TEST(ConvertCommand, EveryFormatThatCanBeWrittenReadsBackAsTheSamePuzzle) {
    for (const FormatInfo& format : known_formats()) {
        if (!format.can_write) continue;
        SCOPED_TRACE(format.name);
        const Result there =
            run_clew({"convert", "--to", std::string(format.name), "--quiet", "-"}, p92);
        if (format.name == "sdx") {  // it cannot tell P-92's naked single from a given, and says so
            EXPECT_EQ(there.code, ExitCode::bad_input);
            EXPECT_THAT(there.err, HasSubstr("sdx cannot tell the naked single at r7c5"));
            continue;
        }
        ASSERT_EQ(there.code, ExitCode::ok) << there.err;
        EXPECT_EQ(there.err, "");
        if (!format.can_read) continue;
        EXPECT_EQ(
            run_clew({"count", "--input-format", std::string(format.name), "-"}, there.out).out,
            "12\n");
        // And recognised without its name:
        EXPECT_EQ(run_clew({"count", "-"}, there.out).out, "12\n");
    }
}

TEST(Input, AnArgumentMayBeThePuzzleItself) {
    EXPECT_EQ(run_clew({"count", p92}).out, "12\n");
    EXPECT_EQ(run_clew({"count", "1...............", p92}).out,
              "<argument>:1: 72\n<argument>:1: 12\n");
    EXPECT_THAT(run_clew({"why", p92, "r1c2=4"}).out, HasSubstr("r1c2"));
    const std::string link = run_clew({"convert", "--to", "sudokupad", p92}).out;
    EXPECT_EQ(run_clew({"count", link.substr(0, link.find('\n'))}).out, "12\n");
    const Result foreign = run_clew({"count", "https://puzz.link/p?sudoku/9/9/g"});
    EXPECT_EQ(foreign.code, ExitCode::bad_input);
    EXPECT_THAT(foreign.err, HasSubstr("<argument>:1:1: this is a link of 'puzz.link'"));
    // One cell short, it is taken for a file's name.
    EXPECT_EQ(run_clew({"count", p92.substr(1)}).code, ExitCode::io);
}

TEST(Input, SaysByWhichOptionWhatIsNoRuleIsLeftOut) {
    const auto with = [](const std::string& more) {
        return R"({"size": 4, "grid": [[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]], )" +
               more + "}";
    };
    const std::string drawn = with(R"("text": [{"value": "A"}], "a; b": [1])");
    const Result refused = run_clew({"count", "-"}, drawn);
    EXPECT_EQ(refused.code, ExitCode::bad_input);
    EXPECT_THAT(
        refused.err,
        ::testing::EndsWith("  Those that are drawings or notes, and no rules, can be left out:\n"
                            "    --without text --without 'a; b'\n"));
    EXPECT_EQ(run_clew({"enumerate", "-"}, drawn).err, refused.err);
    const Result bare = run_clew({"count", "--without", "text", "--without", "a; b", "-"}, drawn);
    EXPECT_EQ(bare.out, "288\n");
    EXPECT_THAT(bare.err, HasSubstr("text"));
    EXPECT_EQ(nlohmann::json::parse(
                  run_clew({"count", "--json", "--keep-going", "-"}, drawn).out)["parts"],
              nlohmann::json({"text", "a; b"}));
}

TEST(ConvertCommand, WritesFilesWholeOrNotAtAll) {
    const TemporaryFolder folder;
    const std::string name = folder.file("out.json");
    EXPECT_EQ(
        run_clew({"convert", "--to", "json", "--output", name, source_file("examples/p92.sdk")})
            .code,
        ExitCode::ok);
    EXPECT_EQ(nlohmann::json::parse(read_file(name))["format"], "clew-puzzle");
    const std::string before = read_file(name);
    EXPECT_EQ(run_clew({"convert", "--to", "json", "-o", name, "-"}, p92 + "\nrubbish\n").code,
              ExitCode::bad_input);
    EXPECT_EQ(read_file(name), before);
    const Result kept =
        run_clew({"convert", "--to", "line", "--keep-going", "-"}, "rubbish\n" + p92 + "\n");
    EXPECT_EQ(kept.code, ExitCode::bad_input);
    EXPECT_EQ(kept.out, p92 + "\n");
}

TEST(ConvertCommand, RefusesWhatItCannotDo) {
    EXPECT_EQ(run_clew({"convert", "-"}, p92).code, ExitCode::usage);
    const Result r = run_clew({"convert", "--to", "klingon", "-"}, p92);
    EXPECT_EQ(r.code, ExitCode::usage);
    EXPECT_THAT(r.err, HasSubstr("klingon"));
    // A jigsaw's regions do not fit into a line.
    EXPECT_NE(run_clew({"convert", "--to", "line", source_file("examples/jigsaw.txt")}).code,
              ExitCode::ok);
}

TEST(ConvertCommand, WritesOneCanonicalFormForEquivalentPuzzles) {
    // P-92 read backwards is P-92 after a half turn; the second one has the digits 1 and 2
    // exchanged.
    const std::string turned(p92.rbegin(), p92.rend());
    std::string relabelled = p92;
    for (char& c : relabelled) c = c == '1' ? '2' : c == '2' ? '1' : c;
    const Result r =
        run_clew({"convert", "--canonical", "-"}, p92 + "\n" + turned + "\n" + relabelled + "\n");
    ASSERT_EQ(r.code, ExitCode::ok) << r.err;
    EXPECT_EQ(r.err, "");
    const std::string form = r.out.substr(0, 82);
    EXPECT_EQ(r.out, form + form + form);
    EXPECT_LT(form, p92);
    EXPECT_EQ(run_clew({"count", "-"}, form).out, "12\n");
    EXPECT_THAT(run_clew({"convert", "--canonical", "--to", "json", "-"}, p92).out,
                HasSubstr('"' + form.substr(0, 9) + '"'));
    // The blank board is turned into itself by every rearrangement.
    const Result blank = run_clew({"convert", "--canonical", "-"}, reference::blank);
    EXPECT_THAT(blank.err, HasSubstr("1218998108160 rearrangements"));
    const Result jigsaw = run_clew({"convert", "--canonical", source_file("examples/jigsaw.txt")});
    EXPECT_EQ(jigsaw.code, ExitCode::bad_input);
    EXPECT_THAT(jigsaw.err, HasSubstr("jigsaw.txt:"));
    EXPECT_THAT(jigsaw.err, HasSubstr("no canonical form on a 9x9 jigsaw board"));
}

TEST(ShowCommand, DrawsTheBoardInWords) {
    const Result r = run_clew({"show", source_file("examples/p92.sdk")});
    EXPECT_EQ(r.code, ExitCode::ok);
    EXPECT_THAT(r.out, HasSubstr("9x9, 24 givens"));
    EXPECT_THAT(r.out, HasSubstr("r1 | "));
    const Result two = run_clew({"show", "--quiet", "-"}, p92 + "\n" + p92 + "\n");
    EXPECT_EQ(two.out.find("stdin"), std::string::npos);
    const Result bare = run_clew({"show", "--quiet", "-"}, p92);
    EXPECT_THAT(bare.out, ::testing::Not(HasSubstr("givens")));
    EXPECT_THAT(run_clew({"show", "-c", "-q", "-"}, p92).out, HasSubstr("3457"));
    EXPECT_THAT(run_clew({"show", "--color", "always", "-"}, p92).out, HasSubstr("\x1b[1m"));
    EXPECT_EQ(run_clew({"show", "--color", "never", "-"}, p92).out.find('\x1b'), std::string::npos);
    EXPECT_EQ(run_clew({"show", "-"}, "rubbish\n").code, ExitCode::bad_input);
    for (const char* example : {"examples/six.sdk", "examples/sixteen.sdk", "examples/jigsaw.txt",
                                "examples/x.json", "examples/p92-after-singles.hodoku"})
        EXPECT_EQ(run_clew({"show", source_file(example)}).code, ExitCode::ok) << example;
}

// Boards with and without boxes, regions, further houses, pencil marks, rules and entries.
Record random_record(Random& random, int round) {
    Record record;
    const GeometryPtr board = reference::random_geometry(random, round % 4 == 0 ? 16 : 9);
    record.puzzle = reference::random_puzzle(random, board);
    const std::size_t cells = board->cell_count();
    if (round % 5 == 0) record.puzzle.add_rule(reference::random_rule(random, *board, {}));
    if (round % 7 == 0) {
        record.progress =
            PlayerMarks{std::vector<std::optional<Digit>>(cells), std::vector<DigitSet>(cells)};
        for (std::size_t i = 0; i < cells; ++i)
            if (!record.puzzle.given(Cell{i}) && random.below(5) == 0)
                record.progress->placed[i] = Digit{random.below(board->size())};
    }
    if (round % 3 == 0) record.metadata = {{"title", "Grid 7: hard"}, {"author", "N. N."}};
    return record;
}

TEST(ShowCommand, WhatItPrintsIsReadAsTheSamePuzzle) {
    Random random{2026};
    for (int round = 0; round < 150; ++round) {
        const Record record = random_record(random, round);
        const std::string asked =
            write_record({.puzzle = record.puzzle, .progress = record.progress}, "json");
        for (const std::vector<std::string>& options : std::vector<std::vector<std::string>>{
                 {}, {"-q"}, {"-c"}, {"-c", "-q"}, {"--names", "always"}}) {
            std::vector<std::string> words = {"show", "-"};
            words.insert(words.end(), options.begin(), options.end());
            const Result shown = run_clew(words, write_record(record, "json"));
            SCOPED_TRACE("seed 2026, round " + std::to_string(round) + "\n" + shown.out);
            ASSERT_EQ(shown.code, ExitCode::ok) << shown.err;
            std::vector<Record> again;
            ASSERT_NO_THROW(again = read_all(shown.out, "t"));
            ASSERT_EQ(again.size(), 1U);
            ASSERT_EQ(
                write_record({.puzzle = again[0].puzzle, .progress = again[0].progress}, "json"),
                asked);
        }
    }
    // Several boards, one after the other.
    const Result shown = run_clew({"show", "-"}, p92 + "\n" + gould + "\n");
    EXPECT_EQ(run_clew({"convert", "--to", "line", "-q", "-"}, shown.out).out,
              p92 + "\n" + gould + "\n");
}

TEST(ShowCommand, ADrawingThatIsNotAllOfItsQuestionIsRefused) {
    const std::string diagonal =
        R"({"format":"clew-puzzle","version":1,"geometry":{"size":4,"boxes":[2,2],)"
        R"("diagonals":["main"]},"givens":"1..............."})";
    std::string shown = run_clew({"show", "-"}, diagonal).out;
    EXPECT_EQ(run_clew({"count", "-"}, shown).out, run_clew({"count", "-"}, diagonal).out);
    const std::size_t line = shown.find("question: ");
    ASSERT_NE(line, std::string::npos);
    shown.erase(line, shown.find('\n', line) - line + 1);
    const Result count = run_clew({"count", "-"}, shown);
    EXPECT_EQ(count.code, ExitCode::bad_input);
    EXPECT_THAT(count.err, HasSubstr("under the words '4x4, main diagonal'"));
}

TEST(Reading, HearsATimeLimitAndAnInterrupt) {
    std::string text = R"({"format":"clew-puzzle","version":1,"geometry":{"size":4},"metadata":{)";
    for (int i = 0; i < 100'000; ++i)
        text += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\":\"\"";
    text += "}}";
    StopFlag stop;
    stop.raise();
    std::istringstream in{text};
    std::ostringstream out, err;
    Host host{.in = in, .out = out, .err = err, .interrupt = &stop};
    EXPECT_EQ(run({"count", "-"}, host), ExitCode::interrupted);
    EXPECT_EQ(out.str(), "");
    std::istringstream again{text};
    Host calm{.in = again, .out = out, .err = err};
    EXPECT_EQ(run({"count", "-"}, calm), ExitCode::ok);
}

TEST(ShowCommand, FillsInTheSolutionThatAFileHolds) {
    const std::string solution = run_clew({"solve", "-"}, gould).out;
    const std::string csv = "quizzes,solutions\n" + gould + "," + solution;
    const std::string board = run_clew({"show", "--solution", "-q", "-"}, csv).out;
    EXPECT_EQ(board.find('.'), std::string::npos) << board;
    EXPECT_NE(run_clew({"show", "-q", "-"}, csv).out.find('.'), std::string::npos);
}

TEST(Formats, AreListedByName) {
    const std::string text = run_clew({"help", "formats"}).out;
    for (const FormatInfo& format : known_formats())
        EXPECT_THAT(text, HasSubstr("  " + std::string(format.name)));
}

TEST(Files, ControlCharactersAreShownAndNotObeyed) {
    // A title with a bell, an escape and a turn of direction; a file name with an escape.
    const std::string puzzle = R"({"format":"clew-puzzle","version":1,"geometry":{"size":9,)"
                               R"("boxes":[3,3]},"givens":")" +
                               p92 + R"(","metadata":{"title":"a\u0007b\u001b[31mc\u202ed"}})";
    const Result shown = run_clew({"show", "-"}, puzzle);
    EXPECT_THAT(shown.out, HasSubstr("a\\x07b\\x1b[31mc\\u202ed: 9x9"));
    const TemporaryFolder folder;
    const std::string name = folder.write("evil\x1b[31m\nname", p92 + "\n");
    for (const char* command :
         {"show", "explain", "steps", "hint", "verify", "repair", "minimal", "count", "solve",
          "enumerate", "sample", "density", "unavoidable", "tree", "encode", "lab"}) {
        const bool alone = std::string(command) == "tree" || std::string(command) == "encode";
        // Two of them, so that the answers say whose they are.
        const Result r = alone ? run_clew({command, name}) : run_clew({command, name, name});
        EXPECT_EQ((r.out + r.err).find("[31m\nname"), std::string::npos) << command;
        EXPECT_EQ((r.out + r.err).find('\x1b'), std::string::npos) << command;
    }
    // Names of rules and of houses are quoted by many; a name that is no UTF-8 makes no JSON.
    const std::string named =
        R"({"format":"clew-puzzle","version":2,"geometry":{"size":4,"boxes":[2,2],"extra_houses":)"
        R"([{"cells":["r1c1","r2c3","r3c2","r4c4"],"name":"h\naccepted\u001b[31m"}]},"rules":[)"
        R"({"kind":"killer_cage","cells":["r1c1","r1c2"],"numbers":[3],"name":"r\naccepted"}]})";
    for (const char* command : {"show", "explain", "steps", "hint", "verify", "count", "solve"}) {
        const Result r = run_clew({command, "-"}, named);
        EXPECT_EQ((r.out + r.err).find("\naccepted"), std::string::npos) << command;
        EXPECT_EQ((r.out + r.err).find('\x1b'), std::string::npos) << command;
    }
    const std::string bytes = folder.write("no\xffutf8", p92 + "\n");
    for (const char* command : {"show", "explain", "steps", "hint", "verify", "repair", "minimal",
                                "count", "solve", "density", "unavoidable", "tree"}) {
        const Result r = run_clew({command, "--json", bytes});
        EXPECT_TRUE(nlohmann::json::accept(r.out)) << command << r.out << r.err;
        EXPECT_THAT(r.out, HasSubstr(R"(no\\xffutf8)")) << command;
    }
    const std::string bad = folder.write("bad\x1b[31m", "rubbish\n");
    EXPECT_THAT(run_clew({"count", bad}).err, HasSubstr("bad\\x1b[31m:1:"));
    EXPECT_THAT(run_clew({"count", bad + "x"}).err, HasSubstr("bad\\x1b[31mx cannot be opened"));
    const std::string mermaid = run_clew({"tree", "--as", "mmd", "-o", "-", "-q", "-"}, puzzle).out;
    EXPECT_THAT(mermaid, ::testing::StartsWith("%% a\\x07b\\x1b[31mc\\u202ed"));
    EXPECT_EQ(lines_of(mermaid)[1], "flowchart TD");
}

TEST(Files, Utf16IsCalledByItsName) {
    std::string text = "\xff\xfe";
    for (const char c : p92 + "\r\n") text += std::string{c, '\0'};
    for (const std::string& bytes : {text, text.substr(2)}) {
        const Result r = run_clew({"count", "-"}, bytes);
        EXPECT_EQ(r.code, ExitCode::bad_input);
        EXPECT_THAT(r.err, HasSubstr("<stdin>:1:1: this looks like UTF-16"));
        EXPECT_THAT(run_clew({"count", "--input-format", "line", "-"}, bytes).err,
                    HasSubstr("this looks like UTF-16"));
    }
    const TemporaryFolder folder;
    const std::string rules = folder.write("rules.json", text);
    EXPECT_THAT(run_clew({"steps", "--rules", rules, "-"}, p92).err,
                HasSubstr("rules.json:1:1: this looks like UTF-16"));
    EXPECT_THAT(run_clew({"merge", rules}).err,
                HasSubstr("rules.json:1:1: this looks like UTF-16"));
}

TEST(Files, FaultsOfTheSystemAreToldInItsWords) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder.file("dir"));
    const std::string here = source_file("examples/p92.sdk"), none = folder.file("none");
    const std::pair<std::vector<std::string>, std::string> rows[] = {
        {{"enumerate", "-o", folder.file("dir"), here}, "dir is a folder\n"},
        {{"enumerate", "-o", folder.file("no/where"), here}, "where cannot be written: No such"},
        {{"merge", none}, "none cannot be opened: No such file or directory\n"},
        {{"count", none}, "none cannot be opened: No such file or directory\n"},
        {{"count", folder.file("dir")}, "dir cannot be opened: Is a directory\n"},
        {{"replay", none}, "none cannot be opened: No such file or directory\n"},
        {{"steps", "--rules", folder.file("dir"), here}, "dir cannot be opened: Is a directory\n"},
        {{"steps", "--rules", "/dev/zero", here}, "/dev/zero is larger than 64 MiB\n"},
        {{"count", "--resume", folder.file("dir"), here}, "dir is a folder\n"}};
    for (const auto& [words, says] : rows) {
        errno = ENOTTY;  // an old one, which is not to be told
        const Result r = run_clew(words);
        EXPECT_EQ(r.code, ExitCode::io) << words[0];
        EXPECT_THAT(r.err, HasSubstr(says));
        EXPECT_EQ(r.err.find("ioctl"), std::string::npos);
        EXPECT_EQ(r.err.find("iostream"), std::string::npos);
        EXPECT_EQ(r.err.find("Success"), std::string::npos);
    }
}

TEST(Files, FaultsInJsonHaveTheirLineAndColumn) {
    const std::string head =
        "{\n \"format\": \"clew-puzzle\",\n \"version\": 1,\n"
        " \"geometry\": {\"size\": 4, \"boxes\": [2, 2]},\n";
    const std::pair<std::string, std::string> puzzles[] = {
        {head + " \"givens\": [\n  \"1...\",\n  \".?..\",\n  \"....\", \"....\"]\n}\n",
         "<stdin>:7:3: '?' in"},
        {head + " \"givens\": \"1..\"\n}\n", "<stdin>:5:12: 3 symbols"},
        {head + " \"extra\": 1\n}\n", "<stdin>:5:11: unknown key"},
        {"{\n \"format\": \"other\"}\n", "<stdin>:2:12: \"format\" is not"},
        {"{\"format\": \"clew-puzzle\",\n \"version\": 7}\n", "<stdin>:2:13: version 7"},
        {head + " \"metadata\": {\"title\":\n 5}\n}\n", "<stdin>:6:2: \"title\" is no string"},
        {"{\n \"format\": \"clew-puzzle\",\n \"version\": 1,\n \"geometry\": {\"size\": 4,\n"
         "  \"diagonals\": [\"main\", \"other\"]}}\n",
         "<stdin>:5:25: diagonal"}};
    for (const auto& [text, says] : puzzles) {
        const Result r = run_clew({"show", "-"}, text);
        EXPECT_EQ(r.code, ExitCode::bad_input);
        EXPECT_THAT(r.err, HasSubstr(says));
    }
}

TEST(Files, FaultsInRuleSetsHaveTheirLineAndColumn) {
    const TemporaryFolder folder;
    const std::pair<const char*, const char*> rules[] = {
        {"{\"name\": \"x\",\n \"rules\": [\"naked-single\",\n   \"magic\"]}",
         "x.json:3:4: no technique"},
        {"{\"rules\": [\n {\"technique\": \"x-wing\",\n  \"score\": -1}]}", "x.json:3:12: 'score'"},
        {"{\"rules\": [\"x-wing\"],\n \"what\": 1}", "x.json:2:10: a rule set has no 'what'"},
        {"{\n\"rules\": 5}", "x.json:1:1: no list of rules"}};
    for (const auto& [text, says] : rules) {
        const Result r = run_clew({"steps", "--rules", folder.write("x.json", text), "-"}, p92);
        EXPECT_EQ(r.code, ExitCode::bad_input);
        EXPECT_THAT(r.err, HasSubstr(says));
    }
}

}  // namespace
}  // namespace clew::cli
