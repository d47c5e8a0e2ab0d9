// Answers as values: the text and the JSON of every command as they were, asked again from what
// they say, named where several puzzles are asked about, as CSV.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "explain/report/csv.hpp"
#include "tests/cli/harness.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::cli {
namespace {

using nlohmann::ordered_json;
using reference::contradictory;
using reference::gould;
using reference::p92;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// Runs commands as a user in the source folder does.
class InSourceFolder {
  public:
    InSourceFolder() { std::filesystem::current_path(source_dir()); }
    ~InSourceFolder() { std::filesystem::current_path(before_); }
    InSourceFolder(const InSourceFolder&) = delete;
    InSourceFolder& operator=(const InSourceFolder&) = delete;

  private:
    std::filesystem::path before_ = std::filesystem::current_path();
};

// ---- what was answered before

/// A command of answers.txt, and what it answered.
struct Recorded {
    std::string line{};  ///< for messages
    std::vector<std::string> words{};
    std::string input{};
    std::vector<std::string> out{}, err{};
    int code = 0;
};

std::vector<Recorded> recorded() {
    std::vector<Recorded> all;
    for (const std::string& line :
         lines_of(read_file(source_file("tests/cli/answers/answers.txt")))) {
        if (line.starts_with("#")) {
            // enumerate's own lines begin so, too; the file's stand before the first command.
            if (!all.empty()) all.back().out.push_back(line);
        } else if (line.starts_with("$ clew ")) {
            Recorded r{.line = line};
            const std::size_t input = line.find(" <<< ");
            if (input != std::string::npos) r.input = line.substr(input + 5) + "\n";
            std::istringstream words{
                line.substr(7, input == std::string::npos ? input : input - 7)};
            for (std::string word; words >> word;) r.words.push_back(word);
            all.push_back(std::move(r));
        } else if (line.starts_with("! ")) {
            all.back().err.push_back(line.substr(2));
        } else if (line.starts_with("= ")) {
            all.back().code = std::stoi(line.substr(2));
        } else {
            all.back().out.push_back(line);
        }
    }
    return all;
}

/// The values that were there are there still; objects may have got further keys.
void expect_kept(const ordered_json& old, const ordered_json& fresh, const std::string& where) {
    if (!old.is_object() || !fresh.is_object()) {
        EXPECT_EQ(fresh, old) << where;
        return;
    }
    for (const auto& [key, value] : old.items()) {
        ASSERT_TRUE(fresh.contains(key)) << where << ": no " << key;
        expect_kept(value, fresh[key], where + ": " + key);
    }
}

void expect_same(const std::string& before, const std::string& now, const std::string& command) {
    if (before.starts_with("{\"schema\""))
        expect_kept(ordered_json::parse(before), ordered_json::parse(now), command);
    else
        EXPECT_EQ(now, before) << command;
}

TEST(Answers, AreWhatTheyWere) {
    const InSourceFolder here;
    const std::vector<Recorded> all = recorded();
    EXPECT_GT(all.size(), 100U);
    for (const Recorded& r : all) {
        const Result now = run_clew(r.words, r.input);
        EXPECT_EQ(static_cast<int>(now.code), r.code) << r.line;
        EXPECT_EQ(lines_of(now.err), r.err) << r.line;
        const std::vector<std::string> out = lines_of(now.out);
        ASSERT_EQ(out.size(), r.out.size()) << r.line << "\n" << now.out;
        for (std::size_t i = 0; i < out.size(); ++i) expect_same(r.out[i], out[i], r.line);
    }
}

// ---- asked again

/// A puzzle whose question is all in its pencil marks.
std::string marked() {
    std::string puzzle =
        R"({"format":"clew-puzzle","version":1,"geometry":{"size":9,"boxes":[3,3]},"marks":[)";
    for (std::size_t r = 0; r < 9; ++r) {
        puzzle += r == 0 ? "[" : ",[";
        for (std::size_t c = 0; c < 9; ++c) {
            const char given = gould[9 * r + c];
            puzzle += std::string(c == 0 ? "" : ",") +
                      (given == '.' ? "null" : "\"" + std::string(1, given) + "\"");
        }
        puzzle += "]";
    }
    return puzzle + "]}\n";
}

/// A small board with rules that are no houses.
std::string ruled(const std::string& rules, const std::string& more = {}) {
    return R"({"format":"clew-puzzle","version":2,"geometry":{"size":4,"boxes":[2,2]},)" + more +
           R"("rules":[)" + rules + "]}\n";
}

const std::map<std::string, std::string>& kinds_of_puzzle() {
    static const std::map<std::string, std::string> puzzles = {
        {"plain", p92 + "\n"},
        {"marks", marked()},
        {"six", read_file(source_file("examples/six.sdk"))},
        {"diagonals", read_file(source_file("examples/x.json"))},
        {"jigsaw", read_file(source_file("examples/jigsaw.txt"))},
        {"state", read_file(source_file("examples/p92-after-singles.hodoku"))},
        {"cages", ruled(R"({"kind":"killer_cage","cells":["r1c1","r2c1"],"numbers":[4]},)"
                        R"({"kind":"killer_cage","cells":["r1c2","r1c3"],"numbers":[6]})")},
        {"thermometer",
         ruled(R"({"kind":"thermometer","cells":["r2c4","r2c3","r3c3"],"name":"short"})")},
        {"rules and marks",
         ruled(R"({"kind":"arrow","cells":["r2c2","r3c3","r2c1"],"numbers":[1]})",
               R"("marks":[["12",null,null,null],[null,null,null,null],)"
               R"([null,null,null,"34"],[null,null,null,null]],)")},
    };
    return puzzles;
}

/// Of commands that know no rules but houses.
bool refuses_rules(const Result& r) {
    return r.code == ExitCode::bad_input && r.err.find("does not know") != std::string::npos;
}

TEST(Answers, CarryTheirQuestion) {
    const std::vector<std::vector<std::string>> commands = {
        {"count"},
        {"count", "--estimate", "50"},
        {"solve"},
        {"verify", "--minimal"},
        {"enumerate", "--limit", "20"},
        {"sample", "-n", "2"},
        {"density"},
        {"minimal"},
        {"minimal", "--one"},
        {"unavoidable", "--size", "4"},
        {"repair", "--pairs", "none", "--top", "2"},
        {"hint", "--level", "3"},
        {"steps", "--technique", "hidden-single"},
        {"explain"},
        {"tree", "--mode", "lean", "--max-patterns", "5", "--no-proof"},
        {"show"},
    };
    std::set<std::string> knows_rules;
    for (const auto& [kind, puzzle] : kinds_of_puzzle())
        for (std::vector<std::string> command : commands) {
            command.push_back("--json");
            std::string asked = kind + ":";
            for (const std::string& word : command) asked += " " + word;
            const Result first = run_clew(command, puzzle);
            if (puzzle.find("\"rules\"") != std::string::npos) {
                if (refuses_rules(first)) continue;
                knows_rules.insert(command[0]);
            }
            ASSERT_FALSE(first.out.empty()) << asked << "\n" << first.err;
            const Result again = run_clew(command, first.out);
            EXPECT_EQ(again.code, first.code) << asked << "\n" << again.err;
            ordered_json before = ordered_json::parse(first.out);
            ASSERT_FALSE(again.out.empty()) << asked << "\n" << again.err;
            ordered_json after = ordered_json::parse(again.out);
            EXPECT_EQ(before["source"], "<stdin>") << asked;
            EXPECT_GT(before["line"], 0) << asked;
            for (const char* place : {"source", "line", "format"}) {
                before.erase(place);
                after.erase(place);
            }
            EXPECT_EQ(after, before) << asked;
        }
    for (const char* command : {"count", "solve", "verify", "enumerate", "density", "show"})
        EXPECT_TRUE(knows_rules.contains(command)) << command;
}

TEST(Answers, AboutManyPuzzlesCarryTheirQuestions) {
    const Result first =
        run_clew({"lab", "--rules", "methods", "--json", "-q"}, p92 + "\n" + marked());
    const ordered_json before = ordered_json::parse(first.out);
    std::string questions;
    for (const ordered_json& puzzle : before["puzzles"]) questions += puzzle.dump() + "\n";
    const Result again = run_clew({"lab", "--rules", "methods", "--json", "-q"}, questions);
    const ordered_json after = ordered_json::parse(again.out);
    EXPECT_EQ(after["sets"], before["sets"]);
    ASSERT_EQ(before["puzzles"].size(), 2U);
    for (std::size_t i = 0; i < 2; ++i)
        EXPECT_EQ(after["puzzles"][i]["puzzle"], before["puzzles"][i]["puzzle"]);
    const ordered_json made = ordered_json::parse(
        run_clew({"lab", "--generate", "2", "--seed", "7", "--rules", "methods", "--json", "-q"})
            .out);
    EXPECT_EQ(made["generated"].dump(), R"({"number":2,"seed":7})");
}

TEST(Answers, OfAWalkAreReplayedOnTheirBoard) {
    const TemporaryFolder folder;
    for (const auto& [kind, puzzle] : kinds_of_puzzle()) {
        const Result walked = run_clew({"explain", "--json"}, puzzle);
        if (refuses_rules(walked)) continue;
        const std::string walk = folder.write(kind, walked.out);
        const Result r = run_clew({"replay", walk});
        EXPECT_EQ(r.code, ExitCode::ok) << kind << ": " << r.err;
        EXPECT_THAT(r.out, HasSubstr("as recorded")) << kind;
        // What says that it is replayed says of which puzzle.
        const Result told = run_clew({"replay", walk, "--json"});
        ordered_json before = ordered_json::parse(read_file(walk));
        ordered_json after = ordered_json::parse(run_clew({"explain", "--json"}, told.out).out);
        for (const char* place : {"source", "line"}) {
            before.erase(place);
            after.erase(place);
        }
        EXPECT_EQ(after, before) << kind;
    }
}

TEST(Answers, AreOneCommandsAndAnothersInput) {
    const std::string both = run_clew({"verify", "--json"}, p92 + "\n" + marked()).out;
    EXPECT_EQ(run_clew({"count", "--names", "never"}, both).out, "12\n1\n");
    EXPECT_THAT(run_clew({"count"}, "{\"schema\":\"clew/count/1\",\"error\":\"?\"}\n").err,
                HasSubstr("no question"));
}

TEST(Answers, OfPartsTellThePuzzleOfTheWhole) {
    const TemporaryFolder folder;
    std::string parts;
    for (const char* part : {"1/2", "2/2"}) parts += run_clew({"count", "--shard", part}, p92).out;
    const ordered_json whole = ordered_json::parse(run_clew({"merge", "--json"}, parts).out);
    EXPECT_EQ(whole["puzzle"], p92);
    EXPECT_EQ(run_clew({"count"}, whole.dump() + "\n").out, "12\n");
}

// ---- whose answer it is

TEST(Names, StandWhereMoreThanOnePuzzleIsAsked) {
    const TemporaryFolder folder;
    const std::string one = folder.write("one.txt", p92 + "\n");
    const std::string two = folder.write("two.txt", gould + "\n" + contradictory + "\n");
    EXPECT_EQ(run_clew({"count", one}).out, "12\n");
    EXPECT_EQ(run_clew({"count", two}).out, two + ":1: 1\n" + two + ":2: 0\n");
    EXPECT_EQ(run_clew({"count", one, two}).out,
              one + ":1: 12\n" + two + ":1: 1\n" + two + ":2: 0\n");
    EXPECT_EQ(run_clew({"count", "--names", "never", one, two}).out, "12\n1\n0\n");
    EXPECT_EQ(run_clew({"count", "--names", "always", one}).out, one + ":1: 12\n");
    EXPECT_EQ(run_clew({"count"}, gould + "\n" + contradictory + "\n").out,
              "<stdin>:1: 1\n<stdin>:2: 0\n");
    EXPECT_EQ(run_clew({"count"}, gould + "\n").out, "1\n");
    EXPECT_EQ(run_clew({"count", "--names", "always"}, gould + "\n").out, "<stdin>:1: 1\n");
    for (const char* command : {"count", "hint", "explain", "steps", "show", "density"})
        EXPECT_EQ(run_clew({command, "--names", "always", "--json"}, gould).code, ExitCode::usage)
            << command;
}

TEST(Names, StandInManyPlainLinesAsInOne) {
    const TemporaryFolder folder;
    std::string text;
    for (int i = 0; i < 40; ++i) text += (i % 3 == 0 ? gould : contradictory) + "\n";
    const std::string file = folder.write("many.txt", text);
    for (const char* command : {"count", "solve", "verify"}) {
        const std::vector<std::string> bare =
            lines_of(run_clew({command, "--names", "never", file}).out);
        const std::vector<std::string> named = lines_of(run_clew({command, file}).out);
        ASSERT_EQ(bare.size(), 40U) << command;
        ASSERT_EQ(named.size(), 40U) << command;
        for (std::size_t i = 0; i < 40; ++i)
            EXPECT_EQ(named[i], file + ":" + std::to_string(i + 1) + ": " + bare[i]) << command;
    }
    const std::string mixed =
        folder.write("mixed.txt", text + "# a comment\n" + gould + " # another\n" + text);
    std::string apart;
    const std::vector<std::string> files = {file, mixed, file};
    for (const std::string& one : files) apart += run_clew({"count", "--names", "always", one}).out;
    EXPECT_EQ(run_clew({"count", file, mixed, file}).out, apart);
    EXPECT_EQ(lines_of(apart).size(), 40U + 81U + 40U);
    const std::string bad =
        folder.write("bad.txt", gould + "\nZ" + gould.substr(1) + "\n" + gould + "\n");
    EXPECT_EQ(run_clew({"count", "--keep-going", bad}).out,
              bad + ":1: 1\n" + bad + ":2: error\n" + bad + ":3: 1\n");
}

TEST(Names, OfEveryCommandThatAnswersInText) {
    const TemporaryFolder folder;
    const std::string a = folder.write("a.txt", p92 + "\n");
    const std::string b = folder.write("b.txt", gould + "\n");
    const std::vector<std::vector<std::string>> commands = {
        {"count"},        {"count", "--estimate", "50"},
        {"solve"},        {"solve", "--as", "board"},
        {"verify"},       {"repair", "--top", "1", "-q", "--pairs", "none"},
        {"density"},      {"density", "--show", "numbers"},
        {"sample", "-q"}, {"minimal", "--one"},
        {"hint"},         {"hint", "--board"},
        {"steps"},        {"explain"},
        {"show"},         {"unavoidable", "--size", "4"},
        {"enumerate"}};
    for (std::vector<std::string> command : commands) {
        command.push_back(a);
        command.push_back(b);
        const Result r = run_clew(command);
        EXPECT_THAT(r.out, HasSubstr(a + ":1:")) << command[0];
        // A valid puzzle needs no repair.
        const bool mute = command[0] == "repair";
        EXPECT_EQ(mute, r.out.find(b + ":1:") == std::string::npos) << command[0];
    }
    const Result drawn = run_clew({"sample", "-q"}, p92 + "\n" + gould + "\n");
    EXPECT_EQ(lines_of(drawn.out).size(), 4U);
    EXPECT_EQ(lines_of(drawn.out)[0], "<stdin>:1:");
    EXPECT_EQ(lines_of(drawn.out)[2], "<stdin>:2:");
}

TEST(Names, StandNowhereIfTheyAreNotWanted) {
    const TemporaryFolder folder;
    const std::string a = folder.write("a.txt", p92 + "\n");
    const std::string b = folder.write("b.txt", gould + "\n");
    const std::vector<std::vector<std::string>> commands = {
        {"count", "--names", "never"},
        {"solve", "--names", "never"},
        {"verify", "--names", "never"},
        {"repair", "--names", "never", "--top", "1", "--pairs", "none"},
        {"density", "--names", "never"},
        {"sample", "--names", "never"},
        {"minimal", "--names", "never", "--one"},
        {"hint", "--names", "never"},
        {"steps", "--names", "never"},
        {"show", "--names", "never"},
        {"explain", "--names", "never"},
        {"unavoidable", "--names", "never", "--size", "4"}};
    for (std::vector<std::string> command : commands) {
        command[2] = "always";
        command.push_back(a);
        EXPECT_THAT(run_clew(command).out, StartsWith(a + ":1:")) << command[0];
        command[2] = "never";
        command.push_back(b);
        EXPECT_THAT(run_clew(command).out, ::testing::Not(HasSubstr(a + ":1:"))) << command[0];
    }
}

TEST(Names, StandInAFileThatIsTakenUpAgainAsInOneThatIsNot) {
    const TemporaryFolder folder;
    const std::string two = folder.write("two.txt", gould + "\n" + p92 + "\n");
    const std::string whole = run_clew({"count", two}).out;
    EXPECT_EQ(whole, two + ":1: 1\n" + two + ":2: 12\n");
    ASSERT_EQ(run_clew({"count", "--resume", folder.file("r"), two}).code, ExitCode::ok);
    EXPECT_EQ(read_file(folder.file("r")), whole);
}

// ---- CSV

/// Fields of a row as RFC 4180 has them.
std::vector<std::string> fields_of(const std::string& line) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
            fields.back() += line[++i];
        else if (line[i] == '"')
            quoted = !quoted;
        else if (line[i] == ',' && !quoted)
            fields.emplace_back();
        else
            fields.back() += line[i];
    }
    return fields;
}

TEST(Csv, HasTheColumnsOfTheJsonAnswer) {
    const TemporaryFolder folder;
    const std::string file =
        folder.write("a, \"b\".txt", p92 + "\nZ" + gould.substr(1) + "\n" + gould + "\n");
    const std::vector<std::vector<std::string>> commands = {
        {"count", "--csv"},
        {"count", "--csv", "--verify-with", "search"},
        {"count", "--csv", "--estimate", "50"},
        {"solve", "--csv"},
        {"verify", "--csv", "--minimal"},
        {"minimal", "--csv"},
        {"minimal", "--csv", "--one"},
        {"density", "--csv"},
        {"repair", "--csv", "--pairs", "none"},
        {"hint", "--csv"},
        {"explain", "--csv"}};
    for (std::vector<std::string> command : commands) {
        command.insert(command.end(), {"--keep-going", file});
        const Result rows = run_clew(command);
        command[1] = "--json";
        const Result objects = run_clew(command);
        EXPECT_EQ(rows.code, objects.code) << command[0];
        const std::vector<std::string> lines = lines_of(rows.out), jsons = lines_of(objects.out);
        ASSERT_EQ(lines.size(), 4U) << command[0] << rows.out;
        ASSERT_EQ(jsons.size(), 3U) << command[0];
        const std::vector<std::string> columns = fields_of(lines[0]);
        for (std::size_t i = 0; i < jsons.size(); ++i) {
            const ordered_json object = ordered_json::parse(jsons[i]);
            const std::vector<std::string> fields = fields_of(lines[i + 1]);
            ASSERT_EQ(fields.size(), columns.size()) << lines[i + 1];
            std::set<std::string> said;
            for (std::size_t c = 0; c < columns.size(); ++c) {
                if (!fields[c].empty()) said.insert(columns[c]);
                if (!object.contains(columns[c]) || columns[c] == "steps") continue;
                const ordered_json& value = object[columns[c]];
                if (value.is_array() || value.is_null()) continue;
                EXPECT_EQ(fields[c], value.is_string() ? value.get<std::string>() : value.dump());
            }
            EXPECT_TRUE(said.contains("source") && said.contains("line")) << lines[i + 1];
            EXPECT_EQ(said.contains("error"), i == 1) << lines[i + 1];
            EXPECT_EQ(said.contains("puzzle"), i != 1) << lines[i + 1];
        }
    }
    EXPECT_EQ(run_clew({"count", "--csv", "--json"}, p92).code, ExitCode::usage);
}

TEST(Csv, IsTakenUpAgainWithOneHead) {
    const TemporaryFolder folder;
    const std::string text = gould + "\n" + p92 + "\n" + contradictory + "\n";
    for (const char* command : {"count", "solve", "verify"}) {
        const std::string whole = run_clew({command, "--csv"}, text).out;
        const std::string file = folder.file(command);
        run_clew({command, "--csv", "--resume", file}, gould + "\n");
        for (const std::size_t bytes :
             {whole.size(), std::size_t{0}, std::size_t{5}, whole.find('\n') + 1,
              whole.find('\n') + 9, whole.size() - 3}) {
            if (bytes < whole.size()) std::filesystem::resize_file(file, bytes);
            run_clew({command, "--csv", "--resume", file}, text);
            EXPECT_EQ(read_file(file), whole) << command << " from byte " << bytes;
        }
    }
}

TEST(Csv, TellsTheLikeliestProposal) {
    const Result rows = run_clew({"repair", "--csv", "-q", "--pairs", "none"}, p92);
    const Result object = run_clew({"repair", "--json", "-q", "--pairs", "none"}, p92);
    const ordered_json first = ordered_json::parse(object.out)["proposals"].at(0);
    for (const char* key : {"text", "puzzle", "solution"})
        EXPECT_THAT(rows.out, HasSubstr("," + first[key].get<std::string>() + ","));
}

TEST(Csv, QuotesWhatNeedsIt) {
    EXPECT_EQ(report::csv_field("plain"), "plain");
    EXPECT_EQ(report::csv_field("a,b"), "\"a,b\"");
    EXPECT_EQ(report::csv_field("a \"b\"\n"), "\"a \"\"b\"\"\n\"");
    const Result rows = run_clew({"count", "--csv"}, marked());
    const std::vector<std::string> lines = lines_of(rows.out);
    ASSERT_EQ(lines.size(), 2U);
    // The givens are not all of this puzzle: the row holds the whole question.
    EXPECT_EQ(run_clew({"count"}, fields_of(lines[1])[2] + "\n").out, "1\n");
}

// ---- places and titles

TEST(Answers, InTextAboutOnePuzzleTellNoPath) {
    const TemporaryFolder folder;
    const std::string path = folder.write("secret.txt", p92 + "\n");
    const std::vector<std::vector<std::string>> commands = {
        {"count"},
        {"solve"},
        {"solve", "--as", "board"},
        {"verify", "--minimal"},
        {"enumerate", "--summary"},
        {"sample"},
        {"density"},
        {"density", "--show", "numbers"},
        {"minimal"},
        {"minimal", "--one"},
        {"unavoidable", "--size", "4"},
        {"repair", "--pairs", "none", "--top", "2"},
        {"hint", "--board"},
        {"steps"},
        {"explain"},
        {"explain", "--format", "markdown"},
        {"explain", "--format", "svg"},
        {"tree", "--mode", "lean", "--no-proof"},
        {"tree", "--mode", "lean", "--no-proof", "--table", "A"},
        {"show"},
        {"encode"},
        {"convert", "--to", "json"},
        {"lab", "--rules", "methods", "-q"}};
    for (std::vector<std::string> command : commands) {
        command.push_back(path);
        EXPECT_EQ(run_clew(command).out.find("secret"), std::string::npos) << command[0];
    }
}

// ---- titles

std::string rows_of(const std::string& line) {
    std::string rows;
    for (std::size_t i = 0; i < line.size(); i += 9) rows += line.substr(i, 9) + "\n";
    return rows;
}

TEST(Titles, AreThePuzzlesOwnInAllThatIsPublished) {
    const TemporaryFolder folder;
    const std::string p92_path =
        folder.write("secret-path.sdk", "#DOne of mine: a hard one\n" + rows_of(p92));
    const std::string bare_path = folder.write("secret-too.txt", p92 + "\n");
    for (const auto& [path, title] :
         {std::pair{p92_path, "One of mine"}, std::pair{bare_path, "9x9, 24 givens"}}) {
        for (const std::vector<std::string>& command :
             std::vector<std::vector<std::string>>{{"explain", "--format", "html"},
                                                   {"why", "--format", "html", "r1c2=4"},
                                                   {"explain", "--format", "svg"},
                                                   {"density", "--show", "svg", "-q"}}) {
            std::vector<std::string> words = command;
            words.push_back(path);
            const Result r = run_clew(words);
            EXPECT_EQ(r.out.find("secret"), std::string::npos) << command[0];
            const bool told = command[2] != "svg" || command[0] == "density";
            EXPECT_TRUE(!told || r.out.find(title) != std::string::npos) << command[0];
        }
        const std::string rules = folder.write(
            "secret-rules.json", R"({"name": "Two of mine", "rules": ["naked-single"]})");
        const std::string nameless =
            folder.write("rules.json", R"({"rules": ["naked-single", "hidden-single"]})");
        for (const std::string& file : {rules, nameless}) {
            const Result page = run_clew({"explain", "--format", "html", "--rules", file, path});
            const Result figures =
                run_clew({"tree", "--mode", "lean", "--no-proof", "-q", "--rules", file, "--as",
                          "svg", "--layout", "levels", "-o", folder.file("rules.svg"), path});
            ASSERT_EQ(figures.code, ExitCode::ok) << figures.err;
            for (const std::string& text : {page.out, read_file(folder.file("rules.svg"))}) {
                EXPECT_EQ(text.find(folder.file("")), std::string::npos);
                EXPECT_THAT(text, HasSubstr(file == rules ? "Two of mine" : "rules.json"));
            }
        }
        for (const char* format : {"dot", "svg", "html", "graphml", "mmd", "json", "csv"}) {
            const std::string out = folder.file(std::string("tree.") + format);
            std::vector<std::string> words = {"tree", "--mode", "lean", "--no-proof",
                                              "-q",   "-o",     out,    path};
            if (std::string_view(format) == "svg")
                words.insert(words.end(), {"--layout", "levels"});
            ASSERT_EQ(run_clew(words).code, ExitCode::ok) << format;
            EXPECT_EQ(read_file(out).find("secret"), std::string::npos) << format;
            const bool told =
                std::string_view(format) == "svg" || std::string_view(format) == "html";
            EXPECT_TRUE(!told || read_file(out).find(title) != std::string::npos) << format;
        }
    }
}

}  // namespace
}  // namespace clew::cli
