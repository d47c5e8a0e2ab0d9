#pragma once
// Tables of a decision tree: the paper's, as text and as CSV.
//
//     write_node_table(tree, *tree.find("AB"), out);     // every candidate, then the summary
//     write_totals(tree, &proof, out);                   // the figures of the whole tree
//     write_forced(tree, find_forced(tree, nodes), out); // what every way to a node has in common
//     write_figures_csv(tree, out);                      // a row a vertex
//     write_outcomes_csv(tree, nodes, out);              // a row a candidate

#include <iosfwd>
#include <span>

#include "explain/diagram/forced.hpp"
#include "logic/tree/proof.hpp"

namespace clew::explain::inline diagram {

/// The candidates of a pattern with what they lead to, and its summary: the paper's Figs. 3 and 4.
/// A pattern that was met before is shown under both names, "ABAC = ABH".
void write_node_table(const logic::DecisionTree& tree, logic::Node node, std::ostream& out);

/// The figures of the whole tree, its notes, and the proof unless it is null.
void write_totals(const logic::DecisionTree& tree, const logic::TreeProof* proof,
                  std::ostream& out);

/// What is forced, a paragraph a target: how many ways there are, the patterns on all of them, the
/// choices on all of them with the patterns where they are made, and the edges on all of them that
/// leave a choice between candidates.
void write_forced(const logic::DecisionTree& tree, std::span<const Forced> forced,
                  std::ostream& out);

/// name, kind, depth, freedom, the figures, grid: a row a vertex, with a header. RFC 4180.
void write_figures_csv(const logic::DecisionTree& tree, std::ostream& out);

/// node, candidate, outcome, target, as, freedom, dead: a row a candidate of these patterns.
void write_outcomes_csv(const logic::DecisionTree& tree, std::span<const logic::Node> nodes,
                        std::ostream& out);

}  // namespace clew::explain::inline diagram
