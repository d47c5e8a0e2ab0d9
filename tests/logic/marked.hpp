#pragma once
// States made by hand, for tests that spell out what a few cells may hold.
//
//     const State state = marked({{"r1c1", "35"}, {"r1c5", "39"}});
//     c("r1c1", 3)

#include <utility>
#include <vector>

#include "core/board/notation.hpp"
#include "logic/candidates.hpp"

namespace clew::logic {

/// A candidate of a 9x9 board.
inline Candidate c(const char* cell, int digit) { return {*parse_cell(cell, 9), Digit{digit - 1}}; }

/// An open board in which these cells have only these candidates.
inline State marked(const std::vector<std::pair<const char*, const char*>>& cells) {
    Puzzle puzzle{Geometry::classic()};
    for (const auto& [name, digits] : cells) {
        DigitSet marks;
        for (const char* d = digits; *d != '\0'; ++d) marks.insert(*parse_digit(*d, 9));
        puzzle.set_marks(*parse_cell(name, 9), marks);
    }
    return State{puzzle};
}

}  // namespace clew::logic
