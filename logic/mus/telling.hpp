#pragma once
// Telling: an argument of many constraints as a sequence of small steps.
//
//     if (auto telling = tell(state, candidate, Truth::fails, cites)) step.reasons = telling->branches;
//
// Three ways. What follows from the cited constraints is drawn, the smallest inference first, until
// the conclusion is. Or the contrary is supposed, and so on until one of the constraints runs out.
// Or the cases of one of the constraints are gone through, and each comes to the conclusion, or
// runs out. Of the ways to tell it so the one with the smallest hardest inference is taken, of
// equals the shortest; what the end does not need is left out.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/base/outcome.hpp"
#include "logic/candidates.hpp"
#include "logic/step.hpp"

namespace clew::logic::inline mus {

/// How an argument is told.
struct MusSteps {
    std::vector<logic::Branch> branches;       ///< one, or one for each case
    std::optional<logic::Constraint> cases{};  ///< whose
    std::size_t hardest = 0;  ///< constraints that one of its inferences needs, at most
    /// Lines, but for those that only look at what was placed, and what runs out, and the choice of
    /// cases. What falls by the same constraints at once is one.
    std::size_t inferences = 0;
    std::vector<Candidate> also{};  ///< what fails by the same lines, if the claim fails
};

/// Of more than two dozen citations no cases are told, and an inference may be told as a lemma that
/// needs none. Nothing if the citations do not suffice, or the stop flag was raised
/// first. Requires the claim's candidate not to be settled. An inference within that no few
/// constraints give, or that has no name, is told as a lemma: the candidate is supposed, and runs
/// out.
std::optional<MusSteps> tell(const logic::State& state, Candidate candidate, logic::Truth truth,
                             std::span<const logic::Citation> cites,
                             const StopFlag* stop = nullptr);
/// The same, the contrary supposed.
std::optional<MusSteps> tell_by_contradiction(const logic::State& state, Candidate candidate,
                                              logic::Truth truth,
                                              std::span<const logic::Citation> cites,
                                              const StopFlag* stop = nullptr);

}  // namespace clew::logic::inline mus
