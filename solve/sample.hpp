#pragma once
// Sample: solutions drawn at random, every one with exactly the same chance, with replacement.
//
//     Sample s = sample(puzzle, 100, {.seed = 7});
//     s.total             // of how many
//     s.grids             // 100 of them, in the order drawn; the same for the same seed
//
// Exactly uniform, never by a random walk or by a solver's random choices. Either the solutions are
// counted, numbers are drawn, and the solutions of those numbers picked from the list as it goes
// by; or, on classic boards with too many for that, they are drawn through the sum that counts
// them.

#include <functional>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/board/puzzle.hpp"
#include "solve/solve.hpp"

namespace clew {

struct SampleOptions {
    std::uint64_t seed = 1;
    Engine engine = Engine::automatic;  ///< search or sat: by listing; exact: through the sum
    Budget budget{};                    ///< of the count and of each pass
    unsigned threads = 1;
    /// As in SolveOptions; `solutions` are samples drawn, and half of the work is the count.
    std::function<void(const Progress&, Engine)> on_progress{};
};

struct Sample {
    std::vector<Grid> grids;  ///< none if there is no solution, or the work was ended
    Count total{};            ///< solutions in all; a lower bound if the work was ended
    Ending ending = Ending::exhausted;
    Engine engine = Engine::automatic;  ///< who drew
};

/// Draws `n` solutions. Errors: ContractViolation unless can_count(options.engine, puzzle), and for
/// frontier. Cost: by listing, two passes over the solutions, memory for n of them.
Sample sample(const Puzzle& puzzle, std::size_t n, const SampleOptions& options = {});

}  // namespace clew
