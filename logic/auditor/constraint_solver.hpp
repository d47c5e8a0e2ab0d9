#pragma once
// ConstraintSolver: whether constraints and facts leave a candidate another way; what the audit
// rests on.
//
//     ConstraintSolver solver{state};
//     for (const Citation& c : step.cites) solver.add(c);
//     std::uint64_t nodes = 0;
//     solver.deny({Cell{0}, Digit{3}}, Truth::fails, nodes, {nullptr, 10'000})   Answer::refuted
//
// Constraints come first, then facts, then questions, as many as are wanted: what one of them has
// taught is known to those behind it. Private to the audit.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/rules/clause_sink.hpp"
#include "core/rules/parts.hpp"
#include "logic/candidates.hpp"
#include "logic/step.hpp"

namespace clew::logic::inline auditor {

/// Not for two threads at once.
class ConstraintSolver {
  public:
    /// Requires `state` to outlive it.
    explicit ConstraintSolver(const State& state);

    /// What is cited is obeyed: a link gives "at most one", and so does a house with fewer cells
    /// than digits. A rule or a total comes with all of its cells, each of which holds one digit.
    void add(const Citation& citation);
    /// What the cited totals of houses leave over when the cited sums of cages are taken from them.
    void add_difference(std::span<const Citation> cites);
    /// "One of these holds, or several."
    void add_some(std::span<const Candidate> candidates);

    /// A fact besides the constraints.
    void assume(Candidate candidate, Truth truth);

    enum class Answer : std::uint8_t { refuted, model, budget };
    /// Is there an assignment that obeys all constraints and facts? `nodes` counts the choices that
    /// were made, in all questions that it is handed to; where the budget has no more of them, or
    /// its flag is raised, it is given up.
    Answer search(std::uint64_t& nodes, const Budget& budget);
    /// Is there one in which the candidate is not as `truth` says?
    Answer deny(Candidate candidate, Truth truth, std::uint64_t& nodes, const Budget& budget);

    /// The candidates that hold in the assignment that the last question found, ascending.
    std::vector<Candidate> model() const;

  private:
    using Literal = rules::ClauseSink::Literal;  // variable v is v + 1, and not to hold -(v + 1)
    using Clause = std::vector<Literal>;
    class ClausesOf;

    enum class Value : std::uint8_t { open, holds, fails };
    // Of a list of variables at most one holds, or at least one, or both.
    struct Count {
        std::vector<std::size_t> members;
        bool at_least_one = false;
        bool at_most_one = true;
        std::size_t open = 0;     // members with Value::open
        std::size_t holding = 0;  // members with Value::holds
        double weight = 1;        // grows where it is in conflicts
    };
    // Why a variable has its value, or what is violated.
    struct Reason {
        enum class Kind : std::uint8_t { none, count, clause, choices } kind = Kind::none;
        std::size_t at = 0;
    };

    void add_rule(const rules::RulePart& part);
    void add_sum(const std::map<Cell, int>& terms, int target);
    void add_clause(Clause clause);
    void add_count(Count count);
    int total() const;
    std::size_t variable(Candidate candidate);
    std::size_t new_variable(std::optional<Candidate> name);

    static std::size_t of(Literal literal);
    static Literal literal(std::size_t v, Value value);
    static std::size_t watch(Literal literal) { return 2 * of(literal) + (literal < 0 ? 1 : 0); }
    Value value_of(Literal literal) const;
    bool set(Literal literal, Reason why);
    void undo(std::size_t level);
    bool examine(std::size_t count);
    bool examine_watches(Literal failed);
    bool propagate();
    bool too_few_links();
    bool choose();
    void choose(Literal literal);
    Answer solve(std::optional<Literal> claim, std::uint64_t& nodes, const Budget& budget);
    void literals_of(Reason why, std::optional<std::size_t> v, Clause& others) const;
    void learn();
    void forget();

    const State& state_;
    std::vector<std::size_t> number_;  // by candidate
    std::vector<Candidate> name_;      // by variable
    std::vector<bool> helper_;         // likewise
    std::set<Constraint> truths_;      // those that were added
    std::vector<Value> value_;
    std::vector<Reason> why_;
    std::vector<std::size_t> level_, turn_;       // of a variable that has a value
    std::vector<std::vector<std::size_t>> uses_;  // by variable: the counts it is in
    std::vector<Count> counts_;
    std::vector<Clause> clauses_;                    // the first two are watched
    std::size_t given_ = 0;                          // clauses that were not learned
    std::vector<double> worth_;                      // of what was learned
    std::vector<std::vector<std::size_t>> watches_;  // by literal: the clauses that watch it
    std::vector<Literal> trail_;
    std::vector<std::size_t> starts_;  // of each level but the first, in the trail
    std::size_t next_ = 0;
    bool started_ = false, broken_ = false;
    Reason conflict_{};
    double bump_ = 1;
    std::vector<double> heat_;  // by variable: how often it was in conflicts of late
    std::vector<bool> seen_;    // by variable
    std::vector<bool> marked_;  // by count
    std::vector<bool> taken_;   // by variable
};

}  // namespace clew::logic::inline auditor
