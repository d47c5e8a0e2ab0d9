#pragma once
// Implied sums: what follows from the sums of cages and of houses together.
//
//     for (const Rule& sum : implied_sums(parts, geometry)) ...   // r1c9 - r2c3 = 4
//
// A house that holds every digit has a known sum; so have two or three of them side by side. Less
// the cages that lie mostly within, what is left are a few cells of the house outside the cages
// (innies) and of the cages outside the house (outies).

#include <span>
#include <vector>

#include "core/board/geometry.hpp"
#include "core/board/rule.hpp"

namespace clew::rules {

/// Sums of at most five cells, each cell with the weight 1 or -1, none twice; none without sums
/// among `parts`, the primitives of a puzzle. Cost: some microseconds for each house and cage.
std::vector<Rule> implied_sums(std::span<const Rule> parts, const Geometry& geometry);

}  // namespace clew::rules
