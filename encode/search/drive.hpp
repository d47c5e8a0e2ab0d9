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
#include <vector>

#include "encode/base/outcome.hpp"
#include "encode/board/puzzle.hpp"

namespace clew::search {

/// How far a long walk has come; see Task::on_progress.
struct Progress {
    std::uint64_t solutions = 0;
    std::uint64_t nodes = 0;
    double explored = 0;  ///< share of the tree, 0 to 1
};

struct Report {
    std::uint64_t solutions = 0;
    Ending ending = Ending::exhausted;
    std::uint64_t nodes = 0;
    double explored = 0;  ///< 1 if exhausted
};

/// What one call of PartWalk::run did.
struct Slice {
    std::uint64_t solutions = 0;
    std::uint64_t nodes = 0;
    Ending ending = Ending::exhausted;  ///< out_of_budget: another call goes on
    double explored = 0;                ///< of the part, since it began
};

/// A walk over one part, in slices.
class PartWalk {
  public:
    PartWalk() = default;
    PartWalk(const PartWalk&) = delete;
    PartWalk& operator=(const PartWalk&) = delete;
    virtual ~PartWalk() = default;

    /// Walks on until the part, the budget or the limit ends; counts only if `sink` is null.
    virtual Slice run(const Budget& budget, std::uint64_t limit, const SolutionSink* sink) = 0;
};

struct DriveOptions {
    Budget budget{};
    std::uint64_t limit = unlimited;
    unsigned threads = 1;
    std::uint64_t slice_nodes = 4096;  ///< between two looks at the limit and reports of progress
    std::function<void(const Progress&)> on_progress{};
};

/// Walks all parts. `shares[i]` is the share of the tree that part i makes up; what they lack of 1
/// counts as explored from the start. `make(i)` is called from the thread that walks the part. An
/// exception from the sink or a walk ends the work and is thrown to the caller. Memory: some
/// thousand solutions a thread.
Report drive(const std::vector<double>& shares,
             const std::function<std::unique_ptr<PartWalk>(std::size_t)>& make,
             const DriveOptions& options, const SolutionSink* sink);

}  // namespace clew::search
