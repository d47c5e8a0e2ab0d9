#pragma once
// Whether a clue is needed: a solution of the other clues that has another digit in its cell.
//
//     Solver solver{puzzle};
//     if (!other_solution(solver, puzzle, cell)) ...      // the others imply the clue at `cell`
//
// One search for a single solution answers.

#include <optional>

#include "core/base/outcome.hpp"
#include "core/board/puzzle.hpp"
#include "solve/solver.hpp"

namespace clew::setter {

/// A grid that fits the solver's question but for the clue at `cell`, and has another digit there;
/// nothing if there is none, or if the stop flag was raised. `puzzle` says what the clue is and
/// which digits are marked; the question is left as it was. Requires a clue at `cell`.
std::optional<Grid> other_solution(Solver& solver, const Puzzle& puzzle, Cell cell,
                                   const StopFlag* stop = nullptr);

/// True if a digit other than the one that the question allows at `cell` alone leads to a solution.
/// The same question, cheaper; the digits marked there are `marks`.
bool has_other(Solver& solver, Cell cell, DigitSet marks, const StopFlag* stop = nullptr);

}  // namespace clew::setter
