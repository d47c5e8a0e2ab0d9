#pragma once
// Mermaid flowchart of a decision tree: for READMEs and notebooks. Viewers give up beyond some
// hundred nodes, so draw with a depth.
//
//     write_tree_mermaid(draw(tree, {.depth = 2}), out);

#include <iosfwd>

#include "explain/diagram/drawing.hpp"

namespace clew::explain::inline diagram {

void write_tree_mermaid(const Drawing& drawing, std::ostream& out);

}  // namespace clew::explain::inline diagram
