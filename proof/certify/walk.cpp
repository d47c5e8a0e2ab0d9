// At a node, under decisions d1 .. dk, a literal x of a clause with the fewest open ones is
// decided. When that branch is closed it has left a lemma: "not all of these decisions", by name
// those that the conflict below went back to. If x is among them the lemma says not x here, which
// is propagated on the spot, and the walk goes on at the same node; if it is not, the lemma closes
// this node too, and others above as far as it reaches (backjumping). A conflict at the node itself
// closes it with a lemma over d1 .. dk. A model closes it with its exclusion: not d1 .. dk, all of
// them, because one model alone is left under them.
//
//             d1 d2 x     conflict         lemma 17: not d2, not x
//             d1 d2       (not x)  model   exclusion 18: not d1, not d2         forget 17
//             d1          (not d2) ...
//
// So a proof has one line or two a solution, and one a dead end, each as long as the branch is deep
// at most. Learning clauses that are not about decisions (the first unique implication point) was
// not taken: they live on in other branches and make every check of the proof slower as it grows.
//
// Which clause is branched on: the fewest open literals; of equals, one that shares a variable's
// neighbourhood with what was decided last would be the local choice, the first in the order of the
// formula (cells by rows) serves as well. What is satisfied at a node is so below it, so each node
// looks at those alone that its parent left.

#include "proof/certify/walk.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "core/base/contract.hpp"

namespace clew::certify {
namespace {

struct Lemma {
    Clause clause;
    LemmaId id = 0;
};

class Walker {
  public:
    Walker(const Formula& formula, std::size_t variables, std::size_t candidates,
           const Budget& budget, ProofSink& sink, WalkGuide* guide)
        : state_(formula, variables),
          variables_(variables),
          candidates_(candidates),
          budget_(budget),
          sink_(sink),
          guide_(guide),
          model_(variables) {
        for (const std::span<const Lit> clause : formula) {
            const auto counts = [&](Lit l) {
                return !l.is_negative() && l.var().index() < candidates;
            };
            if (clause.size() >= 2 && std::ranges::all_of(clause, counts))
                choices_.emplace_back(clause.begin(), clause.end());
        }
    }

    WalkReport run() {
        sink_.begin(state_);
        open_.emplace_back(choices_.size());
        std::iota(open_[0].rbegin(), open_[0].rend(), std::uint32_t{0});
        const Lemma all = explore(0);
        if (report_.ending == Ending::exhausted) {
            CLEW_REQUIRE(all.clause.empty(), "certify::walk: the last lemma is not empty");
            report_.last = all.id;
        }
        return report_;
    }

  private:
    Lemma explore(std::size_t depth);
    Lemma close(Blame blame) {
        ++report_.lemmas;
        const LemmaId id = sink_.lemma(blame.clause, blame.antecedents);
        return {std::move(blame.clause), id};
    }
    Lemma model();
    std::optional<Lit> pick(std::vector<std::uint32_t>& open);

    bool over() {
        if (budget_.stopped())
            report_.ending = Ending::interrupted;
        else if (nodes_ >= budget_.max_nodes)
            report_.ending = Ending::out_of_budget;
        return report_.ending != Ending::exhausted;
    }

    Propagator state_;
    std::size_t variables_;
    std::size_t candidates_;
    const Budget& budget_;
    ProofSink& sink_;
    WalkGuide* guide_;
    std::vector<Clause> choices_;
    /// By depth: the choices that nothing satisfies yet, and perhaps others; last ones first.
    std::vector<std::vector<std::uint32_t>> open_;
    Clause model_;
    std::size_t stayed_ = 0;  // so much of the trail is that of the last model
    WalkReport report_;
    std::uint64_t nodes_ = 0;
};

// The lemma of a branch that was cut short by the budget means nothing and is not used.
Lemma Walker::explore(std::size_t depth) {
    const std::size_t here = state_.level();
    std::vector<LemmaId> below;
    const auto closed = [&](Lemma lemma) {
        if (!below.empty()) sink_.forget(below);
        return lemma;
    };
    while (!state_.conflict()) {
        std::optional<Lit> x;
        if (guide_ != nullptr) x = guide_->choose(state_);
        if (!x) x = pick(open_[depth]);
        if (!x) return closed(model());
        if (over()) return {};
        ++nodes_;
        state_.decide(*x);
        if (open_.size() == depth + 1) open_.emplace_back();
        open_[depth + 1] = open_[depth];
        Lemma lemma = explore(depth + 1);
        state_.back_to(here);
        stayed_ = std::min(stayed_, state_.trail().size());
        if (report_.ending != Ending::exhausted) return {};
        if (std::ranges::find(lemma.clause, ~*x) == lemma.clause.end())
            return closed(std::move(lemma));
        below.push_back(lemma.id);
        state_.imply(~*x, std::move(lemma.clause), lemma.id);
    }
    Lemma lemma = close(state_.explain());
    if (guide_ != nullptr) guide_->closed(state_, lemma.clause);
    return closed(std::move(lemma));
}

Lemma Walker::model() {
    ++report_.solutions;
    // What stayed since the last one is there.
    const std::span<const Lit> changed = state_.trail().subspan(stayed_);
    for (const Lit l : changed) model_[l.var().index()] = l;
    stayed_ = variables_;
    Clause excluded;
    excluded.reserve(state_.level());
    for (const Lit l : state_.decisions())
        if (l.var().index() < candidates_) excluded.push_back(~l);
    const LemmaId id = sink_.solution({.decisions = state_.decisions(),
                                       .excluded = excluded,
                                       .literals = model_,
                                       .changed = changed},
                                      state_);
    if (guide_ != nullptr) {
        guide_->solved(state_, excluded);
        over();  // the guide may have seen enough
    }
    return {std::move(excluded), id};
}

/// An open literal of the choice with the fewest; satisfied ones that it passes go from the list.
std::optional<Lit> Walker::pick(std::vector<std::uint32_t>& open) {
    if (state_.trail().size() == variables_) return std::nullopt;
    std::optional<Lit> best;
    std::size_t fewest = static_cast<std::size_t>(-1);
    std::size_t passed = open.size(), kept = open.size();
    while (passed > 0 && fewest > 2) {
        const std::uint32_t choice = open[--passed];
        std::size_t count = 0;
        std::optional<Lit> first;
        bool satisfied = false;
        for (const Lit l : choices_[choice]) {
            const int value = state_.value(l);
            if (value > 0) {
                satisfied = true;
                break;
            }
            if (value < 0) continue;
            ++count;
            if (!first) first = l;
        }
        if (satisfied) continue;
        open[--kept] = choice;
        if (count >= fewest) continue;
        fewest = count;
        best = first;
    }
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(passed),
               open.begin() + static_cast<std::ptrdiff_t>(kept));
    if (best) return best;
    // All that counts is said; what is left are helpers, which may be free.
    for (std::size_t v = 0; v < variables_; ++v)
        if (const Lit l = Lit::negative(Var{v}); state_.value(l) == 0) return l;
    return std::nullopt;
}

}  // namespace

WalkReport walk(const Formula& formula, std::size_t variables, std::size_t candidates,
                const Budget& budget, ProofSink& sink, WalkGuide* guide) {
    return Walker(formula, variables, candidates, budget, sink, guide).run();
}

}  // namespace clew::certify
