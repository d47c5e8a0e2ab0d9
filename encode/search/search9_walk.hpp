#pragma once
// Walk9: one depth-first search over one 9x9 puzzle, a level a branch, without allocation.
//
// Private to the room: search9.hpp is the door. A Walk9 holds the state of every level on the
// current path (about 300 bytes each), so that going back is forgetting a level.
//
//     Walk9 walk;
//     if (walk.start(marks))
//         while (walk.advance(...)) ...

#include <array>
#include <cstddef>
#include <cstdint>

#include "encode/search/search9.hpp"

namespace clew::search::detail {

/// Three bands of 27 cells, bit r*9+c in word `band`; the fourth word is always zero.
using Board = std::uint32_t __attribute__((vector_size(16)));

/// A position: what may still stand where, and what does.
struct Position {
    std::array<Board, 9> open;  ///< cells where the digit may stand
    std::array<Board, 9> only;  ///< cells that are the digit's one place in their box
};

/// The position of some marks, before any inference.
void load(Position& position, const Marks9& marks);
/// The marks of a position.
Marks9 unload(const Position& position);

/// Draws every conclusion of singles and locked candidates, starting from the digits in `dirty`
/// (bit d), to the one fixpoint. False if there is no solution.
bool settle(Position& position, unsigned dirty);

/// Where to branch: a cell with fewest digits.
struct Choice {
    unsigned cell = 81;   ///< 0 .. 80; 81 if every cell has one digit
    unsigned digits = 0;  ///< bit d
};
/// Requires a settled position.
Choice choose(const Position& position);

/// Puts the digit into the cell; returns the digits that lost a cell. Settle afterwards.
unsigned place(Position& position, unsigned cell, unsigned digit);

/// The grid of a position in which every cell has one digit.
void read_solution(const Position& position, Solution9& out);

inline constexpr std::size_t max_depth = 82;

}  // namespace clew::search::detail
