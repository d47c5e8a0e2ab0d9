#pragma once
// Both depth-first searches from the first solution to the last, or to a limit, in one call.
//
//     Report r = search::count(puzzle, {.limit = 2});              // none, one, several
//     Report r = search::enumerate(puzzle, {.threads = 4}, sink);  // same order as with one thread
//     Report r = search9::count_classic(puzzle);                   // by the 9x9 engine

#include <functional>
#include <optional>
#include <utility>

#include "solve/search/enumerate.hpp"
#include "solve/search9/enumerate.hpp"

namespace clew::search {

struct Task {
    Budget budget{};
    std::uint64_t limit = unlimited;
    unsigned threads = 1;
    NodePath within{};                    ///< only the part of the tree below this node
    std::optional<Grid> resume_behind{};  ///< a solution: skip it and all before it
    /// Called every few thousand nodes from one of the working threads, never two at once.
    std::function<void(const Progress&)> on_progress{};
};

/// A run that has not begun, to where the task ends.
template <class AnyRun>
Report run_task(AnyRun run, const Task& task, const DigitSink* sink) {
    if (task.resume_behind) run.skip(*task.resume_behind);
    return run.go_on({task.budget, task.limit, task.threads, task.on_progress}, sink);
}

inline Report count(const Puzzle& puzzle, const Task& task = {}) {
    return run_task(Run{puzzle, task.within}, task, nullptr);
}

inline Report enumerate(const Puzzle& puzzle, const Task& task, const SolutionSink& sink) {
    const DigitSink digits = as_grids(sink);
    return run_task(Run{puzzle, task.within}, task, &digits);
}

}  // namespace clew::search

namespace clew::search9 {

/// Requires a classic board; all of it, whatever Task::within says.
inline Report count_classic(const Puzzle& puzzle, const search::Task& task = {}) {
    return search::run_task(ClassicRun{marks9(puzzle)}, task, nullptr);
}

inline Report enumerate_classic(const Puzzle& puzzle, const search::Task& task,
                                const SolutionSink& sink) {
    const search::DigitSink digits = search::as_grids(sink);
    return search::run_task(ClassicRun{marks9(puzzle)}, task, &digits);
}

}  // namespace clew::search9
