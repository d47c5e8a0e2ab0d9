#pragma once
// The slow, obviously right enumerator that the engines are tested against.
//
//     std::vector<Grid> all = reference::all_solutions(puzzle);     // sorted
//
// Always the empty cell with the fewest fitting digits, digit after digit; what fits is found by
// looking through the constraints' own cell lists. Rules are looked at as soon as all their cells
// are filled, by a reading of their meaning that is written here once more. No propagation, no
// masks, no tables, nothing shared with an engine. Good for boards of side 4 to 6, and for 9x9
// puzzles with many clues.

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/board/puzzle.hpp"

namespace clew::reference {

/// Every solution, sorted; or `limit` of them, if there are more.
std::vector<Grid> all_solutions(const Puzzle& puzzle, std::uint64_t limit = unlimited);

/// How many solutions, but never more than `limit`; nothing if that takes more than `max_steps`
/// placements.
std::optional<std::uint64_t> count_solutions(const Puzzle& puzzle, std::uint64_t limit = unlimited,
                                             std::uint64_t max_steps = unlimited);

}  // namespace clew::reference
