#include "solve/forecast.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "solve/engines.hpp"
#include "solve/estimate.hpp"
#include "solve/exact/band_stack.hpp"

namespace clew {
namespace {

constexpr std::uint64_t samples = 128;
constexpr std::uint64_t seed = 1;
// Measured over random puzzles of 14 to 23 clues: a node of search9 takes 0.33 us, a unit of the
// exact counter's predicted work 0.02 to 0.1 ns, and some 2 ms go by before it begins.
constexpr double work_per_node = 6000;
constexpr double exact_start = 6000;  // in nodes

}  // namespace

const char* to_string(Sure sure) {
    static constexpr std::array names{"about", "roughly", "at least"};
    static_assert(names.size() == static_cast<std::size_t>(Sure::at_least) + 1);
    return names[static_cast<std::size_t>(sure)];
}

Forecast forecast(const Puzzle& puzzle, const SolveOptions& options) {
    Forecast last;
    SolveOptions asking = options;
    asking.limit = unlimited;
    asking.on_progress = nullptr;
    asking.on_forecast = [&](const Forecast& told) {
        last = told;
        return told.begins ? Flow::stop : Flow::go_on;
    };
    const CountResult counted = count(puzzle, asking);
    if (counted.exact()) last = {.engine = counted.engine};
    return last;
}

Costs costs_of(const Puzzle& puzzle) {
    Costs result;
    const Estimate e = estimate(puzzle, samples, seed);
    result.solutions = e.solutions;
    // A tree that holds so many solutions has at least as many leaves.
    result.search = std::max(e.search_nodes, e.solutions);
    result.sure = e.trust == Trust::no_hit     ? Sure::at_least
                  : e.trust == Trust::few_hits ? Sure::roughly
                                               : Sure::about;
    result.exact = std::numeric_limits<double>::infinity();
    if (engines::is_plain9(puzzle)) result.exact = exact_cost(puzzle);
    result.cheaper = result.exact < result.search ? Engine::exact : Engine::search;
    return result;
}

double exact_cost(const Puzzle& puzzle) {
    return exact_start + exact::predict(puzzle).work / work_per_node;
}

std::uint64_t terms_for_nodes(std::uint64_t nodes) {
    const double terms = static_cast<double>(nodes) * work_per_node;
    return terms < 1.8e19 ? static_cast<std::uint64_t>(terms) : unlimited;
}

}  // namespace clew
