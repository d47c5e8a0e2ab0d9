#pragma once
// Neighbours: cells that share a side, and cells that are a whole row or column.
//
//     for (Cell side : sides_of(geometry, cell)) ...
//     share_side(geometry, a, b)
//     whole_line(geometry, rule.cells)        row 3, read from its right end

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/board/geometry.hpp"

namespace clew::inline board {

/// The cells that share a side with a cell, in reading order; none of an extra cell.
std::vector<Cell> sides_of(const Geometry& geometry, Cell cell);

/// True if the two cells share a side. False for a cell and itself.
bool share_side(const Geometry& geometry, Cell a, Cell b);

/// A row or a column, as it is read.
struct WholeLine {
    bool is_row = true;
    std::size_t index = 0;   ///< from 0
    bool backwards = false;  ///< from the right, or from the bottom
};
/// The row or column that these cells are, from one of its ends to the other; nothing for others.
std::optional<WholeLine> whole_line(const Geometry& geometry, std::span<const Cell> cells);

}  // namespace clew::inline board
