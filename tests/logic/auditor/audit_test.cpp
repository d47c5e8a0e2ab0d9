#include "logic/auditor/audit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <functional>

#include "core/base/random.hpp"
#include "core/base/sorted.hpp"
#include "core/board/notation.hpp"
#include "logic/path/path.hpp"
#include "logic/strategies/rules.hpp"
#include "logic/strategies/strategy.hpp"
#include "solve/solve.hpp"
#include "tests/logic/random_states.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/reference/random_puzzle.hpp"
#include "tests/support/find_first.hpp"
#include "tests/support/long_tests.hpp"

namespace clew::logic {
namespace {

using reference::p92;
using testing::HasSubstr;
using testing::IsEmpty;

/// An open board in which the cells given as (cell, digits) have only these candidates.
State open_state(const std::vector<std::pair<std::size_t, std::string>>& cells) {
    Puzzle puzzle{Geometry::classic()};
    for (const auto& [cell, digits] : cells) {
        DigitSet marks;
        for (char c : digits) marks.insert(*parse_digit(c, 9));
        puzzle.set_marks(Cell{cell}, marks);
    }
    return State{puzzle};
}

Candidate c(const char* cell, int digit) { return {*parse_cell(cell, 9), Digit{digit - 1}}; }
Constraint cell(const char* name) { return Constraint::of(*parse_cell(name, 9)); }
Constraint row(int number, int digit) {
    return Constraint::of(House{number - 1}, Digit{digit - 1});
}
Constraint column(int number, int digit) {
    return Constraint::of(House{9 + number - 1}, Digit{digit - 1});
}

/// r1c1 = 35, r1c5 = 39, r4c1 = 59: an XY-wing on 9 at r4c5 that cites seven constraints.
struct XyWing {
    State state = open_state({{0, "35"}, {4, "39"}, {27, "59"}});
    Step step;

    XyWing() {
        step.technique = Technique::xy_wing;
        step.eliminations = {c("r4c5", 9)};
        step.cites = {{cell("r1c1"), Use::truth}, {cell("r1c5"), Use::truth},
                      {cell("r4c1"), Use::truth}, {row(1, 3), Use::link},
                      {column(1, 5), Use::link},  {column(5, 9), Use::link},
                      {row(4, 9), Use::link}};
    }
};

TEST(Audit, ProvesAnXyWingFromItsSevenConstraints) {
    const XyWing wing;
    const AuditResult result = audit(wing.state, wing.step);
    EXPECT_EQ(result.outcome, AuditOutcome::proved) << result.what;
    EXPECT_THAT(result.what, IsEmpty());
}

TEST(Audit, MissesAnyOfTheSeven) {
    const XyWing wing;
    for (std::size_t i = 0; i < wing.step.cites.size(); ++i) {
        Step less = wing.step;
        less.cites.erase(less.cites.begin() + static_cast<std::ptrdiff_t>(i));
        const AuditResult result = audit(wing.state, less);
        EXPECT_EQ(result.outcome, AuditOutcome::not_implied) << "without citation " << i;
        EXPECT_THAT(result.what, HasSubstr("r4c5<>9 does not follow"));
        // The counterexample obeys every cited truth and denies the conclusion.
        EXPECT_TRUE(std::ranges::count(result.counterexample, c("r4c5", 9)) == 1);
        for (const Citation& cite : less.cites) {
            std::size_t holding = 0;
            for (Candidate k : candidates_of(wing.state, cite.constraint))
                holding += static_cast<std::size_t>(std::ranges::count(result.counterexample, k));
            EXPECT_LE(holding, 1U);
            if (cite.use == Use::truth) {
                EXPECT_EQ(holding, 1U);
            }
        }
    }
}

TEST(Audit, ALinkIsNoTruth) {
    // r1c1 and r1c2 hold 1 or 2 and nothing else: cited as links they prove nothing.
    const State state = open_state({{0, "12"}, {1, "12"}});
    Step step;
    step.technique = Technique::naked_pair;
    step.eliminations = {c("r1c9", 1)};
    step.cites = {{cell("r1c1"), Use::truth},
                  {cell("r1c2"), Use::truth},
                  {row(1, 1), Use::link},
                  {row(1, 2), Use::link}};
    EXPECT_EQ(audit(state, step).outcome, AuditOutcome::proved);
    step.cites[0].use = Use::link;
    EXPECT_EQ(audit(state, step).outcome, AuditOutcome::not_implied);
}

TEST(Audit, TrueInTheSolutionIsNotEnough) {
    const Puzzle puzzle = Puzzle::from_line(reference::gould);
    const Grid solution = *solve(puzzle).solution;
    const State state{puzzle};
    Step step;
    for (Cell open : state.open()) {
        step.placements = {{open, solution[open]}};
        if (state.candidates(open).size() > 1) break;
    }
    step.cites = {{Constraint::of(step.placements.front().cell), Use::truth}};
    EXPECT_EQ(audit(state, step).outcome, AuditOutcome::not_implied);
}

TEST(Audit, AConstraintOfFewCellsGivesAtMostOneOnly) {
    const auto board = Geometry::make(
        {.size = 4, .boxes = BoxShape{2, 2}, .extras = {{"pair", {Cell{0}, Cell{15}}}}});
    const State state{Puzzle{board}};
    Step step;
    step.placements = {{Cell{0}, Digit{0}}};
    const House pair{board->house_count() - 1};
    // Everywhere else in "pair" the digit is gone; yet the pair need not hold it.
    State less = state;
    less.eliminate({Cell{15}, Digit{0}});
    step.cites = {{Constraint::of(pair, Digit{0}), Use::truth}};
    EXPECT_EQ(audit(less, step).outcome, AuditOutcome::not_implied);
}

TEST(Audit, RefusesWhatIsNotThere) {
    const XyWing wing;
    const auto outcome = [&](auto&& change) {
        Step step = wing.step;
        change(step);
        return audit(wing.state, step).outcome;
    };
    EXPECT_EQ(outcome([](Step& s) { s.eliminations.clear(); }), AuditOutcome::malformed);
    EXPECT_EQ(outcome([](Step& s) { s.eliminations = {c("r1c1", 9)}; }), AuditOutcome::malformed);
    EXPECT_EQ(outcome([](Step& s) { s.placements = {c("r1c1", 9)}; }), AuditOutcome::malformed);
    EXPECT_EQ(outcome([](Step& s) { s.placements = s.eliminations; }), AuditOutcome::malformed);
    EXPECT_EQ(outcome([](Step& s) {
                  s.placements = {c("r1c1", 3), c("r1c1", 5)};
              }),
              AuditOutcome::malformed);
    EXPECT_EQ(outcome([](Step& s) {
                  s.cites.push_back({Constraint::of(House{99}, Digit{0}), Use::link});
              }),
              AuditOutcome::malformed);
    EXPECT_EQ(outcome([](Step& s) {
                  s.groups = {{Role::base, {c("r1c1", 9)}, {}}};
              }),
              AuditOutcome::malformed);
    EXPECT_EQ(outcome([](Step& s) {
                  s.links = {{0, 1, LinkKind::weak, cell("r1c1")}};
              }),
              AuditOutcome::malformed);
}

/// r1c1, r1c4 and r2c1 hold 3 or 7, and r2c4 more: a unique rectangle, on the user's word.
struct Rectangle {
    State state = open_state({{0, "37"}, {3, "37"}, {9, "37"}});
    Step step;

    Rectangle() {
        state.set_unique(Uniqueness::granted, Puzzle{Geometry::classic()});
        step.technique = Technique::unique_rectangle_1;
        step.eliminations = {c("r2c4", 3), c("r2c4", 7)};
        step.cites = {{cell("r2c4"), Use::link}};
        step.deadly = {c("r1c1", 3), c("r1c1", 7), c("r1c4", 3), c("r1c4", 7),
                       c("r2c1", 3), c("r2c1", 7), c("r2c4", 3), c("r2c4", 7)};
    }
};

TEST(Audit, ProvesADeadlyPatternFromTheBoard) {
    const Rectangle r;
    const AuditResult result = audit(r.state, r.step);
    EXPECT_EQ(result.outcome, AuditOutcome::proved) << result.what;
}

TEST(Audit, FindsOutWrongPatterns) {
    const Rectangle r;
    const auto why = [&](auto&& change) {
        Rectangle other = r;
        change(other);
        const AuditResult result = audit(other.state, other.step);
        EXPECT_EQ(result.outcome, AuditOutcome::malformed);
        return result.what;
    };
    EXPECT_THAT(why([](Rectangle& o) {
                    o.state.set_unique(Uniqueness::unknown, Puzzle{Geometry::classic()});
                }),
                HasSubstr("known to have one solution"));
    // A corner is given: nobody can exchange it. It may still be placed, if it is not given.
    EXPECT_THAT(why([](Rectangle& o) {
                    o.state.place(c("r1c1", 3));
                    Puzzle question{Geometry::classic()};
                    question.set_given(*parse_cell("r1c1", 9), Digit{2});
                    o.state.set_unique(Uniqueness::granted, question);
                }),
                HasSubstr("which the puzzle does not allow"));
    // A pencil mark that the question never had is as good as a given.
    EXPECT_THAT(why([](Rectangle& o) {
                    o.state.eliminate(c("r1c4", 3));
                    Puzzle question{Geometry::classic()};
                    question.set_marks(*parse_cell("r1c4", 9),
                                       DigitSet::all(9) - DigitSet{Digit{2}});
                    o.state.set_unique(Uniqueness::granted, question);
                }),
                HasSubstr("which the puzzle does not allow"));
    // Not a pattern: a corner fewer, a digit fewer, a third digit, four boxes.
    const auto without = [](Rectangle& o, std::size_t from, std::size_t count) {
        const auto at = o.step.deadly.begin() + static_cast<std::ptrdiff_t>(from);
        o.step.deadly.erase(at, at + static_cast<std::ptrdiff_t>(count));
    };
    for (std::size_t i = 0; i < 8; ++i)
        EXPECT_THAT(why([&](Rectangle& o) { without(o, i, 1); }), HasSubstr("has no twin"));
    for (std::size_t i = 0; i < 8; i += 2)
        EXPECT_THAT(why([&](Rectangle& o) { without(o, i, 2); }), HasSubstr("has no twin"));
    EXPECT_THAT(
        why([](Rectangle& o) { o.step.deadly.insert(o.step.deadly.begin() + 2, c("r1c1", 9)); }),
        HasSubstr("has no twin"));
    EXPECT_THAT(why([](Rectangle& o) {
                    o.step.deadly = {c("r1c1", 3), c("r1c1", 7), c("r1c4", 3), c("r1c4", 7),
                                     c("r4c1", 3), c("r4c1", 7), c("r4c4", 3), c("r4c4", 7)};
                }),
                HasSubstr("has no twin"));
    EXPECT_THAT(why([](Rectangle& o) { std::swap(o.step.deadly[0], o.step.deadly[5]); }),
                HasSubstr("not in order"));
    // A diagonal through one corner and no other: on that board it is no pattern.
    Rectangle diagonal = r;
    Puzzle marks{Geometry::make({.size = 9, .boxes = BoxShape{3, 3}, .main_diagonal = true})};
    for (std::size_t i : {0U, 3U, 9U})
        marks.set_marks(Cell{i}, DigitSet{Digit{2}} | DigitSet{Digit{6}});
    diagonal.state = State{marks};
    diagonal.state.set_unique(Uniqueness::granted, Puzzle{marks.geometry_ptr()});
    EXPECT_THAT(audit(diagonal.state, diagonal.step).what, HasSubstr("has no twin"));
}

TEST(Audit, ADeadlyPatternProvesNoMoreThanItsGuardians) {
    Rectangle r;
    r.state = open_state({{0, "37"}, {3, "37"}});
    r.state.set_unique(Uniqueness::granted, Puzzle{Geometry::classic()});
    EXPECT_EQ(audit(r.state, r.step).outcome, AuditOutcome::not_implied);
    // Without the cell that holds the guardian, the guardian and 3 could both be there.
    Rectangle bare;
    bare.step.cites.clear();
    EXPECT_EQ(audit(bare.state, bare.step).outcome, AuditOutcome::not_implied);
}

TEST(Audit, GivesUpWhereTheBudgetEnds) {
    const XyWing wing;
    Step step = wing.step;
    step.cites[3].use = Use::truth;  // no unit to start from
    step.eliminations = {c("r9c9", 9)};
    step.cites.push_back({cell("r9c9"), Use::truth});
    EXPECT_EQ(audit(wing.state, step, {.max_nodes = 1}).outcome, AuditOutcome::out_of_budget);
    EXPECT_EQ(audit(wing.state, step).outcome, AuditOutcome::not_implied);
}

TEST(Audit, HearsAStopWhereItTakesLong) {
    // Nine cells for eight digits, with truths that share candidates: nothing sees that at once.
    State state = open_state({{0, "12345678"},
                              {1, "12345678"},
                              {2, "12345678"},
                              {3, "12345678"},
                              {4, "12345678"},
                              {5, "12345678"},
                              {6, "12345678"},
                              {7, "12345678"},
                              {8, "12345678"}});
    Step step;
    step.eliminations = {c("r9c9", 9)};
    for (std::size_t i = 0; i < 9; ++i) step.cites.push_back({Constraint::of(Cell{i}), Use::truth});
    for (std::size_t d = 0; d < 8; ++d)
        step.cites.push_back({Constraint::of(House{0}, Digit{d}), Use::truth});
    StopFlag stop;
    const AuditResult whole = audit(state, step, {.stop = &stop});
    EXPECT_EQ(whole.outcome, AuditOutcome::proved);
    stop.raise();
    const AuditResult stopped = audit(state, step, {.stop = &stop});
    EXPECT_EQ(stopped.outcome, AuditOutcome::out_of_budget);
    EXPECT_LT(stopped.nodes, whole.nodes);
    // What takes no time is proved all the same.
    const XyWing wing;
    EXPECT_TRUE(audit(wing.state, wing.step, {.stop = &stop}).sound());
}

TEST(Audit, ChecksEveryLineOfTheReasons) {
    // r1c1 = 12, r1c2 = 13, r2c1 = 23: 1 in r1c1 leaves r1c2=3, r2c1 = 2 or 3, and 3 is gone in
    // box.
    const State state = open_state({{0, "12"}, {1, "13"}, {9, "13"}});
    const House box{18};
    Step step;
    step.technique = Technique::impossible_digit;
    step.eliminations = {c("r1c1", 1)};
    step.cites = {{cell("r1c2"), Use::truth},
                  {cell("r2c1"), Use::truth},
                  {Constraint::of(box, Digit{0}), Use::link},
                  {Constraint::of(box, Digit{2}), Use::link}};
    const Citation ones{Constraint::of(box, Digit{0}), Use::link};
    const Citation threes{Constraint::of(box, Digit{2}), Use::link};
    Branch branch;
    branch.lines = {
        {c("r1c1", 1), Truth::holds, Technique::naked_single, {}, {}},
        {c("r1c2", 1), Truth::fails, Technique::naked_single, {ones}, {0}},
        {c("r1c2", 3), Truth::holds, Technique::naked_single, {{cell("r1c2"), Use::truth}}, {1}},
        {c("r2c1", 1), Truth::fails, Technique::naked_single, {ones}, {0}},
        {c("r2c1", 3), Truth::fails, Technique::naked_single, {threes}, {2}},
    };
    branch.conflict = cell("r2c1");
    step.reasons = {branch};
    EXPECT_EQ(audit(state, step).outcome, AuditOutcome::proved) << audit(state, step).what;

    Step leap = step;
    leap.reasons[0].lines[4].from = {0};  // the three falls by line 2, not by the assumption
    EXPECT_EQ(audit(state, leap).outcome, AuditOutcome::not_implied);
    Step early = step;
    early.reasons[0].lines.pop_back();  // nothing has run out yet
    EXPECT_EQ(audit(state, early).outcome, AuditOutcome::not_implied);
    Step other = step;
    other.reasons[0].lines[0].candidate = c("r1c1", 2);  // denies something else
    EXPECT_NE(audit(state, other).outcome, AuditOutcome::proved);
}

TEST(Audit, ProvesReasonsThatSupposeNothing) {
    // r1c1 = 12, r1c2 = 13, r2c1 = 13: the pair takes 1 from r1c1, which leaves 2.
    const State state = open_state({{0, "12"}, {1, "13"}, {9, "13"}});
    const House box{18};
    const std::vector<Citation> pair{{cell("r1c2"), Use::truth},
                                     {cell("r2c1"), Use::truth},
                                     {Constraint::of(box, Digit{0}), Use::link},
                                     {Constraint::of(box, Digit{2}), Use::link}};
    Step step;
    step.technique = Technique::smallest_proof;
    step.placements = {c("r1c1", 2)};
    step.cites = pair;
    step.cites.push_back({cell("r1c1"), Use::truth});
    step.reasons = {{{{c("r1c1", 1), Truth::fails, Technique::naked_pair, pair, {}},
                      {c("r1c1", 2),
                       Truth::holds,
                       Technique::naked_single,
                       {{cell("r1c1"), Use::truth}},
                       {0}}}}};
    normalise(step);
    EXPECT_EQ(audit(state, step).outcome, AuditOutcome::proved) << audit(state, step).what;

    Step bare = step;
    bare.reasons[0].lines[0].by.pop_back();  // without the 3s of the box
    EXPECT_EQ(audit(state, bare).outcome, AuditOutcome::not_implied);
    Step leap = step;
    leap.reasons[0].lines[1].from.clear();
    EXPECT_EQ(audit(state, leap).outcome, AuditOutcome::not_implied);
    Step early = step;
    early.reasons[0].lines.pop_back();  // comes to something else
    EXPECT_EQ(audit(state, early).outcome, AuditOutcome::not_implied);
    Step over = step;
    over.reasons[0].conflict = cell("r2c1");  // nothing is supposed that could run out
    EXPECT_EQ(audit(state, over).outcome, AuditOutcome::malformed);
    Step twice = step;
    twice.reasons.push_back(step.reasons[0]);
    EXPECT_EQ(audit(state, twice).outcome, AuditOutcome::malformed);
}

TEST(Audit, ProvesLemmasFromTheirOwnLines) {
    const State start{Puzzle::from_line(
        "98.7.....6.....87...7.....5.4..3.5....65...9......2..1..86...5.....1.3.......4..2")};
    const auto step = find_first(start, {.technique = Technique::nested_contradiction});
    ASSERT_TRUE(step);
    EXPECT_EQ(audit(start, *step).outcome, AuditOutcome::proved) << audit(start, *step).what;
    const auto with_lemma = [](Step& s) -> Inference& {
        for (Inference& line : s.reasons[0].lines)
            if (!line.lemma.empty()) return line;
        throw std::logic_error("no lemma");
    };
    Step bare = *step;
    with_lemma(bare).lemma[0].conflict.reset();  // claims, and does not come to an end
    EXPECT_EQ(audit(start, bare).outcome, AuditOutcome::malformed);
    Step other = *step;  // refutes something else
    with_lemma(other).lemma[0].lines[0].candidate = step->eliminations[0];
    EXPECT_EQ(audit(start, other).outcome, AuditOutcome::malformed);
    Step leap = *step;
    auto& lines = with_lemma(leap).lemma[0].lines;
    ASSERT_GT(lines.size(), 2U);
    lines.erase(lines.begin() + 1, lines.end());  // nothing has run out yet
    EXPECT_EQ(audit(start, leap).outcome, AuditOutcome::not_implied);
    Step truth = *step;
    with_lemma(truth).truth = Truth::holds;
    EXPECT_NE(audit(start, truth).outcome, AuditOutcome::proved);
}

TEST(Audit, ProvesReasonsThatBeginWithALemma) {
    // 1 in r1c1 leaves 3 in r1c2 and r2c1: so it is 2, and nothing was supposed but in the lemma.
    const State state = open_state({{0, "12"}, {1, "13"}, {9, "13"}});
    const Citation ones{Constraint::of(House{18}, Digit{0}), Use::link};
    const Citation threes{Constraint::of(House{18}, Digit{2}), Use::link};
    const Citation corner{cell("r1c1"), Use::truth}, beside{cell("r1c2"), Use::truth};
    Step step;
    step.placements = {c("r1c1", 2)};
    step.cites = {corner, beside, {cell("r2c1"), Use::truth}, ones, threes};
    const Branch lemma{{{c("r1c1", 1), Truth::holds, Technique::guess, {}, {}},
                        {c("r1c2", 1), Truth::fails, Technique::naked_single, {ones}, {0}},
                        {c("r1c2", 3), Truth::holds, Technique::naked_single, {beside}, {1}},
                        {c("r2c1", 1), Truth::fails, Technique::naked_single, {ones}, {0}},
                        {c("r2c1", 3), Truth::fails, Technique::naked_single, {threes}, {2}}},
                       cell("r2c1")};
    Inference first{c("r1c1", 1), Truth::fails, Technique::guess, {}, {}};
    first.lemma = {lemma};
    step.reasons = {
        {{first, {c("r1c1", 2), Truth::holds, Technique::naked_single, {corner}, {0}}}, {}}};
    EXPECT_EQ(audit(state, step).outcome, AuditOutcome::proved) << audit(state, step).what;
    step.reasons[0].lines[0].lemma[0].lines.pop_back();
    EXPECT_EQ(audit(state, step).outcome, AuditOutcome::not_implied);
}

TEST(AuditPath, ProvesThreadsAndSpotsWhatDoesNotFit) {
    const State start{Puzzle::from_line(p92)};
    const Path path = walk(start, {.rules = built_in_rules("template"), .guess = Guess::all});
    const PathAudit good = audit(start, path.entries);
    EXPECT_TRUE(good.sound()) << good.result.what;
    EXPECT_EQ(good.proved, path.entries.size());

    for (std::size_t i = 0; i < path.entries.size(); ++i) {
        std::vector<Entry> broken = path.entries;
        broken.erase(broken.begin() + static_cast<std::ptrdiff_t>(i));
        const Entry::Kind kind = path.entries[i].kind;
        if (kind == Entry::Kind::deduction) continue;  // may well be found again later
        // A last entry that is no undo may be missing: the thread is open then.
        if (i + 1 == path.entries.size()) continue;
        EXPECT_FALSE(audit(start, broken).sound()) << "without entry " << i;
    }
    for (std::size_t i = 0; i < path.entries.size(); ++i) {
        std::vector<Entry> swapped = path.entries;
        Entry::Kind& kind = swapped[i].kind;
        if (kind != Entry::Kind::undo && kind != Entry::Kind::set_aside) continue;
        kind = kind == Entry::Kind::undo ? Entry::Kind::set_aside : Entry::Kind::undo;
        EXPECT_FALSE(audit(start, swapped).sound()) << "entry " << i;
    }
    std::vector<Entry> silent = path.entries;
    silent.back().apart = 0;
    EXPECT_FALSE(audit(start, silent).sound());
    std::vector<Entry> lie = path.entries;
    lie.front().step.placements.front().digit =
        Digit{(lie.front().step.placements.front().digit.index() + 1) % 9};
    EXPECT_FALSE(audit(start, lie).sound());
}

// ---- every strategy, on random puzzles of every kind ------------------------------------------

std::size_t rounds(std::size_t usual) { return long_tests() ? usual * 10 : usual; }

Puzzle cut(Random& random, const GeometryPtr& board) { return cut_puzzle(random, board, 27, 42); }

std::string all_marks(const State& state) {
    std::string text = state.geometry().description() + ":";
    for (std::size_t i = 0; i < state.cell_count(); ++i)
        text += (state.placed(Cell{i}) ? " =" : " ") + to_string(state.candidates(Cell{i}));
    return text;
}

/// Everything that all strategies find in a state is proved, and spares every solution.
void check_all_steps(const State& state, const std::vector<Grid>& solutions,
                     const std::string& origin, std::vector<std::size_t>& found) {
    for (const TechniqueInfo& technique : techniques()) {
        std::size_t seen = 0;
        Query query{.technique = technique.technique};
        // Sets of five and more: on these boards a finder looks for them only when told to.
        if (query.technique == Technique::naked_set || query.technique == Technique::hidden_set ||
            query.technique == Technique::large_fish)
            query.max_size = state.size();
        find(state, query, [&](Step&& step) {
            const AuditResult result = audit(state, step);
            EXPECT_EQ(result.outcome, AuditOutcome::proved)
                << technique.id << ": " << result.what << "\n"
                << origin << "\n"
                << all_marks(state);
            for (const Grid& grid : solutions) {
                for (Candidate k : step.eliminations)
                    EXPECT_NE(grid[k.cell], k.digit) << technique.id << "\n" << all_marks(state);
                for (Candidate k : step.placements)
                    EXPECT_EQ(grid[k.cell], k.digit) << technique.id << "\n" << all_marks(state);
            }
            ++found[static_cast<std::size_t>(technique.technique)];
            return ++seen < 12 && !testing::Test::HasFailure() ? Flow::go_on : Flow::stop;
        });
        if (testing::Test::HasFailure()) return;
    }
}

/// Uniqueness within guesses: nothing is lost, and each step is proved there too.
void check_threads(const State& start, const Grid& solution, const std::string& origin) {
    static const RuleSet rules = *find_rules(
        "unique-rectangle-1,unique-rectangle-2,unique-rectangle-4,unique-rectangle-5,"
        "unique-rectangle-6,hidden-rectangle,avoidable-rectangle-1,avoidable-rectangle-2,"
        "extended-rectangle,unique-loop,bug-1,bug-n");
    const Path path = walk(start, {.rules = &rules, .guess = Guess::all, .max_guesses = 60});
    const PathAudit audited = audit(start, path.entries);
    ASSERT_TRUE(audited.sound()) << audited.result.what << "\n" << origin;
    if (path.status == Status::interrupted) return;
    ASSERT_EQ(path.solutions.size(), 1U) << origin;
    EXPECT_EQ(path.solutions.front(), solution) << origin;
    EXPECT_EQ(has_one_solution(path), true);
}

void check_puzzle(const Puzzle& puzzle, const std::string& origin,
                  std::vector<std::size_t>& found) {
    std::vector<Grid> solutions;
    const CountResult count = enumerate(puzzle, {.limit = 200}, keep_in(solutions));
    State start{puzzle};
    const bool unique = count.exact() && solutions.size() == 1;
    if (unique) start.set_unique(Uniqueness::proved, puzzle);
    const Path path = walk(start, {.rules = built_in_rules("all"), .guess = Guess::off});
    const PathAudit audited = audit(start, path.entries);
    ASSERT_TRUE(audited.sound()) << audited.result.what << "\nentry " << audited.entry << ": "
                                 << title(path.entries[audited.entry].step) << "\n"
                                 << origin << "\n"
                                 << all_marks(audited.end);
    for (const Grid& grid : solutions)
        for (const Entry& entry : path.entries) {
            for (Candidate k : entry.step.eliminations) ASSERT_NE(grid[k.cell], k.digit) << origin;
            for (Candidate k : entry.step.placements) ASSERT_EQ(grid[k.cell], k.digit) << origin;
        }
    if (path.status == Status::impossible) {
        EXPECT_TRUE(count.exact() && solutions.empty()) << origin;
    }
    if (path.status == Status::solved) {
        EXPECT_TRUE(unique) << origin;
    }
    for (const Entry& entry : path.entries) EXPECT_TRUE(unique || entry.step.deadly.empty());
    if (unique) check_threads(start, solutions.front(), origin);
    // All steps at a few states along the path.
    State state = start;
    const std::size_t stride = std::max<std::size_t>(1, path.entries.size() / 2);
    for (std::size_t i = 0; i <= path.entries.size(); ++i) {
        if (i % stride == stride - 1) check_all_steps(state, solutions, origin, found);
        if (testing::Test::HasFailure() || state.contradiction()) return;
        if (i < path.entries.size()) apply(path.entries[i].step, state);
    }
}

void fuzz(std::uint64_t seed, std::size_t count, const std::function<Puzzle(Random&)>& make) {
    std::vector<std::size_t> found(technique_count);
    std::size_t puzzles = 0;
    for (std::size_t i = 0; i < count && !testing::Test::HasFailure(); ++i) {
        Random random = Random{seed}.split(i);
        const Puzzle puzzle = make(random);
        if (puzzle.given_count() == 0) continue;
        ++puzzles;
        check_puzzle(puzzle,
                     "seed " + std::to_string(seed) + ", puzzle " + std::to_string(i) + ": " +
                         to_line(puzzle),
                     found);
    }
    std::size_t audited = 0;
    for (std::size_t n : found) audited += n;
    testing::Test::RecordProperty("puzzles", static_cast<int>(puzzles));
    testing::Test::RecordProperty("steps", static_cast<int>(audited));
    EXPECT_GT(audited, puzzles);
    if (long_tests())
        for (const TechniqueInfo& t : techniques())
            std::printf("  %-28s %zu steps proved\n", t.id,
                        found[static_cast<std::size_t>(t.technique)]);
}

TEST(AuditFuzz, EveryStepOnPlainBoardsIsProved) {
    fuzz(20140301, rounds(300), [](Random& r) { return cut(r, Geometry::classic()); });
}

TEST(AuditFuzz, EveryStepOnSmallBoardsOfAnyKindIsProved) {
    fuzz(20160801, rounds(1500),
         [](Random& r) { return cut(r, reference::random_geometry(r, 6)); });
}

TEST(AuditFuzz, EveryStepOnNineByNineVariantsIsProved) {
    fuzz(20060401, rounds(120), [](Random& r) {
        switch (r.below(4)) {
            case 0:
                return cut(r, Geometry::make({.size = 9,
                                              .boxes = BoxShape{3, 3},
                                              .main_diagonal = true,
                                              .anti_diagonal = true}));
            case 1:
                return cut(r,
                           Geometry::make({.size = 9, .boxes = BoxShape{3, 3}, .windows = true}));
            case 2:
                return cut(r,
                           Geometry::make({.size = 9, .regions = reference::random_regions(r, 9)}));
            default:
                return cut(r, Geometry::standard(7 + r.below(2)));
        }
    });
}

TEST(AuditFuzz, WrongAndPencilledPuzzlesToo) {
    fuzz(7, rounds(800),
         [](Random& r) { return reference::random_puzzle(r, reference::random_geometry(r, 5)); });
}

// What a cited rule proves is what every way to keep it has: all ways are tried, cell by cell, and
// looked at by its plain checker.
TEST(Audit, OfARuleIsWhatEveryWayToKeepItSays) {
    constexpr std::uint64_t seed = 20261124;
    std::size_t proved = 0, refused = 0;
    for (std::uint64_t round = 0; round < 360; ++round) {
        Random random = Random{seed}.split(round);
        const GeometryPtr board = Geometry::standard(round % 2 == 0 ? 4 : 6);
        Puzzle puzzle{board};
        const auto kind = static_cast<RuleKind>(round % 9);
        const auto grid = reference::random_grid(random, *board);
        puzzle.add_rule(reference::random_rule(random, *board, grid, kind));
        for (std::size_t i = 0; i < board->cell_count(); ++i) {
            DigitSet marks;
            for (std::size_t d = 0; d < board->size(); ++d)
                if (random.below(2) == 0) marks.insert(Digit{d});
            marks.insert((*grid)[Cell{i}]);
            puzzle.set_marks(Cell{i}, marks);
        }
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round) + " " +
                     reference::describe(puzzle));
        const State state{puzzle};
        const auto parts = state.rule_parts()->all();
        // A rule without cells is cited in pairs: the first of them.
        const std::size_t number = parts[0].cells().empty() ? 1 : 0;
        const rules::RulePart& part = parts[number];
        std::size_t ways = 1;
        for (const Cell cell : part.cells()) ways *= state.candidates(cell).size();
        if (ways > 50'000) continue;
        std::vector<DigitSet> used(part.cells().size());
        Grid way = *grid;
        const auto go = [&](auto&& self, std::size_t i) -> void {
            if (i == part.cells().size()) {
                if (!part.check(way)) return;
                for (std::size_t k = 0; k < i; ++k) used[k].insert(way[part.cells()[k]]);
                return;
            }
            for (const Digit d : state.candidates(part.cells()[i])) {
                way.set(part.cells()[i], d);
                self(self, i + 1);
            }
        };
        go(go, 0);
        for (std::size_t i = 0; i < used.size(); ++i)
            for (const Digit d : state.candidates(part.cells()[i])) {
                Step step;
                step.technique = Technique::smallest_proof;
                step.cites = {{Constraint::of_rule(number), Use::truth}};
                step.eliminations = {{part.cells()[i], d}};
                ASSERT_EQ(audit(state, step).sound(), !used[i].contains(d));
                step.placements = std::exchange(step.eliminations, {});
                ASSERT_EQ(audit(state, step).sound(), (used[i] - DigitSet{d}).empty());
                (used[i].contains(d) ? refused : proved) += 1;
            }
    }
    EXPECT_GT(proved, 200U);
    EXPECT_GT(refused, 500U);
}

// Tried in plain order, some of these take thousands of choices.
TEST(Audit, LearnsFromContradictions) {
    Puzzle puzzle = Puzzle::from_line(
        "..........3..5.2......3...........2.........6.2..8..........4.......3.........9..");
    clew::Rule sandwich{.kind = RuleKind::sandwich, .numbers = {0}};
    for (std::size_t r = 0; r < 9; ++r) sandwich.cells.push_back(Cell{9 * r + 2});
    puzzle.add_rule(sandwich);
    const State state{puzzle};
    Step step;
    step.technique = Technique::smallest_proof;
    step.cites = {{Constraint::of_rule(0), Use::truth}};
    std::size_t asked = 0;
    for (const Cell cell : sandwich.cells)
        for (const Digit d : state.candidates(cell)) {
            step.eliminations = {{cell, d}};
            EXPECT_NE(audit(state, step, {.max_nodes = 500}).outcome, AuditOutcome::out_of_budget)
                << to_string(step.eliminations.front(), 9);
            ++asked;
        }
    EXPECT_GT(asked, 60U);
}

/// Whether the assignment, a bit a candidate, obeys what is cited.
bool obeys(const State& state, const std::vector<Citation>& cites,
           const std::vector<Candidate>& candidates, std::uint32_t assignment) {
    return std::ranges::all_of(cites, [&](const Citation& citation) {
        std::size_t holding = 0;
        for (const Candidate k : candidates_of(state, citation.constraint)) {
            const auto at = std::ranges::find(candidates, k) - candidates.begin();
            holding += assignment >> at & 1U;
        }
        return holding == 1 || (holding == 0 && citation.use == Use::link);
    });
}

// Any constraints, as truths and as links: held against all assignments of their candidates.
TEST(Audit, OfAnyConstraintsIsWhatAllAssignmentsSay) {
    constexpr std::uint64_t seed = 20261125;
    constexpr std::size_t most_candidates = 16;
    StopFlag raised;
    raised.raise();
    std::size_t proved = 0, refused = 0;
    for (std::uint64_t round = 0; round < 2'000; ++round) {
        Random random = Random{seed}.split(round);
        const GeometryPtr board = Geometry::standard(round % 2 == 0 ? 4 : 6);
        Puzzle puzzle{board};
        for (std::size_t i = 0; i < board->cell_count(); ++i) {
            DigitSet marks{Digit{random.below(board->size())}};
            while (marks.size() < 2 || random.below(3) == 0)
                marks.insert(Digit{random.below(board->size())});
            puzzle.set_marks(Cell{i}, marks);
        }
        SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round) + " " +
                     reference::describe(puzzle));
        const State state{puzzle};
        if (state.contradiction()) continue;
        std::vector<Citation> cites;
        std::vector<Candidate> candidates;
        for (std::size_t tries = 0; tries < 12; ++tries) {
            const Constraint constraint =
                random.below(2) == 0 ? Constraint::of(Cell{random.below(board->cell_count())})
                                     : Constraint::of(House{random.below(3 * board->size())},
                                                      Digit{random.below(board->size())});
            std::vector<Candidate> more = candidates_of(state, constraint);
            more.insert(more.end(), candidates.begin(), candidates.end());
            sort_unique(more);
            const auto same = [&](const Citation& c) { return c.constraint == constraint; };
            if (more.size() > most_candidates || std::ranges::any_of(cites, same)) continue;
            candidates = std::move(more);
            cites.push_back({constraint, random.below(3) == 0 ? Use::link : Use::truth});
        }
        std::uint32_t ever_holds = 0, ever_fails = 0;
        for (std::uint32_t way = 0; way < std::uint32_t{1} << candidates.size(); ++way)
            if (obeys(state, cites, candidates, way)) {
                ever_holds |= way;
                ever_fails |= ~way;
            }
        std::vector<Candidate> open;
        for (std::size_t k = 0; k < candidates.size(); ++k) {
            if (state.placed(candidates[k].cell)) continue;
            open.push_back(candidates[k]);
            Step step;
            step.technique = Technique::smallest_proof;
            step.cites = cites;
            step.eliminations = {candidates[k]};
            const bool holds = (ever_holds >> k & 1U) != 0, fails = (ever_fails >> k & 1U) != 0;
            ASSERT_EQ(audit(state, step).sound(), !holds)
                << to_string(candidates[k], board->size());
            step.placements = std::exchange(step.eliminations, {});
            ASSERT_EQ(audit(state, step).sound(), !fails)
                << to_string(candidates[k], board->size());
            (holds ? refused : proved) += 1;
        }
        std::vector<Candidate> gone;
        for (const Candidate k : open) {
            const auto at = std::ranges::find(candidates, k) - candidates.begin();
            if ((ever_holds >> at & 1U) == 0) gone.push_back(k);
        }
        // One refuter for all: what one question has taught is no fault in the next.
        ASSERT_EQ(ruled_out(state, cites, open), gone);
        ASSERT_TRUE(ruled_out(state, cites, open, {.stop = &raised}).empty());
    }
    EXPECT_GT(proved, 50U);
    EXPECT_GT(refused, 1000U);
}

TEST(Audit, TakesNoRuleThatThePuzzleHasNot) {
    Step step;
    step.technique = Technique::smallest_proof;
    step.eliminations = {c("r1c1", 1)};
    step.cites = {{Constraint::of_rule(0), Use::truth}};
    EXPECT_EQ(audit(State{Puzzle{Geometry::classic()}}, step).outcome, AuditOutcome::malformed);
    Puzzle puzzle{Geometry::classic()};
    puzzle.add_rule({.kind = RuleKind::thermometer, .cells = {Cell{0}, Cell{1}}});
    step.cites = {{Constraint::of_rule(1), Use::truth}};
    EXPECT_EQ(audit(State{puzzle}, step).outcome, AuditOutcome::malformed);
    step.cites = {{Constraint::of_rule(0), Use::link}};
    EXPECT_EQ(audit(State{puzzle}, step).outcome, AuditOutcome::malformed);
    step.cites = {{Constraint::of_rule(0), Use::truth}};
    step.eliminations = {c("r1c1", 9)};
    EXPECT_EQ(audit(State{puzzle}, step).outcome, AuditOutcome::proved);
}

}  // namespace
}  // namespace clew::logic
