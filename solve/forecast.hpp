#pragma once
// Forecast: what a count will cost, known before it is done.
//
//     const Forecast f = forecast(Puzzle{Geometry::standard(12)}, {.threads = 2});
//     f.engine, f.seconds, f.bytes, f.sure
//
// The facade tells the same while it counts (SolveOptions::on_forecast). No clock is read: costs
// are in search nodes, the unit that a Budget has, and seconds are those nodes on the processor
// that docs/engines.md measured. The exact counter's work is known beforehand. That of a search is
// a Knuth estimate from a fixed seed, that of a sweep one of its states.

#include <cstdint>

#include "core/board/puzzle.hpp"
#include "solve/solve.hpp"

namespace clew {

enum class Sure : std::uint8_t {
    about,     ///< within a factor of three, mostly
    roughly,   ///< the order of magnitude
    at_least,  ///< it may cost far more
};
/// "about", "roughly", "at least".
const char* to_string(Sure sure);

struct Forecast {
    Engine engine = Engine::search;  ///< who will count, so far as is known
    Sure sure = Sure::about;
    double seconds = 0;  ///< on all threads; 0 where the count is done at once
    double bytes = 0;    ///< of memory, where it is more than some 50 MB
    bool begins = true;  ///< the count begins; false while its price is still looked for
};
/// As count() will tell it; without seconds where that takes no longer than to count. Cost: a
/// second or two.
Forecast forecast(const Puzzle& puzzle, const SolveOptions& options = {});

/// What either of the two who count plain 9x9 puzzles needs.
struct Costs {
    Engine cheaper = Engine::search;  ///< who should count, unless search ends within its trial
    double solutions = 0;             ///< estimated
    double search = 0;                ///< nodes of the search tree, estimated
    double exact = 0;                 ///< in the same unit; infinite if it is not plain 9x9
    Sure sure = Sure::about;          ///< `solutions` and `search`
};

/// Cost: some milliseconds.
Costs costs_of(const Puzzle& puzzle);

/// The terms of the exact sum and everything else that it costs, in search nodes. Requires a plain
/// 9x9 puzzle. Cost: some milliseconds.
double exact_cost(const Puzzle& puzzle);

/// The terms of the exact sum that take as long as so many search nodes.
std::uint64_t terms_for_nodes(std::uint64_t nodes);

}  // namespace clew
