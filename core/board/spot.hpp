#pragma once
// Spot: a cell or a candidate as people write it, in any notation that Clew prints.
//
//     parse_spot("r4c3=3", 9)      the cell r4c3 and the digit 3
//     parse_spot("43.3", 9)        the same in J. Paris's notation; "4,3.3" on boards of any side
//     parse_spot("r4c3", 9)        the cell alone; "43" or "4,3" likewise
//
// Files and certificates name cells as "r4c3" alone: parse_cell() in notation.hpp.

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/board/geometry.hpp"

namespace clew::inline board {

struct Spot {
    Cell cell;
    std::optional<Digit> digit{};
};

/// What the text names on a board of that side with so many extra cells; nothing if it names
/// nothing there.
std::optional<Spot> parse_spot(std::string_view text, std::size_t size, std::size_t extras = 0);
std::optional<Spot> parse_spot(std::string_view text, const Geometry& board);
/// The same if it is a cell alone.
std::optional<Cell> parse_spot_cell(std::string_view text, const Geometry& board);

}  // namespace clew::inline board
