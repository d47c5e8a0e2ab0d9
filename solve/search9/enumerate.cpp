// A run stands at a path of the tree and goes on from there. Several threads take parts, sets of
// marks as split9 cuts them, of what lies from that place on; to resume behind a solution its path
// is looked up first.

#include "solve/search9/enumerate.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/contract.hpp"
#include "core/rules/verify.hpp"

namespace clew::search9 {

using search::DigitSink;
using search::Leg;
using search::PartWalk;

namespace {

Result9 run_once(const Marks9& marks, const Options9& options, const DigitSink* sink) {
    if (sink == nullptr) return count9(marks, options);
    bool stopped = false;
    const auto hand_out = [&](const Solution9& solution) {
        const Flow flow = (*sink)(solution);
        stopped = flow == Flow::stop;
        return flow;
    };
    Result9 result = enumerate9(marks, options, hand_out);
    if (stopped) result.ending = Ending::limit_reached;
    return result;
}

/// Walks a part, or what is left of one, from slice to slice.
class Walker9 final : public PartWalk {
  public:
    Walker9(const Marks9& marks, Path9 from) : marks_(marks), next_(std::move(from)) {}

    Report run(const Budget& budget, std::uint64_t limit, const DigitSink* sink) override {
        const Options9 options{.budget = budget, .limit = limit, .from = std::move(next_)};
        Result9 result = run_once(marks_, options, sink);
        next_ = std::move(result.next);
        return result;
    }

  private:
    Marks9 marks_;
    Path9 next_;
};

}  // namespace

void ClassicRun::skip(const Grid& solution) {
    Solution9 digits{};
    CLEW_REQUIRE(solution.cell_count() == digits.size() && is_solution(puzzle9(marks_), solution),
                 "search: resume_behind is not a solution of the puzzle");
    for (std::size_t i = 0; i < digits.size(); ++i)
        digits[i] = static_cast<std::uint8_t>(solution[Cell{i}].index());
    const std::optional<Path9> path = path_behind(marks_, digits);
    over_ = !path;
    if (path) next_ = *path;
}

/// Nobody watching there is nothing to drive, and most puzzles take less than the driving would.
Report ClassicRun::alone(const Leg& leg, const DigitSink* sink) {
    if (leg.limit == 0) return {.ending = Ending::limit_reached, .explored = explored_};
    if (leg.budget.stopped()) return {.ending = Ending::interrupted, .explored = explored_};
    Report whole;
    for (;;) {
        const Leg left = search::rest_of(leg, whole);
        Options9 options{.budget = left.budget, .limit = left.limit, .from = std::move(next_)};
        options.resumable = false;
        if (leg.on_progress)
            options.budget.max_nodes = std::min(options.budget.max_nodes, slice_nodes);
        Result9 piece = run_once(marks_, options, sink);
        next_ = std::move(piece.next);
        whole = search::joined(whole, piece);
        if (leg.on_progress) leg.on_progress({whole.solutions, whole.nodes, whole.explored});
        over_ = piece.ending == Ending::exhausted;
        lost_ = piece.ending == Ending::limit_reached;
        const bool spent = whole.nodes >= leg.budget.max_nodes;
        if (piece.ending != Ending::out_of_budget || spent) break;
    }
    if (whole.solutions == leg.limit) whole.ending = Ending::limit_reached;
    explored_ = whole.explored;
    return whole;
}

search::RunInPieces::Parts ClassicRun::cut(std::size_t count) {
    std::vector<Marks9> parts = split9(marks_, count, next_);
    const double share = (1 - explored_) / static_cast<double>(parts.size());
    return {.shares = std::vector<double>(parts.size(), share),
            .walk = [parts = std::move(parts)](std::size_t i) {
                return std::make_unique<Walker9>(parts[i], Path9{});
            }};
}

}  // namespace clew::search9
