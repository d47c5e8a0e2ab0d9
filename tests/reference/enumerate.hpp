#pragma once
// The slow, obviously right enumerator that the engines are tested against.
//
//     std::vector<Grid> all = reference::all_solutions(puzzle);     // sorted
//
// Cell after cell in reading order, digit after digit, each checked against the cells already
// filled by looking through the constraints' own cell lists. No propagation, no masks, no tables,
// nothing shared with an engine. Good for boards of side 4 to 6 with few clues, and for 9x9 puzzles
// with many.

#include <cstdint>
#include <vector>

#include "encode/board/outcome.hpp"
#include "encode/board/puzzle.hpp"

namespace clew::reference {

/// Every solution in lexicographic order, or the first `limit` of them.
std::vector<Grid> all_solutions(const Puzzle& puzzle, std::uint64_t limit = unlimited);

/// How many solutions, but never more than `limit`.
std::uint64_t count_solutions(const Puzzle& puzzle, std::uint64_t limit = unlimited);

}  // namespace clew::reference
