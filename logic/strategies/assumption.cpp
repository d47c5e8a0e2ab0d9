// "Clear impossible digit" of SudokuJM [Paris2006], read as: a digit whose placement the rules
// before it refute.
//
// The quick closure (closure.hpp) says which candidates are refuted; those are followed again with
// a trace (trace.hpp), which keeps the reasons, and told in order of length. What singles refute
// comes before what needs the wider rules: the traces of the latter are tried only if somebody
// still asks. Ties go by cell and digit, so the steps come in the same order every time.

#include "logic/strategies/assumption.hpp"

#include <algorithm>
#include <array>
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
            std::vector<std::pair<TraceLength, Candidate>> refuted;
            std::vector<Candidate> standing;
            for (Candidate c : left) {
                if (query_.stop != nullptr && query_.stop->raised()) return Ending::interrupted;
                if (nodes_ == 0) {
                    out_of_budget_ = true;
                    break;
                }
                --nodes_;
                if (dead || closure.assign({&c, 1}, rules) == ClosureStatus::impossible) {
                    const Trace trace{state_, c, {rules, 0}};
                    if (trace.refuted()) refuted.emplace_back(trace.conflict_length(), c);
                } else {
                    standing.push_back(c);
                }
            }
            std::ranges::sort(refuted);
            for (const auto& [length, c] : refuted) {
                Step step;
                step.technique = query_.technique;
                step.eliminations = {c};
                step.reasons = {Trace{state_, c, {rules, 0}}.conflict()};
                write_evidence(step, state_);
                if (deliver(std::move(step)) == Flow::stop) return Ending::limit_reached;
            }
            left = std::move(standing);
        }
        return out_of_budget_ ? Ending::out_of_budget : Ending::exhausted;
    }

  private:
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
