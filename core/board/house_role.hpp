#pragma once
// What kinds of houses are called.
//
//     to_string(HouseRole::disjoint_group)    "disjoint group"

#include "core/board/geometry.hpp"

namespace clew::inline board {

/// "row", "column", "box", ..., in the singular.
const char* to_string(HouseRole role);

}  // namespace clew::inline board
