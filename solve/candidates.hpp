#pragma once
// Candidates: for every candidate, whether it is in some solution, in all, and in how many.
//
//     TrueCandidates t = true_candidates(puzzle);
//     t.digits[cell.index()]            the digits that the cell takes in some solution
//     t.digits[...].size() == 1         the cell belongs to the backbone
//
//     CandidateCounts c = count_candidates(puzzle);
//     c.of[geometry.candidate_index({cell, digit})]      in how many solutions, exactly
//
// The first is asked of a SAT session, some milliseconds however many solutions there are. The
// second needs a count: by listing, or on classic boards by the exact counter's sum, whichever is
// predicted to be cheaper.

#include <functional>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/board/puzzle.hpp"
#include "solve/solve.hpp"

namespace clew {

struct TrueCandidates {
    /// Per cell, the digits seen in a solution. All of them if `ending` is exhausted; all empty if
    /// there is no solution.
    std::vector<DigitSet> digits;
    Ending ending = Ending::exhausted;
};
/// The union of all solutions. Budget::max_nodes counts conflicts; `on_progress` is called with the
/// share of the candidates that are settled.
TrueCandidates true_candidates(const Puzzle& puzzle, const Budget& budget = {},
                               const std::function<void(double explored)>& on_progress = {});

struct CandidateCounts {
    CountResult total;
    std::vector<Count> of;  ///< by Geometry::candidate_index(); empty unless total.exact()
};
/// Counts. Uses engine, budget, threads and on_progress; search and sat list, exact and frontier
/// sum. Errors: ContractViolation unless the engine is automatic or can_count(options.engine,
/// puzzle).
CandidateCounts count_candidates(const Puzzle& puzzle, const SolveOptions& options = {});

}  // namespace clew
