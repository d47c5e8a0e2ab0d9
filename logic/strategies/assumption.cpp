// "Clear impossible digit" of SudokuJM [Paris2006], read as: a digit whose placement the rules
// before it refute.
//
// The quick closure (closure.hpp) says which candidates are refuted; those are followed again with
// a trace (trace.hpp), which keeps the reasons, and told in order of length. What singles refute
// comes before what needs the wider rules: the traces of the latter are tried only if somebody
// still asks. Ties go by cell and digit, so the steps come in the same order every time.
//
// A conflict in round k needs a placement in each round up to k, and the assumption. So the
// closure's rounds bound the length from below, and only candidates whose bound is not above the
// shortest refutation so far are traced, least bound first; of a trace that grows longer than that
// nothing more than the fact is found out until it is next.

#include "logic/strategies/assumption.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "logic/strategies/evidence.hpp"
#include "logic/strategies/finding.hpp"
#include "logic/strategies/refuter.hpp"
#include "logic/strategies/trace.hpp"

namespace clew::logic {
namespace {

constexpr std::array techniques_found{Technique::impossible_digit};

class Search : private Finding {
  public:
    using Finding::Finding;

    Ending run() {
        Closure closure{state_.geometry_ptr()};
        // An impossible base refutes every candidate; the trace then shows the base's own conflict.
        const bool dead = closure.load(marks_of(state_)) == ClosureStatus::impossible;
        std::vector<Candidate> left;
        for (Cell c : state_.open())
            if (state_.candidates(c).size() > 1)
                for (Digit d : state_.candidates(c)) left.push_back({c, d});
        std::vector<ClosureRules> levels{ClosureRules::singles};
        if (query_.closure != ClosureRules::singles) levels.push_back(query_.closure);
        for (const ClosureRules rules : levels) {
            std::vector<Refutation> refuted;
            std::vector<Candidate> standing;
            for (Candidate c : left) {
                if (query_.stop != nullptr && query_.stop->raised()) return Ending::interrupted;
                if (nodes_ == 0) {
                    out_of_budget_ = true;
                    break;
                }
                --nodes_;
                if (dead || closure.assign({&c, 1}, rules) == ClosureStatus::impossible) {
                    const bool counted = !dead && rules == ClosureRules::singles;
                    refuted.push_back({{counted ? closure.rounds() + 1 : 0, 0}, c, nullptr});
                } else {
                    standing.push_back(c);
                }
            }
            if (shortest_first(std::move(refuted), rules) == Flow::stop)
                return Ending::limit_reached;
            left = std::move(standing);
        }
        return out_of_budget_ ? Ending::out_of_budget : Ending::exhausted;
    }

  private:
    /// A refuted candidate, and how long its refutation is: in placements at least, until it is
    /// measured.
    struct Refutation {
        TraceLength length;
        Candidate candidate;
        std::unique_ptr<Trace> trace;
    };

    Flow shortest_first(std::vector<Refutation> bounded, ClosureRules rules) {
        const auto later = [](const Refutation& a, const Refutation& b) {
            return std::tie(a.length, a.candidate) > std::tie(b.length, b.candidate);
        };
        const auto push = [&](std::vector<Refutation>& heap, Refutation refutation) {
            heap.push_back(std::move(refutation));
            std::ranges::push_heap(heap, later);
        };
        const auto pop = [&](std::vector<Refutation>& heap) {
            std::ranges::pop_heap(heap, later);
            Refutation first = std::move(heap.back());
            heap.pop_back();
            return first;
        };
        std::ranges::make_heap(bounded, later);
        std::vector<Refutation> measured;
        while (!bounded.empty() || !measured.empty()) {
            const std::size_t least =
                measured.empty() ? unlimited : measured.front().length.placements;
            if (bounded.empty() || least < bounded.front().length.placements) {
                if (tell(pop(measured)) == Flow::stop) return Flow::stop;
                continue;
            }
            Refutation next = pop(bounded);
            if (!next.trace)
                next.trace = std::make_unique<Trace>(state_, next.candidate, Reasoning{rules, 0});
            if (!next.trace->refuted()) continue;
            if (const auto length = next.trace->conflict_length(least)) {
                next.length = *length;
                push(measured, std::move(next));
            } else {
                next.length.placements = least + 1;
                push(bounded, std::move(next));
            }
        }
        return Flow::go_on;
    }

    Flow tell(const Refutation& refutation) {
        Step step;
        step.technique = query_.technique;
        step.eliminations = {refutation.candidate};
        step.reasons = {refutation.trace->conflict()};
        write_evidence(step, state_);
        return deliver(std::move(step));
    }

    bool out_of_budget_ = false;
};

Ending find_impossible(const State& state, const Query& query, const StepSink& sink) {
    return Search{state, query, sink}.run();
}

}  // namespace

Strategy assumption_strategy() {
    return {"assume and propagate", techniques_found, Finder{find_impossible}};
}

}  // namespace clew::logic
