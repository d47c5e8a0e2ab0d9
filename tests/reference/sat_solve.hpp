#pragma once
// One solution by SAT.
//
//     sat::solve(puzzle).solution

#include <optional>

#include "encode/sat/enumerate.hpp"

namespace clew::sat {

struct SolveOutcome {
    std::optional<Grid> solution;
    Ending ending = Ending::exhausted;  ///< limit_reached if there is a solution, exhausted if none
};

/// A solution of the puzzle, or the proof that there is none, or why it is not known.
inline SolveOutcome solve(const Puzzle& puzzle, const Budget& budget = {}) {
    SolveOutcome outcome;
    const EnumerateOptions one{
        .budget = budget, .limit = 1, .strategy = EnumerationMethod::blocking};
    outcome.ending = sat::enumerate(puzzle, one, [&](const Grid& g) {
                         outcome.solution = g;
                         return Flow::go_on;
                     }).ending;
    return outcome;
}

}  // namespace clew::sat
