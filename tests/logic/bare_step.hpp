#pragma once
// Steps of finders made as bare as a proof comes.
//
//     known_shape(state, bare_step(state, step, step.eliminations.front()))

#include <algorithm>

#include "logic/auditor/audit.hpp"
#include "logic/step.hpp"

namespace clew::logic {

/// One conclusion of a step and no more citations than it needs: as a proof would come, without
/// name, roles or links.
inline Step bare_step(const State& state, const Step& step, Candidate conclusion) {
    Step bare;
    bare.technique = Technique::smallest_proof;
    (step.placements.empty() ? bare.eliminations : bare.placements) = {conclusion};
    bare.cites = step.cites;
    const auto proved = [&] { return audit(state, bare).outcome == AuditOutcome::proved; };
    for (const Use use : {Use::link, Use::truth})
        for (std::size_t i = bare.cites.size(); i-- > 0;) {
            if (bare.cites[i].use != use) continue;
            const std::vector<Citation> all = bare.cites;
            bare.cites.erase(bare.cites.begin() + static_cast<std::ptrdiff_t>(i));
            if (proved()) continue;
            bare.cites = all;
            bare.cites[i].use = Use::link;
            if (!proved()) bare.cites[i].use = use;
        }
    std::ranges::sort(bare.cites);
    return bare;
}

/// The same for the first conclusion.
inline Step bare_step(const State& state, const Step& step) {
    return bare_step(state, step,
                     step.placements.empty() ? step.eliminations.front() : step.placements.front());
}

}  // namespace clew::logic
