#pragma once
// Estimate: about how many solutions, from random descents, without counting.
//
//     Estimate e = estimate(puzzle, 10'000, seed);
//     e.solutions, e.low, e.high        // mean and 95 % confidence interval
//     e.trust                           // say so before anyone relies on it
//
// Each sample goes down the search tree once, taking every branch with equal chance, and weighs in
// with the product of the branch counts on its way if it ends in a solution, with 0 if in a dead
// end. The mean is the number of solutions, without bias, for any number of samples [Knuth1975].
// The spread is another matter: few descents may hit, and few of those may carry most of the
// weight. Then the interval is not to be believed, and `trust` says so. How often intervals called
// good hold the truth was measured: docs/engines.md.

#include <cstdint>

#include "core/base/outcome.hpp"
#include "core/board/puzzle.hpp"

namespace clew {

enum class Trust : std::uint8_t {
    exact,     ///< no branch was ever taken: the number is certain
    good,      ///< enough hits, evenly weighted: the interval means what it says
    few_hits,  ///< fewer than 30 effective hits: an order of magnitude at best
    no_hit,    ///< no descent met a solution: nothing is known; there may be none, or many
};

/// "exact", "good", "few hits", "no hit".
const char* to_string(Trust trust);

struct Estimate {
    double solutions = 0;  ///< unbiased
    double low = 0;        ///< 95 % confidence interval; at least 1 if there was a hit
    double high = 0;       ///< infinite with no hit
    Trust trust = Trust::no_hit;
    std::uint64_t samples = 0;  ///< descents made: fewer than asked for if interrupted
    std::uint64_t hits = 0;     ///< of which ended in a solution
    double effective_hits = 0;  ///< (sum w)^2 / sum w^2: hits of equal weight worth the same
    double search_nodes = 0;    ///< unbiased estimate of the size of the search tree
    Ending ending = Ending::exhausted;  ///< exhausted: all samples were made
};

/// Makes `samples` descents, or fewer if the stop flag is raised. The result depends on the puzzle,
/// the samples and the seed alone, not on the threads. Requires threads >= 1. Cost: some
/// microseconds a sample on 9x9.
Estimate estimate(const Puzzle& puzzle, std::uint64_t samples, std::uint64_t seed,
                  const Budget& budget = {}, unsigned threads = 1);

}  // namespace clew
