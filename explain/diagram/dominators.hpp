#pragma once
// Dominators: for every vertex of a decision tree at once, the patterns that no way to it goes
// round; and where each vertex is reached from.
//
//     const Dominators through{tree};
//     through.chain(*tree.find("S07"))          // A, AB, S07: every way to S07 goes through AB
//     through.solutions(*tree.find("AB"))       // S07: what can be reached through AB alone
//     through.sources(*tree.find("AB"))         // A and whoever else leads there
//
// forced.hpp has more to say (ways, choices), but about a few vertices that were asked for.

#include <cstdint>
#include <span>
#include <vector>

#include "logic/tree/decision_tree.hpp"

namespace clew::explain::inline diagram {

class Dominators {
  public:
    /// Cost: linear in the edges, but for the length of a chain. The tree must outlive it.
    explicit Dominators(const logic::DecisionTree& tree);

    /// The nearest vertex that is on every way to this one; logic::no_node for the root.
    logic::Node above(logic::Node node) const { return above_[node]; }
    /// The vertices on every way, the root first, the vertex itself last.
    std::vector<logic::Node> chain(logic::Node node) const;
    /// The solutions, in the order of their numbers, to which every way goes through a vertex.
    std::vector<logic::Node> solutions(logic::Node node) const;
    /// The vertices with an edge to this one, ascending.
    std::span<const logic::Node> sources(logic::Node node) const {
        return std::span(source_).subspan(start_[node], start_[node + 1] - start_[node]);
    }

  private:
    const logic::DecisionTree& tree_;
    std::vector<std::uint32_t> start_;
    std::vector<logic::Node> source_;
    std::vector<logic::Node> above_;
    std::vector<std::uint16_t> depth_;  // in the tree of dominators
};

}  // namespace clew::explain::inline diagram
