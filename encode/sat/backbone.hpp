#pragma once
// Backbone: what is true in every solution, and what is true in some.
//
//     TrueCandidates t = true_candidates(puzzle);
//     t.digits[cell.index()]          the digits that the cell takes in some solution
//     t.digits[...].size() == 1       the cell belongs to the backbone
//
// One question to a SAT session for each candidate that no model has shown yet; a model answers for
// every candidate in it. Cost on 9x9: about 25 microseconds a question, 2-5 ms a puzzle.

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/board/puzzle.hpp"
#include "encode/sat/cube.hpp"
#include "encode/sat/question.hpp"
#include "encode/sat/session.hpp"

namespace clew::sat {

struct Backbone {
    /// Per cell, the digits seen in a solution. All of them if `ending` is exhausted; all empty if
    /// there is no solution.
    std::vector<DigitSet> digits;
    Ending ending = Ending::exhausted;
};

/// The union of all solutions. `on_progress` is called before each question with the share of the
/// candidates that are settled.
Backbone true_candidates(const Puzzle& puzzle, const Budget& budget = {},
                         const std::function<void(double explored)>& on_progress = {});

/// Finds the cells that hold one digit in all solutions of `question` (the session's formula) and
/// fixes them at level zero in `session` and in `cube`. Conflicts are counted against the budget.
/// Returns exhausted when done (then !cube.consistent() if there is no solution), or why it gave
/// up; what was fixed until then holds.
Ending fix_backbone(Session& session, const SolverInput& question, Cube& cube,
                    const Budget& budget);

/// What is left of a budget when `spent` is gone.
Budget rest_of(Budget budget, std::uint64_t spent);

}  // namespace clew::sat
