#pragma once
// The writers of decision trees, as pictures, pages and data. All of them stream.
//
//     write_tree_dot(draw(tree, {}), out);       // dot -Tpdf, or neato -n2 -Tpdf if laid out
//     write_tree_svg(draw(tree, {.layout = TreeLayout::levels}), out);
//     write_tree_mermaid(draw(tree, {.depth = 2}), out);
//     write_tree_graphml(tree, out);
//     write_tree_html(tree, &proof, "P-92", out);

#include <iosfwd>
#include <span>
#include <string>

#include "explain/diagram/drawing.hpp"
#include "explain/diagram/forced.hpp"
#include "explain/pictures/paper.hpp"
#include "logic/tree/proof.hpp"

namespace clew::explain::inline diagram {

/// DOT: for Graphviz, and for people who want to restyle the picture. A drawing with
/// TreeLayout::graphviz leaves the positions to dot; one that Clew laid out carries positions for
/// nodes, edges and labels, which `neato -n2` keeps. Every node and edge has an id, a class and a
/// tooltip of its own.
void write_tree_dot(const Drawing& drawing, std::ostream& out);

/// GraphML, by Boost.Graph's writer: the whole graph with its typed properties.
void write_tree_graphml(const logic::DecisionTree& tree, std::ostream& out);

/// A Mermaid flowchart: for READMEs and notebooks. Viewers give up beyond some hundred nodes, so
/// draw with a depth.
void write_tree_mermaid(const Drawing& drawing, std::ostream& out);

/// SVG of a tree that Clew laid out: for trees above Graphviz's comfort. Every node is a group with
/// the vertex's name as id, its role as class and its full grid as tooltip; shapes and line styles
/// tell the roles apart without colour. A legend and a caption stand above the tree. Requires a
/// drawing with TreeLayout::levels or layers. What is far from a window is left out, if one is
/// given.
void write_tree_svg(const Drawing& drawing, std::ostream& out, const ViewBox& window = {});

/// A self-contained HTML page: an outline that unfolds as it is opened. The page holds the tree as
/// data and makes elements only for what is unfolded, so that 10^5 vertices open at once. Nothing
/// is fetched. Each pattern shows its grid, its figures and what each candidate leads to; a pattern
/// met before is a link to its own place. Every name of a pattern finds it, and a line says the way
/// from the root to where one is. Columns show how much stands at each depth; an open cell says
/// what its values lead to, and a candidate where it leads on, where it is impossible and in which
/// solutions it is. `proof` may be null; what is `forced` (by find_forced) is told and marked.
void write_tree_html(const logic::DecisionTree& tree, const logic::TreeProof* proof,
                     const std::string& title, std::ostream& out,
                     std::span<const Forced> forced = {});

}  // namespace clew::explain::inline diagram
