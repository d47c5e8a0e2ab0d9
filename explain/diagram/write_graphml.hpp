#pragma once
// GraphML of a decision tree, by Boost.Graph's writer: the whole graph with its typed properties.
//
//     write_tree_graphml(tree, out);

#include <iosfwd>

#include "logic/tree/decision_tree.hpp"

namespace clew::explain::inline diagram {

void write_tree_graphml(const logic::DecisionTree& tree, std::ostream& out);

}  // namespace clew::explain::inline diagram
