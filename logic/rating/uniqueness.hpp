#pragma once
// Uniqueness: steps that hold only if the puzzle has one solution and no other.
//
//     if (granted) hint = find_unique_loop(board);
//
// A pattern whose cells could be filled in two ways, both or neither of which solve the puzzle,
// cannot be all that is left of them. Never asked for unless uniqueness is granted.

#include <optional>

#include "logic/rating/hint.hpp"

namespace clew::rating {

/// Unique rectangles and loops, types 1 to 4; the lowest rated one, the first of these.
std::optional<Deduction> find_unique_loop(const Board9& board);
/// Bivalue universal graves, types 1 to 4.
std::optional<Deduction> find_bivalue_grave(const Board9& board);

}  // namespace clew::rating
