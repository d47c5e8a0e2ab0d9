// "Clear impossible digit" of SudokuJM [Paris2006], read as: a digit whose placement the rules
// before it refute. And its dual: what both candidates of a binary cell lead to holds in any case.
//
// The quick closure (closure.hpp) says which candidates are refuted; only those are followed again
// with a trace (trace.hpp), which keeps the reasons. Candidates are tried in order of cell and
// digit, so the first step found is the same every time, and each is bounded: a closure only ever
// removes candidates.
//
// For the dual, common results of the two closures are compared. If one of the candidates is
// refuted the other holds, and that is the business of "impossible digit".

#include "logic/strategies/assumption.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "encode/base/sorted.hpp"
#include "logic/closure/closure.hpp"
#include "logic/strategies/trace.hpp"

namespace clew::logic {
namespace {

constexpr std::array techniques_found{Technique::impossible_digit, Technique::binary_verity};

std::vector<DigitSet> all_candidates(const State& state) {
    std::vector<DigitSet> all(state.cell_count());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = state.candidates(Cell{i});
    return all;
}

// The citations of all lines; the roles of assumption, consequences and conflict.
void write_evidence(Step& step, const State& state) {
    Group consequence{Role::consequence, {}, std::nullopt};
    for (const Branch& branch : step.reasons) {
        step.groups.push_back({Role::assumption, {branch.lines.front().candidate}, std::nullopt});
        for (const Inference& line : branch.lines) {
            step.cites.insert(step.cites.end(), line.by.begin(), line.by.end());
            if (line.truth != Truth::holds) continue;
            ++step.size;
            if (&line != &branch.lines.front()) consequence.candidates.push_back(line.candidate);
        }
    }
    if (!consequence.candidates.empty()) {
        sort_unique(consequence.candidates);
        step.groups.push_back(std::move(consequence));
    }
    for (const Branch& branch : step.reasons) {
        if (!branch.conflict) continue;
        step.cites.push_back({*branch.conflict, Use::truth});
        step.groups.push_back(
            {Role::conflict, candidates_of(state, *branch.conflict), *branch.conflict});
    }
    normalise(step);
}

Ending find_impossible(const State& state, const Query& query, const StepSink& sink) {
    Closure closure{state.geometry_ptr()};
    // An impossible base refutes every candidate, and the trace then shows the base's own conflict.
    const bool dead = closure.load(all_candidates(state)) == ClosureStatus::impossible;
    std::uint64_t nodes = query.max_nodes;
    for (Cell c : state.open()) {
        if (state.candidates(c).size() < 2) continue;
        for (Digit d : state.candidates(c)) {
            if (nodes == 0) return Ending::out_of_budget;
            --nodes;
            const Candidate assumed{c, d};
            if (!dead && closure.assign({&assumed, 1}, query.closure) != ClosureStatus::impossible)
                continue;
            const Trace trace{state, assumed, query.closure};
            if (!trace.refuted()) continue;
            Step step;
            step.technique = query.technique;
            step.size = 0;
            step.eliminations = {assumed};
            step.reasons = {trace.conflict()};
            write_evidence(step, state);
            if (sink(std::move(step)) == Flow::stop) return Ending::limit_reached;
        }
    }
    return Ending::exhausted;
}

Ending find_verities(const State& state, const Query& query, const StepSink& sink) {
    Closure closure{state.geometry_ptr()};
    if (closure.load(all_candidates(state)) == ClosureStatus::impossible) return Ending::exhausted;
    std::vector<DigitSet> first(state.cell_count());
    std::vector<DigitSet> second(state.cell_count());
    std::uint64_t nodes = query.max_nodes;
    for (Cell c : state.open()) {
        if (state.candidates(c).size() != 2) continue;
        if (nodes < 2) return Ending::out_of_budget;
        nodes -= 2;
        const Candidate low{c, state.candidates(c).first()};
        const Candidate high{c, (state.candidates(c) - DigitSet{low.digit}).first()};
        if (closure.assign({&low, 1}, query.closure) == ClosureStatus::impossible) continue;
        closure.candidates(first);
        if (closure.assign({&high, 1}, query.closure) == ClosureStatus::impossible) continue;
        closure.candidates(second);
        std::optional<std::pair<Trace, Trace>> traces;
        for (Cell at : state.open()) {
            if (at == c) continue;
            const DigitSet gone = state.candidates(at) - (first[at.index()] | second[at.index()]);
            if (gone.empty()) continue;
            if (!traces) {
                Trace with_low{state, low, query.closure};
                Trace with_high{state, high, query.closure};
                traces.emplace(std::move(with_low), std::move(with_high));
            }
            const auto report = [&](Candidate result, Truth truth) {
                Step step;
                step.technique = query.technique;
                step.size = 0;
                (truth == Truth::holds ? step.placements : step.eliminations) = {result};
                step.reasons = {traces->first.because(result, truth),
                                traces->second.because(result, truth)};
                step.cites = {{Constraint::of(c), Use::truth}};
                write_evidence(step, state);
                return sink(std::move(step));
            };
            const DigitSet left = state.candidates(at) - gone;
            const Candidate only{at, left.first()};
            if (left.size() == 1 && traces->first.state().placed(at) &&
                traces->second.state().placed(at)) {
                if (report(only, Truth::holds) == Flow::stop) return Ending::limit_reached;
                continue;
            }
            for (Digit d : gone)
                if (report({at, d}, Truth::fails) == Flow::stop) return Ending::limit_reached;
        }
    }
    return Ending::exhausted;
}

Ending find_assumption(const State& state, const Query& query, const StepSink& sink) {
    return query.technique == Technique::impossible_digit ? find_impossible(state, query, sink)
                                                          : find_verities(state, query, sink);
}

}  // namespace

Strategy assumption_strategy() {
    return {"assume and propagate", techniques_found, Finder{find_assumption}};
}

}  // namespace clew::logic
