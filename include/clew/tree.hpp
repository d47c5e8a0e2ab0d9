#pragma once
// The decision tree of a puzzle that logic alone cannot finish. The only public header that brings
// a foreign library with it: the tree is a Boost.Graph.
//
//     const auto tree = clew::logic::DecisionTree::grow(puzzle, {});
//     tree.totals().patterns, tree.graph()
//
// A tree may be read by several threads at once.

#include "explain/diagram/drawing.hpp"
#include "explain/diagram/forced.hpp"
#include "explain/diagram/table.hpp"
#include "explain/diagram/write_json.hpp"
#include "explain/diagram/writers.hpp"
#include "logic/tree/decision_tree.hpp"
#include "logic/tree/proof.hpp"
#include "logic/tree/tree_shard.hpp"

/// A tree has had its names here since 0.1.
namespace clew::explain {
using namespace logic::tree;
}
