// One thread walks the tree as a single part. Several threads begin the same way, for most puzzles
// end within the nodes that cutting up the tree would cost; then they cut up what is left.

#include "solve/search/enumerate.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/contract.hpp"

namespace clew::search {
namespace {

constexpr std::uint64_t trial_nodes = learning_nodes;
constexpr std::uint64_t replayed = 256;  // nodes
constexpr std::size_t parts_a_thread = 64;

/// Walks on with a search that belongs to somebody else.
class Walker : public PartWalk {
  public:
    explicit Walker(Search& search) : search_(search) {}

    Report run(const Budget& budget, std::uint64_t limit, const DigitSink* sink) override {
        if (sink == nullptr) return search_.count(budget, limit);
        Report slice;
        const std::uint64_t before = search_.nodes();
        Budget left = budget;
        for (;;) {
            left.max_nodes = budget.max_nodes - (search_.nodes() - before);
            slice.ending = search_.next(left);
            if (slice.ending != Ending::limit_reached) break;
            ++slice.solutions;
            search_.copy_to(digits_);
            if ((*sink)(digits_) == Flow::stop || slice.solutions == limit) break;
        }
        slice.nodes = search_.nodes() - before;
        slice.explored = search_.explored();
        return slice;
    }

  private:
    Search& search_;
    std::vector<std::uint8_t> digits_;
};

/// The same with a search of its own.
class PartWalker final : public PartWalk {
  public:
    explicit PartWalker(Search search) : search_(std::move(search)), walker_(search_) {}

    Report run(const Budget& budget, std::uint64_t limit, const DigitSink* sink) override {
        return walker_.run(budget, limit, sink);
    }

  private:
    Search search_;
    Walker walker_;
};

}  // namespace

Report joined(const Report& earlier, const Report& later) {
    Report both = later;
    both.solutions += earlier.solutions;
    both.nodes += earlier.nodes;
    return both;
}

Leg rest_of(Leg leg, const Report& done) {
    if (leg.budget.max_nodes != unlimited)
        leg.budget.max_nodes -= std::min(leg.budget.max_nodes, done.nodes);
    if (leg.limit != unlimited) leg.limit -= std::min(leg.limit, done.solutions);
    if (leg.on_progress)
        leg.on_progress = [done, tell = std::move(leg.on_progress)](const Progress& later) {
            tell({done.solutions + later.solutions, done.nodes + later.nodes,
                  std::max(done.explored, later.explored)});
        };
    return leg;
}

// One thread begins: most puzzles end within the nodes that cutting up the tree would cost.
Report RunInPieces::go_on(const Leg& leg, const DigitSink* sink) {
    CLEW_REQUIRE(resumable(), "search: this run cannot be gone on with");
    if (over_) return {.explored = 1};
    if (leg.threads <= 1 || leg.budget.max_nodes <= trial_nodes) return alone(leg, sink);
    Leg trial = leg;
    trial.budget.max_nodes = trial_nodes;
    const Report begun = alone(trial, sink);
    if (begun.ending != Ending::out_of_budget) return begun;

    const Parts parts = cut(parts_a_thread * leg.threads);
    const Leg rest = rest_of(leg, begun);
    const Report later = drive(parts.shares, parts.walk,
                               {.budget = rest.budget,
                                .limit = rest.limit,
                                .threads = rest.threads,
                                .slice_nodes = slice_nodes_,
                                .on_progress = rest.on_progress},
                               sink);
    (later.ending == Ending::exhausted ? over_ : lost_) = true;
    return joined(begun, later);
}

Run::Run(const Puzzle& puzzle, const NodePath& within)
    : RunInPieces(DriveOptions{}.slice_nodes), puzzle_(puzzle), search_(puzzle) {
    within.empty() ? search_.learn() : search_.confine(within);
}

// Where a solution stands is decided by what was learnt before.
void Run::skip(const Grid& solution) {
    Grid met;
    while (search_.learning()) {
        const Ending ending = search_.next({.max_nodes = replayed});
        if (ending == Ending::exhausted) break;
        if (ending != Ending::limit_reached) continue;
        search_.copy_to(met);
        if (met == solution) return;
    }
    const std::optional<NodePath> path = search_.path_to(solution);
    CLEW_REQUIRE(path.has_value(), "search: resume_behind is not a solution of the puzzle");
    search_.resume_behind(*path);
}

Report Run::alone(const Leg& leg, const DigitSink* sink) {
    return drive(
        {1.0}, [&](std::size_t) { return std::make_unique<Walker>(search_); },
        {.budget = leg.budget, .limit = leg.limit, .on_progress = leg.on_progress}, sink);
}

RunInPieces::Parts Run::cut(std::size_t count) {
    std::vector<Subtree> parts = search_.split(count);
    Parts cut;
    for (const Subtree& part : parts) cut.shares.push_back(part.share);
    cut.walk = [this, parts = std::move(parts)](std::size_t i) {
        Search walk{puzzle_};
        walk.learn_from(search_);
        walk.confine(parts[i].path);
        return std::make_unique<PartWalker>(std::move(walk));
    };
    return cut;
}

}  // namespace clew::search
