// A part is a set of marks, as split9 cuts them; a slice is one call that goes on where the last
// one ended. To resume behind a solution, the parts before the one that holds it are dropped and
// that one is cut again, until nothing but the solution is left to drop.

#include "encode/search9/enumerate.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "encode/base/contract.hpp"
#include "encode/rules/verify.hpp"
#include "encode/search9/search9.hpp"

namespace clew::search9 {

using search::DriveOptions;
using search::PartWalk;
using search::Report;
using search::Slice;
using search::Task;

namespace {

constexpr std::uint64_t trial_nodes = 4096;
constexpr std::size_t parts_a_thread = 64;

/// Turns the engine's solutions into grids for a sink.
class HandOut {
  public:
    explicit HandOut(const SolutionSink& sink) : sink_(sink), grid_(std::vector<Digit>(81)) {}

    Flow operator()(const Solution9& solution) {
        const std::span<Digit> digits = grid_.digits();
        for (std::size_t i = 0; i < 81; ++i) digits[i] = Digit{solution[i]};
        const Flow flow = sink_(grid_);
        stopped_ = flow == Flow::stop;
        return flow;
    }
    bool stopped() const { return stopped_; }

  private:
    const SolutionSink& sink_;
    Grid grid_;
    bool stopped_ = false;
};

class Walker9 final : public PartWalk {
  public:
    explicit Walker9(const Marks9& marks) : marks_(marks) {}

    Slice run(const Budget& budget, std::uint64_t limit, const SolutionSink* sink) override {
        const Options9 options{.budget = budget, .limit = limit, .from = std::move(next_)};
        Result9 result;
        if (sink == nullptr) {
            result = count9(marks_, options);
        } else {
            HandOut hand_out{*sink};
            result = enumerate9(marks_, options, hand_out);
        }
        next_ = std::move(result.next);
        return {result.solutions, result.nodes, result.ending, result.explored};
    }

  private:
    Marks9 marks_;
    Path9 next_;
};

bool holds(const Marks9& marks, const Grid& grid) {
    for (std::size_t i = 0; i < 81; ++i)
        if (((marks[i] >> grid[Cell{i}].index()) & 1U) == 0) return false;
    return true;
}

std::vector<Marks9> parts_behind(const Marks9& whole, const Grid& grid) {
    std::vector<Marks9> later;  // in reverse order
    Marks9 here = whole;
    for (;;) {
        std::vector<Marks9> parts = split9(here, 2);
        const auto at =
            std::ranges::find_if(parts, [&](const Marks9& p) { return holds(p, grid); });
        CLEW_REQUIRE(at != parts.end(), "search: the solution to resume behind is in no part");
        for (auto part = parts.end(); --part > at;) later.push_back(*part);
        if (parts.size() == 1) break;
        here = *at;
    }
    std::ranges::reverse(later);
    return later;
}

/// One thread, from the start, nobody watching: there is nothing to drive, and most puzzles take
/// less than the driving would.
Report run_alone(const Marks9& marks, const Task& task, const SolutionSink* sink) {
    const Options9 options{.budget = task.budget, .limit = task.limit};
    Result9 result;
    bool enough = false;
    if (sink == nullptr) {
        result = count9(marks, options);
    } else {
        HandOut hand_out{*sink};
        result = enumerate9(marks, options, hand_out);
        enough = hand_out.stopped();
    }
    enough |= result.solutions == task.limit;
    Report report;
    report.solutions = result.solutions;
    report.nodes = result.nodes;
    report.ending = enough ? Ending::limit_reached : result.ending;
    report.explored = result.explored;
    return report;
}

Report run(const Puzzle& puzzle, const Task& task, const SolutionSink* sink) {
    refuse_rules(puzzle, "search9");
    CLEW_REQUIRE(puzzle.is_plain_classic(), "search: the 9x9 engine needs a classic board");
    CLEW_REQUIRE(task.within.empty(), "search: the 9x9 engine knows no paths");
    if (task.limit == 0) return {.ending = Ending::limit_reached};
    if (task.budget.stopped()) return {.ending = Ending::interrupted};
    if (task.threads <= 1 && !task.resume_behind && !task.on_progress)
        return run_alone(marks9(puzzle), task, sink);
    std::vector<Marks9> parts{marks9(puzzle)};
    if (task.resume_behind) {
        CLEW_REQUIRE(is_solution(puzzle, *task.resume_behind),
                     "search: resume_behind is not a solution of the puzzle");
        parts = parts_behind(parts[0], *task.resume_behind);
    } else if (task.threads > 1) {
        const Result9 trial =
            count9(parts[0], {.budget = {.max_nodes = trial_nodes}, .limit = task.limit});
        if (trial.ending == Ending::out_of_budget)
            parts = split9(parts[0], parts_a_thread * task.threads);
    }
    const DriveOptions options{.budget = task.budget,
                               .limit = task.limit,
                               .threads = task.threads,
                               .slice_nodes = 65536,  // going on costs the nodes down to the place
                               .on_progress = task.on_progress};
    const std::vector<double> shares(parts.size(), 1.0 / static_cast<double>(parts.size()));
    return search::drive(
        shares, [&](std::size_t i) { return std::make_unique<Walker9>(parts[i]); }, options, sink);
}

}  // namespace

Report count_classic(const Puzzle& puzzle, const Task& task) { return run(puzzle, task, nullptr); }

Report enumerate_classic(const Puzzle& puzzle, const Task& task, const SolutionSink& sink) {
    return run(puzzle, task, &sink);
}

}  // namespace clew::search9
