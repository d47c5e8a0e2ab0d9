#pragma once
// Cover sets (family 2): fish with any houses as bases and covers, and a remainder of fins.
//
//     find(state, {.technique = Technique::finned_franken_swordfish}, sink);
//
// Finds every fish of the technique's size whose covers are all needed; the definition is at the
// top of cover_sets.cpp. Cost: for n bases C(houses, n) times the ways to cover them, cut off where
// no cell sees all fins; bounded by Query::max_nodes.

#include "logic/strategies/strategy.hpp"

namespace clew::logic::inline strategies {

/// The same search among the places of these digits alone.
Ending find_cover_sets(const State& state, const Query& query, DigitSet digits,
                       const StepSink& sink);

}  // namespace clew::logic::inline strategies
