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
// formula (cells by rows) serves as well.

#include "encode/certify/walk.hpp"

#include <algorithm>
#include <optional>

#include "encode/base/contract.hpp"

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
          guide_(guide) {
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
        const Lemma all = explore();
        if (report_.ending == Ending::exhausted) {
            CLEW_REQUIRE(all.clause.empty(), "certify::walk: the last lemma is not empty");
            report_.last = all.id;
        }
        return report_;
    }

  private:
    Lemma explore();
    Lemma close(Blame blame) {
        ++report_.lemmas;
        const LemmaId id = sink_.lemma(blame.clause, blame.antecedents);
        return {std::move(blame.clause), id};
    }
    Lemma model();
    std::optional<Lit> pick() const;

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
    WalkReport report_;
    std::uint64_t nodes_ = 0;
};

// The lemma of a branch that was cut short by the budget means nothing and is not used.
Lemma Walker::explore() {
    const std::size_t here = state_.level();
    std::vector<LemmaId> below;
    const auto closed = [&](Lemma lemma) {
        if (!below.empty()) sink_.forget(below);
        return lemma;
    };
    while (!state_.conflict()) {
        std::optional<Lit> x;
        if (guide_ != nullptr) x = guide_->choose(state_);
        if (!x) x = pick();
        if (!x) return closed(model());
        if (over()) return {};
        ++nodes_;
        state_.decide(*x);
        Lemma lemma = explore();
        state_.back_to(here);
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
    std::vector<Lit> all;
    all.reserve(variables_);
    for (std::size_t v = 0; v < variables_; ++v) {
        const Lit l = Lit::positive(Var{v});
        all.push_back(state_.value(l) > 0 ? l : ~l);
    }
    Clause excluded;
    for (const Lit l : state_.decisions())
        if (l.var().index() < candidates_) excluded.push_back(~l);
    const LemmaId id = sink_.solution(state_.decisions(), excluded, all, state_);
    if (guide_ != nullptr) guide_->solved(state_, excluded);
    return {std::move(excluded), id};
}

std::optional<Lit> Walker::pick() const {
    std::optional<Lit> best;
    std::size_t fewest = static_cast<std::size_t>(-1);
    for (const Clause& clause : choices_) {
        std::size_t open = 0;
        std::optional<Lit> first;
        bool satisfied = false;
        for (const Lit l : clause) {
            const int value = state_.value(l);
            if (value > 0) {
                satisfied = true;
                break;
            }
            if (value < 0) continue;
            ++open;
            if (!first) first = l;
        }
        if (satisfied || open >= fewest) continue;
        fewest = open;
        best = first;
        if (open == 2) break;
    }
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
