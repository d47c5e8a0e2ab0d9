#include "core/board/neighbours.hpp"

#include <algorithm>

namespace clew::inline board {

std::vector<Cell> sides_of(const Geometry& geometry, Cell cell) {
    const std::size_t row = geometry.row_of(cell), column = geometry.column_of(cell);
    std::vector<Cell> sides;
    if (!geometry.in_grid(cell)) return sides;
    if (row > 0) sides.push_back(geometry.cell(row - 1, column));
    if (column > 0) sides.push_back(geometry.cell(row, column - 1));
    if (column + 1 < geometry.columns()) sides.push_back(geometry.cell(row, column + 1));
    if (row + 1 < geometry.rows()) sides.push_back(geometry.cell(row + 1, column));
    return sides;
}

bool share_side(const Geometry& geometry, Cell a, Cell b) {
    return std::ranges::count(sides_of(geometry, a), b) > 0;
}

std::optional<WholeLine> whole_line(const Geometry& geometry, std::span<const Cell> cells) {
    if (cells.empty()) return std::nullopt;
    const Cell first = std::min(cells.front(), cells.back());
    if (!geometry.in_grid(first)) return std::nullopt;
    for (const bool is_row : {true, false}) {
        const std::size_t n = is_row ? geometry.columns() : geometry.rows();
        if (cells.size() != n) continue;
        const WholeLine line{is_row, is_row ? geometry.row_of(first) : geometry.column_of(first),
                             cells.front() != first};
        bool same = true;
        for (std::size_t i = 0; i < n; ++i) {
            const Cell cell = is_row ? geometry.cell(line.index, i) : geometry.cell(i, line.index);
            same = same && cells[line.backwards ? n - 1 - i : i] == cell;
        }
        if (same) return line;
    }
    return std::nullopt;
}

}  // namespace clew::inline board
