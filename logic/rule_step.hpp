#pragma once
// Rule step: what a rule of the puzzle that is no house rules out by its filter.
//
//     while (auto step = next_rule_step(state)) apply(*step, state);
//
// The techniques know houses alone; this is what they need beside them on a board with cages or
// arrows.

#include <optional>

#include "logic/candidates.hpp"
#include "logic/step.hpp"

namespace clew::logic {

/// The first rule, in the order of State::rule_parts(), whose filter rules something out, as a
/// smallest proof of one constraint: a cell with one candidate left is placed. Nothing if none
/// does, or in a contradiction. Of a rule that cannot be kept any more it rules out all that its
/// first open cell has. Cost: a filter a rule.
std::optional<Step> next_rule_step(const State& state);

}  // namespace clew::logic
