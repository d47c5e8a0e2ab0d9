#include "logic/tree/tree_guide.hpp"

#include <algorithm>

#include "core/base/contract.hpp"
#include "core/board/notation.hpp"
#include "proof/certify/words.hpp"

namespace clew::logic::inline tree {

using certify::Propagator;
using cnf::Lit;

TreeGuide::TreeGuide(const DecisionTree& tree, const certify::CertifiedFormula& formula)
    : tree_(tree), formula_(formula) {
    CLEW_REQUIRE(tree.ending() == Ending::exhausted, "TreeGuide: the tree is not whole");
    const Geometry& board = tree.puzzle().geometry();
    variable_.assign(board.candidate_count(), -1);
    for (std::size_t v = 0; v < formula.candidates.size(); ++v)
        variable_[board.candidate_index(formula.candidates[v])] = static_cast<std::int32_t>(v);
}

std::optional<Lit> TreeGuide::literal(Candidate candidate) const {
    const std::int32_t v = variable_[tree_.puzzle().geometry().candidate_index(candidate)];
    if (v < 0) return std::nullopt;
    return Lit::positive(cnf::Var{v});
}

std::optional<Cell> TreeGuide::cell_of(Node node) const {
    const Geometry& board = tree_.puzzle().geometry();
    const std::vector<DigitSet> candidates = tree_.candidates(node);
    std::vector<DigitSet> tried(candidates.size());
    std::vector<std::size_t> impossible(candidates.size(), 0);
    for (const Outcome& outcome : tree_.outcomes(node)) {
        const Candidate c = board.candidate(outcome.candidate);
        tried[c.cell.index()].insert(c.digit);
        if (outcome.kind == OutcomeKind::impossible) ++impossible[c.cell.index()];
    }
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < tried.size(); ++i)
        if (!tried[i].empty() && (candidates[i] - tried[i]).empty() &&
            (!best || impossible[i] > impossible[*best]))
            best = i;
    if (!best) return std::nullopt;
    return Cell{*best};
}

TreeGuide::Place TreeGuide::place(const Propagator& state) const {
    const Geometry& board = tree_.puzzle().geometry();
    Place at;
    while (tree_[at.node].kind == NodeKind::pattern && tree_[at.node].expanded) {
        const std::optional<Cell> cell = cell_of(at.node);
        if (!cell) break;
        std::optional<Outcome> taken;
        for (const Outcome& outcome : tree_.outcomes(at.node)) {
            const Candidate c = board.candidate(outcome.candidate);
            const auto l = literal(c);
            if (c.cell == *cell && l && state.value(*l) > 0) taken = outcome;
        }
        if (!taken) break;
        if (taken->kind == OutcomeKind::impossible) {
            at.beyond = board.candidate(taken->candidate);
            break;
        }
        at.node = taken->target;
    }
    return at;
}

std::optional<Lit> TreeGuide::choose(const Propagator& state) {
    const Place at = place(state);
    if (at.beyond || tree_[at.node].kind != NodeKind::pattern) return std::nullopt;
    const std::optional<Cell> cell = cell_of(at.node);
    if (!cell) return std::nullopt;
    for (const Digit digit : DigitSet::all(tree_.puzzle().geometry().size())) {
        const auto l = literal({*cell, digit});
        if (l && state.value(*l) == 0) return l;
    }
    return std::nullopt;
}

void TreeGuide::add(const Propagator& state, std::span<const Lit> clause, std::string because) {
    const Place at = place(state);
    Line line{.at = tree_.name(at.node),
              .excluded = {clause.begin(), clause.end()},
              .because = std::move(because)};
    if (at.beyond) line.at += " with " + to_string(*at.beyond, tree_.puzzle().geometry().size());
    lines_.push_back(std::move(line));
}

void TreeGuide::closed(const Propagator& state, std::span<const Lit> lemma) {
    add(state, lemma,
        state.falsified_was_told()
            ? "no value is left by the lines above"
            : certify::what_runs_out(formula_, tree_.puzzle().geometry(), state.falsified()));
}

void TreeGuide::solved(const Propagator& state, std::span<const Lit> excluded) {
    add(state, excluded, "a solution");
    std::vector<Lit> model;
    for (std::size_t v = 0; v < formula_.variables; ++v) {
        const Lit l = Lit::positive(cnf::Var{v});
        model.push_back(state.value(l) > 0 ? l : ~l);
    }
    solutions_.push_back(certify::grid_of(formula_, tree_.puzzle(), model));
}

}  // namespace clew::logic::inline tree
