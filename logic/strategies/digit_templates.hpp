#pragma once
// Digit templates: the ways to place one digit on the whole board, listed to the end. Template
// delete and template set.

#include "logic/strategies/strategy.hpp"

namespace clew::logic::inline strategies {

/// The entry for all_strategies().
Strategy digit_templates_strategy();

}  // namespace clew::logic::inline strategies
