// Nested contradictions: candidates that are refuted only if assumptions nest.
//
//     find(state, {.technique = Technique::nested_contradiction, .max_size = 2}, sink);
//
// Where an assumption's closure is stuck, what a further assumption refutes there falls as well and
// is told as a lemma; and so on within, up to max_size assumptions at once. Finds every candidate
// that falls this way and not to the closure alone. Work is bounded by max_nodes and the stop flag.
//
// Trial and error of depth n, told as one argument.
//
// Where to look: a candidate of a solution is never refuted, so a bounded search first finds
// solutions and leaves their candidates out; without any left, there is nothing to find, which is
// how a puzzle with several solutions ends. The search says nothing of why: each step is refuted
// by the rules again, and carries its own proof. The candidates whose search was the shortest are
// tried first. Of those that are refuted at a level, up to 128 of them, which is all of them on
// nearly every 9x9 board, the shortest refutation is told first.
//
// Levels: two assumptions at once with singles, then with the wider rules, then three.
//
// Tried and dropped: comparing across levels. On the six hardest puzzles of their time the walks
// then tell 45 of these steps with 2 327 placements, for 48 with 2 530, and take three times as
// long; all of that comes from the wider rules. No refutation with three assumptions was ever the
// shortest, and looking for them took ten times as long.

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>
#include <vector>

#include "logic/strategies/evidence.hpp"
#include "logic/strategies/finding.hpp"
#include "logic/strategies/refuter.hpp"
#include "logic/strategies/trace.hpp"

namespace clew::logic::inline strategies {
namespace {

constexpr std::array techniques_found{Technique::nested_contradiction};

constexpr std::uint64_t longest_dive = 5'000;  // closures in search of a solution, each candidate
constexpr std::size_t batch = 128;             // refutations that are compared at once

class Search : private Finding {
  public:
    Search(const State& state, const Query& query, const StepSink& sink)
        : Finding(state, query, sink),
          spending_{query.max_nodes, query.stop},
          marks_(marks_of(state)),
          depth_(largest_size(query, state.size())) {}

    Ending run() {
        if (Closure{state_.geometry_ptr()}.load(marks_) == ClosureStatus::impossible)
            return Ending::exhausted;  // impossible digits say so
        std::vector<Candidate> left = where_to_look();
        std::vector<ClosureRules> closures{ClosureRules::singles};
        if (query_.closure != ClosureRules::singles) closures.push_back(query_.closure);
        for (std::size_t depth = 2; depth <= depth_; ++depth)
            for (const ClosureRules rules : closures) {
                if (level({rules, depth - 1}, left) == Flow::stop) return Ending::limit_reached;
                if (spending_.over()) return over();
            }
        return Ending::exhausted;
    }

  private:
    Ending over() const {
        return spending_.nodes == 0 ? Ending::out_of_budget : Ending::interrupted;
    }

    /// Candidates that may be refuted, those whose search for a solution was short first; without
    /// those that the closure alone refutes.
    std::vector<Candidate> where_to_look() {
        Refuter refuter{state_.geometry_ptr(), query_.closure, spending_};
        std::vector<std::tuple<std::uint64_t, Candidate>> open;
        Marks held(marks_.size()), grid;
        for (Cell c : state_.open()) {
            if (state_.candidates(c).size() < 2) continue;
            for (Digit d : state_.candidates(c)) {
                if (held[c.index()].contains(d)) continue;
                const std::uint64_t before = spending_.nodes;
                if (refuter.solve(marks_, {c, d}, longest_dive, grid) == Refuter::Found::solution) {
                    for (std::size_t i = 0; i < held.size(); ++i) held[i] |= grid[i];
                    continue;
                }
                const std::uint64_t spent = before - spending_.nodes;
                if (!refuter.refutes(marks_, {c, d}, 0)) open.emplace_back(spent, Candidate{c, d});
            }
        }
        std::ranges::sort(open);
        std::vector<Candidate> order;
        for (const auto& [spent, c] : open) order.push_back(c);
        return order;
    }

    /// Tries the candidates that are left, and takes out those that are refuted.
    Flow level(Reasoning reasoning, std::vector<Candidate>& left) {
        Refuter refuter{state_.geometry_ptr(), reasoning.closure, spending_};
        std::vector<Step> found;
        std::vector<Candidate> standing;
        const auto hand_on = [&] {
            std::ranges::stable_sort(found, {}, &Step::size);
            for (Step& step : found)
                if (deliver(std::move(step)) == Flow::stop) return Flow::stop;
            found.clear();
            return Flow::go_on;
        };
        for (Candidate c : left) {
            if (!refuter.refutes(marks_, c, reasoning.nested)) {
                standing.push_back(c);
                continue;
            }
            Step step;
            step.technique = query_.technique;
            step.eliminations = {c};
            step.reasons = {ClosureTrace{state_, c, reasoning}.conflict()};
            write_evidence(step, state_);
            found.push_back(std::move(step));
            if (found.size() == batch && hand_on() == Flow::stop) return Flow::stop;
        }
        left = std::move(standing);
        return hand_on();
    }

    Spending spending_;
    Marks marks_;
    std::size_t depth_;
};

}  // namespace

Strategy nested_strategy() { return {"nested assumptions", techniques_found, run_search<Search>}; }

}  // namespace clew::logic::inline strategies
