// Who answers, when the caller leaves it open. The figures behind the thresholds are in
// docs/engines.md.
//
// Classic boards. Listing is always done by search9. So is counting, for a trial of 10 000
// nodes, in which nearly every puzzle anyone counts is finished. After that a forecast compares the
// search tree, estimated by random descents, with the exact counter's work, known beforehand. An
// estimate can be far too low (a heavy branch that no descent met), so the search gets at most
// twice what the exact counter would cost, or 60 000 nodes, and then that takes over.
//
// Other boards. The general search begins. If it has not finished within its trial, it goes on
// where it is doing well, which is where solutions come often; if not it thrashes, and SAT starts
// over: one session with blocking clauses where few solutions are asked for, otherwise by cubes.
// Listing must not hand out a solution twice, so the trial's solutions are held back until it
// is known who goes on; a search that has found a thousand is doing well and holds back no longer.
// SAT is left to its work to the end: its time a solution does not grow with their number.

#include "encode/solve/solve.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "encode/base/contract.hpp"
#include "encode/exact/band_stack.hpp"
#include "encode/sat/enumerate.hpp"
#include "encode/search/enumerate.hpp"
#include "encode/search9/enumerate.hpp"
#include "encode/solve/forecast.hpp"

namespace clew {
namespace {

constexpr std::uint64_t classic_trial_nodes = 10'000;
constexpr std::uint64_t general_trial_work = 250'000'000'000;  // nodes times cells cubed
constexpr std::uint64_t general_trial_most = 250'000;          // nodes
constexpr std::uint64_t held_back = 1000;                      // solutions of a trial
constexpr std::uint64_t few_solutions = 16;                    // up to here blocking is the quicker

/// The larger the board, the sooner SAT is the better choice, and the dearer a node.
std::uint64_t general_trial_nodes(const Puzzle& puzzle) {
    const std::uint64_t cells = puzzle.geometry().cell_count();
    return std::min(general_trial_most, general_trial_work / (cells * cells * cells));
}

/// The same work with less to spend.
SolveOptions with_nodes(SolveOptions options, std::uint64_t nodes) {
    options.budget.max_nodes = std::min(options.budget.max_nodes, nodes);
    return options;
}

std::uint64_t less(std::uint64_t budget, std::uint64_t spent) {
    return budget == unlimited ? unlimited : budget - std::min(budget, spent);
}

CountResult run_search(const Puzzle& puzzle, const SolveOptions& options,
                       const SolutionSink* sink) {
    search::Task task{.budget = options.budget, .limit = options.limit, .threads = options.threads};
    task.resume_behind = options.resume_behind;
    if (options.on_headway)
        task.on_headway = [&](const Headway& p) { options.on_headway(p, Engine::search); };
    const bool classic = puzzle.geometry().is_classic();
    const Report report =
        sink != nullptr
            ? (classic ? search9::enumerate_classic(puzzle, task, *sink)
                       : search::enumerate(puzzle, task, *sink))
            : (classic ? search9::count_classic(puzzle, task) : search::count(puzzle, task));
    return {.count = Count{report.solutions},
            .ending = report.ending,
            .engine = Engine::search,
            .nodes = report.nodes,
            .explored = report.explored};
}

CountResult run_sat(const Puzzle& puzzle, const SolveOptions& options, Engine engine,
                    const SolutionSink* sink) {
    const sat::Strategy strategy =
        engine == Engine::sat ? sat::Strategy::blocking : sat::Strategy::cubes;
    std::uint64_t found = 0;
    const SolutionSink each = [&](const Grid& grid) {
        ++found;
        if (options.on_headway) options.on_headway({found, 0, 0.0}, engine);
        return sink != nullptr ? (*sink)(grid) : Flow::go_on;
    };
    // One thread: several would hand out the solutions in another order every time.
    const sat::EnumerateResult run = sat::enumerate(
        puzzle, {.budget = options.budget, .limit = options.limit, .strategy = strategy}, each);
    return {.count = Count{run.found},
            .ending = run.ending,
            .engine = engine,
            .nodes = run.conflicts,
            .explored = run.ending == Ending::exhausted ? 1.0 : 0.0};
}

CountResult run_exact(const Puzzle& puzzle, const SolveOptions& options) {
    CLEW_REQUIRE(exact::supports(puzzle), "count: the exact counter needs a classic board");
    if (options.limit == 0) return {.ending = Ending::limit_reached, .engine = Engine::exact};
    const exact::CountResult run =
        exact::count(puzzle, {.budget = options.budget, .threads = options.threads});
    CountResult result{.count = Count::from_u128(run.total.high, run.total.low),
                       .ending = run.ending,
                       .engine = Engine::exact,
                       .nodes = run.terms,
                       .explored = run.exact() ? 1.0 : 0.0};
    if (options.limit != unlimited && result.count >= Count{options.limit}) {
        result.count = Count{options.limit};
        result.ending = Ending::limit_reached;
    }
    return result;
}

/// Which of the two ways by SAT: blocking clauses pile up, and cubes take time before the first
/// solution.
Engine better_by_sat(const SolveOptions& options) {
    return options.limit <= few_solutions ? Engine::sat : Engine::cubes;
}

/// What two runs found, of which the later one did not build on the earlier: the better bound.
CountResult better(CountResult later, const CountResult& earlier) {
    if (!later.exact() && earlier.count > later.count) {
        later.count = earlier.count;
        later.explored = earlier.explored;
    }
    later.nodes += earlier.nodes;
    return later;
}

bool out_of_trial(const CountResult& trial, const SolveOptions& options) {
    return trial.ending == Ending::out_of_budget && trial.nodes < options.budget.max_nodes;
}

/// Solutions come often: listing is what this puzzle needs, and search lists fastest.
bool doing_well(const CountResult& trial) { return trial.count >= Count{trial.nodes / 64 + 1}; }

CountResult count_classic(const Puzzle& puzzle, const SolveOptions& options) {
    const SolveOptions trial_options = with_nodes(options, classic_trial_nodes);
    CountResult trial = run_search(puzzle, trial_options, nullptr);
    if (!out_of_trial(trial, options)) return trial;

    const Forecast costs = forecast(puzzle);
    const std::uint64_t left = less(options.budget.max_nodes, trial.nodes);
    double limited_cost = costs.search_cost;
    if (options.limit != unlimited && costs.solutions > 0)
        limited_cost *= std::min(1.0, static_cast<double>(options.limit) / costs.solutions);
    CountResult searched = trial;
    if (limited_cost <= costs.exact_cost) {
        const double patience =
            std::max(2 * costs.exact_cost, 6.0 * static_cast<double>(classic_trial_nodes));
        const SolveOptions bounded = with_nodes(
            options, patience < 1e18 ? std::min(left, static_cast<std::uint64_t>(patience)) : left);
        searched = run_search(puzzle, bounded, nullptr);
        searched.nodes += trial.nodes;
        if (!out_of_trial(searched, options)) return searched;
    }
    SolveOptions rest = options;
    rest.budget.max_nodes = terms_for_nodes(less(options.budget.max_nodes, searched.nodes));
    return better(run_exact(puzzle, rest), searched);
}

CountResult count_general(const Puzzle& puzzle, const SolveOptions& options) {
    const CountResult trial =
        run_search(puzzle, with_nodes(options, general_trial_nodes(puzzle)), nullptr);
    if (!out_of_trial(trial, options)) return trial;
    const SolveOptions rest = with_nodes(options, less(options.budget.max_nodes, trial.nodes));
    return better(doing_well(trial) ? run_search(puzzle, rest, nullptr)
                                    : run_sat(puzzle, rest, better_by_sat(options), nullptr),
                  trial);
}

/// As count_general, but hands each solution out once.
CountResult list_general(const Puzzle& puzzle, const SolveOptions& options,
                         const SolutionSink& sink) {
    if (options.resume_behind) return run_search(puzzle, options, &sink);
    std::vector<Grid> held;
    const SolutionSink hold = [&](const Grid& grid) {
        held.push_back(grid);
        return held.size() < held_back ? Flow::go_on : Flow::stop;
    };
    SolveOptions trial_options = with_nodes(options, general_trial_nodes(puzzle));
    trial_options.on_headway = nullptr;
    CountResult trial = run_search(puzzle, trial_options, &hold);
    const bool more_wanted = held.size() < options.limit;
    const bool stopped_by_hold = trial.ending == Ending::limit_reached && more_wanted;
    if (out_of_trial(trial, options) && !doing_well(trial)) {
        const SolveOptions rest = with_nodes(options, less(options.budget.max_nodes, trial.nodes));
        CountResult by_sat = run_sat(puzzle, rest, better_by_sat(options), &sink);
        by_sat.nodes += trial.nodes;
        return by_sat;
    }
    for (std::size_t i = 0; i < held.size(); ++i)
        if (sink(held[i]) == Flow::stop) {
            trial.count = Count{i + 1};
            trial.ending = Ending::limit_reached;
            return trial;
        }
    if (!out_of_trial(trial, options) && !stopped_by_hold) return trial;
    SolveOptions rest = with_nodes(options, less(options.budget.max_nodes, trial.nodes));
    if (!held.empty()) rest.resume_behind = held.back();
    if (rest.limit != unlimited) rest.limit -= held.size();
    CountResult result = run_search(puzzle, rest, &sink);
    result.count += Count{held.size()};
    result.nodes += trial.nodes;
    return result;
}

}  // namespace

const char* to_string(Engine engine) {
    switch (engine) {
        case Engine::automatic:
            return "auto";
        case Engine::sat:
            return "sat";
        case Engine::cubes:
            return "cubes";
        case Engine::search:
            return "search";
        case Engine::exact:
            return "exact";
    }
    return "";
}

bool can_count(Engine engine, const Puzzle& puzzle) {
    return engine != Engine::exact || exact::supports(puzzle);
}

bool can_list(Engine engine) { return engine != Engine::exact; }

bool can_resume(Engine engine) { return engine == Engine::automatic || engine == Engine::search; }

CountResult count(const Puzzle& puzzle, const SolveOptions& options) {
    CLEW_REQUIRE(!options.resume_behind, "count: only enumerate resumes");
    switch (options.engine) {
        case Engine::sat:
        case Engine::cubes:
            return run_sat(puzzle, options, options.engine, nullptr);
        case Engine::search:
            return run_search(puzzle, options, nullptr);
        case Engine::exact:
            return run_exact(puzzle, options);
        case Engine::automatic:
            break;
    }
    return puzzle.geometry().is_classic() ? count_classic(puzzle, options)
                                          : count_general(puzzle, options);
}

CountResult enumerate(const Puzzle& puzzle, const SolveOptions& options, const SolutionSink& sink) {
    CLEW_REQUIRE(can_list(options.engine), "enumerate: the exact counter hands out no solutions");
    CLEW_REQUIRE(!options.resume_behind || can_resume(options.engine),
                 "enumerate: SAT has no order to resume in");
    if (options.engine == Engine::sat || options.engine == Engine::cubes)
        return run_sat(puzzle, options, options.engine, &sink);
    if (options.engine == Engine::search || puzzle.geometry().is_classic())
        return run_search(puzzle, options, &sink);
    return list_general(puzzle, options, sink);
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
