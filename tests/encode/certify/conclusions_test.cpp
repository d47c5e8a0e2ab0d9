#include "encode/certify/conclusions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "encode/base/input_error.hpp"
#include "encode/base/random.hpp"
#include "encode/board/notation.hpp"
#include "encode/certify/formula.hpp"
#include "encode/certify/words.hpp"
#include "encode/certify/write_drat.hpp"
#include "encode/proof/explanation.hpp"
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
    std::vector<Conclusions> steps{};
    Derivation done{};
    std::string formula{}, proof{}, list{};

    std::string fault() const {
        std::istringstream f{formula}, p{proof}, s{list};
        try {
            const proof::Verdict found = proof::check_explanation(
                {.puzzle = puzzle, .formula = &f, .proof = &p, .steps = &s});
            return found.accepted ? "" : found.part + ": " + found.why;
        } catch (const InputError& error) {
            return error.message();
        }
    }
};

std::string list_of(const CertifiedFormula& f, const Puzzle& puzzle,
                    std::span<const Conclusions> steps) {
    const std::size_t size = puzzle.geometry().size();
    std::string text;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        text += std::to_string(i + 1) + "\ta step\t";
        for (std::size_t k = 0; k < steps[i].size(); ++k) {
            const Candidate c = f.candidates[steps[i][k].var().index()];
            text += (k > 0 ? " " : "") + to_string(c.cell, size) +
                    (steps[i][k].is_negative() ? "<>" : "=") + digit_symbol(c.digit);
        }
        text += "\t0\n";
    }
    return text;
}

Made derived(const Puzzle& puzzle, std::vector<Conclusions> steps) {
    Made made{.puzzle = puzzle, .steps = std::move(steps)};
    CertifiedFormula f = certified_formula(puzzle);
    f.formula.add(not_all(made.steps));
    std::ostringstream proof, formula, none;
    DratWriter writer{proof, none, f.open};
    made.done = derive(f.formula, f.variables, made.steps, {}, writer);
    write_formula(formula, puzzle, f, 0, nullptr);
    made.formula = formula.str();
    made.proof = proof.str();
    made.list = list_of(f, puzzle, made.steps);
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

/// So many literals a step, in random order.
std::vector<Conclusions> shuffled(std::vector<Lit> literals, std::size_t each, Random& random) {
    random.shuffle(literals);
    std::vector<Conclusions> steps;
    for (std::size_t i = 0; i < literals.size(); ++i) {
        if (i % each == 0) steps.emplace_back();
        steps.back().push_back(literals[i]);
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
            const Made made = derived(puzzle, shuffled(found.always, each, random));
            EXPECT_FALSE(made.done.fails);
            EXPECT_EQ(made.done.report.ending, Ending::exhausted);
            EXPECT_EQ(made.done.lemmas.back(), made.done.report.lemmas);
            EXPECT_TRUE(std::ranges::is_sorted(made.done.lemmas));
            EXPECT_EQ(made.fault(), "");
        }
    }
}

TEST(Conclusions, OneThatDoesNotFollowIsNamed) {
    Random random{32};
    const Puzzle puzzle = Puzzle::from_line(reference::p92);
    const Backbone found = backbone_of(puzzle);
    ASSERT_FALSE(found.sometimes.empty());
    for (int round = 0; round < 20; ++round) {
        std::vector<Conclusions> steps = shuffled(found.always, 2, random);
        const std::size_t at = random.below(steps.size());
        steps[at].push_back(found.sometimes[random.below(found.sometimes.size())]);
        const Made made = derived(puzzle, steps);
        EXPECT_EQ(made.done.fails, at) << "round " << round;
        EXPECT_NE(made.fault(), "");
    }
}

TEST(Conclusions, WhateverIsChangedIsCaught) {
    Random random{33};
    const Puzzle puzzle = Puzzle::from_line(reference::p92);
    const Backbone found = backbone_of(puzzle);
    const std::vector<Conclusions> steps = shuffled(found.always, 3, random);
    const Made right = derived(puzzle, steps);
    ASSERT_EQ(right.fault(), "");
    // A step less, one more, another conclusion.
    const CertifiedFormula f = certified_formula(puzzle);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        Made mutant = right;
        auto less = steps;
        less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
        mutant.list = list_of(f, puzzle, less);
        EXPECT_THAT(mutant.fault(), HasSubstr("last clause"));
        auto other = steps;
        other[i][0] = ~other[i][0];
        mutant.list = list_of(f, puzzle, other);
        EXPECT_THAT(mutant.fault(), HasSubstr("last clause"));
        // The formula claims it, too: then the proof does not hold.
        std::string& text = mutant.formula;
        const std::size_t last = text.rfind('\n', text.size() - 2) + 1;
        text = text.substr(0, last);
        for (const Lit l : not_all(other)) text += std::to_string(l.dimacs()) + " ";
        text += "0\n";
        EXPECT_THAT(mutant.fault(), HasSubstr("proof: ")) << i;
    }
    Made mutant = right;
    mutant.proof.clear();
    EXPECT_THAT(mutant.fault(), HasSubstr("proof: "));
    mutant = right;
    mutant.list += mutant.list.substr(0, mutant.list.find('\n') + 1);
    EXPECT_THAT(mutant.fault(), HasSubstr("not a step"));
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
