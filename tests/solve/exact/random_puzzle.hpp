#pragma once
// Random puzzles for the tests of this room: a random full grid of which some cells are kept.

#include <array>
#include <cstddef>
#include <numeric>
#include <vector>

#include "core/base/random.hpp"
#include "core/board/puzzle.hpp"
#include "solve/search9/search9.hpp"

namespace clew::exact {

/// A random solution grid, every grid possible: solves a board whose diagonal boxes are random.
inline std::array<std::size_t, 81> random_grid(Random& random) {
    Puzzle seed{Geometry::classic()};
    for (std::size_t box : {0U, 4U, 8U}) {
        std::array<std::size_t, 9> digits{};
        std::iota(digits.begin(), digits.end(), std::size_t{0});
        random.shuffle(digits);
        for (std::size_t k = 0; k < 9; ++k)
            seed.set_given(Cell{(box / 3 * 3 + k / 3) * 9 + box % 3 * 3 + k % 3}, Digit{digits[k]});
    }
    std::array<std::size_t, 81> grid{};
    std::array<search9::Solution9, 64> found{};
    const std::uint64_t n = search9::count_up_to(search9::marks9(seed), found.size(), found);
    const search9::Solution9& chosen = found[random.below(n)];
    for (std::size_t i = 0; i < 81; ++i) grid[i] = chosen[i];
    return grid;
}

/// The cells 0 .. 80 in random order.
inline std::vector<std::size_t> shuffled_cells(Random& random) {
    std::vector<std::size_t> cells(81);
    std::iota(cells.begin(), cells.end(), std::size_t{0});
    random.shuffle(cells);
    return cells;
}

/// `clues` cells of a random grid.
inline Puzzle random_puzzle(Random& random, std::size_t clues) {
    const auto grid = random_grid(random);
    const auto cells = shuffled_cells(random);
    Puzzle puzzle{Geometry::classic()};
    for (std::size_t i = 0; i < clues; ++i) puzzle.set_given(Cell{cells[i]}, Digit{grid[cells[i]]});
    return puzzle;
}

/// A Sukaku: the candidates of a random grid, and each other candidate with a chance in 100.
inline Puzzle random_marks(Random& random, std::size_t chance) {
    const auto grid = random_grid(random);
    Puzzle puzzle{Geometry::classic()};
    for (std::size_t i = 0; i < 81; ++i) {
        DigitSet marks{Digit{grid[i]}};
        for (std::size_t d = 0; d < 9; ++d)
            if (random.below(100) < chance) marks.insert(Digit{d});
        puzzle.set_marks(Cell{i}, marks);
    }
    return puzzle;
}

}  // namespace clew::exact
