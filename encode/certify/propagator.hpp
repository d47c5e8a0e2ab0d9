#pragma once
// Propagator: unit propagation in a formula under decisions, with the reason of every consequence.
//
//     Propagator state{formula, variables};
//     if (state.conflict()) ...                       // the formula alone
//     state.decide(literal);
//     if (state.conflict()) blame = state.explain();  // which decisions, and by which clauses
//     state.back_to(level);
//
// The formula stays as it is, but for clauses that are taken away for good (remove). What a search
// learns below a decision is told as a consequence with its reason (imply), which lasts as long as
// the level it was told at.

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

/// A clause that an argument uses: of the formula, by its place; one that was told, by its name; or
/// a literal of root(), by its variable.
struct Antecedent {
    enum class Kind : std::uint8_t { formula, told, root } kind = Kind::formula;
    std::uint64_t name = 0;
};

/// Why a clause is false.
struct Blame {
    /// The negations of the decisions that it goes back to, ascending in level.
    Clause clause{};
    /// What leads there by unit propagation, in that order; the false clause itself is not listed
    /// unless it is the conflict's.
    std::vector<Antecedent> antecedents{};
};

/// Used by one thread at a time.
class Propagator {
  public:
    /// The formula must outlive the object. `facts` hold from the start.
    Propagator(const Formula& formula, std::size_t variables, std::span<const Lit> facts = {});

    /// 1 true, -1 false, 0 open.
    int value(Lit l) const { return values_[l.code()]; }
    /// True if a clause is falsified; until back_to() nothing may be decided.
    bool conflict() const { return conflict_.has_value(); }
    std::size_t level() const { return marks_.size(); }
    /// The decision literals, in order.
    const std::vector<Lit>& decisions() const { return decisions_; }

    /// Requires an open literal and no conflict.
    void decide(Lit l);
    /// From now on a literal that is true already counts as a decision where a conflict is
    /// explained, until back_to(0). Requires that it is true.
    void take_for_granted(Lit l);
    /// Makes true what `reason` says: a clause of the literal and others that are all false. If the
    /// literal is false too, that is a conflict. `name` is for explanations.
    void imply(Lit l, Clause reason, std::uint64_t name = 0);
    /// Takes a clause of the formula away, and gives it back. Requires level 0, that no literal of
    /// root() is true by it, and of restore() that it was taken away by the last remove().
    void remove(std::size_t clause);
    void restore(std::size_t clause);
    /// Takes back all decisions after the first `level` ones, and what followed from them.
    void back_to(std::size_t level);
    /// The clause that is false. Requires a conflict.
    std::span<const Lit> falsified() const { return clause_of(*conflict_); }
    /// True if that clause was told (imply), false if it is the formula's. Requires a conflict.
    bool falsified_was_told() const { return conflict_->kind == Reason::Kind::told; }
    /// Why there is a conflict, that clause last. Requires a conflict.
    Blame explain() const;
    /// Why a clause is false. Requires that all its literals are.
    Blame explain(std::span<const Lit> clause) const;
    /// What facts and formula alone decide, in order.
    std::span<const Lit> root() const { return std::span(trail_).first(initial_); }
    /// True if the literal, which has a value, has it without any decision.
    bool is_root(Lit l) const { return at_root_[l.var().index()]; }
    /// A clause of the formula; the order of its literals is not the formula's.
    std::span<const Lit> clause(std::size_t i) const {
        return clause_of({Reason::Kind::formula, static_cast<std::uint32_t>(i)});
    }
    /// The clause of the formula that made a literal of root() true; nothing for a fact.
    std::optional<std::size_t> root_reason(Lit l) const;

  private:
    struct Watch {
        std::uint32_t clause;
        Lit other;
    };
    /// Why a literal is true: a clause of the formula, or one that was told.
    struct Reason {
        enum class Kind : std::uint8_t { decision, formula, told, fact } kind = Kind::decision;
        std::uint32_t index = 0;
    };

    std::span<const Lit> clause_of(Reason reason) const;
    Antecedent antecedent(Reason reason) const;
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
    std::vector<std::uint64_t> told_names_;
    std::vector<bool> removed_;
    std::vector<bool> at_root_;  // by variable
    std::vector<bool> granted_;  // by variable
    std::vector<Lit> granted_list_;
    std::size_t next_ = 0;
    std::size_t initial_ = 0;  // of the trail: true before anything was decided or told
    std::optional<Reason> conflict_;
    mutable std::vector<bool> seen_;  // by variable, while explaining
};

}  // namespace clew::certify
