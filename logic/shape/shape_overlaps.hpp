#pragma once
// The shapes of almost locked sets that may share cells: chains, rings, death blossoms.
//
//     if (const auto shape = overlapping_sets_of(argument)) ... shape->technique
//
// Private to logic/shape/shape.cpp, which knows the chains whose sets are apart by counting.

#include <optional>

#include "logic/shape/shape.hpp"
#include "logic/shape/shape_argument.hpp"

namespace clew::logic::inline shape {

/// An ALS-XZ, an ALS-XY-wing or a longer chain of almost locked sets; else a ring of up to four of
/// them; else a death blossom. Sets may overlap, if no digit
/// that joins two of them stands where they do [Hobiger2008]. Requires an argument for an
/// elimination of which nothing can be left out. Cost: a look at each set of its cells, and at each
/// chain of them; nothing for more than ten cells.
std::optional<KnownShape> overlapping_sets_of(const ShapeArgument& argument);

}  // namespace clew::logic::inline shape
