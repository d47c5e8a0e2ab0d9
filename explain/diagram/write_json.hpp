#pragma once
// JSON of a decision tree: totals and proof, and the whole graph as node-link data.
//
//     write_tree_json(tree, &proof, JsonDetail::nodes, out);
//
// The graph has the keys that networkx.node_link_graph expects: directed, multigraph, graph, nodes
// (with `id`, the name) and links (with source, target and the candidates that lead there). One
// node or link a line, streamed.

#include <cstdint>
#include <iosfwd>
#include <span>

#include "core/base/input_error.hpp"
#include "explain/diagram/forced.hpp"
#include "logic/tree/proof.hpp"

namespace clew::explain::inline diagram {

enum class JsonDetail : std::uint8_t {
    totals,  ///< puzzle, options, totals, proof, notes and solutions, in one line
    nodes,   ///< that and the graph
};

/// `proof` may be null: then "complete" and "proof" are null. `forced` is what find_forced says; if
/// it is empty there is no such key. `place`, where the puzzle stood, is told if it is given:
/// whoever publishes the graph does not want his paths in it.
void write_tree_json(const logic::DecisionTree& tree, const logic::TreeProof* proof,
                     JsonDetail detail, std::ostream& out, std::span<const Forced> forced = {},
                     const Place* place = nullptr);

}  // namespace clew::explain::inline diagram
