#pragma once
// Chains: alternating inference over candidates, groups and almost locked sets. X-chains,
// XY-chains, remote pairs, alternating inference chains, nice loops, and the rules of almost locked
// sets.

#include "logic/strategies/strategy.hpp"

namespace clew::logic::inline strategies {

/// The entry for all_strategies().
Strategy chains_strategy();

}  // namespace clew::logic::inline strategies
