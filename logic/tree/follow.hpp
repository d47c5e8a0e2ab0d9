#pragma once
// Follow: where in a decision tree one candidate holds, and where it has fallen.
//
//     const auto there = follow(tree, {Cell{4}, Digit{3}});
//     there[*tree.find("S07")] == Standing::holds

#include <cstdint>
#include <vector>

#include "core/board/types.hpp"
#include "logic/tree/decision_tree.hpp"

namespace clew::logic::inline tree {

/// How a candidate stands at a vertex.
enum class Standing : std::uint8_t {
    open,    ///< it may be, or not
    holds,   ///< it is placed
    fallen,  ///< its cell has another digit, or it is no candidate any more
};
/// "open", "holds", "fallen".
const char* to_string(Standing standing);

/// One entry a vertex. Cost: linear; a few microseconds a vertex.
std::vector<Standing> follow(const DecisionTree& tree, Candidate candidate);

}  // namespace clew::logic::inline tree
