// Answers without a command line: as a page, a binding or a server would say them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/board/notation.hpp"
#include "explain/report/count.hpp"
#include "explain/report/csv.hpp"
#include "explain/report/density.hpp"
#include "explain/report/minimal.hpp"
#include "explain/report/question.hpp"
#include "explain/report/repair.hpp"
#include "explain/report/solve.hpp"
#include "explain/report/steps.hpp"
#include "explain/report/unavoidable.hpp"
#include "explain/report/why.hpp"
#include "logic/auditor/audit.hpp"
#include "solve/solve.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew::report {
namespace {

using nlohmann::ordered_json;
using reference::contradictory;
using reference::gould;
using reference::p92;
using ::testing::HasSubstr;
using ::testing::StartsWith;

Record record_of(const std::string& text) { return read_all(text, "here.txt").front(); }

/// What why() tells of its work: about a candidate or a cell.
std::vector<WhyProgress> told_of(const std::string& puzzle, const std::string& about, Why& found) {
    const Record record = record_of(puzzle);
    std::vector<WhyProgress> told;
    found = why(logic::State{record.puzzle}, *parse_spot(about, 9), {}, logic::Price::constraints,
                [&](const WhyProgress& now) { told.push_back(now); });
    return told;
}

TEST(Why, TellsUpToWhichSizeThereIsNoArgument) {
    Why found;
    const auto told =
        told_of("....4...6.325..7..........56.7.3.5...........9...7.8.....8.2..9.5....1.34....1...",
                "r1c3", found);
    ASSERT_TRUE(found.step.has_value());
    ASSERT_GT(found.step->none_below, 4U);
    EXPECT_THAT(told.front().doing, StartsWith("which candidates are in a solution: 0 of "));
    std::vector<std::string> sizes;
    for (std::size_t i = 1; i < told.size(); ++i) {
        EXPECT_LE(told[i - 1].none_below, told[i].none_below);
        EXPECT_TRUE(told[i].of == 0 || told[i].done <= told[i].of);
        if (told[i].none_below == 4) sizes.push_back(told[i].doing);
    }
    EXPECT_THAT(sizes,
                testing::Contains("no argument of up to 3 constraints; looking at 4 constraints"));
    EXPECT_LE(told.back().none_below, found.step->none_below);
    EXPECT_THAT(told.back().doing, HasSubstr("an argument is found; putting it into words"));
}

TEST(Why, TellsThatItLooksForTwoSolutions) {
    Why found;
    const auto told = told_of(std::string(81, '.'), "r1c1", found);
    EXPECT_EQ(found.outcome, Why::Outcome::open);
    EXPECT_EQ(told.back().doing, "two solutions as alike as can be: 79 of 80 cells");
    EXPECT_EQ(told.back().of, 80U);
    const auto few = told_of(p92, "r1c1", found);
    EXPECT_EQ(few.back().doing, "open: looking for the two solutions that are most alike");
}

TEST(Question, IsTheLineWhereTheLineSaysAll) {
    const Record record = record_of(p92);
    const ordered_json line = question_json("clew/count/1", record);
    EXPECT_EQ(line["puzzle"], p92);
    EXPECT_EQ(line["source"], "here.txt");
    EXPECT_FALSE(line.contains("question"));
    EXPECT_EQ(line_of(record.puzzle), p92);
    EXPECT_EQ(question_beyond_line(record.puzzle), "");
}

TEST(Question, IsThePuzzleItselfWhereTheLineDoesNotSayAll) {
    Record marked = record_of(p92);
    marked.puzzle.set_marks(Cell{0}, DigitSet{Digit{3}});
    Record diagonals = record_of(p92);
    GeometrySpec spec = Geometry::classic()->spec();
    spec.main_diagonal = true;
    diagonals.puzzle = Puzzle{Geometry::make(spec)};
    Record played = record_of(p92);
    played.progress.emplace();
    played.progress->placed.resize(81);
    played.progress->removed.resize(81);
    EXPECT_FALSE(question_json("clew/hint/1", played, About::state).contains("question"));
    played.progress->placed[0] = Digit{3};
    EXPECT_FALSE(question_json("clew/count/1", played).contains("question"));
    for (const auto& [record, about] :
         {std::pair{marked, About::puzzle}, std::pair{diagonals, About::puzzle},
          std::pair{played, About::state}}) {
        const ordered_json answer = question_json("clew/hint/1", record, about);
        ASSERT_TRUE(answer.contains("question"));
        const Record again = record_of(answer.dump());
        EXPECT_EQ(again.puzzle, record.puzzle);
        EXPECT_EQ(again.progress.has_value(), about == About::state);
        EXPECT_EQ(record_of(line_of(record.puzzle)).puzzle, record.puzzle);
    }
}

TEST(Question, AnAnswerWithoutItsBoardIsRefused) {
    for (
        const char* answer :
        {R"({"schema":"clew/count/1","error":"no puzzle"})",
         R"({"schema":"clew/count/1","puzzle":"1...............","geometry":"4x4, both diagonals"})",
         R"({"schema":"clew/count/1","puzzle":"1..","geometry":"4x4"})",
         R"({"schema":"clew/count/1","puzzle":7,"geometry":"4x4"})"})
        EXPECT_THROW(read_all(answer), InputError) << answer;
    EXPECT_EQ(read_all(R"({"schema":"clew/count/1","puzzle":"1...............","geometry":"4x4"})")
                  .front()
                  .puzzle.given_count(),
              1U);
}

TEST(Title, IsThePuzzlesOwn) {
    const auto title_with = [](std::map<std::string, std::string> metadata) {
        Record record = record_of(p92);
        record.metadata = std::move(metadata);
        return title_of(record);
    };
    EXPECT_EQ(title_with({{"title", "Mine"}, {"description", "not this"}}), "Mine");
    EXPECT_EQ(title_with({{"description", "P-92: the clue 6 moved. 12 solutions."}}), "P-92");
    EXPECT_EQ(title_with({{"description", "six by six, boxes of 2x3."}}),
              "six by six, boxes of 2x3");
    EXPECT_EQ(title_with({{"description", "first line\nsecond"}}), "first line");
    EXPECT_EQ(title_with({}), "9x9, 24 givens");
    EXPECT_EQ(title_with({{"title", ""}, {"description", ""}}), "9x9, 24 givens");
    const std::string longest =
        title_with({{"description", std::string(40, 'a') + " " + std::string(40, 'b')}});
    EXPECT_EQ(longest, std::string(40, 'a') + " ...");
    EXPECT_LE(title_with({{"description", std::string(500, 'x')}}).size(), 64U);
}

TEST(Counted, SaysWhatItIs) {
    const Record record = record_of(p92);
    Counted counted{count(record.puzzle)};
    EXPECT_EQ(to_text(counted.result), "12");
    EXPECT_EQ(doubt(counted), "");
    counted.check = counted.result;
    EXPECT_EQ(to_json(record, counted)["verified_with"]["agrees"], true);
    counted.check->solutions = 11;
    EXPECT_TRUE(counted.disagrees());
    EXPECT_EQ(to_json(record, counted)["verified_with"]["agrees"], false);
    EXPECT_THAT(doubt(counted), HasSubstr("disagree"));
    counted.check->ending = Ending::interrupted;
    EXPECT_FALSE(counted.disagrees());
    EXPECT_THAT(doubt(counted), StartsWith("not verified"));
    counted.check.reset();
    counted.result.ending = Ending::limit_reached;
    EXPECT_EQ(to_text(counted.result), ">=12");
    EXPECT_EQ(to_json(record, counted)["exact"], false);
}

TEST(Verified, AllThreeVerdicts) {
    for (const auto& [line, word, head] :
         {std::tuple{p92, "several", "several"}, std::tuple{gould, "unique", "valid"},
          std::tuple{contradictory, "none", "none"}}) {
        const Record record = record_of(line);
        const Verification found = verification(record.puzzle, {.redundancy = Redundancy::asked});
        EXPECT_EQ(to_json(record, found)["validity"], word);
        EXPECT_EQ(to_text(record.puzzle, found).head, head);
    }
}

TEST(Diagnosed, WhatIsFoundIsToldInBothForms) {
    const Record record = record_of(p92);
    const Diagnosis d =
        diagnose(record.puzzle, {.repair = {.pairs = setter::Pairs::none}, .top = 3});
    EXPECT_TRUE(d.found());
    const ordered_json object = to_json(record, d);
    ASSERT_EQ(object["proposals"].size(), 3U);
    const std::string text = to_text(record.puzzle, d);
    for (const ordered_json& proposal : object["proposals"])
        EXPECT_THAT(text, HasSubstr(proposal["text"].get<std::string>() + ": 1 solution"));
    EXPECT_EQ(untold(d) + 3, object["singles"]["valid"].get<std::size_t>());
    EXPECT_EQ(remarks(d).front(), "12 solutions");
}

TEST(Reduced, WhatIsFoundIsToldInBothForms) {
    const Record record = record_of(gould);
    const Reduction r = reduce(record.puzzle, {.wanted = MinimalMode::one});
    const ordered_json object = to_json(record, r);
    EXPECT_EQ(to_text(record.puzzle, r), object["subpuzzle"].get<std::string>() + "\n");
    const Reduction none = reduce(record_of(contradictory).puzzle);
    EXPECT_EQ(none.outcome, Reduction::Outcome::no_solution);
    EXPECT_EQ(to_text(record.puzzle, none), "");
}

// Half a reduction is no minimal puzzle, and every form of the answer says so.
TEST(Reduced, SaysThatAStopCameBeforeTheLastClue) {
    const Record record = record_of(to_line(*solve(record_of(gould).puzzle).solution));
    StopFlag stop;
    const Reduction r = reduce(record.puzzle, {.wanted = MinimalMode::one,
                                               .budget = {.stop = &stop},
                                               .on_progress = [&](const Progress& now) {
                                                   if (now.explored >= 0.55) stop.raise();
                                               }});
    ASSERT_EQ(r.subpuzzles.size(), 1U);
    EXPECT_FALSE(setter::redundant_clues(r.subpuzzles.front()).empty());
    EXPECT_FALSE(r.complete());
    EXPECT_EQ(to_json(record, r)["ending"], "interrupted");
    EXPECT_THAT(remark(record.puzzle, r), HasSubstr("perhaps more could go (interrupted)"));
    const Reduction whole = reduce(record.puzzle, {.wanted = MinimalMode::one});
    EXPECT_TRUE(whole.complete());
    EXPECT_EQ(to_json(record, whole)["ending"], "exhausted");
}

// A bound on the questions is one on all sub-puzzles, not on the rules that are taken out before.
TEST(Reduced, RulesAreTestedWhateverTheBudgetOfTheSubpuzzles) {
    const Record record =
        record_of(R"({"format":"clew-puzzle","version":2,"geometry":{"size":4,"boxes":[2,2]},)"
                  R"("givens":"1234............","rules":[{"kind":"odd","cells":["r1c1"]}]})");
    const Reduction r = reduce(record.puzzle, {.rules = true, .budget = {.max_nodes = 1}});
    EXPECT_EQ(r.redundant_rules, std::vector<std::size_t>{0});
}

TEST(DeadlySets, AreToldInBothForms) {
    DeadlySetFinder finder{{.max_size = 4}};
    const Record record = record_of(gould);
    const DeadlySets found = finder.find(record.puzzle);
    const ordered_json object = to_json(record, found);
    const std::string text = to_text(record.puzzle, found);
    ASSERT_FALSE(found.sets.empty());
    EXPECT_EQ(object["sets"].size(), found.sets.size());
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(text, '\n')), found.sets.size());
    EXPECT_EQ(finder.find(record_of(contradictory).puzzle).outcome,
              DeadlySets::Outcome::no_solution);
    EXPECT_EQ(DeadlySetFinder{{.max_solutions = 3}}.find(record_of(p92).puzzle).outcome,
              DeadlySets::Outcome::too_many_solutions);
}

TEST(DensityTold, TheNumbersOfTextAndJsonAreTheSame) {
    const Record record = record_of(p92);
    const setter::Density d = setter::density(record.puzzle);
    const ordered_json object = to_json(record, d);
    const std::string numbers = numbers_text(record.puzzle, d);
    std::size_t told = 0;
    for (const auto& [cell, digits] : object["cells"].items())
        for (const auto& [digit, n] : digits.items()) {
            EXPECT_THAT(numbers, HasSubstr(cell + "=" + digit + " " + n.dump() + "\n"));
            ++told;
        }
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(numbers, '\n')), told);
}

// A stop may come between the witnesses and the count.
TEST(Verification, CountsNoFewerThanItShows) {
    CountResult stopped;
    stopped.ending = Ending::interrupted;
    const Record record = record_of(p92);
    Verification found = verification(record.puzzle);
    found.number = no_less(stopped, found.verdict.witnesses.size());
    EXPECT_THAT(to_text(record.puzzle, found).whole(),
                StartsWith("several: at least 2 solutions;"));
    const ordered_json told = to_json(record, found);
    EXPECT_EQ(told["count"], 2);
    EXPECT_EQ(told["exact"], false);
    EXPECT_EQ(told["witnesses"].size(), 2U);
    EXPECT_EQ(no_less(count(record.puzzle), 2).solutions, Count{12});
    // One was seen, and not whether there is another.
    found.verdict.validity = Validity::unknown;
    found.verdict.ending = Ending::interrupted;
    found.verdict.witnesses.pop_back();
    found.number.reset();
    EXPECT_EQ(to_text(record.puzzle, found).whole(), "unknown: at least 1 solution, interrupted");
    EXPECT_EQ(to_json(record, found)["count"], 1);
    // Proposals that were cut short likewise.
    Diagnosis cut = diagnose(record.puzzle);
    cut.completion = {};
    cut.completion.listing = Ending::interrupted;
    EXPECT_EQ(to_json(record, cut)["solutions"]["count"], 2);
    EXPECT_EQ(remarks(cut).front(),
              "at least 2 solutions (interrupted): no additions and no questions");
}

TEST(Verification, NamesWhatCannotStandTogether) {
    const auto said = [](const std::string& text) {
        const Record record = record_of(text);
        const Verification found = verification(record.puzzle);
        const ordered_json told = to_json(record, found);
        EXPECT_EQ(found.verdict.validity, Validity::none);
        EXPECT_EQ("none: no solution; " + told["conflict"]["text"].get<std::string>(),
                  to_text(record.puzzle, found).whole());
        return told["conflict"];
    };
    EXPECT_EQ(said("5...5" + std::string(76, '.'))["text"],
              "row 1 holds 5 twice, at r1c1 and r1c5");
    EXPECT_EQ(
        said(std::string(40, '.') + "7" + std::string(8, '.') + "7" + std::string(31, '.'))["text"],
        "column 5 holds 7 twice, at r5c5 and r6c5");
    // Random conflicts: no solution with these clues alone, and each is needed where SAT is built.
    constexpr std::uint64_t seed = 20261127;
    std::size_t seen = 0;
    for (std::uint64_t round = 0; round < 60; ++round) {
        Random random = Random{seed}.split(round);
        Puzzle puzzle = Puzzle::from_line(gould);
        const Cell cell{random.below(81)};
        puzzle.set_given(cell, Digit{random.below(9)});
        const auto conflict = setter::quick_conflict(puzzle);
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round));
        if (verify(puzzle).validity != Validity::none) {
            ASSERT_FALSE(conflict.has_value());
            continue;
        }
        if (!is_built(Engine::sat) && !conflict) continue;
        ASSERT_TRUE(conflict.has_value());
        ++seen;
        const auto without = [&](std::optional<Cell> left_out) {
            Puzzle alone{puzzle.geometry_ptr()};
            for (const Cell clue : conflict->clues)
                if (clue != left_out) alone.set_given(clue, *puzzle.given(clue));
            return verify(alone).validity;
        };
        EXPECT_EQ(without(std::nullopt), Validity::none);
        for (const Cell clue : conflict->clues) EXPECT_NE(without(clue), Validity::none);
    }
    EXPECT_GT(seen, 20U);
}

TEST(Csv, ARowHasAFieldForEveryColumn) {
    constexpr std::array columns = {"a", "b.c", "d", "e"};
    EXPECT_EQ(csv_head(columns), "source,line,puzzle,geometry,a,b.c,d,e,error\n");
    const ordered_json answer = {{"source", "x,y"},   {"line", 3},       {"puzzle", "1.."},
                                 {"geometry", "4x4"}, {"a", {"p", "q"}}, {"b", {{"c", true}}},
                                 {"d", nullptr}};
    EXPECT_EQ(csv_row(columns, answer), "\"x,y\",3,1..,4x4,p q,true,,,\n");
    EXPECT_EQ(csv_row(columns, error_json("s", InputError({"f", 2, 1}, "bad \"x\"", "y"))),
              "f,2,,,,,,,\"bad \"\"x\"\"\"\n");
}

// Hints on boards with rules that are no houses, followed to the end; every step that could be
// taken on the way is proved, and removes nothing that one of all solutions uses.
TEST(Hint, LeadsThroughPuzzlesWithRulesToTheEnd) {
    constexpr std::uint64_t seed = 20261124;
    constexpr std::array kinds = {RuleKind::killer_cage, RuleKind::thermometer,     RuleKind::arrow,
                                  RuleKind::sandwich,    RuleKind::non_consecutive, RuleKind::sum};
    const logic::RuleSet rules = *logic::built_in_rules("human");
    std::size_t by_rules = 0, seen = 0;
    std::array<std::size_t, 2> ends{};
    for (std::uint64_t round = 0; round < 48; ++round) {
        Random random = Random{seed}.split(round);
        const Puzzle puzzle =
            reference::random_ruled(random, Geometry::standard(4), 1 + random.below(4),
                                    1 + random.below(4), kinds[round % kinds.size()]);
        SCOPED_TRACE("round " + std::to_string(round) + " " + reference::describe(puzzle));
        const auto few = reference::count_solutions(puzzle, 500, 200'000);
        if (!few || *few == 0 || *few == 500) continue;
        std::vector<DigitSet> possible(puzzle.geometry().cell_count());
        for (const Grid& grid : reference::all_solutions(puzzle))
            for (std::size_t i = 0; i < possible.size(); ++i) possible[i].insert(grid[Cell{i}]);
        logic::State state{puzzle};
        for (;;) {
            const logic::AllSteps all = every_step(state, rules, {}, Reach::beyond);
            const Hint hint = next_hint(state, rules, Reach::beyond);
            ASSERT_EQ(hint.step.has_value(), !all.groups.empty());
            for (const logic::StepGroup& group : all.groups)
                for (const logic::Step& step : group.steps) {
                    ASSERT_TRUE(logic::audit(state, step).sound()) << logic::title(step);
                    for (const Candidate c : step.eliminations)
                        ASSERT_FALSE(possible[c.cell.index()].contains(c.digit));
                    for (const Candidate c : step.placements)
                        ASSERT_EQ(possible[c.cell.index()], DigitSet{c.digit});
                    by_rules += step.technique == logic::Technique::smallest_proof ? 1 : 0;
                    ++seen;
                }
            if (!hint.step) {
                ASSERT_TRUE(state.solved() || (hint.settled && all.settled));
                break;
            }
            ASSERT_TRUE(std::ranges::any_of(all.groups, [&](const logic::StepGroup& group) {
                const logic::Step& step = group.steps.front();
                return step.placements == hint.step->placements &&
                       step.eliminations == hint.step->eliminations;
            })) << logic::title(*hint.step);
            apply(*hint.step, state);
        }
        for (std::size_t i = 0; i < possible.size(); ++i)
            ASSERT_EQ(state.candidates(Cell{i}), possible[i]);
        ++ends[*few == 1 ? 0 : 1];
    }
    EXPECT_GT(by_rules, 100U);
    EXPECT_GT(seen, 2 * by_rules);
    for (const std::size_t count : ends) EXPECT_GT(count, 3U);
}

}  // namespace
}  // namespace clew::report
