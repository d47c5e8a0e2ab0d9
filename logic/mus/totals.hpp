#pragma once
// Totals: arguments from what the digits of houses sum to, less the sums of cages.
//
//     for (const TotalArgument& a : arguments_by_totals(state))
//         a.cites, a.gone               the total of row 3 and three cages: r3c9 is not 5, not 6
//
// The sum of a house is known, for its digits are all different and fill it. What is left over when
// cages are taken from it are their innies (cells of the house outside the cages) and outies (cells
// of the cages outside the house).

#include <vector>

#include "logic/candidates.hpp"
#include "logic/step.hpp"

namespace clew::logic::inline mus {

/// Totals and cages that rule candidates out by their sums, and links of one house if its cells
/// must differ for that.
struct TotalArgument {
    std::vector<logic::Citation> cites;  ///< ascending
    std::vector<Candidate> gone;         ///< ascending
};

/// Of one house and of two or three neighbours, with the cages inside and up to three across their
/// border, where at most four open cells are left over; those that cite the fewest first. None
/// without cages whose sum is known. Cost: a millisecond or so.
std::vector<TotalArgument> arguments_by_totals(const logic::State& state);

}  // namespace clew::logic::inline mus
