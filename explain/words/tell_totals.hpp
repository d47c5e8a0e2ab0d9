#pragma once
// Tells arguments from the totals of houses less the sums of cages: innies and outies.
//
//     if (auto text = tell_totals(state, step, words)) *text

#include <optional>
#include <string>

#include "explain/words/words.hpp"
#include "logic/candidates.hpp"
#include "logic/step.hpp"

namespace clew::explain::inline words {

/// "The digits of row 3 sum to 45, those of the killer cages at r3c1 and r3c4 to 38. So r3c9 is 7
/// (an innie)."; nothing for a step that rests on anything else.
std::optional<std::string> tell_totals(const logic::State& before, const logic::Step& step,
                                       const Words& words);

}  // namespace clew::explain::inline words
