#pragma once
// Templates: the ways to place one digit on the whole board, other digits forgotten.
//
//     CellSet dead = places_without_template(state, digit);
//
// A fish argues about one digit, so it can only eliminate places that no template uses. Most digits
// of most states have none, and need no search for fish at all.

#include <cstdint>

#include "logic/candidates.hpp"

namespace clew::logic::inline strategies {

/// The places of the digit that lie in no template. If `max_nodes` run out, the places not yet
/// decided are in the set too: it never lacks one; the default decides every place of a 9x9 digit.
/// Cost: about one descent a place; nothing when asked again for the same places of the digit, on
/// the same thread.
CellSet places_without_template(const State& state, Digit digit, std::uint64_t max_nodes = 20'000);

/// Whether some template lies within the places of one digit; true as well if `nodes`, which counts
/// down, run out before that is known.
bool may_have_template(const Layout& layout, const CellSet& places, std::uint64_t& nodes);

}  // namespace clew::logic::inline strategies
