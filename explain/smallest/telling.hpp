#pragma once
// Telling: an argument of many constraints as a sequence of small steps.
//
//     if (auto branch = tell_by_contradiction(state, argument)) step.reasons = {*branch};
//
// The contrary is supposed, and what follows from the cited constraints is drawn, the smallest
// inference first, until one of the constraints runs out. Of all ways to tell it so, none has a
// smaller hardest inference; what the end does not need is left out.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "encode/base/outcome.hpp"
#include "logic/candidates.hpp"
#include "logic/step.hpp"

namespace clew::explain {

/// How an argument is told.
struct Telling {
    logic::Branch branch;
    std::size_t hardest = 0;     ///< constraints that one of its inferences needs, at most
    std::size_t inferences = 0;  ///< lines, but for those that only look at what was placed
};

/// Nothing if no contradiction was reached: the citations do not suffice, or an inference of more
/// than a few constraints would be needed and the stop flag was raised first.
std::optional<Telling> tell_by_contradiction(const logic::State& state, Candidate candidate,
                                             logic::Truth truth,
                                             std::span<const logic::Citation> cites,
                                             const StopFlag* stop = nullptr);

}  // namespace clew::explain
