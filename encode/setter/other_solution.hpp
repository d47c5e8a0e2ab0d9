#pragma once
// Whether a clue is needed: a solution of the other clues that has another digit in its cell.
//
//     if (!other_solution(puzzle, cell)) ...      // the clue at `cell` follows from the others
//
// One search for a single solution answers; on classic boards it is search9's raw one.

#include <optional>

#include "encode/base/outcome.hpp"
#include "encode/board/puzzle.hpp"

namespace clew::setter {

/// A grid that fits `puzzle` without the clue at `cell`, and has another digit there; nothing if
/// there is none, or if the stop flag was raised. Requires a clue at `cell`.
std::optional<Grid> other_solution(const Puzzle& puzzle, Cell cell, const StopFlag* stop = nullptr);

}  // namespace clew::setter
