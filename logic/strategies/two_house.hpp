#pragma once
// Two-house strategies (family 3): what two crossing houses say about each other.
//
//     find(state, {.technique = Technique::pointing}, sink);
//     find(state, {.technique = Technique::bent_set, .max_size = 6}, sink);
//
// Finds every locked candidate, common peer, almost locked pair or triple, and every smallest set
// of at most max_size cells in two crossing houses that eliminates something by counting.

#include "logic/strategies/strategy.hpp"

namespace clew::logic::inline strategies {

/// True if the cells lie in two crossing houses, at least one of them in both, and not all in one.
bool fits_two_houses(const Layout& layout, const CellSet& cells);

}  // namespace clew::logic::inline strategies
