// Which engine counts: costs_of() compares the search tree with the exact sum; marginals cost three
// to four sums [solve/exact/marginals.hpp], so the sum must be that much cheaper.

#include "solve/candidates.hpp"

#include <algorithm>
#include <memory>
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
/// What marginals cost, in sums.
constexpr double sums = 3.5;

/// True if one count of the frontier, made here, foretells all of them to be cheaper than a search.
bool frontier_gains(const Puzzle& puzzle, double cost, const Budget& budget) {
    if (!frontier::supports(puzzle)) return false;
    const double counts = static_cast<double>(puzzle.geometry().candidate_count());
    const double patience =
        std::min({cost, most_nodes, static_cast<double>(budget.max_nodes)}) / counts;
    return patience >= 1 &&
           frontier::count(puzzle, {.budget = {.stop = budget.stop,
                                               .max_nodes = static_cast<std::uint64_t>(patience)}})
               .exact();
}

/// Lists the plain puzzles where they are the way to go.
Engine choose(const Puzzle& puzzle, const SolveOptions& options,
              std::unique_ptr<const engines::PlainPuzzles>& plain) {
    if (options.engine != Engine::automatic) return options.engine;
    if (engines::is_plain9(puzzle)) {
        const Costs cost = costs_of(puzzle);
        return sums * cost.exact < cost.search ? Engine::exact : Engine::search;
    }
    const double cost = engines::cost_of_search(puzzle, options.budget);
    plain = engines::PlainPuzzles::if_cheaper(puzzle, options.budget, cost / sums);
    if (plain && plain->size() <= engines::PlainPuzzles::most_weighed) return Engine::exact;
    return frontier_gains(puzzle, cost, options.budget) ? Engine::frontier : Engine::search;
}

exact::Marginals marginals(const Puzzle& puzzle, const engines::PlainPuzzles::Options& how,
                           std::unique_ptr<const engines::PlainPuzzles>& plain) {
    if (engines::is_plain9(puzzle))
        return exact::marginals(
            puzzle, {.budget = how.budget, .threads = how.threads, .on_progress = how.on_progress});
    if (!plain)
        plain = std::make_unique<const engines::PlainPuzzles>(puzzle, how.budget,
                                                              engines::most_plain_puzzles);
    if (!plain->listed()) return {{.ending = plain->ending()}, {}};
    return plain->marginals(how);
}

CandidateCounts by_the_sum(const Puzzle& puzzle, const SolveOptions& options,
                           std::unique_ptr<const engines::PlainPuzzles>& plain) {
    engines::PlainPuzzles::Options how = engines::plain_puzzles_of(options);
    how.budget.max_nodes = terms_for_nodes(how.budget.max_nodes);
    const exact::Marginals m = marginals(puzzle, how, plain);
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
    std::unique_ptr<const engines::PlainPuzzles> plain;
    work.engine = choose(puzzle, options, plain);
    if (work.engine == Engine::exact) return by_the_sum(puzzle, work, plain);
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
