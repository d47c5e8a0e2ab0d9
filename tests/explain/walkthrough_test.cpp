#include "explain/walkthrough.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/input_error.hpp"
#include "core/board/notation.hpp"
#include "explain/write_json.hpp"
#include "logic/auditor/audit.hpp"
#include "tests/explain/selftests.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::explain {
namespace {

using logic::Guess;
using logic::Path;
using logic::State;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const Puzzle& p92() {
    static const Puzzle puzzle = Puzzle::from_line(reference::p92);
    return puzzle;
}

Path path_of(Guess guess, const char* rules = "template") {
    return walk(State{p92()}, {.rules = logic::built_in_rules(rules), .guess = guess});
}

TEST(Walkthrough, TellsStepsAndWhereItGotStuck) {
    const Path path = path_of(Guess::off);
    const std::string text = write_walk(p92(), State{p92()}, path, {.boards = Boards::none});
    EXPECT_THAT(
        text,
        StartsWith(" 1  Naked single (10). In r7c5 every digit but 7 is ruled out: it sees 1, "
                   "2, 6,\n    8 and 9 in column 5, 3 and 4 in row 7 and 5 in box 8. So "
                   "r7c5 is 7.\n 2  "));
    EXPECT_THAT(text, HasSubstr("Stuck after 9 steps: 48 cells open, 157 candidates left. Tried "
                                "without success:\nnaked single and hidden single.\n"));
    EXPECT_THAT(text, EndsWith("Score 90. The hardest is step 1, naked single (10).\n"));
}

TEST(Walkthrough, AHeadingNeedNotNameWhatWasTried) {
    const Path path = path_of(Guess::off);
    const std::string all = tell_ending(path);
    const std::string heading = tell_ending(path, TriedNames::left_out);
    EXPECT_THAT(all, StartsWith(heading + " Tried without success: "));
    EXPECT_THAT(heading, EndsWith(" left."));
}

TEST(Walkthrough, BreaksLinesAtTheWidth) {
    const std::string text =
        write_walk(p92(), State{p92()}, path_of(Guess::off), {.boards = Boards::none, .width = 50});
    std::size_t start = 0;
    for (std::size_t end = 0; (end = text.find('\n', start)) != std::string::npos; start = end + 1)
        EXPECT_LE(end - start, 50U) << text.substr(start, end - start);
}

TEST(Walkthrough, DrawsBoardsAsAsked) {
    const auto boards = [&](Boards which) {
        const std::string text =
            write_walk(p92(), State{p92()}, path_of(Guess::off), {.boards = which});
        std::size_t count = 0;
        for (auto at = text.find("r1 |"); at != std::string::npos; at = text.find("r1 |", at + 1))
            ++count;
        return count;
    };
    EXPECT_EQ(boards(Boards::none), 0U);
    EXPECT_EQ(boards(Boards::ends), 2U);
    EXPECT_EQ(boards(Boards::every), 10U);  // the first step's board is the first board
    // Each board before a step shows what the step is about, the first one too.
    const std::string every =
        write_walk(p92(), State{p92()}, path_of(Guess::off), {.boards = Boards::every});
    EXPECT_LT(every.find("! placed"), every.find("\n 1  "));
}

// One solution, which singles do not find.
const std::string hard_for_singles =
    "...1....87.......9..3.9.5....9.3...5.....23.....4..6....6.8..5.47...1...2........";

TEST(Walkthrough, TellsThreadsAndTheirEnds) {
    const Path path = path_of(Guess::all);
    const std::string text = write_walk(p92(), State{p92()}, path, {.boards = Boards::none});
    EXPECT_THAT(text, HasSubstr("Guess (500). Nothing more follows by the rules in use."));
    EXPECT_THAT(text, HasSubstr("Solution. The grid is full:"));
    EXPECT_THAT(text, HasSubstr("Next thread. That thread is solved."));
    EXPECT_THAT(text, HasSubstr("12 solutions, found in"));
    EXPECT_THAT(text, HasSubstr("There are no others."));
}

TEST(Walkthrough, SaysWhatASolutionByGuessingProves) {
    const auto ending = [](const Puzzle& puzzle, Guess guess) {
        return tell_ending(
            walk(State{puzzle}, {.rules = logic::built_in_rules("template"), .guess = guess}));
    };
    const Puzzle unique = Puzzle::from_line(hard_for_singles);
    EXPECT_THAT(ending(p92(), Guess::first), StartsWith("A solution, found in"));
    EXPECT_THAT(ending(p92(), Guess::first), HasSubstr("there may be others"));
    EXPECT_THAT(ending(unique, Guess::all), StartsWith("Solved in"));
    EXPECT_THAT(ending(unique, Guess::all), EndsWith("This is the only solution."));
    const Puzzle gould = Puzzle::from_line(reference::gould);
    EXPECT_THAT(tell_ending(walk(State{gould}, {.guess = Guess::all})),
                testing::MatchesRegex("Solved in [0-9]+ steps\\."));
    Puzzle none = unique;
    none.set_given(Cell{0}, Digit{8});
    EXPECT_THAT(ending(none, Guess::all), StartsWith("This puzzle has no solution, as"));
}

TEST(Walkthrough, CountsItsStepsAsItNumbersThem) {
    for (Guess guess : {Guess::off, Guess::first, Guess::all}) {
        const Path path = path_of(guess);
        const std::string steps = std::to_string(path.entries.size()) + " step";
        EXPECT_THAT(tell_ending(path), HasSubstr(steps));
        const auto object = walk_json(State{p92()}, path, {});
        EXPECT_EQ(object["steps"].back()["number"], path.entries.size());
        EXPECT_THAT(write_walk(p92(), State{p92()}, path, {.boards = Boards::none}),
                    HasSubstr((path.entries.size() < 10 ? "\n " : "\n") +
                              std::to_string(path.entries.size()) + "  "));
        EXPECT_THAT(frames_of(p92(), State{p92()}, path).back().text, HasSubstr(steps));
    }
}

TEST(Walkthrough, TellsAPuzzleWithoutSolution) {
    Puzzle puzzle = p92();
    puzzle.set_given(Cell{0}, Digit{8});  // a second 9 in row 1
    const Path path = walk(State{puzzle}, {.rules = logic::built_in_rules("template")});
    EXPECT_EQ(path.status, logic::Status::impossible);
    EXPECT_THAT(tell_ending(path), StartsWith("This puzzle has no solution"));
}

TEST(Walkthrough, MarkdownNumbersItsSteps) {
    const std::string text = write_walk(p92(), State{p92()}, path_of(Guess::off),
                                        {.style = Notation::dotted, .markup = Markup::markdown});
    EXPECT_THAT(text, StartsWith("```text\n     c1"));
    EXPECT_THAT(text, HasSubstr("\n1. **Naked single** (10). In 75 every digit but 7 is ruled out: "
                                "it sees 1, 2, 6, 8 and 9 in column 5, 3 and 4 in row 7 and 5 in "
                                "box 8. So 75.7 holds.\n2. "));
    EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST(Walkthrough, ItsPageWalksThroughItselfInABrowser) {
    for (Guess guess : {Guess::off, Guess::first}) {
        const Path path = path_of(guess, "all");
        const auto frames = frames_of(p92(), State{p92()}, path);
        EXPECT_EQ(frames.size(), path.entries.size() + 1);
        const auto dom = tested_walk(write_html(frames, {.title = "P-92"}));
        if (!dom) GTEST_SKIP() << "no Chromium here";
        EXPECT_THAT(*dom, HasSubstr("data-selftest=\"ok " + std::to_string(frames.size()) + "\""));
    }
}

TEST(Walkthrough, CountsItsStepsAndNamesTheEnd) {
    const Path path = path_of(Guess::off);
    const std::string page = write_html(frames_of(p92(), State{p92()}, path));
    EXPECT_THAT(page, HasSubstr("\"place\":\"1 of 9\""));
    EXPECT_THAT(page, HasSubstr("\"place\":\"9 of 9\""));
    EXPECT_THAT(page, HasSubstr("\"place\":\"the end\""));
    EXPECT_THAT(page, Not(HasSubstr("of 10\"")));
}

// What was tried in vain is a matter for who asks; at the start stands how hard each step is.
TEST(Walkthrough, ItsPageBeginsWithAnOverviewAndFoldsAwayWhatWasTried) {
    const Path path = path_of(Guess::off);
    const auto frames = frames_of(p92(), State{p92()}, path);
    EXPECT_THAT(frames.back().text, Not(HasSubstr("Tried")));
    EXPECT_EQ(frames.back().folded.title, "What was tried: 2 techniques");
    EXPECT_THAT(frames.back().folded.text, StartsWith("Tried without success: naked single"));
    const std::string page = write_html(frames);
    EXPECT_THAT(page, HasSubstr("9 steps, 2 kinds of steps. Hardest: Naked single (10), step 1."));
    EXPECT_THAT(page, HasSubstr("<details><summary>What was tried: 2 techniques</summary>"));
    const auto seen = probe(page, 1280, 900, R"js(
        const glance = d.getElementById('glance').getBoundingClientRect(), more = d.getElementById('say-more');
        const start = [glance.top >= 0 && glance.bottom <= w.innerHeight, more.hidden];
        d.getElementById('last').click();
        return [...start, more.hidden, more.open, d.querySelectorAll('.bars rect').length];)js");
    if (!seen) GTEST_SKIP() << "no Chromium here";
    EXPECT_EQ(*seen, "[true,true,false,false,9]");
}

// A telephone, a tablet, a small laptop: the board stays where it is while one steps, with its
// buttons; the words of the step are in sight; nothing is wider than the window.
TEST(Walkthrough, TheBoardAndTheWordsStayInSightAtEveryWidth) {
    const Path path = path_of(Guess::first, "all");
    const auto frames = frames_of(p92(), State{p92()}, path);
    const std::string page = write_html(
        frames,
        {.title = "Walk-through of P-92", .subtitle = "9x9, rules: all. " + tell_ending(path)});
    struct Window {
        int width;
        int height;
    };
    for (const Window window : {Window{420, 800}, Window{760, 1024}, Window{1280, 900}}) {
        const auto measured = probe(page, window.width, window.height, R"js(
            const box = name => { const b = d.querySelector(name).getBoundingClientRect();
                                  return [b.top, b.bottom, b.left, b.right]; };
            const look = () => ({y: w.scrollY, board: box('.board svg'), nav: box('nav'), say: box('.say'),
                                 words: box('#say-text'), over: d.documentElement.scrollWidth - w.innerWidth,
                                 item: box('li[aria-selected=true]'), list: box('.list')});
            const seen = [look()];
            for (let i = 0; i < 30; ++i) { d.getElementById('next').click(); if (i % 5 == 4) seen.push(look()); }
            return seen;)js");
        if (!measured) GTEST_SKIP() << "no Chromium here";
        const auto seen = nlohmann::json::parse(*measured);
        ASSERT_EQ(seen.size(), 7U);
        for (const auto& look : seen) {
            SCOPED_TRACE(std::to_string(window.width) + " wide: " + look.dump());
            EXPECT_EQ(look["y"], 0);
            EXPECT_EQ(look["board"], seen[0]["board"]);
            EXPECT_GE(look["board"][0], 0);
            EXPECT_LE(look["nav"][1], window.height);
            EXPECT_LE(look["over"], 0);
            EXPECT_LT(look["words"][0], window.height - 20);
            if (window.width > 420) {
                EXPECT_LE(look["words"][1], window.height);
            }
            if (window.width > 900) {  // the list is beside the board and follows
                EXPECT_GE(look["item"][0], look["list"][0].get<double>() - 1);
                EXPECT_LE(look["item"][1], look["list"][1].get<double>() + 1);
                EXPECT_LE(look["list"][1], window.height);
            }
        }
    }
}

TEST(Walkthrough, PrintsABoardBesideEveryFewSteps) {
    const Path path = path_of(Guess::first, "all");
    const auto frames = frames_of(p92(), State{p92()}, path);
    const auto printed = probe(write_html(frames), 1280, 900, R"js(
        for (let i = 0; i < 3; ++i) d.getElementById('next').click();
        w.dispatchEvent(new w.Event('beforeprint'));
        const sheets = [...d.querySelectorAll('.sheet')];
        const digits = sheets.map(s => s.querySelectorAll('.given,.placed').length);
        const off = d.querySelectorAll('.sheet .off').length;
        const twice = [...d.querySelectorAll('text[id]')].length - new Set([...d.querySelectorAll('text[id]')].map(e => e.id)).size;
        w.dispatchEvent(new w.Event('afterprint'));
        return {digits, off, twice, left: d.querySelectorAll('.sheet').length,
                place: d.getElementById('place').textContent};)js");
    if (!printed) GTEST_SKIP() << "no Chromium here";
    const auto seen = nlohmann::json::parse(*printed);
    const auto digits = seen["digits"].get<std::vector<std::size_t>>();
    EXPECT_GE(digits.size() * 6, frames.size()) << *printed;
    EXPECT_EQ(digits.front(), 24U);
    EXPECT_EQ(digits.back(), 81U);
    EXPECT_TRUE(std::ranges::is_sorted(digits)) << *printed;
    EXPECT_EQ(seen["off"], 0);
    EXPECT_EQ(seen["twice"], 0);
    EXPECT_EQ(seen["left"], 0);
    EXPECT_THAT(seen["place"].get<std::string>(), StartsWith("4 of "));
}

TEST(WalkJson, ReadsBackToThePathItTells) {
    for (Guess guess : {Guess::off, Guess::first, Guess::all}) {
        const State start{p92()};
        const Path path = path_of(guess);
        const std::string text = walk_json(start, path, {.rules = "template"}).dump();
        const RecordedWalk walk = read_walk(text, "test");
        EXPECT_EQ(walk.start, start);
        EXPECT_EQ(walk.entries, path.entries);
        const logic::PathAudit proof = logic::audit(walk.start, walk.entries);
        EXPECT_TRUE(proof.sound()) << proof.result.what;
        EXPECT_TRUE(is_recorded_end(walk, proof.end));
        EXPECT_FALSE(is_recorded_end(walk, start));
    }
}

TEST(WalkJson, HoldsWhatTheSchemaPromises) {
    const auto object = walk_json(State{p92()}, path_of(Guess::off), {.rules = "template"});
    for (const char* key : {"status", "said", "ending", "score", "hardest", "guesses", "tried",
                            "rule_set", "start", "steps", "solutions", "state"})
        EXPECT_TRUE(object.contains(key)) << key;
    for (const auto& step : object["steps"])
        for (const char* key : {"number", "title", "text", "technique", "name", "size", "score",
                                "placements", "eliminations", "cites", "roles"})
            EXPECT_TRUE(step.contains(key)) << key;
    EXPECT_EQ(object["status"], "stuck");
    EXPECT_EQ(object["state"]["placed"],
              "..98....2...3128..2.8.69....5.62...1..14.8.2.6...91.4.....764.3..7.85...1..9..2..");
}

TEST(WalkJson, TellsFactsFromWhatIsSetAside) {
    const auto object = walk_json(State{p92()}, path_of(Guess::all), {});
    EXPECT_EQ(object["ending"], "exhausted");
    EXPECT_EQ(object["unique"], false);
    std::size_t aside = 0, apart = 0;
    for (const auto& step : object["steps"]) {
        ASSERT_TRUE(step.contains("kind") && step.contains("depth")) << step;
        if (step.contains("apart")) ++apart;
        if (step["kind"] != "set-aside") continue;
        ++aside;
        EXPECT_TRUE(step["eliminations"].empty());
        EXPECT_EQ(step["set_aside"].size(), 1U);
        EXPECT_EQ(step["apart"].is_number(), true);
    }
    EXPECT_GT(aside, 0U);
    EXPECT_GT(apart, aside);
    const auto first = walk_json(State{p92()}, path_of(Guess::first), {});
    EXPECT_EQ(first["ending"], "limit reached");
    EXPECT_TRUE(first["unique"].is_null());
    EXPECT_FALSE(walk_json(State{p92()}, path_of(Guess::off), {})["steps"][0].contains("kind"));
}

TEST(WalkJson, RefusesWhatItDidNotWrite) {
    const std::string good = walk_json(State{p92()}, path_of(Guess::off), {}).dump();
    const auto broken = [&](const char* from, const char* to) {
        std::string text = good;
        const auto at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        return text.replace(at, std::string{from}.size(), to);
    };
    EXPECT_THROW(read_walk("", "t"), InputError);
    EXPECT_THROW(read_walk("[]", "t"), InputError);
    EXPECT_THROW(read_walk("{}", "t"), InputError);
    EXPECT_THROW(read_walk(broken("\"start\"", "\"stort\""), "t"), InputError);
    EXPECT_THROW(read_walk(broken("\"placed\":\"..9", "\"placed\":\"..Z"), "t"), InputError);
    EXPECT_THROW(
        read_walk(broken("\"technique\":\"naked-single\"", "\"technique\":\"nacked-single\""), "t"),
        InputError);
    EXPECT_THROW(read_walk(good, "t", Geometry::standard(4)), InputError);
    std::string other = good;
    other.insert(1, "\"geometry\":\"9x9 jigsaw\",");
    EXPECT_THROW(read_walk(other, "t"), InputError);
}

}  // namespace
}  // namespace clew::explain
