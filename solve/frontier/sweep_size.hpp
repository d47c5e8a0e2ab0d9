#pragma once
// SweepSize: how many states a sweep will meet, before it begins.
//
//     const SweepSize size = size_of(cells, plan);
//     size.nodes, size.states, size.sure
//
// From all states behind a step a few hundred are drawn, each with the same chance, as particles:
// each goes on by a digit drawn at random and then counts for as many states as it had ways to go
// on, over the states that lead to where it came. Those are found by taking the step back, from
// there on back for as far as it takes to see that the sweep can come there [DelMoral2004]. Digits
// are told apart on the way, and what stands for what is divided out behind each step.

#include "solve/frontier/plan.hpp"

namespace clew::frontier {

struct SweepSize {
    double nodes = 0;    ///< digits placed, of all steps
    double states = 0;   ///< behind the step that has most
    double seconds = 0;  ///< on one thread
    double bytes = 0;    ///< of two steps, which are held at once
    /// Within a factor of three, mostly. False where houses of few cells leave open which digits
    /// they had: then it is too low, by a factor of ten at times.
    bool sure = true;
    bool begins = true;  ///< false where it is not even tried (count.hpp)
};
/// Requires a finite plan.bound. Cost: some tenths of a second; from a fixed seed.
SweepSize size_of(const OpenCells& cells, const SweepPlan& plan);

}  // namespace clew::frontier
