#pragma once
// Possible: which candidates of a puzzle are in a solution, with solutions to show it.
//
//     const Possible possible = what_is_possible(puzzle, {});
//     possible.digits[cell.index()]      the digits that the cell takes in some solution
//     possible.solutions                 among them, every such candidate once if there are few
//     nothing_follows(state)             whether each candidate left is in one
//
// Steps never remove what a solution uses, so this holds along a whole walk.

#include <functional>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/board/puzzle.hpp"
#include "logic/path/path.hpp"

namespace clew::logic::inline mus {

struct Possible {
    std::vector<DigitSet> digits;  ///< by cell; all empty if there is no solution
    std::vector<Grid> solutions;   ///< at most max_solutions, unlike each other as they came
    Ending ending = Ending::exhausted;

    static constexpr std::size_t max_solutions = 6;

    bool any() const { return !solutions.empty(); }
};

/// The union of all solutions. `on_progress` is called with how many candidates are settled, and of
/// how many. Cost: a solution for each candidate that no earlier one had, some microseconds each on
/// classic boards.
Possible what_is_possible(
    const Puzzle& puzzle, const Budget& budget,
    const std::function<void(std::size_t done, std::size_t of)>& on_progress = {});

/// Whether a state has choices left and each of their candidates is in a solution, so that nothing
/// more can follow. False too if that is not soon known. Cost: a solution for each candidate that
/// no earlier one had, up to the first that is in none.
bool nothing_follows(const logic::State& state, const StopFlag* stop = nullptr);

/// A path that no rule carries on is settled if nothing follows from where it is.
void settle(logic::Path& path, const StopFlag* stop = nullptr);

}  // namespace clew::logic::inline mus
