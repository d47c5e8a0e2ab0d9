#pragma once
// Assume and propagate (family 5): think one candidate to its end, and keep the reasons.
//
//     find(state, {.technique = Technique::impossible_digit,
//                  .closure = ClosureRules::sudokujm}, sink);
//
// Finds every candidate whose placement the closure rules refute ("clear impossible digit" of
// SudokuJM), and everything that both candidates of a binary cell lead to. Each step carries the
// chain of inferences. Cost: one closure a candidate; a traced one for each that is refuted.

#include "logic/strategy.hpp"

namespace clew::logic {

/// impossible-digit, binary-verity.
Strategy assumption_strategy();

}  // namespace clew::logic
