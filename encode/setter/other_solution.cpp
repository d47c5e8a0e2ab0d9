#include "encode/setter/other_solution.hpp"

#include <array>

#include "encode/board/contract.hpp"
#include "encode/search/search9.hpp"
#include "encode/solve/solve.hpp"

namespace clew::setter {

std::optional<Grid> other_solution(const Puzzle& puzzle, Cell cell, const StopFlag* stop) {
    const auto clue = puzzle.given(cell);
    CLEW_REQUIRE(clue.has_value(), "other_solution: no clue there");
    const DigitSet others = puzzle.marks(cell) - DigitSet{*clue};
    if (puzzle.geometry().is_classic()) {
        search::Marks9 marks = search::marks9(puzzle);
        marks[cell.index()] = static_cast<std::uint16_t>(others.bits());
        std::array<search::Solution9, 1> found;
        if (search::count_up_to(marks, 1, found) == 0) return std::nullopt;
        return Grid{std::vector<Digit>(found[0].begin(), found[0].end())};
    }
    Puzzle other = puzzle;
    other.clear_given(cell);
    other.set_marks(cell, others);
    return clew::solve(other, {.budget = {.stop = stop}}).solution;
}

}  // namespace clew::setter
