// One thread runs the walk in slices. Several threads first let one of them try for a while, since
// most puzzles end there; then the tree is cut into many parts of like share, more than threads,
// and each thread takes the next part when it is done with one.

#include "encode/search/enumerate.hpp"

#include <algorithm>
#include <utility>

#include "encode/board/contract.hpp"

namespace clew::search {
namespace {

constexpr std::uint64_t slice = 4096;  // nodes between two reports of progress

Ending ending_of(Step step) {
    switch (step) {
        case Step::solution:
            return Ending::limit_reached;
        case Step::exhausted:
            return Ending::exhausted;
        case Step::out_of_budget:
            return Ending::out_of_budget;
        case Step::interrupted:
            return Ending::interrupted;
    }
    return Ending::exhausted;
}

Search start(const Puzzle& puzzle, const Task& task) {
    Search walk{puzzle};
    walk.confine(task.within);
    if (task.resume_behind) {
        const std::optional<Path> path = walk.path_to(*task.resume_behind);
        CLEW_REQUIRE(path.has_value(), "search: resume_behind is not a solution of the puzzle");
        walk.resume_behind(*path);
    }
    return walk;
}

template <class OnSolution>
Report run_alone(const Puzzle& puzzle, const Task& task, OnSolution&& on_solution) {
    Search walk = start(puzzle, task);
    Report report;
    std::uint64_t left = task.budget.max_nodes;
    for (;;) {
        const std::uint64_t before = walk.nodes();
        const std::uint64_t grant = std::min(left, slice);
        const Search::Tally tally = on_solution(walk, Budget{task.budget.stop, grant},
                                                task.limit - report.solutions, report.solutions);
        left -= walk.nodes() - before;
        report.solutions += tally.solutions;
        report.ending = ending_of(tally.step);
        if (tally.step != Step::out_of_budget || left == 0) break;
        if (task.on_progress) task.on_progress({report.solutions, walk.nodes(), walk.explored()});
    }
    report.nodes = walk.nodes();
    report.explored = walk.explored();
    return report;
}

}  // namespace

Report count(const Puzzle& puzzle, const Task& task) {
    if (task.limit == 0) return {.ending = Ending::limit_reached};
    return run_alone(puzzle, task,
                     [](Search& walk, const Budget& budget, std::uint64_t limit, std::uint64_t) {
                         return walk.count(budget, limit);
                     });
}

Report enumerate(const Puzzle& puzzle, const Task& task, const SolutionSink& sink) {
    if (task.limit == 0) return {.ending = Ending::limit_reached};
    Grid grid;
    return run_alone(puzzle, task,
                     [&](Search& walk, Budget budget, std::uint64_t limit, std::uint64_t) {
                         Search::Tally tally;
                         for (;;) {
                             const std::uint64_t before = walk.nodes();
                             tally.step = walk.next(budget);
                             budget.max_nodes -= walk.nodes() - before;
                             if (tally.step != Step::solution) return tally;
                             ++tally.solutions;
                             walk.copy_to(grid);
                             if (sink(grid) == Flow::stop || tally.solutions == limit) return tally;
                         }
                     });
}

}  // namespace clew::search
