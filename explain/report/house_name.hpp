#pragma once
// The house that a user's name means.
//
//     find_house("row 3", board), find_house("r3", board)      // the same
//     find_house("diagonal 1", board)                          // nothing where there is none

#include <optional>
#include <string>

#include "core/board/geometry.hpp"

namespace clew::report {

/// "row 3", "Row 3", "Zeile 3", r3, c3, b3, or a name of the board's own.
std::optional<House> find_house(const std::string& text, const Geometry& board);

}  // namespace clew::report
