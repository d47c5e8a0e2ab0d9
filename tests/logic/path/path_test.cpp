#include "logic/path/path.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/input_error.hpp"
#include "core/board/notation.hpp"
#include "core/rules/verify.hpp"
#include "logic/auditor/audit.hpp"
#include "logic/path/step_json.hpp"
#include "tests/logic/random_states.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/reference/random_puzzle.hpp"
#include "tests/support/find_first.hpp"
#include "tests/support/step_text.hpp"

namespace clew::logic {
namespace {

using reference::p92;

constexpr const char* figure_2 =
    "..98....2...3128..2.8.69....5.62...1..14.8.2.6...91.4.....764.3..7.85...1..9..2..";

TEST(Path, SinglesTakeP92ExactlyToTheSecondFigure) {
    const Path path = walk(State{Puzzle::from_line(p92)}, {.rules = built_in_rules("template")});
    EXPECT_EQ(path.status, Status::stuck);
    EXPECT_EQ(path.state, State{Puzzle::from_line(figure_2)});
    EXPECT_EQ(path.state.candidate_count() - path.state.open_count(), 109U);  // J. Paris: freedom
    EXPECT_EQ(path.tried, (std::vector{Technique::naked_single, Technique::hidden_single}));
}

TEST(Path, GuessAndCheckFindsAllTwelveSolutionsOfP92) {
    const Puzzle puzzle = Puzzle::from_line(p92);
    const Path path =
        walk(State{puzzle}, {.rules = built_in_rules("template"), .guess = Guess::all});
    EXPECT_EQ(path.status, Status::solved);
    EXPECT_EQ(path.ending, Ending::exhausted);
    EXPECT_EQ(path.solutions.size(), 12U);
    for (const Grid& grid : path.solutions) EXPECT_TRUE(is_solution(puzzle, grid));
    EXPECT_EQ(path.deduced, State{Puzzle::from_line(figure_2)});
}

TEST(Path, ReplaysFromItsJson) {
    const State start{Puzzle::from_line(p92)};
    for (Guess guess : {Guess::off, Guess::first, Guess::all}) {
        const Path path = walk(start, {.rules = built_in_rules("template"), .guess = guess});
        const auto entries = read_path(to_json(path).dump(2), start.geometry(), "test");
        EXPECT_EQ(entries, path.entries);
        if (guess != Guess::all) {
            EXPECT_EQ(replay(start, entries), path.state);
        }
    }
}

TEST(Path, RestartsAtTheFirstRuleAfterEveryChange) {
    // After any step of a later rule, an earlier one that hits must come next.
    const RuleSet& methods = *built_in_rules("methods");
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const State start = random_sample(Geometry::classic(), seed).state;
        State state = start;
        for (const Entry& entry : walk(start, {.rules = &methods}).entries) {
            if (entry.kind != Entry::Kind::deduction) continue;
            const auto expected = next_step(state, methods);
            ASSERT_TRUE(expected);
            EXPECT_EQ(*expected, entry.step);
            apply(entry.step, state);
        }
    }
}

TEST(Path, ScoresAreTheSumAndTheHardestStep) {
    const Path path = walk(State{Puzzle::from_line(p92)}, {.rules = built_in_rules("sudokujm")});
    long long sum = 0;
    int hardest = 0;
    for (const Entry& entry : path.entries) {
        sum += entry.step.score;
        hardest = std::max(hardest, entry.step.score);
    }
    EXPECT_EQ(path.score, sum);
    EXPECT_EQ(path.hardest_score, hardest);
    EXPECT_EQ(path.entries[path.hardest].step.score, hardest);
}

TEST(Path, StayingAtTheRuleThatHitEndsWhereRestartingDoes) {
    RuleSet stay = *built_in_rules("sudokujm");
    stay.restart = Restart::stay;
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const State start = random_sample(Geometry::classic(), seed).state;
        const Path a = walk(start, {.rules = built_in_rules("sudokujm")});
        const Path b = walk(start, {.rules = &stay});
        EXPECT_EQ(a.state, b.state) << "seed " << seed;
    }
}

// The quick closure is the path without steps: same rules, same end.
TEST(Path, EndsWhereTheClosureDoes) {
    RuleSet without = *built_in_rules("sudokujm");
    for (TechniqueRule& rule : without.rules)
        if (rule.technique == Technique::impossible_digit) rule.is = Switch::off;
    for (const GeometryPtr& geometry : {Geometry::classic(), Geometry::standard(6)})
        for (const auto& [rules, closure_rules] :
             {std::pair{*built_in_rules("template"), ClosureRules::singles},
              std::pair{without, ClosureRules::sudokujm}})
            for (std::uint64_t seed = 1; seed <= 60; ++seed) {
                const State start = random_sample(geometry, seed).state;
                std::vector<DigitSet> candidates(start.cell_count());
                for (std::size_t i = 0; i < candidates.size(); ++i)
                    candidates[i] = start.candidates(Cell{i});
                Closure closure{geometry};
                ASSERT_NE(closure.load(candidates), ClosureStatus::impossible);
                ASSERT_NE(closure.extend(closure_rules), ClosureStatus::impossible);
                const Path path = walk(start, {.rules = &rules});
                for (std::size_t i = 0; i < candidates.size(); ++i)
                    EXPECT_EQ(path.state.candidates(Cell{i}), closure.candidates(Cell{i}))
                        << geometry->description() << " seed " << seed << " cell " << i;
            }
}

TEST(Path, SaysThatAPuzzleIsImpossible) {
    Puzzle clash = Puzzle::from_line(p92);
    clash.set_given(Cell{0}, Digit{8});  // a second 9 in row 1
    EXPECT_EQ(walk(State{clash}).status, Status::impossible);
    // Impossible only after guessing: no rule at all, every thread fails.
    Puzzle latin{Geometry::standard(4)};
    for (std::size_t i = 0; i < 4; ++i) latin.set_marks(Cell{i}, DigitSet::all(i < 3 ? 2 : 4));
    const RuleSet singles = read_rules(R"({"rules": ["naked-single"]})", "test");
    const Path path = walk(State{latin}, {.rules = &singles, .guess = Guess::first});
    EXPECT_EQ(path.status, Status::impossible);
    EXPECT_TRUE(path.solutions.empty());
    EXPECT_GT(path.guesses, 0U);
}

TEST(Path, StopsAtItsBounds) {
    const State start{Puzzle::from_line(p92)};
    const RuleSet* rules = built_in_rules("template");
    const Path few = walk(start, {.rules = rules, .max_steps = 3});
    EXPECT_EQ(few.status, Status::interrupted);
    EXPECT_EQ(few.ending, Ending::limit_reached);
    EXPECT_EQ(few.entries.size(), 3U);
    const Path guesses = walk(start, {.rules = rules, .guess = Guess::all, .max_guesses = 2});
    EXPECT_EQ(guesses.status, Status::interrupted);
    EXPECT_EQ(guesses.ending, Ending::out_of_budget);
    EXPECT_EQ(guesses.guesses, 2U);
    const Path some = walk(start, {.rules = rules, .guess = Guess::all, .max_solutions = 5});
    EXPECT_EQ(some.status, Status::solved);
    EXPECT_EQ(some.ending, Ending::limit_reached);
    EXPECT_EQ(some.solutions.size(), 5U);
    StopFlag stop;
    stop.raise();
    EXPECT_EQ(walk(start, {.rules = rules, .stop = &stop}).ending, Ending::interrupted);
}

TEST(Path, FirstSolutionFollowsOneThread) {
    const Puzzle puzzle = Puzzle::from_line(p92);
    const Path path =
        walk(State{puzzle}, {.rules = built_in_rules("template"), .guess = Guess::first});
    EXPECT_EQ(path.status, Status::solved);
    ASSERT_EQ(path.solutions.size(), 1U);
    EXPECT_TRUE(is_solution(puzzle, path.solutions[0]));
    EXPECT_TRUE(path.state.solved());
    EXPECT_EQ(path.state.grid(), path.solutions[0]);
    EXPECT_EQ(path.entries.back().kind, Entry::Kind::solution);
    EXPECT_EQ(path.ending, Ending::limit_reached) << "other threads are left";
    EXPECT_EQ(has_one_solution(path), std::nullopt);
}

TEST(Path, KnowsWhetherThereIsOneSolution) {
    const RuleSet* singles = built_in_rules("template");
    const State several{Puzzle::from_line(p92)}, one{Puzzle::from_line(reference::gould)};
    const auto ask = [&](const State& start, Guess guess, const RuleSet* rules) {
        return has_one_solution(walk(start, {.rules = rules, .guess = guess}));
    };
    // Without a rule, everything is guessed.
    const RuleSet naked = read_rules(R"({"rules": ["naked-single"]})", "test");
    EXPECT_EQ(ask(several, Guess::all, singles), false);
    EXPECT_EQ(ask(several, Guess::first, singles), std::nullopt);
    EXPECT_EQ(ask(several, Guess::off, singles), std::nullopt);
    EXPECT_EQ(ask(one, Guess::all, &naked), true);
    EXPECT_EQ(ask(one, Guess::off, &naked), std::nullopt);
    EXPECT_EQ(ask(one, Guess::off, built_in_rules("all")), true);
    const State none{Puzzle::from_line(reference::contradictory)};
    EXPECT_EQ(ask(none, Guess::all, singles), false);
    const Path some = walk(several, {.rules = singles, .guess = Guess::all, .max_solutions = 1});
    EXPECT_EQ(has_one_solution(some), std::nullopt);
}

// What is called a fact is one: with no guess open and none set aside, it holds in every solution;
// elsewhere in every solution with the open guesses and without those set aside.
TEST(Path, WhatThreadsConcludeHoldsWhereTheySay) {
    std::size_t facts = 0, undone = 0, aside = 0, apart = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random random{seed};
        const GeometryPtr board = Geometry::standard(seed % 2 == 0 ? 4 : 6);
        const Grid grid = random_grid(board, random);
        const Puzzle puzzle = puzzle_from(board, grid, board->cell_count() / 4, random);
        std::vector<Grid> all;
        enumerate(puzzle, {.limit = 3000}, keep_in(all));
        const Path path =
            walk(State{puzzle}, {.rules = built_in_rules("template"), .guess = Guess::all});
        if (all.size() >= 1000) continue;
        EXPECT_EQ(path.solutions.size(), all.size());
        // The solutions of each open thread.
        std::vector<std::vector<Grid>> threads{all};
        for (const Entry& entry : path.entries) {
            if (entry.kind == Entry::Kind::undo || entry.kind == Entry::Kind::set_aside)
                threads.pop_back();
            std::vector<Grid>& here = threads.back();
            switch (entry.kind) {
                case Entry::Kind::deduction:
                case Entry::Kind::undo:
                    for (const Grid& g : here) {
                        for (Candidate c : entry.step.placements) EXPECT_EQ(g[c.cell], c.digit);
                        for (Candidate c : entry.step.eliminations) EXPECT_NE(g[c.cell], c.digit);
                    }
                    facts += entry.depth == 0 && entry.apart == 0;
                    apart += entry.apart > 0;
                    undone += entry.kind == Entry::Kind::undo;
                    if (entry.depth == 0 && entry.apart == 0) {
                        EXPECT_EQ(here, all);
                    }
                    break;
                case Entry::Kind::guess: {
                    const Candidate guess = entry.step.placements.front();
                    std::vector<Grid> inner;
                    for (const Grid& g : here)
                        if (g[guess.cell] == guess.digit) inner.push_back(g);
                    threads.push_back(std::move(inner));
                    break;
                }
                case Entry::Kind::contradiction:
                    EXPECT_TRUE(here.empty());
                    break;
                case Entry::Kind::solution:
                    EXPECT_EQ(here.size(), 1U);
                    break;
                case Entry::Kind::set_aside: {
                    ++aside;
                    const Candidate guess = entry.step.eliminations.front();
                    EXPECT_GT(
                        std::erase_if(here,
                                      [&](const Grid& g) { return g[guess.cell] == guess.digit; }),
                        0U);
                    break;
                }
            }
            EXPECT_EQ(entry.depth + 1, threads.size());
        }
    }
    EXPECT_GT(facts, 100U);
    EXPECT_GT(undone, 10U);
    EXPECT_GT(aside, 100U);
    EXPECT_GT(apart, 100U);
}

TEST(Path, AllThreadsGiveEverySolutionOnEveryBoard) {
    for (const GeometryPtr& geometry : {Geometry::standard(4), Geometry::standard(6)})
        for (std::uint64_t seed = 1; seed <= 15; ++seed) {
            Random random{seed};
            const Grid grid = random_grid(geometry, random);
            const Puzzle puzzle =
                puzzle_from(geometry, grid, geometry->cell_count() * 2 / 5, random);
            const Path path = walk(State{puzzle}, {.guess = Guess::all, .max_solutions = 5000});
            std::vector<Grid> expected;
            enumerate(puzzle, {}, keep_in(expected));
            std::vector<Grid> found = path.solutions;
            std::ranges::sort(found);
            std::ranges::sort(expected);
            EXPECT_EQ(found, expected) << geometry->description() << " seed " << seed;
        }
}

// What the same cases show is one step, and no step says what the one before could have said.
TEST(Path, TakesAllThatCasesGiveAtOnce) {
    RuleSet forcing = *built_in_rules("template");
    for (const Technique t : {Technique::cell_forcing_net, Technique::region_forcing_net})
        forcing.rules.push_back({.technique = t, .closure = ClosureRules::sudokujm});
    std::size_t several = 0;
    const std::string hard =
        "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........";
    for (const std::string& line : {std::string{p92}, std::string{figure_2}, hard}) {
        const State start{Puzzle::from_line(line)};
        const Path path = walk(start, {.rules = &forcing});
        EXPECT_TRUE(audit(start, path.entries).result.sound());
        for (const Entry& entry : path.entries)
            several += entry.step.reasons.size() > 1 && entry.step.eliminations.size() > 1;
    }
    EXPECT_GT(several, 3U);
}

TEST(StepJson, ReadsBackEveryTechnique) {
    std::set<Technique> seen;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const State state = random_sample(Geometry::classic(), seed).state;
        for (const TechniqueInfo& row : techniques())
            find(state, {.technique = row.technique}, [&](Step&& step) {
                EXPECT_EQ(read_step(write_step(step, state.geometry()), state.geometry(), "test"),
                          step);
                return seen.insert(row.technique).second ? Flow::go_on : Flow::stop;
            });
    }
    EXPECT_GT(seen.size(), 40U);
}

// A key that nobody reads may be a claim that nobody checks.
TEST(StepJson, RefusesEveryKeyThatItWouldPassOver) {
    using json = nlohmann::ordered_json;
    const GeometryPtr geometry = Geometry::classic();
    std::set<Technique> seen;
    std::size_t refused = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const State state = random_sample(geometry, seed).state;
        for (const TechniqueInfo& row : techniques()) {
            if (seen.contains(row.technique)) continue;
            const auto step = find_first(state, {.technique = row.technique});
            if (!step) continue;
            seen.insert(row.technique);
            const json whole = json::parse(write_step(*step, *geometry));
            ASSERT_EQ(read_step(whole.dump(), *geometry, "test"), *step);
            const json flat = whole.flatten();
            std::set<std::string> objects{""};
            for (const auto& [path, value] : flat.items()) {
                const std::string parent = path.substr(0, path.rfind('/'));
                if (whole.at(json::json_pointer{parent}).is_object()) objects.insert(parent);
            }
            for (const std::string& path : objects) {
                json odd = whole;
                odd[json::json_pointer{path}]["unheardof"] = 1;
                EXPECT_THROW(read_step(odd.dump(), *geometry, "test"), InputError)
                    << row.id << " " << path;
                ++refused;
            }
        }
    }
    EXPECT_GT(seen.size(), 20U);
    EXPECT_GT(refused, 100U);
    const auto entry = [&](const std::string& text) {
        return read_path("{\"steps\": [" + text + "]}", *geometry, "test");
    };
    EXPECT_NO_THROW(entry(R"({"kind": "solution", "depth": 1})"));
    EXPECT_THROW(entry(R"({"kind": "solution", "depth": 1, "placements": []})"), InputError);
    EXPECT_THROW(entry(R"({"kind": "solution", "kind": "undo", "depth": 1})"), InputError);
}

TEST(Path, UniquenessOnTrustProvesNothing) {
    std::size_t misled = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        Random random{seed};
        const Puzzle puzzle = cut_puzzle(random, Geometry::standard(6), 20, 40);
        if (verify(puzzle).validity != Validity::several) continue;
        State state{puzzle};
        // Nobody says anything: no step rests on it, and a walk that is stuck says what it left.
        const Path plain = walk(state, {.rules = built_in_rules("structures")});
        for (const Entry& entry : plain.entries) ASSERT_TRUE(entry.step.deadly.empty());
        ASSERT_EQ(plain.status, Status::stuck);
        EXPECT_FALSE(plain.passed_over.empty());
        EXPECT_TRUE(std::ranges::none_of(
            plain.tried, [](Technique t) { return info(t).family == Family::uniqueness; }));
        // The user is wrong.
        state.set_unique(Uniqueness::granted, puzzle);
        const Path path = walk(state, {.rules = built_in_rules("structures")});
        const bool rests = std::ranges::any_of(
            path.entries, [](const Entry& entry) { return !entry.step.deadly.empty(); });
        if (path.status == Status::stuck) {
            EXPECT_TRUE(path.passed_over.empty());
        }
        if (!rests) continue;
        EXPECT_NE(has_one_solution(path), true) << "seed " << seed;
        misled += path.status == Status::solved ? 1 : 0;
    }
    EXPECT_GT(misled, 0U) << "no puzzle was 'solved' on trust";
}

TEST(StepJson, RefusesWhatItDidNotWrite) {
    const GeometryPtr geometry = Geometry::classic();
    const char* cases[] = {
        "",
        "[]",
        "{}",
        "{\"steps\": 1}",
        "{\"steps\": [1]}",
        "{\"steps\": [99e999]}",
        R"({"steps": [{"technique": "x"}]})",
        R"({"steps": [{"kind": "magic", "depth": 1}]})",
        R"({"steps": [{"technique": "naked-pair", "size": 2, "score": 1, "placements": ["r1"],
            "eliminations": [], "cites": [], "roles": []}]})",
        R"({"steps": [{"technique": "naked-pair", "size": 2, "score": 1, "placements": [],
            "eliminations": [], "cites": [{"house": "row 77", "digit": "1"}], "roles": []}]})",
        R"({"steps": [{"technique": "naked-pair", "size": 2, "score": 1, "placements": [],
            "eliminations": [], "cites": [], "roles": [], "links": [{"from": 0, "to": 1,
            "kind": "weak", "by": {"cell": "r1c1"}}]}]})"};
    for (const char* text : cases)
        EXPECT_THROW(read_path(text, *geometry, "test"), InputError) << text;
}

// What the filters of rules strike is proved from the rule alone, and of no solution.
TEST(Path, HearsThePuzzlesOwnRules) {
    constexpr std::uint64_t seed = 77;
    std::size_t heard = 0, solved = 0;
    for (std::uint64_t round = 0; round < 150; ++round) {
        Random random = Random{seed}.split(round);
        const std::size_t side = round % 2 == 0 ? 4 : 6;
        const Puzzle puzzle = reference::random_ruled(random, Geometry::standard(side),
                                                      side == 4 ? 3 : 12, 1 + random.below(3));
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round) + " " +
                     reference::describe(puzzle));
        const auto few = reference::count_solutions(puzzle, 200, 100'000);
        if (!few || *few == 200) continue;
        const State start{puzzle};
        const Path path = walk(start, {.rules = built_in_rules("human")});
        const PathAudit proof = audit(start, path.entries);
        ASSERT_TRUE(proof.sound()) << "step " << proof.entry + 1 << ": " << proof.result.what;
        heard += static_cast<std::size_t>(std::ranges::count_if(path.entries, [](const Entry& e) {
            return e.step.technique == Technique::smallest_proof;
        }));
        const std::vector<Grid> solutions = reference::all_solutions(puzzle);
        if (path.status == Status::solved) {
            ++solved;
            ASSERT_EQ(solutions.size(), 1U);
            ASSERT_EQ(path.state.grid(), solutions.front());
        } else if (path.status == Status::impossible) {
            ASSERT_TRUE(solutions.empty());
        } else {
            for (const Grid& grid : solutions)
                for (std::size_t i = 0; i < start.cell_count(); ++i)
                    ASSERT_TRUE(path.state.candidates(Cell{i}).contains(grid[Cell{i}]));
        }
    }
    EXPECT_GT(heard, 100U);
    EXPECT_GT(solved, 20U);
}

}  // namespace
}  // namespace clew::logic
