#include "core/board/neighbours.hpp"

#include <algorithm>

namespace clew::inline board {

std::vector<Cell> sides_of(const Geometry& geometry, Cell cell) {
    const std::size_t n = geometry.size(), row = geometry.row_of(cell),
                      column = geometry.column_of(cell);
    std::vector<Cell> sides;
    if (row > 0) sides.push_back(geometry.cell(row - 1, column));
    if (column > 0) sides.push_back(geometry.cell(row, column - 1));
    if (column + 1 < n) sides.push_back(geometry.cell(row, column + 1));
    if (row + 1 < n) sides.push_back(geometry.cell(row + 1, column));
    return sides;
}

bool share_side(const Geometry& geometry, Cell a, Cell b) {
    return std::ranges::count(sides_of(geometry, a), b) > 0;
}

}  // namespace clew::inline board
