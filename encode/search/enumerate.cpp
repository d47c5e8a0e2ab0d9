// One thread walks the tree as a single part. Several threads first see whether the tree is worth
// them: most puzzles end within the nodes that cutting it up would cost.

#include "encode/search/enumerate.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "encode/base/contract.hpp"

namespace clew::search {
namespace {

constexpr std::uint64_t trial_nodes = 4096;
constexpr std::size_t parts_a_thread = 64;

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

bool leads_to(const Path& start, const Path& end) {
    return start.size() <= end.size() && std::equal(start.begin(), start.end(), end.begin());
}

class Walker final : public PartWalk {
  public:
    explicit Walker(Search search) : search_(std::move(search)) {}

    Slice run(const Budget& budget, std::uint64_t limit, const SolutionSink* sink) override {
        Slice slice;
        const std::uint64_t before = search_.nodes();
        if (sink == nullptr) {
            const Search::Tally tally = search_.count(budget, limit);
            slice.solutions = tally.solutions;
            slice.ending = ending_of(tally.step);
        } else {
            Budget left = budget;
            for (;;) {
                left.max_nodes = budget.max_nodes - (search_.nodes() - before);
                const Step step = search_.next(left);
                slice.ending = ending_of(step);
                if (step != Step::solution) break;
                ++slice.solutions;
                search_.copy_to(grid_);
                if ((*sink)(grid_) == Flow::stop || slice.solutions == limit) break;
            }
        }
        slice.nodes = search_.nodes() - before;
        slice.explored = search_.explored();
        return slice;
    }

  private:
    Search search_;
    Grid grid_;
};

Report run(const Puzzle& puzzle, const Task& task, const SolutionSink* sink) {
    if (task.limit == 0) return {.ending = Ending::limit_reached};
    if (task.budget.stopped()) return {.ending = Ending::interrupted};
    Search whole{puzzle};
    whole.confine(task.within);
    Path behind;
    if (task.resume_behind) {
        const std::optional<Path> path = whole.path_to(*task.resume_behind);
        CLEW_REQUIRE(path.has_value(), "search: resume_behind is not a solution of the puzzle");
        behind = *path;
        whole.resume_behind(behind);
    }
    const DriveOptions options{.budget = task.budget,
                               .limit = task.limit,
                               .threads = task.threads,
                               .on_progress = task.on_progress};
    const auto alone = [&] {
        return drive(
            {1.0}, [&](std::size_t) { return std::make_unique<Walker>(std::move(whole)); }, options,
            sink);
    };
    if (task.threads <= 1) return alone();

    Search trial{puzzle};
    trial.confine(task.within);
    if (task.resume_behind) trial.resume_behind(behind);
    const Search::Tally tally = trial.count({.max_nodes = trial_nodes}, task.limit);
    if (tally.step != Step::out_of_budget) return alone();

    std::vector<Part> parts = whole.split(parts_a_thread * task.threads);
    if (task.resume_behind)
        std::erase_if(parts, [&](const Part& part) {
            return std::ranges::lexicographical_compare(part.path, behind) &&
                   !leads_to(part.path, behind);
        });
    std::vector<double> shares;
    shares.reserve(parts.size());
    for (const Part& part : parts) shares.push_back(part.share);
    return drive(
        shares,
        [&](std::size_t i) {
            Search walk{puzzle};
            walk.confine(parts[i].path);
            if (task.resume_behind && leads_to(parts[i].path, behind)) walk.resume_behind(behind);
            return std::make_unique<Walker>(std::move(walk));
        },
        options, sink);
}

}  // namespace

Report count(const Puzzle& puzzle, const Task& task) { return run(puzzle, task, nullptr); }

Report enumerate(const Puzzle& puzzle, const Task& task, const SolutionSink& sink) {
    return run(puzzle, task, &sink);
}

}  // namespace clew::search
