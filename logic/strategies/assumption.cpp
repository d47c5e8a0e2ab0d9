// Assume and propagate (family 6): think one candidate to its end, and keep the reasons.
//
//     find(state, {.technique = Technique::impossible_digit,
//                  .closure = ClosureRules::sudokujm}, sink);
//
// Finds every candidate whose placement the closure rules refute ("clear impossible digit" of
// SudokuJM), the shortest refutation first. Each step carries the chain of inferences. Cost: one
// closure a candidate; a trace for each that is refuted.
//
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
// shortest refutation so far are measured, least bound first; of one that turns out longer than
// that nothing more than the fact is known until it is next. For the same reason closures go no
// further than the first rounds while a conflict there may be the shortest. On the classic board
// the rounds say the length (refutation_length.hpp), and only what is told is traced; elsewhere
// traces are measured.
//
// That is the shortest of the chains that singles show first. A person follows some five
// inferences; where the wider rules may be used and singles take more, the fewest inferences by all
// rules together are looked for, of all candidates (short_refutation.hpp): few first, and of as
// many those with the fewest that are no singles. What takes more than five all the same is told
// nested (folding.hpp), so that there are no more to be followed at a time.

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "logic/strategies/evidence.hpp"
#include "logic/strategies/finding.hpp"
#include "logic/strategies/folding.hpp"
#include "logic/strategies/refutation_length.hpp"
#include "logic/strategies/refuter.hpp"
#include "logic/strategies/short_refutation.hpp"
#include "logic/strategies/trace.hpp"

namespace clew::logic::inline strategies {
namespace {

constexpr std::array techniques_found{Technique::impossible_digit};

class Search : private Finding {
  public:
    Search(const State& state, const Query& query, const StepSink& sink)
        : Finding(state, query, sink), closure_(state.geometry_ptr()), measure_(state) {}

    Ending run() {
        // An impossible base refutes every candidate; the trace then shows the base's own conflict.
        dead_ = closure_.load(marks_of(state_)) == ClosureStatus::impossible;
        for (Cell c : state_.open())
            if (state_.candidates(c).size() > 1)
                for (Digit d : state_.candidates(c)) left_.push_back({c, d});
        in_rounds_ = !dead_ && closure_.counts_rounds();
        measured_by_rounds_ = in_rounds_ && closed_under_singles();
        afford();
        if (in_rounds_)
            for (const std::size_t most : few_rounds) {
                const Ending ending = level(ClosureRules::singles, most);
                if (ending != Ending::exhausted) return ending;
            }
        std::vector<ClosureRules> levels{ClosureRules::singles};
        if (query_.closure != ClosureRules::singles) levels.push_back(query_.closure);
        for (const ClosureRules rules : levels) {
            if (rules != ClosureRules::singles) afford();
            const Ending ending = level(rules, unlimited_size);
            if (ending != Ending::exhausted) return ending;
        }
        return out_of_budget_ ? Ending::out_of_budget : Ending::exhausted;
    }

  private:
    /// Tried in turn before a closure goes to its end: most refutations that are told take fewer.
    static constexpr std::array<std::size_t, 2> few_rounds{2, 3};
    static constexpr std::size_t followed = 5;          ///< inferences that a person keeps in mind
    static constexpr std::size_t sought = 8;            ///< if there are none so short
    static constexpr std::uint64_t looks_each = 5'000;  ///< for one candidate and length

    /// A refuted candidate, and how long its refutation is: in placements at least, until it is
    /// measured.
    struct Refutation {
        TraceLength length;
        Candidate candidate;
        std::unique_ptr<ClosureTrace> trace;  // where rounds do not tell the length
    };

    // One node a candidate that is tried.
    void afford() {
        if (left_.size() > nodes_) {
            left_.resize(static_cast<std::size_t>(nodes_));
            out_of_budget_ = true;
        }
        nodes_ -= left_.size();
    }

    // What the rules refute in so many rounds goes, the shortest first, as far as nothing that
    // takes more rounds can be shorter.
    Ending level(ClosureRules rules, std::size_t most_rounds) {
        const bool to_the_end = most_rounds == unlimited_size;
        std::vector<Candidate> standing;
        for (Candidate c : left_) {
            if (query_.stop != nullptr && query_.stop->raised()) return Ending::interrupted;
            const ClosureStatus status = dead_        ? ClosureStatus::impossible
                                         : to_the_end ? closure_.assign({&c, 1}, rules)
                                                      : closure_.assign_within(c, most_rounds);
            if (status == ClosureStatus::impossible) {
                const bool counted = in_rounds_ && rules == ClosureRules::singles;
                put(bounded_, {{counted ? closure_.rounds() + 1 : 0, 0}, c, nullptr});
            } else {
                standing.push_back(c);
            }
        }
        left_ = std::move(standing);
        const std::size_t most = to_the_end ? unlimited_size : most_rounds + 1;
        if (to_the_end && rules == ClosureRules::singles && query_.closure != rules && !dead_) {
            const Ending ending = few_inferences();
            if (ending != Ending::exhausted) return ending;
        }
        return shortest_first(rules, most) == Flow::stop ? Ending::limit_reached
                                                         : Ending::exhausted;
    }

    // What singles refute in as many as a person follows; then what all rules together refute in
    // few.
    Ending few_inferences() {
        if (shortest_first(ClosureRules::singles, followed + 1) == Flow::stop)
            return Ending::limit_reached;
        std::vector<Candidate> refuted;
        for (const auto* heap : {&bounded_, &measured_})
            for (const Refutation& r : *heap) refuted.push_back(r.candidate);
        for (const Candidate c : left_)
            if (closure_.assign({&c, 1}, query_.closure) == ClosureStatus::impossible)
                refuted.push_back(c);
        std::ranges::sort(refuted);
        const std::vector<char> giving = ShortRefutation::giving(state_);
        for (const std::size_t longest : {followed, sought}) {
            std::vector<ShortRefutation> ways;
            for (const Candidate c : refuted) {
                if (query_.stop != nullptr && query_.stop->raised()) return Ending::interrupted;
                ways.emplace_back(state_, c, query_.closure, longest, giving);
                if (!ways.back().at_least()) ways.pop_back();
            }
            for (std::size_t most = 1; most <= longest && !ways.empty(); ++most)
                if (within(ways, most, refuted) == Flow::stop) return Ending::limit_reached;
        }
        return Ending::exhausted;
    }

    // What takes so many inferences goes, what is mostly singles first.
    Flow within(std::vector<ShortRefutation>& ways, std::size_t most,
                std::vector<Candidate>& refuted) {
        std::vector<std::pair<std::size_t, Branch>> found;
        std::erase_if(ways, [&](ShortRefutation& way) {
            if (*way.at_least() > most) return false;
            std::uint64_t looks = looks_each;
            auto branch = way.chain(most, looks);
            if (!branch) return false;
            std::size_t wide = 0;
            for (const Inference& line : branch->lines)
                if (line.truth == Truth::fails && is_inference(line)) ++wide;
            found.emplace_back(wide, std::move(*branch));
            return true;
        });
        std::ranges::stable_sort(found, {}, [](const auto& entry) { return entry.first; });
        for (auto& [wide, branch] : found) {
            const Candidate c = branch.lines.front().candidate;
            const auto same = [&](const Refutation& r) { return r.candidate == c; };
            for (auto* heap : {&bounded_, &measured_}) {
                std::erase_if(*heap, same);
                std::ranges::make_heap(*heap, later);
            }
            std::erase(left_, c);
            std::erase(refuted, c);
            if (tell(c, std::move(branch)) == Flow::stop) return Flow::stop;
        }
        return Flow::go_on;
    }

    bool closed_under_singles() const {
        for (Cell c : state_.open())
            if (state_.candidates(c).size() < 2 || closure_.candidates(c) != state_.candidates(c))
                return false;
        return true;
    }

    static bool later(const Refutation& a, const Refutation& b) {
        return std::tie(a.length, a.candidate) > std::tie(b.length, b.candidate);
    }
    static void put(std::vector<Refutation>& heap, Refutation refutation) {
        heap.push_back(std::move(refutation));
        std::ranges::push_heap(heap, later);
    }
    static Refutation take(std::vector<Refutation>& heap) {
        std::ranges::pop_heap(heap, later);
        Refutation first = std::move(heap.back());
        heap.pop_back();
        return first;
    }

    // Those that take no more than so many placements.
    Flow shortest_first(ClosureRules rules, std::size_t most_placements) {
        const auto least_of = [](const std::vector<Refutation>& heap) {
            return heap.empty() ? unlimited_size : heap.front().length.placements;
        };
        while (!bounded_.empty() || !measured_.empty()) {
            const std::size_t least = least_of(measured_);
            if (std::min(least, least_of(bounded_)) > most_placements) break;
            if (bounded_.empty() || least < least_of(bounded_)) {
                if (tell(take(measured_), rules) == Flow::stop) return Flow::stop;
                continue;
            }
            Refutation next = take(bounded_);
            if (rules == ClosureRules::singles && measured_by_rounds_) {
                closure_.assign_within(next.candidate, unlimited_size, &waves_);
                measured(std::move(next), measure_.length(waves_, least), least);
                continue;
            }
            if (!next.trace)
                next.trace =
                    std::make_unique<ClosureTrace>(state_, next.candidate, Reasoning{rules, 0});
            if (!next.trace->refuted()) continue;
            const auto length = next.trace->conflict_length(least);
            measured(std::move(next), length, least);
        }
        return Flow::go_on;
    }

    // Nothing: longer than `least`.
    void measured(Refutation refutation, std::optional<TraceLength> length, std::size_t least) {
        refutation.length = length.value_or(TraceLength{least + 1, 0});
        put(length ? measured_ : bounded_, std::move(refutation));
    }

    Flow tell(Refutation refutation, ClosureRules rules) {
        if (!refutation.trace)
            refutation.trace =
                std::make_unique<ClosureTrace>(state_, refutation.candidate, Reasoning{rules, 0});
        return tell(refutation.candidate, refutation.trace->conflict());
    }

    Flow tell(Candidate candidate, Branch branch) {
        Step step;
        step.technique = query_.technique;
        step.eliminations = {candidate};
        if (inferences_told(branch) > followed)
            branch = folded(state_, std::move(branch), followed);
        step.reasons = {std::move(branch)};
        write_evidence(step, state_);
        return deliver(std::move(step));
    }

    Closure closure_;
    RefutationLength measure_;
    Waves waves_;
    bool dead_ = false;
    bool in_rounds_ = false;           // the closure of singles counts them
    bool measured_by_rounds_ = false;  // and they are the trace's
    std::vector<Candidate> left_;
    std::vector<Refutation> bounded_, measured_;  // heaps, the shortest first
    bool out_of_budget_ = false;
};

}  // namespace

Strategy assumption_strategy() {
    return {"assume and propagate", techniques_found, run_search<Search>};
}

}  // namespace clew::logic::inline strategies
