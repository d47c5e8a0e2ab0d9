#pragma once
// Boards along the walks of random puzzles, for the tests of the rating module.
//
//     each_state(puzzle, [&](const Board9& board, const SeStep& next) { ... });

#include <functional>
#include <vector>

#include "logic/rating/board9.hpp"
#include "logic/rating/explainer.hpp"
#include "solve/search9/search9.hpp"
#include "tests/logic/random_states.hpp"

namespace clew::rating {

inline int index_of(Cell cell) { return static_cast<int>(cell.index()); }
inline int index_of(Digit digit) { return static_cast<int>(digit.index()); }

/// Makes a step on a board.
inline void apply(const SeStep& step, Board9& board) {
    for (const Candidate& c : step.eliminations) board.erase(index_of(c.cell), index_of(c.digit));
    if (step.placement) board.set(index_of(step.placement->cell), index_of(step.placement->digit));
}

/// Walks a puzzle, with the board before each step and the step.
inline SeRating each_state(const Puzzle& puzzle, const SeOptions& options,
                           const std::function<void(const Board9&, const SeStep&)>& see) {
    Board9 board{puzzle};
    SeOptions watched = options;
    watched.on_step = [&](const SeStep& step) {
        see(board, step);
        apply(step, board);
    };
    return Explainer{}.rate(puzzle, watched);
}

/// A minimal puzzle with one solution, in about three of four cases one that asks for chains.
inline Puzzle minimal_puzzle(std::uint64_t seed) {
    Random random{seed};
    return logic::unique_puzzle(Geometry::classic(), random, 81);
}

/// Candidates that are in some solution of a puzzle, and one solution; of at most `most` solutions.
/// Nothing if there are more.
struct Alive {
    std::array<std::uint16_t, 81> digits{};
    std::uint64_t solutions = 0;
};
inline std::optional<Alive> alive(const Puzzle& puzzle, std::uint64_t most) {
    std::vector<search9::Solution9> found(most + 1);
    Alive all;
    all.solutions = search9::count_up_to(search9::marks9(puzzle), most + 1, found);
    if (all.solutions > most) return std::nullopt;
    for (std::size_t s = 0; s < all.solutions; ++s)
        for (std::size_t c = 0; c < 81; ++c)
            all.digits[c] = static_cast<std::uint16_t>(all.digits[c] | 1U << found[s][c]);
    return all;
}

}  // namespace clew::rating
