// Which engine counts: forecast() compares the search tree with the exact sum; marginals cost three
// to four sums [solve/exact/marginals.hpp], so the sum must be that much cheaper.

#include "solve/candidates.hpp"

#include <algorithm>
#include <utility>

#include "core/base/contract.hpp"
#include "encode/sat/backbone.hpp"
#include "solve/engines.hpp"
#include "solve/exact/marginals.hpp"
#include "solve/forecast.hpp"

namespace clew {
namespace {

/// Of the frontier counts that density makes without being asked to.
constexpr double most_nodes = 1e9;

/// True if one count of the frontier, made here, foretells all of them to be cheaper than a search.
bool frontier_gains(const Puzzle& puzzle, const Budget& budget) {
    if (!frontier::supports(puzzle)) return false;
    const double cost = forecast(puzzle).search_cost;
    const double counts = static_cast<double>(puzzle.geometry().candidate_count());
    const double patience =
        std::min({cost, most_nodes, static_cast<double>(budget.max_nodes)}) / counts;
    return patience >= 1 &&
           frontier::count(puzzle, {.budget = {.stop = budget.stop,
                                               .max_nodes = static_cast<std::uint64_t>(patience)}})
               .exact();
}

Engine choose(const Puzzle& puzzle, const SolveOptions& options) {
    if (options.engine != Engine::automatic) return options.engine;
    if (!engines::is_plain9(puzzle))
        return frontier_gains(puzzle, options.budget) ? Engine::frontier : Engine::search;
    const Forecast cost = forecast(puzzle);
    return 3.5 * cost.exact_cost < cost.search_cost ? Engine::exact : Engine::search;
}

CandidateCounts by_the_sum(const Puzzle& puzzle, const SolveOptions& options) {
    Budget budget = options.budget;
    if (budget.max_nodes != unlimited) budget.max_nodes = terms_for_nodes(budget.max_nodes);
    exact::MarginalOptions how{.budget = budget, .threads = options.threads};
    if (options.on_progress)
        how.on_progress = [&](double explored) {
            options.on_progress({.explored = explored}, Engine::exact);
        };
    const exact::Marginals m = exact::marginals(puzzle, how);
    CandidateCounts result;
    result.total = engines::result_of(m);
    for (const exact::U128& n : m.counts) result.of.push_back(engines::count_of(n));
    return result;
}

CandidateCounts by_the_frontier(const Puzzle& puzzle, const SolveOptions& options) {
    frontier::CandidateReport counted = frontier::marginals(puzzle, engines::sweep_of(options));
    return {engines::result_of(counted), std::move(counted.counts)};
}

}  // namespace

TrueCandidates true_candidates(const Puzzle& puzzle, const Budget& budget,
                               const std::function<void(double)>& on_progress) {
    sat::Backbone found = sat::true_candidates(puzzle, budget, on_progress);
    return {std::move(found.digits), found.ending};
}

CandidateCounts count_candidates(const Puzzle& puzzle, const SolveOptions& options) {
    CLEW_REQUIRE(options.engine == Engine::automatic || can_count(options.engine, puzzle),
                 "density: this engine cannot count on this board");
    SolveOptions work = options;
    work.engine = choose(puzzle, options);
    if (work.engine == Engine::exact) return by_the_sum(puzzle, work);
    if (work.engine == Engine::frontier) return by_the_frontier(puzzle, work);
    const Geometry& geometry = puzzle.geometry();
    std::vector<std::uint64_t> counts(geometry.candidate_count());
    CandidateCounts result;
    result.total = clew::enumerate(puzzle, work, [&](const Grid& grid) {
        for (std::size_t i = 0; i < grid.cell_count(); ++i)
            ++counts[geometry.candidate_index({Cell{i}, grid[Cell{i}]})];
        return Flow::go_on;
    });
    if (result.total.exact()) result.of.assign(counts.begin(), counts.end());
    return result;
}

}  // namespace clew
