// Chooses between one session with blocking clauses (blocking.cpp) and cubes (cubes.cpp). Both
// begin with the clues and what follows from them by singles.

#include "encode/sat/enumerate.hpp"

#include "core/base/enum_name.hpp"
#include "encode/sat/run.hpp"

namespace clew::sat {
namespace {

constexpr std::uint64_t few_solutions = 16;  // up to here plain blocking is the quickest

EnumerationMethod chosen(const EnumerateOptions& options) {
    if (options.strategy != EnumerationMethod::blocking) return options.strategy;
    return options.limit <= few_solutions ? EnumerationMethod::decisions
                                          : EnumerationMethod::branches;
}

}  // namespace

const char* to_string(EnumerationMethod strategy) {
    return enum_name(strategy, {"blocking", "cells", "decisions", "branches", "cubes"});
}

EnumerateResult enumerate(const Puzzle& puzzle, const EnumerateOptions& options,
                          const SolutionSink& sink) {
    Enumeration run(puzzle, options, sink);
    run.result.strategy = chosen(options);
    const Preparation preparation =
        options.limit <= few_solutions ? Preparation::for_few : Preparation::for_many;
    if (options.limit == 0)
        run.end(Ending::limit_reached);
    else if (run.result.strategy == EnumerationMethod::cubes)
        run_cubes(run, preparation);
    else
        run_blocking(run, preparation);
    if (run.result.exact()) run.result.explored = 1;
    return run.result;
}

}  // namespace clew::sat
