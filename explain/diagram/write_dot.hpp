#pragma once
// DOT of a decision tree: for Graphviz, and for people who want to restyle the picture.
//
//     write_tree_dot(draw(tree, {}), out);       // dot -Tpdf, or neato -n2 -Tpdf if laid out
//
// A drawing with TreeLayout::graphviz leaves the positions to dot; one that Clew laid out carries
// positions for nodes, edges and labels, which `neato -n2` keeps. Every node and edge has an id, a
// class and a tooltip of its own. Streams.

#include <iosfwd>

#include "explain/diagram/drawing.hpp"

namespace clew::explain::inline diagram {

void write_tree_dot(const Drawing& drawing, std::ostream& out);

}  // namespace clew::explain::inline diagram
