#include "setter/other_solution.hpp"

#include "core/base/contract.hpp"

namespace clew::setter {

std::optional<Grid> other_solution(Solver& solver, const Puzzle& puzzle, Cell cell,
                                   const StopFlag* stop) {
    const auto clue = puzzle.given(cell);
    CLEW_REQUIRE(clue.has_value(), "other_solution: no clue there");
    const DigitSet before = solver.allowed(cell);
    solver.allow(cell, puzzle.marks(cell) - DigitSet{*clue});
    Grid found;
    const bool some = solver.solve(found, {.stop = stop}).solutions > 0;
    solver.allow(cell, before);
    if (!some) return std::nullopt;
    return found;
}

bool has_other(Solver& solver, Cell cell, DigitSet marks, const StopFlag* stop) {
    const DigitSet before = solver.allowed(cell);
    solver.allow(cell, marks - before);
    const bool some = solver.count_to(1, {.stop = stop}).solutions > 0;
    solver.allow(cell, before);
    return some;
}

}  // namespace clew::setter
