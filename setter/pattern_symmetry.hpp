#pragma once
// Symmetries of a clue pattern: which cells carry clues together.
//
//     for (const auto& orbit : orbits(*Geometry::classic(), Symmetry::half_turn)) ...
//
// The symmetries are those of the square: what they map is cells, not houses. Of an oblong board
// those that exchange rows and columns are none. Extra cells stay where they are.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/board/geometry.hpp"

namespace clew::setter {

/// The subgroups of the square's symmetries, up to naming.
enum class Symmetry : std::uint8_t {
    none,
    half_turn,      ///< 180 degrees, the newspapers' usual one
    quarter_turn,   ///< 90 degrees
    left_right,     ///< mirror at the middle column
    top_bottom,     ///< mirror at the middle row
    both_axes,      ///< both of these
    diagonal,       ///< mirror at the main diagonal
    anti_diagonal,  ///< mirror at the other
    both_diagonals,
    full,  ///< all eight
};

/// "none", "half-turn", "quarter-turn", "left-right", ...
const char* to_string(Symmetry symmetry);
/// All symmetries, in the order of the enumeration.
const std::vector<Symmetry>& all_symmetries();
/// The symmetry of that name, if there is one.
std::optional<Symmetry> parse_symmetry(std::string_view name);

/// False for one that exchanges the rows and columns of an oblong board.
bool is_symmetry_of(const Geometry& geometry, Symmetry symmetry);

/// The classes of cells that the symmetry maps into each other, by their smallest cell; the cells
/// of each ascending. Each cell by itself if it is no symmetry of the board.
std::vector<std::vector<Cell>> orbits(const Geometry& geometry, Symmetry symmetry);

/// True if the symmetry maps the set of cells with `marked[cell]` to itself. `marked` has one entry
/// a cell.
bool is_symmetric(const Geometry& geometry, const std::vector<bool>& marked, Symmetry symmetry);

/// The richest symmetry (the last in the enumeration) that maps `after` to itself and not `before`;
/// nothing if there is none. Both have one entry a cell.
std::optional<Symmetry> symmetry_gained(const Geometry& geometry, const std::vector<bool>& before,
                                        const std::vector<bool>& after);

}  // namespace clew::setter
