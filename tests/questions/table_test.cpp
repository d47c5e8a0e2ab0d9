// Every question, asked without a socket: its example, its schema, what it refuses.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>
#include <stdexcept>

#include "core/board/notation.hpp"
#include "explain/report/rate.hpp"
#include "questions/api.hpp"
#include "questions/openapi.hpp"
#include "solve/solve.hpp"
#include "tests/cli/harness.hpp"
#include "tests/questions/schema.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::questions {
namespace {

using nlohmann::ordered_json;
using namespace std::string_literals;
using reference::p92;
using ::testing::HasSubstr;

const std::string unique =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const std::string endless(256, '.');
/// A grid that is no solution of p92.
const std::string full =
    "379854162564312879218769534854623971791438625623591748982176453347285619165934287";

class Questions : public ::testing::Test {
  protected:
    Reply reply(const std::string& name, const std::string& body) {
        return api_.ask(name, body, work_);
    }
    ordered_json ask(const std::string& name, const ordered_json& body) {
        const Reply r = reply(name, body.dump());
        EXPECT_EQ(r.status, 200) << name << " " << r.body;
        return ordered_json::parse(r.body);
    }
    ordered_json refused(const std::string& name, const std::string& body, int status = 400) {
        const Reply r = reply(name, body);
        EXPECT_EQ(r.status, status) << name << " " << body.substr(0, 200) << " " << r.body;
        ordered_json answer = ordered_json::parse(r.body);
        EXPECT_TRUE(answer.contains("error")) << r.body;
        return answer;
    }

    StopFlag stop_;
    Work work_{.stop = &stop_, .threads = 2};
    Api api_{{}};
};

TEST_F(Questions, ManyKeysAreRefusedAndAStopIsHeardWhileTheyAreRead) {
    std::string keys = "{\"puzzle\": \"" + p92 + "\"";
    for (int i = 0; i < 100'000; ++i) keys += ",\"k" + std::to_string(i) + "\":0";
    EXPECT_THAT(refused("count", keys + "}").dump(), HasSubstr("takes no such key"));
    EXPECT_THAT(refused("count", keys + ",\"k7\":0}").dump(), HasSubstr("twice"));
    // The text of a puzzle likewise.
    std::string text = R"({"format":"clew-puzzle","version":1,"geometry":{"size":4},"metadata":{)";
    for (int i = 0; i < 100'000; ++i)
        text += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\":\"\"";
    const ordered_json long_puzzle = {{"puzzle", text + "}}"}};
    EXPECT_EQ(ask("count", long_puzzle)["count"], 576);
    stop_.raise();
    refused("count", keys + "}", 503);
    refused("count", long_puzzle.dump(), 503);
    refused("read", long_puzzle.dump(), 503);
}

TEST_F(Questions, AreAllInTheDescriptionAndAnswerTheirExamplesByIt) {
    const ordered_json document = ordered_json::parse(api_.openapi());
    std::set<std::string> paths;
    for (const auto& [path, item] : document["paths"].items()) paths.insert(path);
    for (const Question& question : api_.questions()) {
        SCOPED_TRACE(question.name);
        ASSERT_TRUE(paths.erase("/api/" + question.name) > 0);
        const ordered_json& post = document["paths"]["/api/" + question.name]["post"];
        const ordered_json& asked = post["requestBody"]["content"]["application/json"];
        ASSERT_TRUE(asked.contains("example"));
        EXPECT_EQ(fault_of(asked["example"], asked["schema"]), "");
        const Reply r = reply(question.name, asked["example"].dump());
        ASSERT_EQ(r.status, 200) << r.body.substr(0, 300);
        const ordered_json& schema =
            post["responses"]["200"]["content"]["application/json"]["schema"];
        EXPECT_EQ(fault_of(ordered_json::parse(r.body), schema), "") << r.body.substr(0, 1000);
        // A schema that anything fits says nothing.
        EXPECT_NE(fault_of(ordered_json::object(), schema), "");
        EXPECT_NE(fault_of(ordered_json::array(), asked["schema"]), "");
    }
    EXPECT_THAT(paths, ::testing::IsEmpty());
}

/// What an answer tells in words, by its keys; `text` of a file that was written is none of it.
void gather(const ordered_json& answer, bool told, std::vector<std::string>& words) {
    static const std::set<std::string> keys{
        "text", "said", "remarks", "reasons",  "sentence", "title",    "subtitle", "notes",
        "look", "asks", "parting", "conflict", "error",    "expected", "name",     "svg"};
    if (answer.is_string() && told) words.push_back(answer.get<std::string>());
    if (answer.is_array())
        for (const auto& part : answer) gather(part, told, words);
    if (answer.is_object())
        for (const auto& [key, part] : answer.items()) gather(part, keys.contains(key), words);
}

/// Questions that are answered in words, beside the examples.
std::vector<std::pair<std::string, ordered_json>> told_in_words() {
    const std::string killer =
        R"({"format": "clew-puzzle", "version": 2, "geometry": {"size": 4}, "rules": [
        {"kind": "killer_cage", "cells": ["r1c1", "r1c2"], "numbers": [4]},
        {"kind": "whisper", "cells": ["r4c1", "r4c2", "r4c3"], "numbers": [2]},
        {"kind": "difference", "cells": ["r2c3", "r2c4"], "numbers": [1]},
        {"kind": "odd", "cells": ["r3c1"]}], "givens": ["....", "....", "..1.", "...."]})";
    const std::string twice = "11" + std::string(79, '.');
    std::string noughts = p92, one_wrong = p92;
    std::ranges::replace(noughts, '.', '0');
    one_wrong[0] = '6';
    const std::string steps = "r1c2=4\nr7c5=7: r7c5\nr1c1=3";
    std::vector<std::pair<std::string, ordered_json>> asked{
        {"read", {{"puzzle", noughts}}},
        {"board", {{"puzzle", killer}}},
        {"verify", {{"puzzle", twice}}},
        {"verify", {{"puzzle", one_wrong}}},
        {"judge", {{"puzzle", p92}, {"grid", full}, {"spoil", true}, {"steps", steps}}},
        {"judge", {{"puzzle", twice}, {"steps", steps}}},
        {"repair", {{"puzzle", one_wrong}}},
        {"repair", {{"puzzle", killer}}},
        {"repair", {{"puzzle", unique}}},
        {"unavoidable", {{"puzzle", unique}, {"size", 6}}},
        {"unavoidable", {{"puzzle", twice}}},
        {"minimal", {{"puzzle", unique}}},
        {"minimal", {{"puzzle", unique}, {"one", true}}},
        {"minimal", {{"puzzle", killer}, {"rules", true}}},
        {"minimal", {{"puzzle", twice}}},
        {"generate", {{"size", 4}, {"boxes", "none"}, {"min_clues", 15}, {"attempts", 2}}},
        {"generate", {{"difficulty", "fiendish"}, {"attempts", 1}}},
        {"why", {{"puzzle", killer}, {"candidate", "r1c1"}}}};
    for (const auto& [scale, of] : report::rating_scales())
        for (const std::string& puzzle : {p92, unique, twice})
            asked.push_back({"rate", {{"puzzle", puzzle}, {"scale", scale}}});
    return asked;
}

/// Whether a text, or an SVG document, has a word that is English alone.
bool has_english(const std::string& text) {
    static const std::regex english{
        R"((^|[^-\w'])(the|of|is|are|and|or|with|which|what|from|this|that|no|not|by|at|it|for|)"
        R"(one|two|more|than|cells?|rows?|columns?|clues?|givens?|solutions?|puzzles?|steps?|)"
        R"(rules?|digits?|open|hard|easy|wrong|dot|line)(?![-\w]))",
        std::regex::icase};
    static const std::regex mark{"<[^>]*>"};
    return std::regex_search(std::regex_replace(text, mark, " "), english);
}

TEST_F(Questions, TellInGermanWhatTheyTellInWords) {
    EXPECT_TRUE(has_english("<b>row</b> 3"));
    auto asked = told_in_words();
    for (const Question& question : api_.questions())
        if (question.name != "convert" && question.name != "tree/export")
            asked.push_back({question.name, ordered_json::parse(question.example)});
    for (auto& [name, body] : asked) {
        body["language"] = "de";
        const Question* const question = api_.find(name);
        if (std::ranges::find(question->takes, "page", &Parameter::name) != question->takes.end())
            body["page"] = true;
        std::vector<std::string> words;
        gather(ask(name, body), false, words);
        for (const std::string& said : words)
            EXPECT_FALSE(has_english(said)) << name << ": " << said;
    }
    EXPECT_THAT(refused("read", R"({"puzzle": "12x", "language": "de"})").dump(),
                HasSubstr("kein Rätsel"));
    // Before a long count: what it takes.
    StopFlag enough;
    std::string forecast;
    work_.stop = &enough;
    work_.partial = [&](ordered_json part, Delivery) {
        if (!part.contains("forecast")) return;
        forecast = part["forecast"]["text"];
        enough.raise();
    };
    reply("count", ordered_json{{"puzzle", std::string(144, '.')}, {"language", "de"}}.dump());
    EXPECT_THAT(forecast, HasSubstr("auf 2 Threads"));
    EXPECT_FALSE(has_english(forecast)) << forecast;
}

TEST_F(Questions, JudgeAsTheCommandDoes) {
    const cli::TemporaryFolder folder;
    const std::string steps = "r1c2=4\nr1c2<>4\nr1c1=3\nr7c5=7: r7c5\n";
    const cli::Result result =
        cli::run_clew({"judge", "--json", "--spoil", "--steps", folder.write("steps", steps),
                       "--grid", folder.write("grid", full), folder.write("puzzle", p92)});
    ordered_json told = ordered_json::parse(result.out);
    ordered_json answer =
        ask("judge", {{"puzzle", p92}, {"steps", steps}, {"grid", full}, {"spoil", true}});
    told.erase("command");
    for (ordered_json* one : {&told, &answer}) one->erase("source");
    EXPECT_EQ(ordered_json::diff(told, answer), ordered_json::array());
    EXPECT_EQ(answer["steps"].size(), 4U);
    EXPECT_THAT(refused("judge", R"({"puzzle": ")" + p92 + R"("})").dump(),
                HasSubstr("nothing to judge"));
    EXPECT_THAT(
        refused("judge", R"({"puzzle": ")" + p92 + R"(", "grid": "1..............."})").dump(),
        HasSubstr("another size"));
}

TEST_F(Questions, WhyTellsInWordsWhatItIsDoing) {
    std::vector<ordered_json> told;
    work_.progress = [&](ordered_json now) { told.push_back(std::move(now)); };
    ask("why", {{"puzzle", p92}, {"candidate", "r1c2=4"}});
    work_.progress = {};
    ASSERT_GT(told.size(), 2U);
    EXPECT_EQ(std::string{told.front()["doing"]}.substr(0, 37),
              "which candidates are in a solution: 0");
    EXPECT_EQ(told.front()["done"], 0);
    EXPECT_GT(told.front()["of"], 81);
    EXPECT_THAT(std::string{told.back()["doing"]}, HasSubstr("putting it into words"));
}

TEST_F(Questions, AnswerAnErrorWhereProgressThrows) {
    const auto fail = [] { throw std::runtime_error("the page is gone"); };
    std::size_t thrown = 0;
    for (const Question& question : api_.questions()) {
        SCOPED_TRACE(question.name);
        work_.progress = [&](const ordered_json&) { fail(); };
        work_.partial = [&](const ordered_json&, Delivery) { fail(); };
        const Reply r = reply(question.name, question.example);
        if (r.status == 500) {
            EXPECT_THAT(r.body, HasSubstr("the page is gone"));
            ++thrown;
        } else {
            EXPECT_EQ(r.status, 200) << r.body.substr(0, 300);
        }
        work_.progress = {};
        work_.partial = {};
        EXPECT_EQ(reply(question.name, question.example).status, 200);
    }
    EXPECT_GT(thrown, 10U);
    EXPECT_EQ(api_.memory(), 0U);
}

TEST_F(Questions, RefuseEveryValueOfAnotherKind) {
    const std::pair<Parameter::Kind, ordered_json> strangers[] = {
        {Parameter::Kind::text, 7},        {Parameter::Kind::whole, "7"},
        {Parameter::Kind::number, "7"},    {Parameter::Kind::flag, 1},
        {Parameter::Kind::choice, "nix?"}, {Parameter::Kind::texts, "a"},
        {Parameter::Kind::wholes, {-1}},   {Parameter::Kind::whole, -1},
        {Parameter::Kind::whole, 1.5},     {Parameter::Kind::texts, ordered_json::array({1})},
        {Parameter::Kind::number, {}},     {Parameter::Kind::whole, 1e300}};
    std::size_t refusals = 0;
    for (const Question& question : api_.questions()) {
        const ordered_json example = ordered_json::parse(question.example);
        for (const Parameter& p : question.takes)
            for (const auto& [kind, value] : strangers) {
                if (p.kind != kind) continue;
                ordered_json body = example;
                body[p.name] = value;
                const ordered_json answer = refused(question.name, body.dump());
                EXPECT_EQ(answer["source"], p.name) << question.name << " " << answer.dump();
                ++refusals;
            }
        for (const Parameter& p : question.takes) {
            if (!p.is_required) continue;
            ordered_json body = example;
            body.erase(p.name);
            EXPECT_EQ(refused(question.name, body.dump())["source"], p.name);
        }
        ordered_json more = example;
        more["surprise"] = 1;
        EXPECT_EQ(refused(question.name, more.dump())["source"], "surprise");
        for (const double seconds : {0.0, -1.0}) {
            more = example;
            more["seconds"] = seconds;
            EXPECT_EQ(refused(question.name, more.dump())["source"], "seconds");
        }
    }
    EXPECT_GT(refusals, api_.questions().size());
}

TEST_F(Questions, RefuseWhatIsNoQuestion) {
    const std::string deep(100'000, '[');
    std::string braces;
    for (int i = 0; i < 50'000; ++i) braces += "{\"a\":";
    const std::string bodies[] = {"",
                                  "{",
                                  "nix",
                                  "[]",
                                  "7",
                                  "null",
                                  "{\"puzzle\": \"1\", \"puzzle\": \"2\"}",
                                  "{\"puzzle\": \"" + p92,
                                  "{\"puzzle\": \"\xff\xfe\"}",
                                  "{\"puzzle\": \"\xc3\x28\"}",
                                  "{\"puzzle\": \"\\ud800\"}",
                                  "{\"puzzle\": \"a\0b\"}"s,
                                  "{\"limit\": 1e999, \"puzzle\": \"\"}",
                                  "\xef\xbb\xbf{]",
                                  deep,
                                  braces,
                                  "{\"puzzle\": " + deep};
    for (const std::string& body : bodies) refused("count", body);
    refused("nix", "{}", 404);
    refused("", "{}", 404);
    refused("../count", "{}", 404);
}

TEST_F(Questions, SayWhereAPuzzleCannotBeRead) {
    const ordered_json answer =
        refused("count", ordered_json{{"puzzle", "123456789\n1234Z6789\n"}}.dump());
    EXPECT_EQ(answer["schema"], "clew/count/1");
    EXPECT_EQ(answer["line"], 2);
    EXPECT_FALSE(answer["expected"].get<std::string>().empty());
    EXPECT_THAT(refused("count", ordered_json{{"puzzle", ""}}.dump())["error"].get<std::string>(),
                HasSubstr("no puzzle"));
    EXPECT_THAT(refused("count", ordered_json{{"puzzle", p92 + "\n" + p92}}.dump())["error"]
                    .get<std::string>(),
                HasSubstr("second"));
    // What was asked does not come back as it likes: it must be JSON, whatever it held.
    refused("count", ordered_json{{"puzzle", "\x01\x1b[31m"}}.dump());
}

TEST_F(Questions, AnswerAsTheCommandDoes) {
    struct Row {
        std::string question;
        ordered_json body;
        std::vector<std::string> words;  // of the command of that name
        bool with_rules = true;
        std::string command = {};  // if it has another name
    };
    const ordered_json none = ordered_json::object();
    const Row rows[] = {
        {"count", none, {}},
        {"count", {{"limit", 3}}, {"--limit", "3"}},
        {"verify", none, {}},
        {"verify", {{"limit", 2}}, {"--limit", "2"}},
        {"verify", {{"minimal", true}}, {"--minimal"}},
        {"density", none, {}},
        {"density", {{"true_only", true}}, {"--true-only"}},
        {"steps", none, {}},
        {"steps", {{"rules", "methods"}}, {"--rules", "methods"}},
        {"steps", {{"technique", "naked-single"}}, {"--technique", "naked-single"}},
        {"steps", {{"cell", "r1c1"}}, {"--cell", "r1c1"}},
        {"steps",
         {{"all_reasons", true}, {"rules", "methods"}},
         {"--reasons", "all", "--rules", "methods"}},
        {"steps",
         {{"assume_unique", true}, {"rules", "human"}},
         {"--uniqueness", "assume", "--rules", "human"},
         false},
        {"hint", none, {}},
        {"hint", {{"level", 2}}, {"--level", "2"}},
        {"hint", {{"level", 3}}, {"--level", "3"}},
        {"hint", {{"level", 3}, {"rules", "methods"}}, {"--level", "3", "--rules", "methods"}},
        {"hint", {{"level", 3}, {"rules", "singles"}}, {"--level", "3", "--rules", "singles"}},
        {"why", {{"candidate", "r1c2=4"}}, {"r1c2=4"}},
        {"why", {{"candidate", "r1c1"}}, {"r1c1"}},
        {"rate", none, {}, false},
        {"rate", {{"scale", "human"}}, {"--scale", "human"}, false},
        {"rate", {{"assume_unique", true}}, {"--assume-unique"}, false},
        {"rate", {{"scale", "hodoku"}}, {"--scale", "hodoku"}, false},
        {"rate", {{"scale", "methods"}}, {"--scale", "methods"}, false},
        {"rate", {{"scale", "paris"}}, {"--scale", "paris"}},
        {"rate", {{"scale", "paris"}}, {"--scale", "paris"}},
        {"repair", none, {}},
        {"repair", {{"pairs", "none"}, {"top", 3}}, {"--pairs", "none", "--top", "3"}},
        {"misread", none, {"--confusions", "usual", "--top", "10"}, true, "repair"},
        {"misread",
         {{"confusions", "1/2"}, {"top", 2}},
         {"--confusions", "1/2", "--top", "2"},
         true,
         "repair"},
        {"unavoidable", none, {}},
        {"unavoidable", {{"size", 6}, {"not_hit", true}}, {"--size", "6", "--not-hit"}},
        {"minimal", none, {}},
        {"minimal", {{"one", true}, {"seed", 7}}, {"--one", "--seed", "7"}},
        {"tree", none, {}},
        {"tree", {{"mode", "lean"}}, {"--mode", "lean"}},
        {"tree", {{"rules", "methods"}}, {"--rules", "methods"}},
    };
    const std::string with_rules = read_file(cli::source_file("examples/killer.json"));
    std::set<std::string> left;
    for (const Question& question : api_.questions()) left.insert(question.name);
    left.erase("judge");  // below: its steps are a file to the command
    for (const Row& row : rows) {
        left.erase(row.question);
        for (const std::string& puzzle : {p92, unique, with_rules}) {
            if (puzzle == with_rules && !row.with_rules) continue;
            const cli::TemporaryFolder folder;
            std::vector<std::string> words = {row.command.empty() ? row.question : row.command,
                                              "--json"};
            words.insert(words.end(), row.words.begin(), row.words.end());
            words.push_back(folder.write("puzzle", puzzle + "\n"));
            ordered_json body = row.body;
            body["puzzle"] = puzzle;
            const cli::Result result = cli::run_clew(words);
            ASSERT_FALSE(result.out.empty()) << row.question << " " << body << result.err;
            ordered_json told = ordered_json::parse(result.out);
            ordered_json answer = ask(row.question, body);
            told.erase("command");
            for (ordered_json* one : {&told, &answer}) one->erase("source");
            EXPECT_EQ(ordered_json::diff(told, answer), ordered_json::array())
                << row.question << " " << body;
        }
    }
    EXPECT_EQ(
        ask("techniques", none)["techniques"],
        ordered_json::parse(cli::run_clew({"steps", "--techniques", "--json"}).out)["techniques"]);
    left.erase("techniques");
    // What no command answers as JSON.
    EXPECT_THAT(left, ::testing::UnorderedElementsAre(
                          "live", "solutions", "differ", "read", "board", "convert", "generate",
                          "sheet", "walk", "tree/view", "tree/node", "tree/search", "tree/export"));
}

TEST_F(Questions, CountHoweverManyThereAre) {
    EXPECT_EQ(ask("count", {{"puzzle", p92}})["count"], 12);
    EXPECT_EQ(ask("count", {{"puzzle", std::string(81, '.')}})["count"], "6670903752021072936960");
    const ordered_json limited = ask("count", {{"puzzle", p92}, {"limit", 5}});
    EXPECT_EQ(limited["count"], 5);
    EXPECT_EQ(limited["ending"], "limit reached");
}

TEST_F(Questions, GiveWhatWasFoundWhenTheTimeIsOver) {
    stop_.raise();
    for (const std::string name : {"count", "verify", "live", "density", "solutions", "differ"}) {
        SCOPED_TRACE(name);
        const ordered_json answer = ask(name, {{"puzzle", endless}});
        const Question& question = *api_.find(name);
        EXPECT_EQ(fault_of(answer, answer_schema(question)), "");
        if (answer.contains("ending")) {
            EXPECT_EQ(answer["ending"], "interrupted");
        }
    }
}

TEST_F(Questions, TellTheTimeThatTheyAreGranted) {
    double granted = 0;
    work_.on_seconds = [&](double s) { granted = s; };
    ask("count", {{"puzzle", p92}, {"seconds", 2.5}});
    EXPECT_EQ(granted, 2.5);
}

TEST_F(Questions, ShowAllSolutionsPageByPage) {
    std::set<std::string> seen;
    std::vector<std::string> in_order;
    for (std::uint64_t from = 0;;) {
        const ordered_json page = ask("solutions", {{"puzzle", p92}, {"from", from}, {"limit", 5}});
        EXPECT_EQ(page["from"], from);
        for (const auto& line : page["solutions"]) {
            seen.insert(line);
            in_order.push_back(line);
        }
        from += page["solutions"].size();
        if (page["more"] == false) {
            EXPECT_EQ(page["count"], 12);
            break;
        }
        ASSERT_EQ(page["solutions"].size(), 5U);
    }
    EXPECT_EQ(seen.size(), 12U);
    EXPECT_EQ(in_order.size(), 12U);
    // The same without what the cache holds of earlier pages, and as the facade lists them.
    Api fresh{{.cache_bytes = 0}};
    const Reply late = fresh.ask(
        "solutions", ordered_json{{"puzzle", p92}, {"from", 7}, {"limit", 3}}.dump(), work_);
    const ordered_json page = ordered_json::parse(late.body);
    EXPECT_EQ(page["solutions"],
              ordered_json(std::vector<std::string>(in_order.begin() + 7, in_order.begin() + 10)));
    EXPECT_EQ(ask("solutions", {{"puzzle", p92}, {"from", 100}})["count"], 12);
    // A page in the middle of more than anybody can list.
    const ordered_json first = ask("solutions", {{"puzzle", std::string(81, '.')}, {"limit", 3}});
    const ordered_json second =
        ask("solutions", {{"puzzle", std::string(81, '.')}, {"limit", 3}, {"from", 3}});
    const ordered_json both = ask("solutions", {{"puzzle", std::string(81, '.')}, {"limit", 6}});
    ordered_json joined = first["solutions"];
    for (const auto& line : second["solutions"]) joined.push_back(line);
    EXPECT_EQ(joined, both["solutions"]);
    EXPECT_EQ(both["more"], true);
}

TEST_F(Questions, OpenLongListsAnywhere) {
    const std::string puzzle =
        "..9.....2...31.8..2.8.......5......1...4.8...6...9..4.......4....7.8....1........";
    std::vector<std::string> all;
    enumerate(Puzzle::from_line(puzzle), {.engine = Engine::search}, [&](const Grid& grid) {
        all.push_back(to_line(grid));
        return Flow::go_on;
    });
    ASSERT_GT(all.size(), 200'000U);
    // Forth, back, and to where no page ended: every time what stands there in the list.
    for (const std::size_t from : {std::size_t{150'000}, std::size_t{131'000}, std::size_t{70'001},
                                   all.size() - 2, all.size() + 5}) {
        const ordered_json page =
            ask("solutions", {{"puzzle", puzzle}, {"from", from}, {"limit", 4}});
        std::vector<std::string> wanted;
        for (std::size_t i = from; i < std::min(from + 4, all.size()); ++i)
            wanted.push_back(all[i]);
        EXPECT_EQ(page["solutions"], ordered_json(wanted)) << from;
        EXPECT_EQ(page["more"], from + 4 < all.size()) << from;
    }
    EXPECT_GT(api_.cache().size(), 2U);
    // In the order of digits: the same solutions.
    std::ranges::sort(all);
    for (const std::size_t rank : {std::size_t{0}, std::size_t{123'456}, all.size() - 2}) {
        const ordered_json page =
            ask("solutions", {{"puzzle", puzzle}, {"rank", std::to_string(rank)}, {"limit", 3}});
        std::vector<std::string> wanted;
        for (std::size_t i = rank; i < std::min(rank + 3, all.size()); ++i)
            wanted.push_back(all[i]);
        EXPECT_EQ(page["solutions"], ordered_json(wanted)) << rank;
        EXPECT_EQ(page["count"], all.size());
        EXPECT_EQ(page["more"], rank + 3 < all.size());
    }
    for (const char* wrong : {"", "-1", "1e3", "two"})
        EXPECT_EQ(refused("solutions",
                          ordered_json{{"puzzle", puzzle}, {"rank", wrong}}.dump())["source"],
                  "rank");
}

TEST_F(Questions, AHintGoesOnWhereTheRulesAreStuck) {
    const std::string hard =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    ordered_json body = {{"puzzle", hard}, {"rules", "singles"}};
    EXPECT_EQ(ask("hint", body)["status"], "stuck");
    body.update({{"to_end", true}, {"level", 3}, {"page", true}});
    const ordered_json on = ask("hint", body);
    EXPECT_EQ(on["status"], "hint");
    EXPECT_FALSE(on.contains("unsolvable"));
    EXPECT_TRUE(on.contains("page"));
    // What follows from the smallest argument is true.
    const std::string solution = ask("solutions", {{"puzzle", hard}})["solutions"][0];
    for (const auto& [list, holds] : {std::pair{"placements", true}, {"eliminations", false}})
        for (const auto& candidate : on["step"][list]) {
            const std::string text = candidate;  // r1c2=4
            const std::size_t cell = static_cast<std::size_t>((text[1] - '1') * 9 + text[3] - '1');
            EXPECT_EQ(solution[cell] == text[5], holds) << text;
        }
    EXPECT_GT(on["step"]["placements"].size() + on["step"]["eliminations"].size(), 0U);
    // Where nothing can follow, that is said.
    const ordered_json done = ask("hint", {{"puzzle", std::string(16, '.')}, {"to_end", true}});
    EXPECT_EQ(done["status"], "settled");
    EXPECT_THAT(done["text"].get<std::string>(), HasSubstr("every candidate that is left is in a"));
    // What leads to no solution is told, too.
    ASSERT_NE(solution[1], '2');
    body["puzzle"] = "82" + hard.substr(2);
    EXPECT_EQ(ask("hint", body)["unsolvable"], true);
}

TEST_F(Questions, ShowTwoSolutionsThatAreMostAlike) {
    std::vector<std::string> all;
    const ordered_json listed = ask("solutions", {{"puzzle", p92}});
    for (const auto& line : listed["solutions"]) all.push_back(line);
    ASSERT_EQ(all.size(), 12U);
    std::size_t least = 81;
    for (const std::string& a : all)
        for (const std::string& b : all) {
            std::size_t n = 0;
            for (std::size_t i = 0; i < 81; ++i) n += a[i] != b[i] ? 1 : 0;
            if (n > 0) least = std::min(least, n);
        }
    for (const std::string name : {"differ", "live"}) {
        const ordered_json answer = ask(name, {{"puzzle", p92}});
        EXPECT_EQ(answer["differ"].size(), least) << name;
        EXPECT_EQ(answer["fewest"], true);
        EXPECT_THAT(all, ::testing::Contains(answer["solutions"][0].get<std::string>()));
    }
    // With more than can be compared: four cells are the fewest that two solutions differ in.
    const ordered_json blank = ask("differ", {{"puzzle", std::string(81, '.')}});
    EXPECT_EQ(blank["differ"].size(), 4U);
    EXPECT_EQ(blank["fewest"], true);
    const ordered_json one = ask("differ", {{"puzzle", unique}});
    EXPECT_EQ(one["validity"], "unique");
    EXPECT_EQ(one["solutions"].size(), 1U);
}

TEST_F(Questions, TellWhatIsKnownOnTheWay) {
    std::vector<ordered_json> parts;
    work_.partial = [&](ordered_json part, Delivery) { parts.push_back(std::move(part)); };
    const ordered_json answer = ask("live", {{"puzzle", p92}});
    ASSERT_GE(parts.size(), 2U);
    EXPECT_EQ(parts[0]["validity"], "several");
    EXPECT_EQ(parts[1]["fewest"], true);
    EXPECT_EQ(parts[1]["exact"], false);
    EXPECT_EQ(answer["count"], 12);
    EXPECT_EQ(ask("live", {{"puzzle", unique}})["validity"], "unique");
    EXPECT_EQ(ask("live", {{"puzzle", "11" + std::string(79, '.')}})["count"], 0);
    // That there is no solution comes before why.
    parts.clear();
    const ordered_json none = ask("verify", {{"puzzle", "12345678" + std::string(72, '.') + "9"}});
    EXPECT_TRUE(none.contains("conflict")) << none;
    ASSERT_EQ(parts.size(), 1U);
    EXPECT_EQ(parts[0]["validity"], "none");
    EXPECT_FALSE(parts[0].contains("conflict"));
}

TEST_F(Questions, ReadAndWriteEveryFormat) {
    const ordered_json read = ask("read", {{"puzzle", p92}});
    EXPECT_EQ(read["format"], "line");
    std::size_t formats = 0;
    for (const auto& format : read["formats"]) {
        const ordered_json written = ask("convert", {{"puzzle", read["question"]}, {"to", format}});
        const ordered_json again = ask("read", {{"puzzle", written["text"]}, {"format", format}});
        EXPECT_EQ(ask("count", {{"puzzle", again["question"]}})["count"], 12) << format;
        ++formats;
    }
    EXPECT_GT(formats, 5U);
    const ordered_json second = ask("read", {{"puzzle", p92 + "\n" + unique}, {"index", 2}});
    EXPECT_EQ(second["puzzle"], unique);
    EXPECT_EQ(second["puzzles"], 2);
    EXPECT_EQ(refused("read", ordered_json{{"puzzle", p92}, {"index", 3}}.dump())["source"],
              "puzzle");
}

TEST_F(Questions, DrawABoardThatAPageMayShow) {
    // The content policy of the page forbids what stands in attributes and elements of style, and
    // scripts anywhere.
    for (const std::string& puzzle :
         {p92, std::string(256, '.'), read_file(cli::source_file("examples/thermometers.json"))}) {
        const ordered_json answer = ask("board", {{"puzzle", puzzle}});
        const std::string svg = answer["svg"];
        for (const char* bad :
             {" style=", "<style", "<script", "href=\"http", " onload", "url(http"})
            EXPECT_THAT(svg, ::testing::Not(HasSubstr(bad)));
        const std::size_t size = answer["size"], cells = size * size;
        EXPECT_EQ(answer["state"].size(), cells);
        EXPECT_EQ(answer["middles"].size(), cells);
        EXPECT_THAT(svg, HasSubstr("id=\"v" + std::to_string(cells - 1) + "-" +
                                   std::to_string(size - 1) + "\""));
    }
}

TEST(Cache, ForgetsWhatWasNotAskedForTheLongest) {
    Cache cache{100};
    const auto value = [](int i) { return std::make_shared<const int>(i); };
    cache.put("a", value(1), 40);
    cache.put("b", value(2), 40);
    EXPECT_EQ(*cache.get<int>("a"), 1);
    cache.put("c", value(3), 40);
    EXPECT_EQ(cache.get<int>("b"), nullptr);
    EXPECT_EQ(*cache.get<int>("a"), 1);
    EXPECT_EQ(*cache.get<int>("c"), 3);
    cache.put("a", value(4), 60);
    EXPECT_EQ(*cache.get<int>("a"), 4);
    EXPECT_LE(cache.bytes(), 100U);
    cache.put("d", value(5), 101);
    EXPECT_EQ(cache.get<int>("d"), nullptr);
    const auto held = cache.get<int>("a");
    cache.put("e", value(6), 100);
    EXPECT_EQ(cache.get<int>("a"), nullptr);
    EXPECT_EQ(*held, 4);
    EXPECT_EQ(cache.size(), 1U);
}

}  // namespace
}  // namespace clew::questions
