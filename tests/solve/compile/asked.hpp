#pragma once
// Puzzles that the tests of this room compile: random ones on random boards, few enough solutions
// for the slow reference to list.

#include <cstdint>
#include <vector>

#include "solve/compile/compiler.hpp"
#include "solve/compile/formula.hpp"
#include "tests/reference/enumerate.hpp"
#include "tests/reference/puzzles.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew::compile {

struct Asked {
    Puzzle puzzle;
    std::vector<Grid> solutions;
};

/// A random puzzle with at most `limit` solutions, which the reference lists.
inline Asked random_question(Random& random, std::size_t max_side, std::uint64_t limit) {
    for (;;) {
        Puzzle puzzle =
            reference::random_puzzle(random, reference::random_geometry(random, max_side));
        const auto count = reference::count_solutions(puzzle, limit + 1, 200'000);
        if (!count || *count > limit) continue;
        std::vector<Grid> all = reference::all_solutions(puzzle);
        return {std::move(puzzle), std::move(all)};
    }
}

inline CompileOptions options_for(const Puzzle& puzzle, const cnf::OpenEncoding& formula) {
    return board_options(puzzle.geometry(), formula);
}

/// The grid of a model.
inline Grid grid_of(const Puzzle& puzzle, const cnf::OpenEncoding& formula,
                    const std::vector<bool>& truth) {
    return cnf::grid_of(puzzle, formula.candidates, [&](std::size_t v) { return truth[v]; });
}

}  // namespace clew::compile
