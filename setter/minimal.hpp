#pragma once
// Minimal: which clues are needed, and which smaller puzzles stand in a puzzle.
//
//     redundant_clues(puzzle)                          // clues that the others imply
//     greedy_subpuzzle(puzzle, seed)                   // one minimal sub-puzzle, at once
//     minimal_subpuzzles(puzzle, {.limit = 100}, sink) // all, those with the fewest clues first
//     redundant_rules(puzzle)                          // rules that the rest implies
//
// A sub-puzzle has some of the clues, the same pencil marks and the same solutions; it is minimal
// if no clue of it can go. A puzzle without solution has none: what makes it unsolvable is asked of
// conflicting_clues() in repair.hpp.

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/base/report.hpp"
#include "core/board/puzzle.hpp"

namespace clew::setter {

/// The cells of clues that follow from the other clues: without such a one, the solutions are the
/// same. Two redundant clues need not be redundant together. Empty if there is no solution.
/// `on_progress` is called before each clue: `nodes` are clues tested.
std::vector<Cell> redundant_clues(const Puzzle& puzzle, const Budget& budget = {},
                                  const std::function<void(const Progress&)>& on_progress = {});

/// A minimal sub-puzzle: clues are taken out in an order drawn from the seed, each if it then
/// follows from the others. The puzzle itself if it has no solution. When the stop flag is raised,
/// what is reached by then, with the same solutions but perhaps not minimal.
Puzzle greedy_subpuzzle(const Puzzle& puzzle, std::uint64_t seed, const Budget& budget = {},
                        const std::function<void(const Progress&)>& on_progress = {});

/// The places, among the puzzle's rules, of those that follow from the rest: without such a one,
/// the solutions are the same. As redundant_clues() otherwise. Cost: the solutions are counted
/// once, and again for each rule.
std::vector<std::size_t> redundant_rules(
    const Puzzle& puzzle, const Budget& budget = {},
    const std::function<void(const Progress&)>& on_progress = {});

/// The puzzle without those of `rules` (places among its rules, tried in this order) that follow
/// from what is left. Unchanged if it has no solution; when the stop flag is raised, what is
/// reached by then.
Puzzle without_redundant_rules(const Puzzle& puzzle, std::vector<std::size_t> rules,
                               const Budget& budget = {},
                               const std::function<void(const Progress&)>& on_progress = {});

struct SubpuzzleOptions {
    Budget budget{};                  ///< max_nodes: puzzles asked of the solver, and search nodes
    std::uint64_t limit = unlimited;  ///< stop after so many
    std::size_t max_clues = max_cells;  ///< no larger ones
    /// Called at each node: `solutions` are sub-puzzles found.
    std::function<void(const Progress&)> on_progress{};
};

struct SubpuzzleCount {
    std::uint64_t found = 0;
    /// exhausted: all were handed out; otherwise all with fewer than complete_below clues were.
    Ending ending = Ending::exhausted;
    std::size_t complete_below = 0;
    std::uint64_t nodes = 0;
};

/// Hands out all minimal sub-puzzles, each once, those with fewer clues first. None if there is no
/// solution. Cost: there may be astronomically many; those of a size come after all smaller sizes
/// were searched.
SubpuzzleCount minimal_subpuzzles(const Puzzle& puzzle, const SubpuzzleOptions& options,
                                  const std::function<Flow(const Puzzle&)>& sink);

}  // namespace clew::setter
