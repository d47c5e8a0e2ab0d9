#pragma once
// A self-contained HTML page of a decision tree: an outline that unfolds as it is opened.
//
//     write_tree_html(tree, &proof, "P-92", out);
//
// The page holds the tree as data and makes elements only for what is unfolded, so that 10^5
// vertices open at once. Nothing is fetched. Each pattern shows its grid, its figures and what each
// candidate leads to; a pattern met before is a link to its own place. Every name of a pattern
// finds it, and a line says the way from the root to where one is. Columns show how much stands at
// each depth; an open cell says what its values lead to, and a candidate where it leads on, where
// it is impossible and in which solutions it is.

#include <iosfwd>
#include <span>
#include <string>

#include "explain/diagram/forced.hpp"
#include "logic/tree/proof.hpp"

namespace clew::explain::inline diagram {

/// `proof` may be null; what is `forced` (by find_forced) is told and marked.
void write_tree_html(const logic::DecisionTree& tree, const logic::TreeProof* proof,
                     const std::string& title, std::ostream& out,
                     std::span<const Forced> forced = {});

}  // namespace clew::explain::inline diagram
