#pragma once
// Nested contradictions: candidates that are refuted only if assumptions nest.
//
//     find(state, {.technique = Technique::nested_contradiction, .max_size = 2}, sink);
//
// Where an assumption's closure is stuck, what a further assumption refutes there falls as well and
// is told as a lemma; and so on within, up to max_size assumptions at once. Finds every candidate
// that falls this way and not to the closure alone. Work is bounded by max_nodes and the stop flag.

#include "logic/strategies/strategy.hpp"

namespace clew::logic::inline strategies {

/// nested-contradiction.
Strategy nested_strategy();

}  // namespace clew::logic::inline strategies
