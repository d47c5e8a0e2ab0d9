#include "logic/path/all_steps.hpp"
#include "core/base/sorted.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace clew::logic::inline path {

bool passes(const Step& step, const StepFilter& filter, const Geometry& geometry) {
    if (filter.technique && step.technique != *filter.technique) return false;
    const auto concludes = [&](auto&& fits) {
        return std::ranges::any_of(step.placements, fits) ||
               std::ranges::any_of(step.eliminations, fits);
    };
    if (filter.cell && !concludes([&](Candidate c) { return c.cell == *filter.cell; }))
        return false;
    if (!filter.house) return true;
    const auto cited = [&](const Citation& citation) {
        return citation.constraint.kind == Constraint::Kind::house &&
               citation.constraint.house == *filter.house;
    };
    const auto cells = geometry.cells_of(*filter.house);
    return std::ranges::any_of(step.cites, cited) ||
           concludes([&](Candidate c) { return std::ranges::binary_search(cells, c.cell); });
}

bool simpler(const Step& a, const Step& b) {
    const auto key = [](const Step& s) {
        return std::tuple{s.score, s.technique, s.size, s.cites.size()};
    };
    if (key(a) != key(b)) return key(a) < key(b);
    return a < b;
}

AllSteps all_steps(const State& state, const RuleSet& rules, const StepFilter& filter,
                   const StopFlag* stop, const std::function<void(const Progress&)>& on_progress) {
    const auto stopped = [&] { return stop != nullptr && stop->raised(); };
    AllSteps all;
    if (state.contradiction()) return all;
    std::vector<TechniqueRule> wanted;
    for (const TechniqueRule& rule : rules.rules)
        if (filter.technique ? rule.technique == *filter.technique : rule.is == Switch::on)
            wanted.push_back(rule);
    if (filter.technique && wanted.empty()) {
        TechniqueRule rule;
        rule.technique = *filter.technique;
        rule.score = info(rule.technique).clew;
        wanted.push_back(rule);
    }
    using Conclusions = std::pair<std::vector<Candidate>, std::vector<Candidate>>;
    std::map<Conclusions, std::vector<Step>> by_conclusions;
    std::uint64_t steps_found = 0, searched = 0;
    for (const TechniqueRule& rule : wanted) {
        if (stopped()) break;
        if (on_progress)
            on_progress(
                {.solutions = steps_found,
                 .nodes = searched,
                 .explored = static_cast<double>(searched) / static_cast<double>(wanted.size())});
        ++searched;
        if (info(rule.technique).family == Family::uniqueness &&
            state.uniqueness() == Uniqueness::unknown) {
            all.passed_over.push_back(rule.technique);
            continue;
        }
        Query query = rule.query();
        query.stop = stop;
        const Ending ending = find(state, query, [&](Step&& step) {
            step.score = score_of(rule, step, state.geometry());
            if (passes(step, filter, state.geometry()) && ++steps_found > 0)
                by_conclusions[{step.placements, step.eliminations}].push_back(std::move(step));
            return stopped() ? Flow::stop : Flow::go_on;
        });
        if (ending == Ending::out_of_budget) all.ending = ending;
    }
    if (stopped()) all.ending = Ending::interrupted;
    for (auto& [conclusions, steps] : by_conclusions) {
        sort_unique(steps, simpler);
        all.groups.push_back({std::move(steps)});
    }
    std::ranges::stable_sort(all.groups, [](const StepGroup& a, const StepGroup& b) {
        return simpler(a.steps.front(), b.steps.front());
    });
    return all;
}

}  // namespace clew::logic::inline path
