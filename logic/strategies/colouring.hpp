#pragma once
// Colouring: conjugate candidates painted in two colours, one of which is true. Simple colouring,
// multi-colouring and 3D Medusa.

#include "logic/strategies/strategy.hpp"

namespace clew::logic::inline strategies {

/// The entry for all_strategies().
Strategy colouring_strategy();

}  // namespace clew::logic::inline strategies
