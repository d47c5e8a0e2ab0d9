#pragma once
// Forecast: what a count will cost by each engine, and who should do it.
//
//     Forecast f = forecast(puzzle);
//     f.engine, f.reason        // Engine::exact, "about 3e11 solutions: summing is cheaper"
//
// Costs are in search nodes, the unit that a Budget has, so that no clock is read. The number of
// solutions and the size of the tree are Knuth estimates from a fixed seed; the exact counter's
// work is known beforehand. How they compare was measured: docs/engines.md.

#include <cstdint>
#include <string>

#include "core/board/puzzle.hpp"
#include "solve/solve.hpp"

namespace clew {

struct Forecast {
    Engine engine = Engine::search;  ///< who should count, unless search ends within its trial
    double solutions = 0;            ///< estimated
    double search_cost = 0;          ///< nodes of the search tree, estimated
    double exact_cost = 0;           ///< in the same unit; infinite if it is not plain 9x9
    std::string reason;
};

/// Cost: some milliseconds.
Forecast forecast(const Puzzle& puzzle);

/// The terms of the exact sum and everything else that it costs, in the unit of a term. Requires
/// a plain 9x9 puzzle. Cost: some milliseconds.
double exact_work(const Puzzle& puzzle);

/// The same in search nodes, with what goes by before the sum begins.
double exact_cost(const Puzzle& puzzle);

/// The terms of the exact sum that take as long as so many search nodes.
std::uint64_t terms_for_nodes(std::uint64_t nodes);

}  // namespace clew
