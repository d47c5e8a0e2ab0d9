#pragma once
// Related sets (family 1): singles, naked and hidden sets, and row-by-column fish, by one search
// over the planes of the candidate array.
//
//     find(state, {.technique = Technique::hidden_triple}, sink);
//
// Finds every irreducible structure that changes the state; see matrix_cover.hpp.

#include "logic/strategies/strategy.hpp"

namespace clew::logic::inline strategies {

/// naked-single .. hidden-set, x-wing .. large-fish.
Strategy related_sets_strategy();

}  // namespace clew::logic::inline strategies
