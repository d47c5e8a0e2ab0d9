#pragma once
// Rule closer: a rule set of logic/ as the tree uses it, closing candidate after candidate.
//
//     RuleCloser closer{puzzle, *logic::find_rules("sudokujm")};
//     closer.load(marks);
//     closer.assign({{cell, digit}});
//     closer.state().grid_code(words);
//
// Singles always run first, on the bit-parallel closure of logic/closure/closure.hpp. A set that
// asks for no more ends there. The built-in "sudokujm" stays on bits too, in its automatic mode:
// all of it but *clear impossible digit*, which supposes a candidate as the tree itself does. Every
// other set is run by the strategies of logic/ on what singles leave open; guesses are no rules and
// stay off. What the filters of the puzzle's own rules rule out goes with the singles.

#include <optional>
#include <span>
#include <vector>

#include "core/board/puzzle.hpp"
#include "core/board/types.hpp"
#include "core/rules/rulebook.hpp"
#include "logic/closure/closure.hpp"
#include "logic/strategies/rules.hpp"

namespace clew::logic::inline tree {

/// Closes candidate after candidate from one base under one rule set.
class RuleCloser {
  public:
    RuleCloser(const Puzzle& puzzle, const logic::RuleSet& rules);

    /// Sets the base: these candidates closed under singles only.
    logic::ClosureStatus load(std::span<const DigitSet> candidates);
    /// Base and these digits, closed under the rule set.
    logic::ClosureStatus assign(std::span<const Candidate> assigned);
    /// The base closed under the rule set.
    logic::ClosureStatus close() { return assign({}); }
    /// Whether another rule set would call the present state impossible. Keeps the state.
    bool refuted_by(RuleCloser& other);

    /// Of the state that load, assign or close left. See Closure.
    logic::ClosureStatus status() const { return status_; }
    std::size_t freedom() const { return state().freedom(); }
    const logic::Closure& state() const { return wide_used_ ? wide_ : closure_; }

  private:
    bool run_beyond(std::vector<DigitSet>& marks) const;

    GeometryPtr geometry_;
    rules::RulebookPtr book_;  // null without rules
    logic::ClosureRules on_bits_ = logic::ClosureRules::singles;
    std::optional<logic::RuleSet> beyond_;  // run after them; nothing for most
    logic::Closure closure_;
    logic::Closure wide_;  // holds the state after `beyond_`
    bool wide_used_ = false;
    logic::ClosureStatus status_ = logic::ClosureStatus::open;
    std::vector<DigitSet> marks_;
};

}  // namespace clew::logic::inline tree
