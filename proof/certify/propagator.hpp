#pragma once
// Propagator: unit propagation in a formula under decisions, with the reason of every consequence.
//
//     Propagator state{formula, variables};
//     if (state.conflict()) ...                       // the formula alone
//     state.decide(literal);
//     if (state.conflict()) blame = state.explain();  // which decisions, and by which clauses
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
    /// The formula must outlive the object.
    Propagator(const Formula& formula, std::size_t variables);

    std::size_t variables() const { return reasons_.size(); }
    /// 1 true, -1 false, 0 open.
    int value(Lit l) const { return values_[l.code()]; }
    /// True if a clause is falsified; until back_to() nothing may be decided.
    bool conflict() const { return conflict_.has_value(); }
    std::size_t level() const { return marks_.size(); }
    /// What is true, in the order in which it became so.
    std::span<const Lit> trail() const { return trail_; }
    /// The decision literals, in order.
    const std::vector<Lit>& decisions() const { return decisions_; }

    /// Requires an open literal and no conflict.
    void decide(Lit l);
    /// Makes true what `reason` says: a clause of the literal and others that are all false. If the
    /// literal is false too, that is a conflict. `name` is for explanations.
    void imply(Lit l, Clause reason, std::uint64_t name = 0);
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
    /// What the formula alone decides, in order.
    std::span<const Lit> root() const { return std::span(trail_).first(initial_); }
    /// True if the literal, which has a value, has it without any decision.
    bool is_root(Lit l) const { return at_root_[l.var().index()] != 0; }
    /// A clause of the formula; the order of its literals is not the formula's.
    std::span<const Lit> clause(std::size_t i) const {
        return clause_of({Reason::Kind::formula, static_cast<std::uint32_t>(i)});
    }
    /// The clause of the formula that made a literal of root() true.
    std::size_t root_reason(Lit l) const;

  private:
    /// In a clause of two: what the other literal is when this one is false.
    struct Edge {
        Lit implied;
        std::uint32_t clause;
    };
    struct Watch {
        std::uint32_t clause;
        Lit other;
    };
    /// A clause of three or more literals, none of them negated: how many are not false, and all
    /// of these in one number, by exclusive or: of one that is left, itself.
    struct Choice {
        std::uint32_t left = 0;
        std::uint32_t mixed = 0;
        std::uint32_t clause = 0;
    };
    /// Why a literal is true: a clause of the formula, or one that was told.
    struct Reason {
        enum class Kind : std::uint8_t { decision, formula, told } kind = Kind::decision;
        std::uint32_t index = 0;
    };

    std::span<const Lit> clause_of(Reason reason) const;
    Antecedent antecedent(Reason reason) const;
    void set_true(Lit l, Reason why);
    void propagate();
    bool propagate_pairs(Lit gone);
    bool propagate_watches(Lit gone);
    bool propagate_choices();
    std::span<const std::uint32_t> choices(std::size_t variable) const {
        const std::size_t from = choices_from_[variable];
        return std::span(choices_of_).subspan(from, choices_from_[variable + 1] - from);
    }
    std::span<const Edge> edges(Lit gone) const {
        const std::size_t from = edges_from_[gone.code()];
        return std::span(edges_).subspan(from, edges_from_[gone.code() + 1] - from);
    }

    struct Range {
        std::uint32_t begin, end;
    };
    std::vector<Lit> pool_;  // the formula's clauses, whose literals change places
    std::vector<Range> ranges_;
    std::vector<Edge> edges_;                // of clauses of two, by code of the false literal
    std::vector<std::size_t> edges_from_;    // by code
    std::vector<Choice> choices_;            // of longer ones without a negated literal
    std::vector<std::uint32_t> choices_of_;  // by variable
    std::vector<std::size_t> choices_from_;
    std::vector<std::uint32_t> pending_;  // choices with at most one literal left, to be seen
    std::size_t next_pending_ = 0;
    std::vector<std::vector<Watch>> lists_;  // of other longer ones, by code of the literal
    std::vector<std::int16_t> values_;       // by code; no bytes, which might be any other's
    std::vector<Reason> reasons_;            // by variable
    std::vector<Lit> trail_;
    std::vector<std::size_t> marks_;       // the trail's length before each decision
    std::vector<std::size_t> told_marks_;  // the length of told_ likewise
    std::vector<Lit> decisions_;
    std::vector<Clause> told_;
    std::vector<std::uint64_t> told_names_;
    std::vector<std::uint16_t> at_root_;  // by variable
    std::size_t next_ = 0;
    std::size_t initial_ = 0;  // of the trail: true before anything was decided or told
    std::optional<Reason> conflict_;
    mutable std::vector<std::uint8_t> seen_;  // by variable, while explaining
};

}  // namespace clew::certify
