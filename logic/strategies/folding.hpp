#pragma once
// Folding: a long chain of inferences as a nested one, of which each level can be followed.
//
//     if (inferences_told(branch) > 5) branch = folded(state, std::move(branch), 5);
//
// The inferences stay the same but one for each lemma, so nothing has to be found anew. What the
// chain comes to is told as before.

#include <cstddef>

#include "logic/candidates.hpp"
#include "logic/step.hpp"

namespace clew::logic::inline strategies {

/// What a reader infers at the level of the branch, a lemma as one.
std::size_t inferences_told(const Branch& branch);

/// A refutation as one of which no level has more than so many inferences, as far as it can be cut:
/// part of it becomes a lemma, part of what is left another. Requires a branch without lemmas that
/// supposes a candidate of the state and runs out.
Branch folded(const State& state, Branch branch, std::size_t most);

}  // namespace clew::logic::inline strategies
