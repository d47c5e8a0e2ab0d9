#pragma once
// Aligned exclusion: what two or three cells cannot hold together, combination by combination,
// since another cell that sees them would have no digit left.

#include "logic/strategies/strategy.hpp"

namespace clew::logic::inline strategies {

/// The entry for all_strategies(): aligned-pair-exclusion, aligned-triple-exclusion.
Strategy aligned_strategy();

}  // namespace clew::logic::inline strategies
