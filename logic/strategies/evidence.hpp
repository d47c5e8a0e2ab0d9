#pragma once
// Evidence: what a step that rests on chains of reasons cites and shows.
//
//     step.reasons = {trace.conflict()};
//     write_evidence(step, state);

#include "logic/candidates.hpp"
#include "logic/step.hpp"

namespace clew::logic::inline strategies {

/// Fills in, from `reasons`: the citations of all lines, those of lemmas too; the roles of
/// assumptions, consequences and conflicts; and the size, which is the number of placements that
/// are told, assumptions among them. Citations that are there already stay.
void write_evidence(Step& step, const State& state);

/// The placements that a branch tells, its assumption among them and those of its lemmas.
std::size_t placements_told(const Branch& branch);

}  // namespace clew::logic::inline strategies
