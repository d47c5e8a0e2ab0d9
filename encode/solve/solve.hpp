#pragma once
// The front door: solve, verify, count and enumerate any puzzle, by whichever engine is predicted
// to be cheapest. Callers above this room (setter, explain, cli) use this and never an engine
// directly.
//
//     CountResult n = count(puzzle, {.limit = 1000});
//     n.count.to_string(), n.exact(), to_string(n.engine)
//
//     enumerate(puzzle, {}, [](const Grid& g) { ...; return Flow::go_on; });
//
// Every answer says which engine gave it and whether it is proved: Ending::exhausted alone means
// that there is nothing more. An unsolvable puzzle is a result, never an exception.

#include <cstdint>
#include <optional>
#include <vector>

#include "encode/board/outcome.hpp"
#include "encode/board/puzzle.hpp"
#include "encode/solve/count.hpp"

namespace clew {

enum class Engine : std::uint8_t {
    automatic,  ///< by predicted cost
    sat,        ///< CryptoMiniSat, blocking clauses
    search,     ///< bit-parallel depth-first search (search9 on classic boards)
    exact,      ///< band_stack: classic boards only, counts without listing
};

/// "auto", "sat", "search", "exact".
const char* to_string(Engine engine);

struct SolveOptions {
    Engine engine = Engine::automatic;
    Budget budget{};
    std::uint64_t limit = unlimited;  ///< stop after so many solutions
    unsigned threads = 1;
};

struct CountResult {
    Count count;  ///< exact if exact(), otherwise a lower bound
    Ending ending = Ending::exhausted;
    Engine engine = Engine::automatic;  ///< who answered; never `automatic`
    std::uint64_t nodes = 0;            ///< search nodes, or conflicts

    bool exact() const { return ending == Ending::exhausted; }
};

/// How many solutions: exact, or at least so many when the limit, the budget or the stop flag ended
/// the work. Errors: ContractViolation if Engine::exact is asked of a board that is not classic.
CountResult count(const Puzzle& puzzle, const SolveOptions& options = {});

/// Hands every solution to the sink, each once, in the engine's own fixed order for one thread.
/// The result's count is the number handed out.
CountResult enumerate(const Puzzle& puzzle, const SolveOptions& options, const SolutionSink& sink);

/// A solution, or nothing if there is none or the budget ended first.
struct SolveResult {
    std::optional<Grid> solution;
    Ending ending = Ending::exhausted;  ///< limit_reached if a solution was found
    Engine engine = Engine::automatic;
};
SolveResult solve(const Puzzle& puzzle, const SolveOptions& options = {});

enum class Validity : std::uint8_t { none, unique, several, unknown };

struct Verdict {
    Validity validity = Validity::unknown;
    std::vector<Grid> witnesses;        ///< the solution, or two different ones
    Ending ending = Ending::exhausted;  ///< why `unknown`
    Engine engine = Engine::automatic;
};
/// None, exactly one, or several solutions. Ignores options.limit.
Verdict verify(const Puzzle& puzzle, const SolveOptions& options = {});

}  // namespace clew
