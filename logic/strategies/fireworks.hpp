#pragma once
// Fireworks: a digit that a row and a column leave no place outside their common box but one each;
// three or four such digits in the same cells use these cells up.

#include "logic/strategies/strategy.hpp"

namespace clew::logic::inline strategies {

/// The entry for all_strategies(): firework-triple, firework-quadruple.
Strategy fireworks_strategy();

}  // namespace clew::logic::inline strategies
