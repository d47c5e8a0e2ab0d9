#pragma once
// Many-house strategies (family 4): wings, chains of binary cells, and the general n-cell form.
//
//     find(state, {.technique = Technique::xy_chain, .max_size = 8}, sink);   // cells of a chain
//     find(state, {.technique = Technique::counted_set, .max_size = 4}, sink);
//
// Finds every XY-wing and counted set of at most max_size cells, every W-wing, and for every pair
// of cells that a chain of binary cells (or a remote pair) joins, its shortest chain.

#include "logic/strategies/strategy.hpp"

namespace clew::logic::inline strategies {

/// xy-wing, w-wing, remote-pair, xy-chain, counted-set.
Strategy many_house_strategy();

}  // namespace clew::logic::inline strategies
