#pragma once
// How rules besides cages, thermometers and arrows are drawn: coloured lines, tinted cells, dots
// and letters between cells, digits at corners, numbers and arrows beside the board. Private to
// explain.
//
//     if (const std::string means = key_of_drawing(board, rule); !means.empty()) ...  // it is drawn
//     draw_below(board, at, rule)       under the grid: lines, tints, shapes in cells
//     draw_above(at, rule)       over it: dots, letters, digits at corners
//     beside(board, rule)               a number beside the board

#include <optional>
#include <span>
#include <string>

#include "core/board/geometry.hpp"
#include "core/board/rule.hpp"

namespace clew::explain::inline pictures::svg {

class SvgLayout;

/// True if the cells share a side or a corner.
bool touch(const Geometry& board, Cell a, Cell b);
/// True for two cells or more of which each touches the next.
bool is_path(const Geometry& board, std::span<const Cell> cells);
/// From the middle of each cell to that of the next.
std::string path_data(const SvgLayout& at, std::span<const Cell> path);

/// What the drawing of a rule means, a sentence that is the same for all rules of the kind that are
/// drawn alike: "Green line: neighbours differ by 5 or more." Empty if no drawing tells the rule.
std::string key_of_drawing(const Geometry& board, const Rule& rule, Language language);

std::string draw_below(const Geometry& board, const SvgLayout& at, const Rule& rule);
std::string draw_above(const SvgLayout& at, const Rule& rule);

enum class BoardSide : std::uint8_t { left, right, top, bottom };
/// A number that stands beside a row or column.
struct Beside {
    BoardSide side = BoardSide::left;
    std::size_t line = 0;  ///< which row or column
    std::string text{};
};
/// Of sandwiches, X-sums, skyscrapers and numbered rooms along a whole row or column.
std::optional<Beside> beside(const Geometry& board, const Rule& rule);
/// True for a little killer along a diagonal from the edge: its number needs room beside the board.
bool is_diagonal_from_edge(const Geometry& board, const Rule& rule);

}  // namespace clew::explain::inline pictures::svg
