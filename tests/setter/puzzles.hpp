// The puzzles that most tests of this folder begin with.
#pragma once

#include "core/board/puzzle.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::setter {

inline const board::Puzzle p92 = board::Puzzle::from_line(reference::p92);
inline const board::Puzzle gould = board::Puzzle::from_line(reference::gould);

}  // namespace clew::setter
