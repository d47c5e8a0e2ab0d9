#pragma once
// The decision tree of a puzzle that logic alone cannot finish. The only public header that brings
// a foreign library with it: the tree is a Boost.Graph.
//
//     const auto tree = clew::explain::DecisionTree::grow(puzzle, {});
//     tree.totals().patterns, tree.graph()
//
// A tree may be read by several threads at once.

#include "explain/tree/decision_tree.hpp"
#include "explain/tree/drawing.hpp"
#include "explain/tree/forced.hpp"
#include "explain/tree/proof.hpp"
#include "explain/tree/table.hpp"
#include "explain/tree/tree_shard.hpp"
#include "explain/tree/write_dot.hpp"
#include "explain/tree/write_graphml.hpp"
#include "explain/tree/write_html.hpp"
#include "explain/tree/write_json.hpp"
#include "explain/tree/write_mermaid.hpp"
#include "explain/tree/write_svg.hpp"
