#pragma once
// Cited: what a step cites whose reasons are told.
//
//     for (const Branch& branch : step.reasons) cite(step, branch);
//     normalise(step);   // each once

#include "logic/step.hpp"

namespace clew::logic {

/// Adds to a step what the lines of a branch cite, those of its lemmas too, and what runs out.
inline void cite(Step& step, const Branch& branch) {
    for (const Inference& line : branch.lines) {
        step.cites.insert(step.cites.end(), line.by.begin(), line.by.end());
        for (const Branch& lemma : line.lemma) cite(step, lemma);
    }
    if (branch.conflict) step.cites.push_back({*branch.conflict, Use::truth});
}

}  // namespace clew::logic
