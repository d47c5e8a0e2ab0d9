#pragma once
// Trace: follow an assumption by the closure rules and remember why everything happened.
//
//     Trace trace{state, {Cell{4}, Digit{3}}, ClosureRules::singles};
//     if (trace.refuted()) Branch why = trace.conflict();     // the shortest chain to a conflict
//     Branch why = trace.because({cell, digit}, Truth::fails);
//
// The slow, talkative twin of closure.hpp: same rules, same fixpoint.

#include <cstddef>
#include <optional>
#include <vector>

#include "logic/candidates.hpp"
#include "logic/closure/closure.hpp"
#include "logic/step.hpp"

namespace clew::logic {

class Trace {
  public:
    /// Places `assumed` and goes on to the fixpoint or to the first conflicts.
    /// Requires a candidate of an open cell of a state without contradiction.
    Trace(const State& base, Candidate assumed, ClosureRules rules);

    bool refuted() const { return !conflicts_.empty(); }
    /// The state at the end; candidates are those left if the assumption holds.
    const State& state() const { return now_; }
    /// The chain to the conflict with the fewest placements, then the fewest lines, among those met
    /// in the first round that has any. Requires refuted().
    Branch conflict() const;
    /// The chain that ends with the candidate holding (placed) or failing (gone).
    /// Requires that it came about: it was a candidate before, and see state().
    Branch because(Candidate candidate, Truth truth) const;

  private:
    static constexpr std::size_t never = static_cast<std::size_t>(-1);

    void place(Candidate c, Technique technique, const Constraint* by);
    void round_of_singles(std::vector<Step>& found) const;
    bool round_of_steps(ClosureRules rules);
    /// Lines that took away the other candidates that the constraint had at the start.
    void rest_on(Inference& line, const Constraint& constraint, const Candidate* except) const;
    bool note_conflicts();
    Branch extract(std::vector<std::size_t> wanted) const;

    const State& base_;
    State now_;
    std::vector<Inference> lines_;
    std::vector<std::size_t> fell_;    // by candidate: the line that took it, or never
    std::vector<std::size_t> placed_;  // by candidate: the line that placed it, or never
    std::vector<Constraint> conflicts_;
};

}  // namespace clew::logic
