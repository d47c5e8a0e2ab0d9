#pragma once
// Tidy: the same path with nothing in it that the end does not need.
//
//     Path path = walk(State{puzzle});
//     Path shorter = tidy(State{puzzle}, path);
//
// A walk makes each step that it finds; looking back, many led nowhere. What remains after tidying
// is proved by the same citations in the new order, and ends where the path ended.

#include "logic/path/path.hpp"

namespace clew::logic::inline path {

/// Leaves out the steps that nothing later needs and, of the others, the eliminations that nothing
/// needs; placements come as early as they can be seen. What placing shows anyway is not derived
/// before. The end is the same: the full grid, the same candidates where the path was stuck, a
/// contradiction where there was one. A path with guesses is given back as it is: what its threads
/// conclude is bound to their order. Requires that the path was made from this state.
/// Cost: about that of replaying the path, times the number of steps.
Path tidy(const State& start, const Path& path);

/// The same of a path that is followed only until it places the candidate or rules it out: the
/// steps that lead there. Nothing if it does neither, or has guesses.
std::optional<Path> tidy_toward(const State& start, const Path& path, Candidate candidate);

}  // namespace clew::logic::inline path
