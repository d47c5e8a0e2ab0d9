#pragma once
// The plain checker: is this full grid a solution of this puzzle? Everything is tested against it.
//
// Written from the rules, with no table shared with any engine: it reads the geometry's cell lists
// and nothing else.
//
//     if (auto fault = find_fault(puzzle, grid)) std::puts(fault->c_str());

#include <optional>
#include <string>

#include "encode/board/puzzle.hpp"

namespace clew {

/// Why `grid` is not a solution of `puzzle` ("row 3 holds 5 twice, at r3c1 and r3c7", "r1c1 holds 4
/// but the given is 5"), or nothing if it is one. Never throws: a grid of the wrong length or with
/// digits out of range is a fault too. Cost: one pass over all houses.
std::optional<std::string> find_fault(const Puzzle& puzzle, const Grid& grid);

/// True if `grid` solves `puzzle`.
inline bool is_solution(const Puzzle& puzzle, const Grid& grid) {
    return !find_fault(puzzle, grid).has_value();
}

}  // namespace clew
