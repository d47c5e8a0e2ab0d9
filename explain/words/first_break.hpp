#pragma once
// Where a refutation is over for its reader: at the first cell, house or rule that is broken, which
// need not be one that the step cites.
//
//     const Branch told = up_to_first_break(state, step.reasons.front());
//
// Private to explain.

#include "logic/candidates.hpp"
#include "logic/step.hpp"

namespace clew::explain::inline words {

/// Whether a branch begins with what it supposes.
bool supposes(const logic::Branch& branch);
/// A branch without the lines that say what the board shows by then. Where it supposes something,
/// as each lemma does: with the lines alone that lead to what is broken first, if these are fewer.
logic::Branch up_to_first_break(const logic::State& before, const logic::Branch& branch);
/// Of every branch of a step.
logic::Step up_to_first_break(const logic::State& before, logic::Step step);

}  // namespace clew::explain::inline words
