#include "logic/strategies/evidence.hpp"

#include <utility>

#include "core/base/sorted.hpp"
#include "logic/cited.hpp"

namespace clew::logic::inline strategies {

std::size_t placements_told(const Branch& branch) {
    std::size_t count = 0;
    for (const Inference& line : branch.lines) {
        if (line.truth == Truth::holds) ++count;
        for (const Branch& lemma : line.lemma) count += placements_told(lemma);
    }
    return count;
}

void write_evidence(Step& step, const State& state) {
    step.size = 0;
    for (const Branch& branch : step.reasons) step.size += placements_told(branch);
    Group consequence{Role::consequence, {}, std::nullopt};
    for (const Branch& branch : step.reasons) {
        cite(step, branch);
        step.groups.push_back({Role::assumption, {branch.lines.front().candidate}, std::nullopt});
        for (std::size_t i = 1; i < branch.lines.size(); ++i)
            if (branch.lines[i].truth == Truth::holds)
                consequence.candidates.push_back(branch.lines[i].candidate);
    }
    if (!consequence.candidates.empty()) {
        sort_unique(consequence.candidates);
        step.groups.push_back(std::move(consequence));
    }
    for (const Branch& branch : step.reasons)
        if (branch.conflict)
            step.groups.push_back(
                {Role::conflict, candidates_of(state, *branch.conflict), *branch.conflict});
    normalise(step);
}

}  // namespace clew::logic::inline strategies
