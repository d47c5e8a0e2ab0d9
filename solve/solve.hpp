#pragma once
// The facade: solve, verify, count and enumerate any puzzle, by whichever engine is predicted
// to be cheapest. Callers above this room (setter, explain, cli) ask here and never an engine; a
// test reads their includes. (Three headers of encode/sat are no engines, they work on formulas of
// the caller's own: session.hpp, cores.hpp, proof.hpp.)
//
//     CountResult n = count(puzzle, {.limit = 1000});
//     n.solutions.to_string(), n.exact(), to_string(n.engine)
//
//     enumerate(puzzle, {}, [](const Grid& g) { ...; return Flow::go_on; });
//
// Every answer says which engine gave it and whether it is proved: Ending::exhausted alone means
// that there is nothing more. An unsolvable puzzle is a result, never an exception. Which engine
// `automatic` takes, and why, is told in docs/engines.md and forecast.hpp; estimate.hpp estimates
// without counting, cross_check.hpp lets a second engine confirm. Whoever asks often makes a Solver
// (solver.hpp); batch.hpp takes streams of puzzles; candidates.hpp, sample.hpp and shard.hpp ask
// more of the solutions.
//
// All functions of this room are thread-safe: they keep no state, and the stop flag in a budget may
// be raised by any thread.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/count.hpp"
#include "core/base/outcome.hpp"
#include "core/base/report.hpp"
#include "core/board/puzzle.hpp"
#include "encode/sat/enumerate.hpp"

namespace clew {

enum class Engine : std::uint8_t {
    automatic,  ///< by predicted cost
    sat,        ///< one CryptoMiniSat session with blocking clauses, until it answers UNSAT
    cubes,      ///< the board split into cubes and independent parts, SAT within a part
    search,     ///< bit-parallel depth-first search (search9 on classic boards)
    exact,      ///< sums over bands and stacks, no listing: 9x9, rules touching few cells at most
    frontier,   ///< cell by cell, alike states together: any board without rules, no listing
};

inline constexpr std::array every_engine{Engine::automatic, Engine::sat,   Engine::cubes,
                                         Engine::search,    Engine::exact, Engine::frontier};

/// "auto", "sat", "cubes", "search", "exact", "frontier".
const char* to_string(Engine engine);
/// False for `sat` and `cubes` in a build without CryptoMiniSat; there `automatic` does without.
bool is_built(Engine engine);
/// True if the engine can count the solutions of such a puzzle: `exact` needs a 9x9 board with 3x3
/// boxes whose further houses and rules touch 40 cells at most, `frontier` one without rules.
bool can_count(Engine engine, const Puzzle& puzzle);
/// True for `exact` and `frontier`.
bool counts_without_listing(Engine engine);
/// True if the engine can hand out solutions: `exact` and `frontier` cannot.
bool can_list(Engine engine);
/// True if the engine lists in an order that it can go on in: `sat` and `cubes` have none.
bool can_resume(Engine engine);

struct Forecast;

struct SolveOptions {
    Engine engine = Engine::automatic;
    Budget budget{};
    std::uint64_t limit = unlimited;  ///< stop after so many solutions
    unsigned threads = 1;
    /// enumerate() only: a solution that an earlier run handed out last; this run goes on behind
    /// it. Needs the same puzzle and engine as that run, and one that can_resume().
    std::optional<Grid> resume_behind{};
    /// How the engine `sat` works: any strategy of one session.
    sat::EnumerationMethod sat_strategy = sat::EnumerationMethod::blocking;
    /// How `sat` and `cubes` write the board for the library; nothing: over the open candidates.
    std::optional<cnf::EncodeOptions> encoding{};
    /// `exact` sums over the other side of the board than is cheapest, `frontier` visits the cells
    /// in another order (cross_check.hpp).
    bool crosswise = false;
    /// Called now and then with the engine that is at work, from a working thread, never by two at
    /// once.
    std::function<void(const Progress&, Engine)> on_progress{};
    /// count() only: called with what a count that is not done at once will cost (forecast.hpp),
    /// and again where that is known better. Flow::stop ends it as a stop flag would.
    std::function<Flow(const Forecast&)> on_forecast{};
};

/// A report whose number has no upper bound, and which says who answered.
struct CountResult : BasicReport<Count> {
    Engine engine = Engine::automatic;          ///< never `automatic` in an answer
    std::optional<sat::EnumerateResult> sat{};  ///< who did what, by the engines sat and cubes
    bool crosswise = false;                     ///< as asked, by the engines exact and frontier
};

/// How many solutions: exact, or at least so many when the limit, the budget or the stop flag ended
/// the work. Errors: ContractViolation unless can_count(options.engine, puzzle).
CountResult count(const Puzzle& puzzle, const SolveOptions& options = {});

/// Hands every solution to the sink, each once. The order is the engine's own and the same every
/// time, whatever the number of threads. The result's solutions are those handed out. Constant
/// memory.
/// Errors: ContractViolation unless can_list(options.engine), or if resume_behind is no solution or
/// the engine cannot resume.
CountResult enumerate(const Puzzle& puzzle, const SolveOptions& options, const SolutionSink& sink);

/// Receives solutions as whole lines of digit symbols, row by row, each with its line end; valid
/// only during the call.
using LineSink = std::function<Flow(std::string_view lines, std::size_t solutions)>;
/// As enumerate(), for whoever writes them down: in blocks of some ten thousand bytes, the first
/// solutions sooner. Several times as fast as a grid, a string and a stream each.
CountResult enumerate_lines(const Puzzle& puzzle, const SolveOptions& options,
                            const LineSink& sink);

/// A solution, or nothing if there is none or the budget ended first.
struct SolveResult {
    std::optional<Grid> solution;
    Ending ending = Ending::exhausted;  ///< limit_reached if a solution was found
    Engine engine = Engine::automatic;
    std::optional<sat::EnumerateResult> sat{};  ///< as in CountResult
};
/// Ignores options.limit. Errors: as enumerate.
SolveResult solve(const Puzzle& puzzle, const SolveOptions& options = {});

enum class Validity : std::uint8_t { none, unique, several, unknown };

struct Verdict {
    Validity validity = Validity::unknown;
    std::vector<Grid> witnesses;        ///< the solution, or two different ones
    Ending ending = Ending::exhausted;  ///< why `unknown`
    Engine engine = Engine::automatic;
    std::optional<sat::EnumerateResult> sat{};  ///< as in CountResult
};
/// None, exactly one, or several solutions. Ignores options.limit. Errors: as enumerate.
Verdict verify(const Puzzle& puzzle, const SolveOptions& options = {});

}  // namespace clew
