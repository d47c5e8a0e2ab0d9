#pragma once
// Neighbours: cells that share a side.
//
//     for (Cell side : sides_of(geometry, cell)) ...
//     share_side(geometry, a, b)

#include <vector>

#include "core/board/geometry.hpp"

namespace clew::inline board {

/// The cells that share a side with a cell, in reading order.
std::vector<Cell> sides_of(const Geometry& geometry, Cell cell);

/// True if the two cells share a side. False for a cell and itself.
bool share_side(const Geometry& geometry, Cell a, Cell b);

}  // namespace clew::inline board
