#pragma once
// The shapes that rest on colours: simple colouring, multi-colouring, 3D Medusa.
//
//     if (const auto shape = colours_of(argument)) ... shape->technique

#include <optional>

#include "logic/shape/shape.hpp"
#include "logic/shape/shape_argument.hpp"

namespace clew::logic::inline shape {

/// Simple colouring or multi-colouring if all is of one digit, the 3D Medusa if not; its size is
/// the number of candidates that take a colour in the argument. Requires an argument for an
/// elimination of which nothing can be left out.
std::optional<KnownShape> colours_of(const ShapeArgument& argument);

}  // namespace clew::logic::inline shape
