#pragma once
// Almost locked sets: n cells of one house that hold n + 1 digits between them. Take one of the
// digits away and the cells are locked: each of the others has its place among them.
//
//     for (const AlmostLocked& set : *almost_locked_sets(state, 4))
//         set.cells, set.digits, set.house
//
// The hidden dual (n digits of a house in n + 1 places) is the same fact about the rest of the
// house, so with sets as large as houses nothing is lost by keeping to these.

#include <cstddef>
#include <memory>
#include <vector>

#include "logic/candidates.hpp"

namespace clew::logic::inline strategies {

struct AlmostLocked {
    House house;  ///< the first house that holds the cells
    CellSet cells;
    DigitSet digits;  ///< one more than cells
};

/// All almost locked sets of at most so many open cells, each once, smaller ones first, then by
/// their cells. Left out are sets with a part that is locked already: n of the cells with n digits.
/// Made once a state, and of houses that have changed: the thread's last answer is kept, since a
/// walk asks for one technique after the other. Cost: at most 2^(open cells) unions a house, cut
/// where the digits outrun `largest`.
std::shared_ptr<const std::vector<AlmostLocked>> almost_locked_sets(const State& state,
                                                                    std::size_t largest);

}  // namespace clew::logic::inline strategies
