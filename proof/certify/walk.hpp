#pragma once
// Walk: all solutions of a formula by depth-first search, told as a proof that there are no more.
//
//     struct Count final : ProofSink { ... } sink;
//     const WalkReport done = walk(formula, variables, candidates, budget, sink);
//     done.ending == Ending::exhausted          // the sink has a whole proof
//
// Every lemma follows by reverse unit propagation from the formula, the exclusions of the solutions
// told so far and the lemmas not yet forgotten; the last one is the empty clause. Lemmas speak of
// the decisions of one branch alone, and those below a branch that is closed are forgotten: a
// checker never holds more of them than the tree is deep and its nodes are wide.
//
// Knows a formula, not a puzzle: whose solutions they are is for its caller. Of two models that
// agree on the first `candidates` variables one is told.

#include <cstdint>
#include <optional>
#include <span>

#include "core/base/outcome.hpp"
#include "encode/cnf/formula.hpp"
#include "proof/certify/propagator.hpp"

namespace clew::certify {

/// Names a lemma: what ProofSink::lemma and ProofSink::solution returned.
using LemmaId = std::uint64_t;

/// A model, as a walk tells of it.
struct FoundModel {
    std::span<const cnf::Lit> decisions;  ///< all of it follows from them by unit propagation
    std::span<const cnf::Lit> excluded;   ///< "not these", without those that do not count
    std::span<const cnf::Lit> literals;   ///< one of each variable
    std::span<const cnf::Lit> changed;    ///< at least those that the model before did not have
};

/// Receives a proof, step by step.
class ProofSink {
  public:
    virtual ~ProofSink() = default;

    /// A model. `state` can say why a clause is false under it. Returns the name of the clause
    /// that excludes it.
    virtual LemmaId solution(const FoundModel& found, const Propagator& state) = 0;
    /// A clause, and from which it follows by unit propagation in that order.
    virtual LemmaId lemma(std::span<const cnf::Lit> clause,
                          std::span<const Antecedent> antecedents) = 0;
    /// Called first: `state` has no decisions, and root() is what the formula alone decides.
    virtual void begin(const Propagator& /*state*/) {}
    /// Lemmas that are not needed any more.
    virtual void forget(std::span<const LemmaId> lemmas) = 0;
};

/// Leads a walk along ways that are known: a decision tree, the steps of an explanation. Sees the
/// state, which it must not keep.
class WalkGuide {
  public:
    virtual ~WalkGuide() = default;

    /// An open literal to decide next; nothing: the walk chooses for itself.
    virtual std::optional<cnf::Lit> choose(const Propagator& state) = 0;
    /// A clause is false (state.falsified()); the sink was told which decisions are to blame.
    virtual void closed(const Propagator& /*state*/, std::span<const cnf::Lit> /*lemma*/) {}
    /// A model, of which the sink was told, and what excludes it.
    virtual void solved(const Propagator& /*state*/, std::span<const cnf::Lit> /*excluded*/) {}
};

struct WalkReport {
    Ending ending = Ending::exhausted;
    std::uint64_t solutions = 0;
    std::uint64_t lemmas = 0;
    LemmaId last = 0;  ///< the empty clause, if exhausted
};

/// Walks, led by a guide if there is one. Budget::max_nodes counts decisions.
WalkReport walk(const cnf::Formula& formula, std::size_t variables, std::size_t candidates,
                const Budget& budget, ProofSink& sink, WalkGuide* guide = nullptr);

}  // namespace clew::certify
