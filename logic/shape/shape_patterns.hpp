#pragma once
// The shapes that are known by their places: fireworks and exocets.
//
//     if (const auto shape = pattern_of(argument)) ... shape->technique

#include <optional>

#include "logic/shape/shape.hpp"
#include "logic/shape/shape_argument.hpp"

namespace clew::logic::inline shape {

/// A firework triple or quadruple, a junior or senior exocet. Requires an argument for an
/// elimination of which nothing can be left out. Cost: some hundred looks at the board.
std::optional<KnownShape> pattern_of(const ShapeArgument& argument);

}  // namespace clew::logic::inline shape
