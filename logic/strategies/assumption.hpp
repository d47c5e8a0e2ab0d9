#pragma once
// Assume and propagate (family 6): think one candidate to its end, and keep the reasons.
//
//     find(state, {.technique = Technique::impossible_digit,
//                  .closure = ClosureRules::sudokujm}, sink);
//
// Finds every candidate whose placement the closure rules refute ("clear impossible digit" of
// SudokuJM), the shortest refutation first. Each step carries the chain of inferences. Cost: one
// closure a candidate; a trace for each that is refuted.

#include "logic/strategies/strategy.hpp"

namespace clew::logic::inline strategies {

/// impossible-digit.
Strategy assumption_strategy();

}  // namespace clew::logic::inline strategies
