#pragma once
// Totals: what is left of the sums of houses when the sums of cages are taken from them.
//
//     if (auto left = difference_of(state, step.cites)) left->inner, left->outer, left->target
//
// The sum of a house is known, for its digits are all different and fill it. What is left over are
// innies (cells of the house outside the cages) and outies (cells of the cages outside the house).

#include <optional>
#include <span>
#include <vector>

#include "logic/candidates.hpp"
#include "logic/step.hpp"

namespace clew::logic {

/// The sum of `inner` less that of `outer` is `target`; these are the open cells.
struct Difference {
    std::vector<Cell> inner, outer;  ///< ascending
    int target = 0;
    int houses = 0, cages = 0;  ///< what the cited ones sum to
    bool placed = false;        ///< placed digits are counted in `target`
};

/// What the cited totals less the cited cages leave; nothing if no total is cited, or anything but
/// links of houses besides, or if a cell counts more than once.
std::optional<Difference> difference_of(const State& state, std::span<const Citation> cites);

}  // namespace clew::logic
