#pragma once
// Mergers: two findings that hang on the same cells or houses, told as the one step that people
// know them as.

#include "logic/strategies/strategy.hpp"

namespace clew::logic::inline strategies {

Strategy mergers_strategy();

}  // namespace clew::logic::inline strategies
