#pragma once
// Drives walks over the parts of a search tree: limits, budgets, threads, order, progress.
//
//     class MyWalk : public PartWalk { ... };
//     Report r = drive(shares, [&](std::size_t i) { return std::make_unique<MyWalk>(i); }, task,
//                      &sink);                    // or nullptr: count only
//
// Shared by the general search and the 9x9 engine, which differ in what a walk is and in nothing
// else. Solutions come out in the order of the parts, and within a part in the walk's own order,
// whatever the number of threads.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/base/report.hpp"
#include "core/board/puzzle.hpp"

namespace clew::search {

/// Receives a solution as its digits from 0, one a cell; valid only during the call.
using DigitSink = std::function<Flow(std::span<const std::uint8_t>)>;

/// A sink of digits that hands grids to `sink`, which must outlive it.
DigitSink as_grids(const SolutionSink& sink);

/// A walk over one part, in slices.
class PartWalk {
  public:
    PartWalk() = default;
    PartWalk(const PartWalk&) = delete;
    PartWalk& operator=(const PartWalk&) = delete;
    virtual ~PartWalk() = default;

    /// Walks on until the part, the budget or the limit ends; counts only if `sink` is null.
    /// Reports what this call did, and the explored share of the whole part. After out_of_budget
    /// another call goes on.
    virtual Report run(const Budget& budget, std::uint64_t limit, const DigitSink* sink) = 0;
};

struct DriveOptions {
    Budget budget{};
    std::uint64_t limit = unlimited;
    unsigned threads = 1;
    std::uint64_t slice_nodes = 4096;  ///< between two looks at the limit and calls of on_progress
    std::function<void(const Progress&)> on_progress{};
};

/// Walks all parts. `shares[i]` is the share of the tree that part i makes up; what they lack of 1
/// counts as explored from the start. `make(i)` is called from the thread that walks the part. An
/// exception from the sink or a walk ends the work and is thrown to the caller. Memory: some
/// thousand solutions a thread.
Report drive(const std::vector<double>& shares,
             const std::function<std::unique_ptr<PartWalk>(std::size_t)>& make,
             const DriveOptions& options, const DigitSink* sink);

}  // namespace clew::search
