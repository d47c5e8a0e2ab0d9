#pragma once
// Completion: what to add to a puzzle with several solutions, and what to ask about it.
//
//     Completion c = completion(puzzle);
//     c.solutions.size()       12
//     c.clues                  every smallest set of clues that leaves one solution
//     c.cells                  every smallest set of cells whose digits tell all solutions apart
//     c.questions              "which digit is at r1c2?" splits 12 into 5, 4, 3
//
// All of it is exact and proved smallest: a set of clues leaves the solution S alone if it meets,
// for every other solution, the set of cells in which that one differs from S. So the smallest such
// sets are the smallest hitting sets of the differences, over all S; and cells tell all solutions
// apart if they meet the differences of all pairs.

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/board/puzzle.hpp"
#include "setter/hitting_sets.hpp"
#include "setter/pattern_symmetry.hpp"

namespace clew::setter {

struct CompletionOptions {
    std::uint64_t max_solutions = 1'000;  ///< with more than that, nothing is computed
    std::size_t max_sets = 1'000;         ///< of clues, and of cells, are listed
    /// max_nodes: of the search for hitting sets, each of the two.
    Budget budget{.max_nodes = 1'000'000};
};

/// A question whose answer parts the solutions.
struct CellQuestion {
    Cell cell;
    /// How many solutions have which digit here, most first. At least two.
    std::vector<std::pair<Digit, std::uint64_t>> parts;
};

/// Smallest sets of one kind.
template <class Element>
struct SmallestSets {
    std::size_t size = 0;  ///< of each; a lower bound if there are no sets
    std::vector<std::vector<Element>> sets;
    /// exhausted: all of that size are listed and none is smaller; limit_reached: there are more of
    /// that size. Otherwise the budget ended: no set is smaller than `size`.
    Ending ending = Ending::exhausted;
};

struct Completion {
    std::vector<Grid> solutions;         ///< all of them if listed, in the engine's order
    Ending listing = Ending::exhausted;  ///< limit_reached: more than max_solutions; nothing else
                                         ///< is computed then
    /// First those that make the places of the clues symmetric, then in order. Among the first are
    /// larger ones too, of puzzles with clues in at most half of the cells: a clue in each cell
    /// that the clues lack for a symmetry, where these are at most a quarter as many as there are
    /// clues.
    SmallestSets<Candidate> clues;
    /// Beside clues.sets: the symmetry that the set gives to the places of the clues.
    std::vector<std::optional<Symmetry>> symmetries;
    SmallestSets<Cell> cells;
    /// Best first: the fewest solutions left on average, then the smallest largest part.
    std::vector<CellQuestion> questions;
};

/// Works it out. Nothing but `solutions` if there are fewer than two. Cost: cubic in the number of
/// solutions at worst; a second or so for several hundred.
Completion completion(const Puzzle& puzzle, const CompletionOptions& options = {});

/// The cells in which two grids differ, ascending.
ElementSet difference(const Grid& a, const Grid& b);

/// For all pairs of solutions the cells in which they differ, the minimal ones: the minimal
/// unavoidable sets that the solutions exhibit.
std::vector<ElementSet> minimal_differences(const std::vector<Grid>& solutions);

/// Every question that parts the solutions, best first.
std::vector<CellQuestion> questions(const Geometry& geometry, const std::vector<Grid>& solutions);

}  // namespace clew::setter
