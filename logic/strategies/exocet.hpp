#pragma once
// Exocet: two base cells whose digits, both of them, must come back in two target cells.
//
//     find(state, {.technique = Technique::junior_exocet, .max_size = 4}, sink);   // base digits

#include "logic/strategies/strategy.hpp"

namespace clew::logic::inline strategies {

/// The entry for all_strategies(): junior-exocet, senior-exocet.
Strategy exocet_strategy();

}  // namespace clew::logic::inline strategies
