// Chooses between one session with blocking clauses (blocking.cpp) and cubes (cubes.cpp). Both
// begin with the clues and what follows from them by singles.

#include "encode/sat/enumerate.hpp"

#include "core/base/contract.hpp"
#include "encode/sat/run.hpp"

namespace clew::sat {
namespace {

constexpr std::uint64_t few_solutions = 16;  // up to here plain blocking is the quickest

Strategy chosen(const EnumerateOptions& options) {
    const bool few = options.limit <= few_solutions;
    switch (options.strategy) {
        case Strategy::blocking:
            return few ? Strategy::decisions : Strategy::branches;
        case Strategy::automatic:
            return few ? Strategy::decisions : Strategy::cubes;
        case Strategy::cells:
        case Strategy::decisions:
        case Strategy::branches:
        case Strategy::cubes:
            break;
    }
    return options.strategy;
}

}  // namespace

const char* to_string(Strategy strategy) {
    switch (strategy) {
        case Strategy::blocking:
            return "blocking";
        case Strategy::cells:
            return "cells";
        case Strategy::decisions:
            return "decisions";
        case Strategy::branches:
            return "branches";
        case Strategy::cubes:
            return "cubes";
        case Strategy::automatic:
            return "automatic";
    }
    return "";
}

EnumerateResult enumerate(const Puzzle& puzzle, const EnumerateOptions& options,
                          const SolutionSink& sink) {
    CLEW_REQUIRE(options.threads >= 1 && options.threads <= 64, "sat::enumerate: 1 to 64 threads");
    for (Cell cell : options.projection)
        CLEW_REQUIRE(cell.index() < puzzle.geometry().cell_count(),
                     "sat::enumerate: projection cell outside the board");
    Run run(puzzle, options, sink);
    run.result.strategy = chosen(options);
    const Preparation preparation =
        options.limit <= few_solutions ? Preparation::for_few : Preparation::for_many;
    if (options.limit == 0)
        run.end(Ending::limit_reached);
    else if (run.result.strategy == Strategy::cubes)
        run_cubes(run, preparation);
    else
        run_blocking(run, preparation);
    if (run.result.exact()) run.result.explored = 1;
    return run.result;
}

SolveOutcome solve(const Puzzle& puzzle, const Budget& budget, unsigned threads) {
    SolveOutcome outcome;
    const EnumerateResult result =
        enumerate(puzzle, {.budget = budget, .limit = 1, .threads = threads}, [&](const Grid& g) {
            outcome.solution = g;
            return Flow::go_on;
        });
    outcome.ending = result.ending;
    outcome.conflicts = result.nodes;
    return outcome;
}

}  // namespace clew::sat
