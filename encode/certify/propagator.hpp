#pragma once
// Propagator: unit propagation in a formula under decisions, with the reason of every consequence.
//
//     Propagator state{formula, variables};
//     if (state.conflict()) ...                       // the formula alone
//     state.decide(literal);
//     if (state.conflict()) clause = state.explain(); // which decisions are to blame
//     state.back_to(level);
//
// The formula stays as it is. What a search learns below a decision is told as a consequence with
// its reason (imply), which lasts as long as the level it was told at.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "encode/cnf/formula.hpp"

namespace clew::certify {

using cnf::Clause;
using cnf::Formula;
using cnf::Lit;
using cnf::Var;

/// Used by one thread at a time.
class Propagator {
  public:
    /// The formula must outlive the object.
    Propagator(const Formula& formula, std::size_t variables);

    /// 1 true, -1 false, 0 open.
    int value(Lit l) const { return values_[l.code()]; }
    /// True if a clause is falsified; until back_to() nothing may be decided.
    bool conflict() const { return conflict_.has_value(); }
    std::size_t level() const { return marks_.size(); }
    /// The decision literals, in order.
    const std::vector<Lit>& decisions() const { return decisions_; }

    /// Requires an open literal and no conflict.
    void decide(Lit l);
    /// Makes true what `reason` says: a clause of the literal and others that are all false. If the
    /// literal is false too, that is a conflict.
    void imply(Lit l, Clause reason);
    /// Takes back all decisions after the first `level` ones, and what followed from them.
    void back_to(std::size_t level);
    /// The clause that is false. Requires a conflict.
    std::span<const Lit> falsified() const { return clause_of(*conflict_); }
    /// True if that clause was told (imply), false if it is the formula's. Requires a conflict.
    bool falsified_was_told() const { return conflict_->kind == Reason::Kind::told; }
    /// The negations of decisions that together give the conflict, by the reasons; ascending in
    /// level. Requires a conflict.
    Clause explain() const;

  private:
    struct Watch {
        std::uint32_t clause;
        Lit other;
    };
    /// Why a literal is true: a clause of the formula, or one that was told.
    struct Reason {
        enum class Kind : std::uint8_t { decision, formula, told } kind = Kind::decision;
        std::uint32_t index = 0;
    };

    std::span<const Lit> clause_of(Reason reason) const;
    void set_true(Lit l, Reason why);
    void propagate();

    std::vector<Lit> pool_;  // the formula's clauses, whose literals change places
    std::vector<std::size_t> ends_;
    std::vector<std::vector<Watch>> lists_;  // by code of the literal
    std::vector<std::int8_t> values_;        // by code
    std::vector<Reason> reasons_;            // by variable
    std::vector<Lit> trail_;
    std::vector<std::size_t> marks_;       // the trail's length before each decision
    std::vector<std::size_t> told_marks_;  // the length of told_ likewise
    std::vector<Lit> decisions_;
    std::vector<Clause> told_;
    std::size_t next_ = 0;
    std::optional<Reason> conflict_;
    mutable std::vector<bool> seen_;  // by variable, while explaining
};

}  // namespace clew::certify
