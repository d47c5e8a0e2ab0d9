#pragma once
// Random puzzles and half-solved states with a planted solution, for the property tests of logic.
//
//     Sample sample = random_sample(Geometry::classic(), seed);
//     sample.state, sample.solution            // the state keeps the solution
//
// Same seed, same sample.

#include <algorithm>
#include <optional>
#include <vector>

#include "core/base/random.hpp"
#include "logic/candidates.hpp"
#include "logic/path/path.hpp"
#include "solve/solve.hpp"
#include "tests/support/find_first.hpp"

namespace clew::logic {

/// A random full grid of the geometry: random seeds, then the facade's first solution.
inline Grid random_grid(const GeometryPtr& geometry, Random& random) {
    for (;;) {
        State state{Puzzle{geometry}};
        Puzzle seeds{geometry};
        for (std::size_t i = 0; i < geometry->size() + geometry->size() / 2; ++i) {
            const Cell cell{random.below(geometry->cell_count())};
            if (state.placed(cell) || state.candidates(cell).empty()) continue;
            std::vector<Digit> digits;
            for (Digit d : state.candidates(cell)) digits.push_back(d);
            const Digit digit = digits[random.below(digits.size())];
            state.place({cell, digit});
            seeds.set_given(cell, digit);
        }
        if (auto result = solve(seeds, {.budget = {.max_nodes = 20'000}}); result.solution)
            return *result.solution;
    }
}

/// Givens at random cells of a grid.
inline Puzzle puzzle_from(const GeometryPtr& geometry, const Grid& grid, std::size_t givens,
                          Random& random) {
    std::vector<std::size_t> cells(geometry->cell_count());
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = i;
    random.shuffle(cells);
    Puzzle puzzle{geometry};
    for (std::size_t i = 0; i < givens; ++i) puzzle.set_given(Cell{cells[i]}, grid[Cell{cells[i]}]);
    return puzzle;
}

/// A puzzle with one solution: givens taken away while it stays so, as long as `dig` allows.
inline Puzzle unique_puzzle(const GeometryPtr& geometry, Random& random, std::size_t attempts) {
    const Grid grid = random_grid(geometry, random);
    Puzzle puzzle = puzzle_from(geometry, grid, geometry->cell_count(), random);
    std::vector<std::size_t> cells(geometry->cell_count());
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = i;
    random.shuffle(cells);
    for (std::size_t i = 0; i < cells.size() && i < attempts; ++i) {
        const Cell cell{cells[i]};
        puzzle.clear_given(cell);
        if (verify(puzzle).validity != Validity::unique) puzzle.set_given(cell, grid[cell]);
    }
    return puzzle;
}

/// A full grid that grew from a few random clues; nothing if they allow none.
inline std::optional<Grid> grown_grid(Random& random, const GeometryPtr& board) {
    Puzzle seed{board};
    for (std::size_t i = 0; i < board->size(); ++i) {
        const Cell cell{random.below(board->cell_count())};
        const Digit digit{random.below(board->size())};
        const auto clashes = [&](Cell peer) { return seed.given(peer) == digit; };
        if (!std::ranges::any_of(board->peers(cell), clashes)) seed.set_given(cell, digit);
    }
    return solve(seed, {.engine = Engine::search, .budget = {.max_nodes = 20'000}}).solution;
}

/// A puzzle cut from a grown grid so that something is left to do, with so many per cent of its
/// cells given; often with several solutions. Blank if no grid grew.
inline Puzzle cut_puzzle(Random& random, const GeometryPtr& board, std::size_t fewest,
                         std::size_t most) {
    const auto grid = grown_grid(random, board);
    if (!grid) return Puzzle{board};
    std::vector<std::size_t> order(board->cell_count());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    random.shuffle(order);
    order.resize(order.size() * (fewest + random.below(most - fewest + 1)) / 100);
    Puzzle puzzle{board};
    for (std::size_t i : order) puzzle.set_given(Cell{i}, (*grid)[Cell{i}]);
    return puzzle;
}

struct Sample {
    Grid solution;
    State state;
};

/// A state that keeps `solution`: random givens, a few false candidates crossed out at random, then
/// a random number of singles and locked candidates. Often of a puzzle with several solutions.
inline Sample random_sample(const GeometryPtr& geometry, std::uint64_t seed) {
    Random random{seed};
    const Grid grid = random_grid(geometry, random);
    const std::size_t cells = geometry->cell_count();
    const std::size_t givens = cells * 25 / 100 + random.below(cells / 6);
    Sample sample{grid, State{puzzle_from(geometry, grid, givens, random)}};
    State& state = sample.state;
    const std::uint64_t share = random.below(4) * 4;  // per cent of false candidates to cross out
    for (std::size_t i = 0; i < geometry->candidate_count(); ++i) {
        const Candidate c = geometry->candidate(i);
        if (state.has(c) && grid[c.cell] != c.digit && random.below(100) < share)
            state.eliminate(c);
    }
    std::size_t steps = random.below(60);
    while (steps-- > 0) {
        std::optional<Step> step;
        for (Technique t : {Technique::naked_single, Technique::hidden_single, Technique::pointing,
                            Technique::claiming})
            if (!step) step = find_first(state, {.technique = t});
        if (!step) break;
        apply(*step, state);
    }
    return sample;
}

}  // namespace clew::logic
