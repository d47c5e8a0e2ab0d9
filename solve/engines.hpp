#pragma once
// Engines: what the facade knows of those who answer. Private to solve.
//
//     SearchRun run{puzzle};
//     CountResult begun = run.go_on(options, nullptr);      // goes on where the last call ended
//     CountResult by_sat = run_sat(puzzle, options, Engine::cubes, &sink);
//
// All answer with a CountResult and hand solutions out as digits. Only a search can go on where it
// ended; SAT and the exact counter begin anew in each call.

#include <cstdint>
#include <variant>

#include "core/base/outcome.hpp"
#include "core/base/turns.hpp"
#include "core/board/puzzle.hpp"
#include "solve/exact/band_stack.hpp"
#include "solve/forecast.hpp"
#include "solve/frontier/count.hpp"
#include "solve/plain_puzzles.hpp"
#include "solve/search/enumerate.hpp"
#include "solve/search9/enumerate.hpp"
#include "solve/solve.hpp"

namespace clew::engines {

using search::DigitSink;

/// True for the puzzles that search9 and the sum take. The one place where the facade asks.
bool is_plain9(const Puzzle& puzzle);

/// A search for the solutions of one puzzle: search9's where it can, otherwise the general one.
class SearchRun {
  public:
    explicit SearchRun(const Puzzle& puzzle);

    /// Skips a solution and all before it. Requires a run that has not begun. Errors:
    /// ContractViolation if `solution` is none of the puzzle's.
    void skip(const Grid& solution);
    /// As search::Run::go_on. Uses budget, limit, threads and on_progress.
    CountResult go_on(const SolveOptions& options, const DigitSink* sink);
    /// search::Run::work(). Requires the general search.
    std::uint64_t work() const { return std::get<search::Run>(run_).work(); }

  private:
    std::variant<search9::ClassicRun, search::Run> run_;
};

/// One session, or cubes. Requires Engine::sat or Engine::cubes.
CountResult run_sat(const Puzzle& puzzle, const SolveOptions& options, Engine engine,
                    const DigitSink* sink, Turns* turns = nullptr);
/// Errors: ContractViolation if it has rules.
CountResult run_frontier(const Puzzle& puzzle, const SolveOptions& options,
                         std::uint64_t most_swept = unlimited);
/// Errors: ContractViolation unless can_count(Engine::exact, puzzle).
CountResult run_exact(const Puzzle& puzzle, const SolveOptions& options);
CountResult run_exact(const PlainPuzzles& plain, const SolveOptions& options);
/// PlainPuzzles that are listed where nobody says how many; their classes take some 100 bytes each.
inline constexpr std::size_t most_plain_puzzles = 2'000'000;
/// What a count of them has to know of a question, which must outlive it.
PlainPuzzles::Options plain_puzzles_of(const SolveOptions& options);

/// The facade's answer from an engine's.
CountResult result_of(const Report& report, Engine engine);
/// The same from the exact counter.
CountResult result_of(const exact::Report128& report);
/// The same from the frontier count.
CountResult result_of(const frontier::SweepReport& report);
/// What the frontier count has to know of a question, which must outlive it.
frontier::SweepOptions sweep_of(const SolveOptions& options, std::uint64_t most_swept = unlimited);
Count count_of(const exact::U128& number);

/// A trial of a search that has not begun, on a board that is not plain 9x9: some milliseconds.
CountResult try_search(SearchRun& search, const SolveOptions& options);
/// What the search behind a trial will cost in all, in nodes: by random descents or, where rules
/// make them dear, by what the trial explored. With rules 0 if the trial found few solutions.
Costs cost_of_search(const Puzzle& puzzle, const SearchRun& search, const CountResult& tried);
/// The same, with a trial of its own where it needs one.
double cost_of_search(const Puzzle& puzzle, const Budget& budget);

inline constexpr std::uint64_t few_solutions = 16;  // wanted: no sum can beat search and SAT

/// The same on boards that are not plain 9x9, when the caller leaves the engine open: search, or
/// SAT, or both in turn until one of them has the answer (general.cpp).
CountResult answer_general(const Puzzle& puzzle, const SolveOptions& options,
                           const DigitSink* sink);

/// `options` with at most so many nodes to spend.
SolveOptions with_nodes(SolveOptions options, std::uint64_t nodes);
/// What is left to spend and to find behind a piece of work.
SolveOptions rest_of(SolveOptions options, const CountResult& done);
/// The answer of two pieces of one work.
CountResult joined(const CountResult& earlier, CountResult later);
/// What is left of a budget.
std::uint64_t less(std::uint64_t budget, std::uint64_t spent);

}  // namespace clew::engines
