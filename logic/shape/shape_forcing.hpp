#pragma once
// The shapes of verities: whatever a cell holds, or wherever a digit goes in a house, the same
// follows.
//
//     if (const auto shape = forcing_of(argument, Truth::fails)) ... shape->technique
//
// Private to logic/shape/shape.cpp.

#include <optional>

#include "logic/shape/shape.hpp"
#include "logic/shape/shape_argument.hpp"

namespace clew::logic::inline shape {

/// A cell or region forcing chain or net, or a verity of a binary cell. Requires an argument, of
/// which nothing can be left out, for the candidate's holding or failing. Cost: a propagation of
/// the citations for each candidate of each truth.
std::optional<KnownShape> forcing_of(const ShapeArgument& argument, Truth truth);

/// An impossible digit: that the candidate holds runs out by singles, locked candidates and pairs
/// of the citations. Its size is the number of truths. Requires as above. Cost: in the worst case
/// a look at each two truths with each two citations, time and again.
std::optional<KnownShape> impossible_of(const ShapeArgument& argument);

}  // namespace clew::logic::inline shape
