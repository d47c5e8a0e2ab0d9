#pragma once
// The frontier count: how many solutions a board of any houses has, without listing them.
//
//     const frontier::SweepReport r = frontier::count(Puzzle{Geometry::standard(8)});
//     r.solutions.to_string()          // "29136487207403520"
//
// Open cells are filled one after the other, and of what is filled only that is remembered which
// the rest asks for: of each digit, the begun houses that it is in (plan.hpp). Fillings that leave
// the same rest are one state with one number, and so are those that leave the same rest but for
// the names of digits and of columns that are alike (canonical.hpp). The states behind the last
// cell add up to the count. It is the transfer-matrix method of enumeration, by cells
// [Stanley2011].
//
// Boards of two stacks or two bands of boxes have a second way, a sum over what their rows hold
// (stack_sum.hpp). The price of both is known before (sweep_size.hpp), so the one that is taken is
// the cheaper one, and a sweep that needs far more than it may have is not begun.
//
// It shares no code with search, SAT or the sum over bands of solve/exact.

#include <cstddef>
#include <functional>
#include <vector>

#include "core/base/count.hpp"
#include "core/base/outcome.hpp"
#include "core/base/report.hpp"
#include "core/board/puzzle.hpp"
#include "solve/frontier/plan.hpp"
#include "solve/frontier/sweep_size.hpp"

namespace clew::frontier {

/// Nodes: digits placed in a state.
using SweepReport = BasicReport<Count>;

struct SweepOptions {
    Budget budget{};  ///< max_nodes: as in SweepReport
    /// `second` is never the sum over rows.
    Route route = Route::cheapest;
    std::uint64_t most_swept = unlimited;  ///< of the nodes, those that go cell by cell
    unsigned threads = 1;                  ///< of the sum over rows
    /// States of a step, of about 60 bytes each on 9x9; twice as many are held at once.
    std::size_t most_states = 6'000'000;
    /// Called behind each step with the share of the steps that is done, never by two threads at
    /// once.
    std::function<void(double explored)> on_progress{};
    /// Called before what takes more than some tenths of a second, with its price; stop ends it.
    std::function<Flow(const SweepSize&)> on_price{};
};

/// True for puzzles without rules, on any board.
bool supports(const Puzzle& puzzle);

/// The number of solutions. Ends out of budget, too, where more states or slots would be needed
/// than fit; of work that ended early nothing is known (0). Requires supports(puzzle). Errors:
/// ContractViolation. Cost: milliseconds on blank boards up to 8x8; else by the clues
/// (docs/engines.md has figures).
SweepReport count(const Puzzle& puzzle, const SweepOptions& options = {});

/// Of each candidate, how many solutions hold it.
struct CandidateReport : SweepReport {
    std::vector<Count>
        counts;  ///< one a candidate (Geometry::candidate_index); empty unless exact()
};
/// A count for each class of digits that no mark tells apart in each cell that is not another's
/// like (like_cells), all under one budget. Requires and errors: as count().
CandidateReport marginals(const Puzzle& puzzle, const SweepOptions& options = {});

}  // namespace clew::frontier
