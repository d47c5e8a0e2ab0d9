#include "proof/certify/conclusions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <sstream>
#include <utility>

#include "core/base/input_error.hpp"
#include "core/base/random.hpp"
#include "core/base/stopped.hpp"
#include "core/board/notation.hpp"
#include "proof/certify/formula.hpp"
#include "proof/certify/words.hpp"
#include "proof/certify/write_drat.hpp"
#include "proof/checker/explanation.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::certify {
namespace {

using testing::HasSubstr;

/// The literals that hold in every solution, and those that hold in some alone.
struct Backbone {
    std::vector<Lit> always, sometimes;
};

class Models final : public WalkGuide {
  public:
    explicit Models(std::size_t variables) : seen_(2 * variables, 0) {}
    std::optional<Lit> choose(const Propagator& /*state*/) override { return std::nullopt; }
    void solved(const Propagator& state, std::span<const Lit> /*excluded*/) override {
        ++models_;
        for (std::size_t v = 0; 2 * v < seen_.size(); ++v) {
            const Lit l = Lit::positive(Var{v});
            ++seen_[(state.value(l) > 0 ? l : ~l).code()];
        }
    }
    Backbone backbone() const {
        Backbone found;
        for (std::size_t v = 0; 2 * v < seen_.size(); ++v)
            for (const Lit l : {Lit::positive(Var{v}), Lit::negative(Var{v})}) {
                if (seen_[l.code()] == models_) found.always.push_back(l);
                if (seen_[l.code()] > 0 && seen_[l.code()] < models_) found.sometimes.push_back(l);
            }
        return found;
    }

  private:
    std::vector<std::uint64_t> seen_;
    std::uint64_t models_ = 0;
};

struct Made {
    Puzzle puzzle;
    std::vector<CitedStep> steps{};
    ConclusionProof done{};
    std::string formula{}, proof{}, list{};

    std::string fault() const {
        std::istringstream f{formula}, p{proof}, s{list};
        try {
            const proof::CheckResult found = proof::check_explanation(
                {.puzzle = puzzle, .formula = &f, .proof = &p, .steps = &s});
            return found.accepted ? "" : found.part + ": " + found.why;
        } catch (const InputError& error) {
            return error.message();
        }
    }
};

std::string list_of(const Puzzle& puzzle, std::span<const CitedStep> steps) {
    const Geometry& board = puzzle.geometry();
    std::string text;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        text += std::to_string(i + 1) + "\ta step\t";
        for (const Conclusion& c : steps[i].conclusions)
            text += (text.ends_with('\t') ? "" : " ") +
                    clew::to_string(c.candidate.cell, board.size()) + (c.holds ? "=" : "<>") +
                    digit_symbol(c.candidate.digit);
        text += '\t';
        for (const Cited& cited : steps[i].cites)
            text += (text.ends_with('\t') ? "" : "; ") + to_string(cited, board);
        text += "\t0\n";
    }
    return text;
}

Made derived(const Puzzle& puzzle, std::vector<CitedStep> steps) {
    Made made{.puzzle = puzzle, .steps = std::move(steps)};
    const StepFormula f = step_formula(puzzle, made.steps);
    std::ostringstream proof, formula, none;
    DratWriter writer{proof, none, {}};
    made.done = derive(f, {}, writer);
    write_formula(formula, puzzle, f);
    made.formula = formula.str();
    made.proof = proof.str();
    made.list = list_of(puzzle, made.steps);
    return made;
}

Backbone backbone_of(const Puzzle& puzzle) {
    const CertifiedFormula f = certified_formula(puzzle);
    std::ostringstream a, b;
    DratWriter writer{a, b, f.open};
    Models models{f.variables};
    const WalkReport done = walk(f.formula, f.variables, f.candidates.size(), {}, writer, &models);
    EXPECT_EQ(done.ending, Ending::exhausted);
    return models.backbone();
}

/// So many literals a step, in random order, from the whole puzzle.
std::vector<CitedStep> shuffled(const CertifiedFormula& f, std::vector<Lit> literals,
                                std::size_t each, Random& random) {
    random.shuffle(literals);
    std::vector<CitedStep> steps;
    for (std::size_t i = 0; i < literals.size(); ++i) {
        if (i % each == 0) steps.push_back({.cites = {{.kind = Cited::Kind::puzzle}}});
        steps.back().conclusions.push_back(
            {f.candidates[literals[i].var().index()], !literals[i].is_negative()});
    }
    return steps;
}

/// Singles one after another, each with the one constraint that it follows from.
std::vector<CitedStep> singles_of(const Puzzle& puzzle) {
    const Geometry& board = puzzle.geometry();
    std::vector<DigitSet> open = puzzle.candidates_after_givens();
    std::vector<bool> placed(board.cell_count(), false);
    for (std::size_t i = 0; i < placed.size(); ++i) placed[i] = puzzle.given(Cell{i}).has_value();
    std::vector<CitedStep> steps;
    const auto place = [&](Candidate c, Cited cited) {
        steps.push_back({.title = "a single", .conclusions = {{c, true}}, .cites = {cited}});
        placed[c.cell.index()] = true;
        open[c.cell.index()] = DigitSet{c.digit};
        for (const Cell peer : board.peers(c.cell)) open[peer.index()].erase(c.digit);
    };
    const auto next = [&] {
        for (std::size_t i = 0; i < placed.size(); ++i)
            if (!placed[i] && open[i].size() == 1) {
                place({Cell{i}, open[i].first()}, {.index = i});
                return true;
            }
        for (std::size_t h = 0; h < board.house_count(); ++h)
            for (std::size_t d = 0; d < board.size(); ++d) {
                std::vector<Cell> places;
                for (const Cell cell : board.cells_of(House{h}))
                    if (open[cell.index()].contains(Digit{d})) places.push_back(cell);
                if (places.size() != 1 || placed[places[0].index()]) continue;
                place({places[0], Digit{d}},
                      {.kind = Cited::Kind::house, .index = h, .digit = Digit{d}});
                return true;
            }
        return false;
    };
    while (next()) {
    }
    return steps;
}

TEST(Conclusions, FollowWhateverTheirOrder) {
    Random random{31};
    for (const std::string& line : {reference::p92, reference::gould}) {
        const Puzzle puzzle = Puzzle::from_line(line);
        const Backbone found = backbone_of(puzzle);
        ASSERT_GT(found.always.size(), 50U);
        for (const std::size_t each : {1U, 3U}) {
            const Made made =
                derived(puzzle, shuffled(certified_formula(puzzle), found.always, each, random));
            EXPECT_FALSE(made.done.fails);
            EXPECT_EQ(made.done.report.ending, Ending::exhausted);
            EXPECT_LE(made.done.lemmas.back(), made.done.report.lemmas);
            EXPECT_TRUE(std::ranges::is_sorted(made.done.lemmas));
            EXPECT_EQ(made.fault(), "");
        }
    }
}

TEST(Conclusions, OneThatDoesNotFollowIsNamed) {
    Random random{32};
    const Puzzle puzzle = Puzzle::from_line(reference::p92);
    const CertifiedFormula f = certified_formula(puzzle);
    const Backbone found = backbone_of(puzzle);
    ASSERT_FALSE(found.sometimes.empty());
    for (int round = 0; round < 20; ++round) {
        std::vector<CitedStep> steps = shuffled(f, found.always, 2, random);
        const std::size_t at = random.below(steps.size());
        const Lit sometimes = found.sometimes[random.below(found.sometimes.size())];
        steps[at].conclusions.push_back(
            {f.candidates[sometimes.var().index()], !sometimes.is_negative()});
        const Made made = derived(puzzle, steps);
        EXPECT_EQ(made.done.fails, at) << "round " << round;
        EXPECT_NE(made.fault(), "");
    }
}

// A single follows from its one constraint, and from nothing less.
TEST(Conclusions, WhatIsCitedIsEnoughAndNeeded) {
    for (const std::string& line : {reference::p92, reference::gould}) {
        const Puzzle puzzle = Puzzle::from_line(line);
        const std::vector<CitedStep> steps = singles_of(puzzle);
        ASSERT_GT(steps.size(), 7U);
        const Made right = derived(puzzle, steps);
        EXPECT_FALSE(right.done.fails);
        EXPECT_EQ(right.fault(), "");
        for (std::size_t i = 0; i < steps.size(); i += 5) {
            auto less = steps;
            less[i].cites.clear();
            EXPECT_EQ(derived(puzzle, less).done.fails, i);
            auto half = steps;
            half[i].cites[0].half = Cited::Half::at_most_one;
            EXPECT_EQ(derived(puzzle, half).done.fails, i);
            auto early = steps;  // before what it rests on, unless it rests on nothing
            std::rotate(early.begin(), early.begin() + static_cast<std::ptrdiff_t>(i),
                        early.begin() + static_cast<std::ptrdiff_t>(i) + 1);
            const Made moved = derived(puzzle, early);
            EXPECT_TRUE(!moved.done.fails || moved.done.fails == 0U);
            EXPECT_EQ(moved.fault() == "", !moved.done.fails);
            // The list cites less, more or something else than the formula.
            for (const auto& other : {less, half}) {
                Made mutant = right;
                mutant.list = list_of(puzzle, other);
                EXPECT_THAT(mutant.fault(), HasSubstr("none that the steps make"));
            }
            Made mutant = right;
            auto more = steps;
            more[i].cites.push_back({.kind = Cited::Kind::puzzle});
            mutant.list = list_of(puzzle, more);
            EXPECT_THAT(mutant.fault(), HasSubstr("is missing"));
            auto other = steps;
            other[i].cites[0].kind = Cited::Kind::cell;
            other[i].cites[0].index = (steps[i].cites[0].index + 1) % 81;
            mutant.list = list_of(puzzle, other);
            EXPECT_THAT(mutant.fault(), HasSubstr("formula: "));
        }
    }
}

TEST(Conclusions, WhateverIsChangedIsCaught) {
    Random random{33};
    const Puzzle puzzle = Puzzle::from_line(reference::p92);
    const Backbone found = backbone_of(puzzle);
    const std::vector<CitedStep> steps =
        shuffled(certified_formula(puzzle), found.always, 3, random);
    const Made right = derived(puzzle, steps);
    ASSERT_EQ(right.fault(), "");
    // A step less, one more, another conclusion.
    for (std::size_t i = 0; i < steps.size(); ++i) {
        Made mutant = right;
        auto less = steps;
        less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
        mutant.list = list_of(puzzle, less);
        EXPECT_THAT(mutant.fault(), HasSubstr("formula: "));
        auto other = steps;
        other[i].conclusions[0].holds = !other[i].conclusions[0].holds;
        mutant.list = list_of(puzzle, other);
        EXPECT_THAT(mutant.fault(), HasSubstr("formula: "));
        // The formula claims it, too: then the proof does not hold.
        const Made wrong = derived(puzzle, other);
        EXPECT_EQ(wrong.done.fails, i);
        mutant.formula = wrong.formula;
        EXPECT_THAT(mutant.fault(), HasSubstr("proof: ")) << i;
    }
    Made mutant = right;
    mutant.proof.clear();
    EXPECT_THAT(mutant.fault(), HasSubstr("proof: "));
    mutant = right;
    mutant.list += mutant.list.substr(0, mutant.list.find('\n') + 1);
    EXPECT_THAT(mutant.fault(), HasSubstr("not a step"));
    mutant = right;
    mutant.list.replace(mutant.list.find("the whole puzzle"), 16, "the whole moon");
    EXPECT_THAT(mutant.fault(), HasSubstr("'the whole moon' is no constraint of the board"));
    mutant = right;
    mutant.puzzle = Puzzle::from_line(reference::gould);
    EXPECT_NE(mutant.fault(), "");
    mutant = right;
    for (std::size_t i = 0; i < 81; ++i)
        if (puzzle.given(Cell{i})) {
            mutant.puzzle.clear_given(Cell{i});
            break;
        }
    EXPECT_NE(mutant.fault(), "");
}

/// The clauses of a formula's text, and what stands before them.
struct FormulaText {
    std::string comments;
    std::size_t variables = 0;
    std::vector<std::string> clauses;

    explicit FormulaText(const std::string& formula) {
        std::istringstream in{formula};
        std::string line;
        while (std::getline(in, line))
            if (line.starts_with("p cnf ")) {
                std::istringstream{line.substr(6)} >> variables;
            } else if (variables == 0) {
                comments += line + '\n';
            } else {
                clauses.push_back(line);
            }
    }
    std::string text() const {
        std::string all = comments + "p cnf " + std::to_string(variables) + ' ' +
                          std::to_string(clauses.size()) + '\n';
        for (const std::string& clause : clauses) all += clause + '\n';
        return all;
    }
};

// Every clause of the formula deleted, and given another literal: the steps' words must disagree,
// or a half of a constraint that nothing needs was touched and the puzzle's clauses do.
TEST(Conclusions, EveryClauseIsLookedAt) {
    const Puzzle puzzle = Puzzle::from_line(reference::gould);
    const Made right = derived(puzzle, singles_of(puzzle));
    ASSERT_EQ(right.fault(), "");
    const FormulaText right_text{right.formula};
    ASSERT_EQ(right_text.text(), right.formula);
    for (std::size_t i = 0; i < right_text.clauses.size(); i += 103) {
        Made mutant = right;
        FormulaText less = right_text;
        less.clauses.erase(less.clauses.begin() + static_cast<std::ptrdiff_t>(i));
        mutant.formula = less.text();
        EXPECT_THAT(mutant.fault(), HasSubstr("formula: ")) << i;
        FormulaText other = right_text;
        other.clauses[i].insert(0, std::to_string(i % 2 == 0 ? other.variables : 1) + " ");
        mutant.formula = other.text();
        EXPECT_THAT(mutant.fault(), HasSubstr("formula: ")) << i;
    }
}

// Each rule is on a switch of its own: what follows from one does not follow from another.
TEST(Conclusions, RestOnTheRuleThatTheyCite) {
    Puzzle puzzle{Geometry::standard(4)};
    puzzle.add_rule({.kind = RuleKind::killer_cage, .cells = {Cell{0}, Cell{5}}, .numbers = {7}});
    puzzle.add_rule({.kind = RuleKind::thermometer, .cells = {Cell{2}, Cell{3}, Cell{7}}});
    const Cited cage{.kind = Cited::Kind::rule, .index = 0};
    const Cited thermometer{.kind = Cited::Kind::rule, .index = 1};
    EXPECT_EQ(to_string(thermometer, puzzle.geometry()), "rule 2");
    const auto gone = [](std::size_t cell, std::size_t digit) {
        return Conclusion{{Cell{cell}, Digit{digit}}, false};
    };
    const std::vector<Conclusion> by_cage{gone(0, 0), gone(5, 1)};
    const std::vector<Conclusion> by_thermometer{gone(2, 3), gone(7, 0)};
    const Made right =
        derived(puzzle, {{.title = "one", .conclusions = by_cage, .cites = {cage}},
                         {.title = "two", .conclusions = by_thermometer, .cites = {thermometer}}});
    EXPECT_FALSE(right.done.fails);
    EXPECT_EQ(right.fault(), "");
    const Made wrong =
        derived(puzzle, {{.title = "one", .conclusions = by_cage, .cites = {thermometer}}});
    EXPECT_EQ(wrong.done.fails, std::optional<std::size_t>{0});
    // The list says another rule than the formula.
    Made lying = right;
    lying.list.replace(lying.list.find("rule 1"), 6, "rule 2");
    EXPECT_THAT(lying.fault(), HasSubstr("formula: "));
    lying.list = right.list;
    lying.list.replace(lying.list.find("rule 1"), 6, "rule 3");
    EXPECT_THAT(lying.fault(), HasSubstr("'rule 3' is no constraint of the board"));
    // The puzzle has another rule than its switch.
    Puzzle other{puzzle.geometry_ptr()};
    other.add_rule(puzzle.rules()[1]);
    other.add_rule(puzzle.rules()[0]);
    Made swapped = right;
    swapped.puzzle = other;
    EXPECT_THAT(swapped.fault(), HasSubstr("formula: "));
}

std::vector<int> literals_of(const std::string& clause) {
    std::istringstream in{clause};
    std::vector<int> literals;
    for (int l = 0; in >> l && l != 0;) literals.push_back(l);
    return literals;
}

/// Two sums that share a cell, and what each forbids.
Made by_two_sums() {
    Puzzle puzzle{Geometry::standard(4)};
    puzzle.add_rule({.kind = RuleKind::sum,
                     .cells = {Cell{0}, Cell{6}, Cell{9}, Cell{15}},
                     .numbers = {0, 6, 1, 1, 1, 1}});
    puzzle.add_rule({.kind = RuleKind::sum,
                     .cells = {Cell{0}, Cell{7}, Cell{10}, Cell{13}},
                     .numbers = {0, 6, 1, 1, 1, 1}});
    const auto gone = [](std::size_t cell) { return Conclusion{{Cell{cell}, Digit{3}}, false}; };
    return derived(
        puzzle, {{.title = "one", .conclusions = {gone(0)}, .cites = {{.kind = Cited::Kind::rule}}},
                 {.title = "two",
                  .conclusions = {gone(7)},
                  .cites = {{.kind = Cited::Kind::rule, .index = 1}}}});
}

// What a rule's switch turns on speaks of candidates, and of helpers that are this rule's alone.
TEST(Conclusions, ARulesClausesSpeakOfItsOwnHelpers) {
    const Made right = by_two_sums();
    ASSERT_EQ(right.fault(), "");
    const FormulaText lines{right.formula};
    const auto candidates = static_cast<int>(certified_formula(right.puzzle).candidates.size());
    const auto last = static_cast<int>(lines.variables);
    const int whole = last - 2 * static_cast<int>(right.steps.size()), rule = whole - 2;
    std::array<std::set<int>, 2> helpers;
    for (const std::string& line : lines.clauses)
        for (const int r : {0, 1}) {
            const std::vector<int> clause = literals_of(line);
            if (std::ranges::find(clause, -(rule + r)) == clause.end()) continue;
            for (const int l : clause)
                if (std::abs(l) > candidates && std::abs(l) < rule)
                    helpers[static_cast<std::size_t>(r)].insert(std::abs(l));
        }
    ASSERT_FALSE(helpers[0].empty());
    ASSERT_FALSE(helpers[1].empty());
    // Of a rule that says more by another's helper, or by what the steps are switched with.
    for (const int more :
         {*helpers[1].begin(), -*helpers[1].begin(), last, -last, whole, rule + 1}) {
        std::size_t changed = 0;
        for (std::size_t i = 0; i < lines.clauses.size(); ++i) {
            const std::vector<int> clause = literals_of(lines.clauses[i]);
            if (std::ranges::find(clause, -rule) == clause.end()) continue;
            FormulaText other = lines;
            other.clauses[i] = std::to_string(more) + " " + lines.clauses[i];
            Made mutant = right;
            mutant.formula = other.text();
            EXPECT_THAT(mutant.fault(), HasSubstr("formula: "))
                << more << " in " << lines.clauses[i];
            ++changed;
        }
        EXPECT_GT(changed, 3U);
    }
}

TEST(Conclusions, WordsThatCiteNothingAreRefused) {
    const Made right = derived(Puzzle::from_line(reference::gould),
                               singles_of(Puzzle::from_line(reference::gould)));
    const std::size_t at = right.list.find(" in ") - 1;
    const std::string cite = right.list.substr(at, right.list.find('\t', at) - at);
    ASSERT_EQ(right.fault(), "");
    for (const std::string& words :
         {cite.substr(0, 1), cite.substr(0, 4), cite.substr(0, 1) + " on" + cite.substr(4),
          cite + "0", "0" + cite.substr(1), std::string{"r0c1"}}) {
        Made mutant = right;
        mutant.list.replace(at, cite.size(), words);
        EXPECT_THAT(mutant.fault(), testing::AnyOf(HasSubstr("no constraint of the board"),
                                                   HasSubstr("not a step")))
            << words;
    }
}

/// Raised when it was asked so many times.
int patience = 0;

TEST(Conclusions, WhoIsStoppedRejectsNothing) {
    const Made right = by_two_sums();
    std::size_t stopped = 0;
    for (int n = 0;; ++n) {
        patience = n;
        const StopFlag stop{[] { return patience-- <= 0 ? 1 : 0; }};
        std::istringstream f{right.formula}, p{right.proof}, s{right.list};
        try {
            const proof::CheckResult found = proof::check_explanation(
                {.puzzle = right.puzzle, .formula = &f, .proof = &p, .steps = &s, .stop = &stop});
            EXPECT_EQ(found.why, "") << "after " << n;
            EXPECT_NE(found.stopped, found.accepted) << "after " << n;
            if (found.accepted) break;
        } catch (const Stopped&) {
            continue;  // while reading
        }
        ++stopped;
    }
    EXPECT_GT(stopped, 3U);
}

TEST(Conclusions, FalseClausesHaveWords) {
    const Puzzle puzzle = Puzzle::from_line(reference::blank);
    const CertifiedFormula f = certified_formula(puzzle);
    const Geometry& board = puzzle.geometry();
    std::vector<std::string> words;
    for (const std::span<const Lit> clause : f.formula) {
        words.push_back(what_runs_out(f, board, clause));
        EXPECT_NE(words.back(), "a rule");
    }
    for (const char* some :
         {"r5c6 has no digit left", "row 3 has no place for 5", "box 9 has no place for 1",
          "two 4s: r1c1 and r2c2", "two digits in r7c7"})
        EXPECT_THAT(words, testing::Contains(some));
}

}  // namespace
}  // namespace clew::certify
