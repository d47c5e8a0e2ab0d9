#pragma once
// HumanStart: where the simulated player begins, on the canonical form of the puzzle.
//
//     HumanStart start = human_start(puzzle, &solution);
//     human_walk(start.board, &*start.solution, prices, human_random(0))
//
// Puzzles with pencil marks, and such as contradict themselves at once, are taken as they are.

#include <optional>

#include "core/board/symmetry.hpp"
#include "logic/rating/human.hpp"

namespace clew::rating {

struct HumanStart {
    Board9 board;
    std::optional<Grid> solution{};
    Isomorphism map;  ///< from the puzzle to the board
};
/// `solution` may be null.
HumanStart human_start(const Puzzle& puzzle, const Grid* solution);

/// Whose mean is a rating.
inline constexpr unsigned human_walks = 16;
/// What walk number `walk` of every puzzle draws from.
Random human_random(unsigned walk);

}  // namespace clew::rating
