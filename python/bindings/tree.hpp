#pragma once
// Tree: what Python holds as a decision tree, for whoever writes or certifies it.

#include <optional>
#include <string>

#include "core/formats/formats.hpp"
#include "logic/tree/decision_tree.hpp"
#include "logic/tree/proof.hpp"

namespace clew::python {

struct Tree {
    Record record;
    logic::DecisionTree tree;
    std::optional<logic::TreeProof> proof;

    /// The vertex of a name. Errors: KeyError.
    logic::Node node(const std::string& name) const;
};

}  // namespace clew::python
