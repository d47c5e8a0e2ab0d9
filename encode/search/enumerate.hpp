#pragma once
// Runs the depth-first searches to their end or to a limit, on any number of threads.
//
//     Report r = count(puzzle, {.limit = 2});               // none, one, several
//     Report r = enumerate(puzzle, {.threads = 4}, sink);    // same order as with one thread
//     r.ending == Ending::exhausted                          // then r.solutions is all there are
//
// Any board: the general search of search.hpp.

#include <cstdint>
#include <functional>
#include <optional>

#include "encode/base/outcome.hpp"
#include "encode/board/puzzle.hpp"
#include "encode/search/drive.hpp"
#include "encode/search/search.hpp"

namespace clew::search {

struct Task {
    Budget budget{};
    std::uint64_t limit = unlimited;
    unsigned threads = 1;
    Path within{};                        ///< only the part of the tree below this node
    std::optional<Grid> resume_behind{};  ///< a solution: skip it and all before it
    /// Called every few thousand nodes from one of the working threads, never two at once.
    std::function<void(const Progress&)> on_progress{};
};

/// Counts solutions, at most `task.limit` of them. With several threads, a report that is not
/// exhausted may differ from run to run in its nodes and, out of budget, in its solutions.
/// Errors: ContractViolation if `task.resume_behind` is no solution.
Report count(const Puzzle& puzzle, const Task& task = {});

/// Hands out every solution once, in the tree's order whatever the number of threads, at most
/// `task.limit` of them. The sink is never called by two threads at once. Constant memory.
Report enumerate(const Puzzle& puzzle, const Task& task, const SolutionSink& sink);

}  // namespace clew::search
