#pragma once
// Rule sets for the decision tree: what "close the puzzle" means.
//
//     RuleSet rules = find_rules("sudokujm");          // InputError for an unknown name
//     RuleCloser closer{puzzle.geometry_ptr(), rules};
//     closer.load(marks);
//     closer.assign({{cell, digit}});
//     closer.grid_code(words);
//
// "singles" and "sudokujm" run on the bit-parallel closure of logic/closure/closure.hpp. Every
// other name is a rule set of logic/rules.hpp ("methods", "gromley", ...), a technique ("x-wing"),
// or several techniques parted by commas, run by the strategies of logic/ after singles are
// exhausted.

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "encode/board/geometry.hpp"
#include "encode/board/types.hpp"
#include "logic/closure/closure.hpp"
#include "logic/rules.hpp"

namespace clew::explain {

/// Removes candidates (one set a cell, closed under singles) by rules; false if they contradict.
using MarkRules = std::function<bool(const GeometryPtr&, std::vector<DigitSet>&)>;

/// A rule set by name. `beyond` is empty for the built-in ones.
struct RuleSet {
    std::string name = "singles";
    logic::ClosureRules closure = logic::ClosureRules::singles;
    MarkRules beyond{};
};

/// The rule set of that name. Errors: InputError at the place `option`, listing the names.
RuleSet find_rules(std::string_view name, std::string_view option = "--rules");
/// The names of whole rule sets that find_rules knows; techniques come besides.
std::vector<std::string> rule_names();
/// A rule set of the user's own (logic::read_rules), run after singles.
RuleSet own_rules(const logic::RuleSet& rules);

/// Closes candidate after candidate from one base under one rule set.
class RuleCloser {
  public:
    RuleCloser(const GeometryPtr& geometry, RuleSet rules);

    /// Sets the base: these candidates closed under singles only.
    logic::ClosureStatus load(std::span<const DigitSet> candidates);
    /// Base and these digits, closed under the rule set.
    logic::ClosureStatus assign(std::span<const Candidate> assigned);
    /// The base closed under the rule set.
    logic::ClosureStatus close() { return assign({}); }
    /// Whether another rule set would call the present state impossible. Keeps the state.
    bool refuted_by(RuleCloser& other) const;

    /// Of the state that load, assign or close left. See Closure.
    logic::ClosureStatus status() const { return status_; }
    std::size_t freedom() const { return state().freedom(); }
    const logic::Closure& state() const { return wide_used_ ? wide_ : closure_; }
    logic::Closure& base() { return closure_; }

  private:
    GeometryPtr geometry_;
    RuleSet rules_;
    logic::Closure closure_;
    logic::Closure wide_;  // holds the state after `beyond`
    bool wide_used_ = false;
    logic::ClosureStatus status_ = logic::ClosureStatus::open;
    mutable std::vector<DigitSet> marks_;
};

}  // namespace clew::explain
