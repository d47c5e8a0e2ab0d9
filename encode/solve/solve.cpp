#include "encode/solve/solve.hpp"

#include <algorithm>
#include <utility>

#include "encode/board/contract.hpp"
#include "encode/search/enumerate.hpp"

namespace clew {
namespace {

search::Task task_of(const SolveOptions& options) {
    return {.budget = options.budget, .limit = options.limit, .threads = options.threads};
}

CountResult result_of(const search::Report& report) {
    return {.count = Count{report.solutions},
            .ending = report.ending,
            .engine = Engine::search,
            .nodes = report.nodes};
}

}  // namespace

const char* to_string(Engine engine) {
    switch (engine) {
        case Engine::automatic:
            return "auto";
        case Engine::sat:
            return "sat";
        case Engine::search:
            return "search";
        case Engine::exact:
            return "exact";
    }
    return "";
}

CountResult count(const Puzzle& puzzle, const SolveOptions& options) {
    return result_of(search::count(puzzle, task_of(options)));
}

CountResult enumerate(const Puzzle& puzzle, const SolveOptions& options, const SolutionSink& sink) {
    return result_of(search::enumerate(puzzle, task_of(options), sink));
}

SolveResult solve(const Puzzle& puzzle, const SolveOptions& options) {
    SolveOptions one = options;
    one.limit = 1;
    SolveResult result;
    const CountResult run = enumerate(puzzle, one, [&](const Grid& grid) {
        result.solution = grid;
        return Flow::go_on;
    });
    result.ending = run.ending;
    result.engine = run.engine;
    return result;
}

Verdict verify(const Puzzle& puzzle, const SolveOptions& options) {
    SolveOptions two = options;
    two.limit = 2;
    Verdict verdict;
    const CountResult run = enumerate(puzzle, two, [&](const Grid& grid) {
        verdict.witnesses.push_back(grid);
        return Flow::go_on;
    });
    verdict.ending = run.ending;
    verdict.engine = run.engine;
    if (verdict.witnesses.size() == 2) {
        verdict.validity = Validity::several;
    } else if (run.exact()) {
        verdict.validity = verdict.witnesses.empty() ? Validity::none : Validity::unique;
    }
    return verdict;
}

}  // namespace clew
