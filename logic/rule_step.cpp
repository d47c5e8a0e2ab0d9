#include "logic/rule_step.hpp"

#include <algorithm>
#include <vector>

namespace clew::logic {

std::optional<Step> next_rule_step(const State& state) {
    if (state.rule_parts() == nullptr || state.contradiction()) return std::nullopt;
    const auto parts = state.rule_parts()->all();
    std::vector<DigitSet> before, after;
    for (std::size_t p = 0; p < parts.size(); ++p) {
        before.clear();
        for (const Cell cell : parts[p].cells()) before.push_back(state.candidates(cell));
        after = before;
        const bool kept = parts[p].filter(after);
        Step step;
        for (std::size_t i = 0; i < before.size(); ++i) {
            const Cell cell = parts[p].cells()[i];
            if (state.placed(cell)) continue;
            if (kept && after[i].size() == 1 && before[i].size() > 1 &&
                std::ranges::none_of(step.placements, [&](Candidate c) {
                    return c.digit == after[i].first() && state.layout().peers(cell).test(c.cell);
                })) {
                step.placements.push_back({cell, after[i].first()});
                continue;
            }
            for (const Digit d : kept ? before[i] - after[i] : before[i])
                step.eliminations.push_back({cell, d});
            if (!kept) break;
        }
        if (step.placements.empty() && step.eliminations.empty()) continue;
        const Constraint rule = Constraint::of_rule(p);
        step.technique = Technique::smallest_proof;
        step.cites = {{rule, Use::truth}};
        step.size = step.none_below = 1;
        step.score = 10;
        step.groups.push_back({Role::base, candidates_of(state, rule), rule});
        normalise(step);
        return step;
    }
    return std::nullopt;
}

}  // namespace clew::logic
