#include "solve/sample.hpp"

#include <algorithm>
#include <memory>
#include <numeric>

#include "core/base/contract.hpp"
#include "core/base/random.hpp"
#include "solve/engines.hpp"
#include "solve/exact/sample.hpp"
#include "solve/forecast.hpp"

namespace clew {
namespace {

/// In terms of the exact sum.
Budget budget_of(const SampleOptions& options) {
    return {.stop = options.budget.stop, .max_nodes = terms_for_nodes(options.budget.max_nodes)};
}

Sample through_the_sum(const Puzzle& puzzle, std::size_t n, const SampleOptions& options) {
    Sample result;
    result.engine = Engine::exact;
    exact::SamplerOptions how{.budget = budget_of(options), .threads = options.threads};
    if (options.on_progress) {
        how.on_counted = [&](double explored) {
            options.on_progress({.explored = explored / 2}, Engine::exact);
        };
        how.on_drawn = [&](std::size_t drawn) {
            const double share = static_cast<double>(drawn) / static_cast<double>(n);
            options.on_progress({.solutions = drawn, .explored = (1 + share) / 2}, Engine::exact);
        };
    }
    const exact::GridSampler sampler{puzzle, how};
    result.ending = sampler.ending();
    if (!sampler.exact()) return result;
    result.total = engines::count_of(sampler.total());
    if (result.total == Count{}) return result;
    Random random{options.seed};
    exact::Drawn drawn = sampler.draw(n, random);
    result.ending = drawn.ending;
    result.grids = std::move(drawn.grids);
    return result;
}

Sample through_plain_puzzles(const engines::PlainPuzzles& plain, std::size_t n,
                             const SampleOptions& options) {
    Sample result;
    result.engine = Engine::exact;
    if (!plain.listed()) {
        result.ending = plain.ending();
        return result;
    }
    engines::PlainPuzzles::Options how{.budget = budget_of(options), .threads = options.threads};
    if (options.on_progress)
        how.on_progress = [&](double explored) {
            options.on_progress({.explored = explored / 2}, Engine::exact);
        };
    engines::PlainPuzzles::Drawing drawing = plain.draw(n, options.seed, how);
    result.total = engines::count_of(drawing.counted.solutions);
    result.ending = drawing.counted.ending;
    result.grids = std::move(drawing.grids);
    if (options.on_progress && !result.grids.empty())
        options.on_progress({.solutions = n, .explored = 1}, Engine::exact);
    return result;
}

Sample from_the_list(const Puzzle& puzzle, std::size_t n, const SampleOptions& options) {
    Sample result;
    result.engine = options.engine == Engine::automatic ? Engine::search : options.engine;
    SolveOptions work{
        .engine = result.engine, .budget = options.budget, .threads = options.threads};
    if (options.on_progress)
        work.on_progress = [&](const Progress& h, Engine by) {
            options.on_progress({.nodes = h.nodes, .explored = h.explored / 2}, by);
        };
    const CountResult counted = clew::count(puzzle, work);
    work.on_progress = {};
    result.total = counted.solutions;
    result.ending = counted.ending;
    const auto total = counted.solutions.to_u64();
    if (!counted.exact() || !total || *total == 0 || n == 0) return result;

    Random random{options.seed};
    std::vector<std::uint64_t> rank(n);
    for (std::uint64_t& r : rank) r = random.below(*total);
    std::vector<std::size_t> order(n);  // draws, by rank
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return rank[a] < rank[b]; });
    result.grids.resize(n);
    std::uint64_t at = 0;
    std::size_t next = 0;
    const CountResult listed = clew::enumerate(puzzle, work, [&](const Grid& grid) {
        const std::size_t before = next;
        for (; next < n && rank[order[next]] == at; ++next) result.grids[order[next]] = grid;
        ++at;
        if (options.on_progress && next > before) {
            const double share = static_cast<double>(at) / static_cast<double>(*total);
            options.on_progress({.solutions = next, .explored = (1 + share) / 2}, result.engine);
        }
        return next < n ? Flow::go_on : Flow::stop;
    });
    if (next < n) {
        result.ending = listed.ending;
        result.grids.clear();
    }
    return result;
}

}  // namespace

Sample sample(const Puzzle& puzzle, std::size_t n, const SampleOptions& options) {
    CLEW_REQUIRE(options.engine == Engine::automatic ||
                     (options.engine != Engine::frontier && can_count(options.engine, puzzle)),
                 "sample: this engine cannot draw on this board");
    const bool open = options.engine == Engine::automatic;
    if (engines::is_plain9(puzzle))
        return options.engine == Engine::exact ||
                       (open && costs_of(puzzle).cheaper == Engine::exact)
                   ? through_the_sum(puzzle, n, options)
                   : from_the_list(puzzle, n, options);
    std::unique_ptr<const engines::PlainPuzzles> plain;
    if (options.engine == Engine::exact)
        plain = std::make_unique<const engines::PlainPuzzles>(puzzle, options.budget,
                                                              engines::most_plain_puzzles);
    else if (open)
        plain = engines::PlainPuzzles::if_cheaper(puzzle, options.budget,
                                                  engines::cost_of_search(puzzle, options.budget));
    return plain ? through_plain_puzzles(*plain, n, options) : from_the_list(puzzle, n, options);
}

}  // namespace clew
