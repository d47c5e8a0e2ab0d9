#pragma once
// Marginals: how many solutions contain each candidate, without listing the solutions.
//
//     Marginals m = marginals(puzzle);
//     m.of({Cell{40}, Digit{4}})          solutions with a 5 in the middle
//     m.density({Cell{40}, Digit{4}})     their share of all
//
// All 729 at once, at one to four times the cost of the count (docs/measured.md). A candidate with
// as many solutions as there are in all is in every solution (the backbone), one with none is in
// none.

#include <functional>
#include <optional>
#include <vector>

#include "core/board/puzzle.hpp"
#include "solve/exact/band_stack.hpp"

namespace clew::exact {

struct MarginalOptions {
    Budget budget{};  ///< max_nodes: terms, of which marginals take up to three times a count's
    unsigned threads = 1;
    std::optional<InstructionSet> instructions{};  ///< the widest there is, if not said
    /// Called now and then by the calling thread with the share that lies behind.
    std::function<void(double explored)> on_progress{};
};

/// A report of all solutions, and of those with each candidate. Ended before it was done it says
/// nothing: no solutions.
struct Marginals : Report128 {
    /// Solutions with each candidate, by Geometry::candidate_index(): 729 entries. Empty if the
    /// work was ended before it was done; a part of the sum says nothing about single candidates.
    std::vector<U128> counts;

    /// Requires exact().
    const U128& of(Candidate candidate) const {
        return counts[candidate.cell.index() * 9 + candidate.digit.index()];
    }
};

/// Requires supports(puzzle), threads >= 1, has_instructions(*instructions).
/// Errors: ContractViolation. Memory: that of count() and some 20 MiB for each thread.
Marginals marginals(const Puzzle& puzzle, const MarginalOptions& options = {});

}  // namespace clew::exact
