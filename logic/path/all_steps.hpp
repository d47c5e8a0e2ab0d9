#pragma once
// All steps: everything that the rules allow in one state, without repeats, simplest first.
//
//     AllSteps all = all_steps(state, *built_in_rules("all"), {.cell = Cell{40}});
//     for (const StepGroup& group : all.groups)
//         group.steps.front()              // the simplest reason for these conclusions
//
// Steps with the same conclusions are one group: a naked pair and the hidden triple beside it are
// two reasons for one thing.

#include <functional>
#include <optional>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/base/report.hpp"
#include "logic/step.hpp"
#include "logic/strategies/rules.hpp"

namespace clew::logic::inline path {

/// Which steps are wanted; what is not given does not matter.
struct StepFilter {
    std::optional<Technique> technique{};
    std::optional<House> house{};  ///< cited, or with a conclusion in it
    std::optional<Cell> cell{};    ///< with a conclusion in it
};

/// True if the step passes.
bool passes(const Step& step, const StepFilter& filter, const Geometry& geometry);

/// Different reasons for the same conclusions, simplest first; never empty.
struct StepGroup {
    std::vector<Step> steps;
};

struct AllSteps {
    std::vector<StepGroup> groups;  ///< simplest first, by their simplest steps
    /// exhausted: nothing is missing. out_of_budget: some rule's max_nodes ran out. interrupted:
    /// by the stop flag.
    Ending ending = Ending::exhausted;
    /// Wanted, and not searched: they rest on the puzzle's having one solution, and nothing is
    /// known of that.
    std::vector<Technique> passed_over{};
    /// No step, as nothing can follow: see Status::settled.
    bool settled = false;
};

/// Simpler first: by score, then technique (in the order of the table), size, number of citations,
/// and at last by what it says, so that the order is total.
bool simpler(const Step& a, const Step& b);

/// Every step of the rules that are on; a technique that the filter names is searched even if the
/// rules lack it or have it off. None in a state with a contradiction. `stop`, if given, is polled
/// before each rule and at each step found. `on_progress` is called before each rule: `solutions`
/// are steps found, `nodes` rules searched.
AllSteps all_steps(const State& state, const RuleSet& rules, const StepFilter& filter = {},
                   const StopFlag* stop = nullptr,
                   const std::function<void(const Progress&)>& on_progress = {});

}  // namespace clew::logic::inline path
