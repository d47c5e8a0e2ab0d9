#pragma once
// Canonical: of the states that differ only by an exchange of like slots or like digits, one.
//
//     std::vector<Slots> state = ...;          // of each digit the slots that it is in
//     make_canonical(state, step, width);
//
// Slots and digits are the two sides of a graph, and colours are refined as in tests of graph
// isomorphism [Weisfeiler1968]; where colours leave slots tied, one of them is taken, and
// refinement goes on. Any exchange of like slots leaves the number of fillings as it is, so a poor
// choice costs a state more and never a wrong count.

#include <span>

#include "solve/frontier/plan.hpp"

namespace clew::frontier {

/// Brings the state behind a step into its form: like slots exchanged, like digits in ascending
/// order. One entry a digit, in the order of SweepPlan::digits.
void make_canonical(std::span<Slots> state, const SweepStep& step);

}  // namespace clew::frontier
