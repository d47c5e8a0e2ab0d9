#pragma once
// Uniqueness (family 7): what follows from the puzzle's having one solution. Found only in states
// that are told so.
//
//     State state{puzzle};
//     state.set_unique(Uniqueness::granted, puzzle);
//     find(state, {.technique = Technique::unique_rectangle_1}, sink);
//
// Finds every deadly pattern of its kinds (deadly_patterns.hpp) and everything that follows from
// its guardians (guardians.hpp).

#include "logic/strategies/strategy.hpp"

namespace clew::logic::inline strategies {

/// unique-rectangle-1 to -6, hidden-rectangle, avoidable-rectangle-1 and -2, extended-rectangle,
/// unique-loop, bug-1, bug-n.
Strategy uniqueness_strategy();

}  // namespace clew::logic::inline strategies
