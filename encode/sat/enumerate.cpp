// Chooses between one session with blocking clauses (blocking.cpp) and cubes (cubes.cpp). Both
// begin with the clues and what follows from them by singles.

#include "encode/sat/enumerate.hpp"

#include <array>

#include "core/base/contract.hpp"
#include "encode/sat/run.hpp"

namespace clew::sat {
namespace {

constexpr std::uint64_t few_solutions = 16;  // up to here plain blocking is the quickest

EnumerationMethod chosen(const EnumerateOptions& options) {
    const bool few = options.limit <= few_solutions;
    switch (options.strategy) {
        case EnumerationMethod::blocking:
            return few ? EnumerationMethod::decisions : EnumerationMethod::branches;
        case EnumerationMethod::automatic:
            return few ? EnumerationMethod::decisions : EnumerationMethod::cubes;
        case EnumerationMethod::cells:
        case EnumerationMethod::decisions:
        case EnumerationMethod::branches:
        case EnumerationMethod::cubes:
            break;
    }
    return options.strategy;
}

}  // namespace

const char* to_string(EnumerationMethod strategy) {
    static constexpr std::array names{"blocking", "cells", "decisions",
                                      "branches", "cubes", "automatic"};
    static_assert(names.size() == static_cast<std::size_t>(EnumerationMethod::automatic) + 1);
    return names[static_cast<std::size_t>(strategy)];
}

EnumerateResult enumerate(const Puzzle& puzzle, const EnumerateOptions& options,
                          const SolutionSink& sink) {
    CLEW_REQUIRE(options.threads >= 1 && options.threads <= 64, "sat::enumerate: 1 to 64 threads");
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
