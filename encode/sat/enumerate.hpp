#pragma once
// Enumerate: every solution of a puzzle, by SAT and blocking clauses.
//
//     auto result = sat::enumerate(puzzle, {.limit = 100}, [](const Grid& g) {
//         std::puts(to_line(g).c_str());
//         return Flow::go_on;
//     });
//     if (result.ending == Ending::exhausted) ...          // there are no more
//
// Solutions are streamed as they are found and never held. Each is looked at by the plain checker
// before it is handed out; a wrong one would be a bug, and is a ContractViolation. With one thread
// the order is the same in every run. How it is done, and what else was tried: enumerate.cpp.

#include <cstdint>
#include <optional>
#include <vector>

#include "encode/base/outcome.hpp"
#include "encode/board/puzzle.hpp"

namespace clew::sat {

/// How the solutions are looked for. All strategies find the same ones.
enum class Strategy : std::uint8_t {
    automatic,  ///< blocking up to a limit of some 16 solutions, otherwise cubes
    blocking,   ///< one SAT session, one blocking clause a solution: rate falls as they pile up
    cubes,      ///< cubes and independent parts, blocking within a part: constant rate and memory
};

struct EnumerateOptions {
    Budget budget{};                  ///< max_nodes counts conflicts and cubes over the whole call
    std::uint64_t limit = unlimited;  ///< stop after so many solutions
    unsigned threads = 1;             ///< of the SAT library; above 1 the order may vary
    Strategy strategy = Strategy::automatic;
    /// Two solutions that agree on these cells count as one, and one of them is handed out. Empty:
    /// all cells count.
    std::vector<Cell> projection{};
};

struct EnumerateResult {
    std::uint64_t found = 0;  ///< handed to the sink
    Ending ending = Ending::exhausted;
    std::uint64_t conflicts = 0;
    std::uint64_t cubes = 0;         ///< pieces that the board was split into
    std::uint64_t calls = 0;         ///< calls of the SAT library
    std::uint64_t parts_asked = 0;   ///< independent parts whose fillings were needed
    std::uint64_t parts_solved = 0;  ///< and those that had not been met before
};

/// Hands every solution to the sink, each once. Requires projection cells on the board.
EnumerateResult enumerate(const Puzzle& puzzle, const EnumerateOptions& options,
                          const SolutionSink& sink);

struct SolveOutcome {
    std::optional<Grid> solution;
    Ending ending = Ending::exhausted;  ///< limit_reached if there is a solution, exhausted if none
    std::uint64_t conflicts = 0;
};

/// A solution of the puzzle, or the proof that there is none, or why it is not known.
SolveOutcome solve(const Puzzle& puzzle, const Budget& budget = {}, unsigned threads = 1);

}  // namespace clew::sat
