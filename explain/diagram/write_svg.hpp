#pragma once
// SVG of a decision tree that Clew laid out, by levels or in layers: for trees above Graphviz's
// comfort.
//
//     write_tree_svg(draw(tree, {.layout = TreeLayout::levels}), out);
//
// Streams: nothing of the picture is held. Every node is a group with the vertex's name as id, its
// role as class and its full grid as tooltip; shapes and line styles tell the roles apart without
// colour. A legend and a caption stand above the tree.

#include <iosfwd>

#include "explain/diagram/drawing.hpp"
#include "explain/pictures/paper.hpp"

namespace clew::explain::inline diagram {

/// Requires a drawing with TreeLayout::levels or layers. What is far from a window is left out, if
/// one is given.
void write_tree_svg(const Drawing& drawing, std::ostream& out, const ViewBox& window = {});

}  // namespace clew::explain::inline diagram
