#pragma once
// Blossom: a stem cell and an almost locked set for each of its digits. The death blossom.

#include "logic/strategies/strategy.hpp"

namespace clew::logic::inline strategies {

/// The entry for all_strategies().
Strategy blossom_strategy();

}  // namespace clew::logic::inline strategies
