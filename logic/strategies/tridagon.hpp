#pragma once
// Tridagon: twelve cells of four boxes that three digits cannot fill, and the guardians of which
// one must therefore hold.
//
//     find(state, {.technique = Technique::tridagon, .max_size = 4}, sink);   // guardians
//
// The pattern is impossible, not merely deadly: no assumption of uniqueness.

#include "logic/strategies/strategy.hpp"

namespace clew::logic::inline strategies {

/// The entry for all_strategies(): tridagon with at most max_size guardians, on boards of 3x3
/// boxes.
Strategy tridagon_strategy();

}  // namespace clew::logic::inline strategies
