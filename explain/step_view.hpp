#pragma once
// Step views: a state of the logic, and a step in it, as a View to draw.
//
//     View view = view_of(state, puzzle);            // givens in bold, placed digits, candidates
//     show(view, state, step);                              // roles, houses, links, what comes and goes
//     std::string picture = write_svg(view);
//
// Which role has which tone is decided here and nowhere else.

#include "explain/pictures/view.hpp"
#include "explain/words/words.hpp"
#include "logic/candidates.hpp"
#include "logic/step.hpp"

namespace clew::explain {

/// The tone of a role, where a step has no more than one set and no roles that share it.
Tone tone_of(logic::Role role);

/// The state; what the puzzle gives is shown as given. Requires one geometry.
View view_of(const logic::State& state, const Puzzle& puzzle);

/// Marks the step: the candidates of each role, the placements (gain) and eliminations (loss), the
/// links, the almost locked sets as areas in a tone each, the cells of a deadly pattern, and a
/// legend of the roles that occur, all in that style. Where there are neither links nor colours,
/// also the cited houses (first tone for truths, second for links) unless they are more than eight,
/// and the cited cells. A cited rule of the puzzle is outlined as an area of the first tone.
void show(View& view, const logic::State& before, const logic::Step& step, WordStyle style = {});

}  // namespace clew::explain
