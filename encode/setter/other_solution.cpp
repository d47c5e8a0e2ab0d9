#include "encode/setter/other_solution.hpp"

#include <array>

#include "encode/base/contract.hpp"
#include "encode/search9/search9.hpp"
#include "encode/solve/solve.hpp"

namespace clew::setter {

std::optional<Grid> other_solution(const Puzzle& puzzle, Cell cell, const StopFlag* stop) {
    const auto clue = puzzle.given(cell);
    CLEW_REQUIRE(clue.has_value(), "other_solution: no clue there");
    const DigitSet others = puzzle.marks(cell) - DigitSet{*clue};
    if (puzzle.is_plain_classic()) {
        search9::Marks9 marks = search9::marks9(puzzle);
        marks[cell.index()] = static_cast<std::uint16_t>(others.bits());
        std::array<search9::Solution9, 1> found;
        if (search9::count_up_to(marks, 1, found) == 0) return std::nullopt;
        return Grid{std::vector<Digit>(found[0].begin(), found[0].end())};
    }
    Puzzle other = puzzle;
    other.clear_given(cell);
    other.set_marks(cell, others);
    return clew::solve(other, {.budget = {.stop = stop}}).solution;
}

}  // namespace clew::setter
