#pragma once
// Graph: a formula as decisions and independent parts, and what can be read off it in linear time.
//
//     Graph g = ...;                         // compile(), read_nnf()
//     g.count()                              how many models, of any size
//     g.marginals()                          of each variable: in how many models it is true
//     Sampler sampler{g};                    uniform models
//     sampler.draw(random)                   the truth of each variable
//
// A node is a product (all of its literals and children hold, and no two of them share a variable)
// or a sum (exactly one of its two children can hold, and both are of the same variables): a
// deterministic decomposable negation normal form that is smooth, in the words of knowledge
// compilation (Darwiche 2001). Children come before parents. A part that was met in several places
// is one node with several parents; that is why a graph of thousands of nodes can stand for 10^20
// models.
//
// Immutable once made: may be read by several threads at once.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/count.hpp"
#include "core/base/random.hpp"
#include "encode/cnf/formula.hpp"
#include "encode/cnf/literals.hpp"

namespace clew::compile {

using NodeId = std::uint32_t;

enum class GateKind : std::uint8_t { product, sum };

class Graph {
  public:
    /// No node yet: nothing holds.
    explicit Graph(std::size_t variables = 0) : variables_(variables) {}

    std::size_t variables() const { return variables_; }
    std::size_t size() const { return nodes_.size(); }
    /// Arcs from a node to a node, without those to literals.
    std::size_t arc_count() const { return kids_.size(); }
    std::size_t literal_count() const { return literals_.size(); }

    GateKind kind(NodeId n) const { return nodes_[n].kind; }
    /// Of a product; a sum has none.
    std::span<const cnf::Lit> literals(NodeId n) const {
        const std::size_t from = n == 0 ? 0 : nodes_[n - 1].literals_end;
        return std::span(literals_).subspan(from, nodes_[n].literals_end - from);
    }
    /// Two of a sum, any number of a product; all smaller than n.
    std::span<const NodeId> children(NodeId n) const {
        const std::size_t from = n == 0 ? 0 : nodes_[n - 1].kids_end;
        return std::span(kids_).subspan(from, nodes_[n].kids_end - from);
    }
    /// Nothing if the formula has no model.
    std::optional<NodeId> root() const { return root_; }

    /// Requires children that are nodes already, and disjoint variables.
    NodeId add_product(std::span<const cnf::Lit> literals, std::span<const NodeId> children);
    /// Requires children of the same variables that exclude each other.
    NodeId add_sum(NodeId a, NodeId b);
    void set_root(NodeId root) { root_ = root; }

    /// What the root reaches, in the same order, and no other node.
    Graph pruned() const;

    /// Models of each node over its own variables.
    std::vector<Count> counts() const;
    /// Models of the whole.
    Count count() const;
    /// A clause that some model breaks, by its place; nothing if the graph implies the formula.
    /// Cost: a way through the graph for each clause.
    std::optional<std::size_t> breaks(const cnf::Formula& formula) const;
    /// For each variable the number of models in which it is true.
    std::vector<Count> marginals() const;

  private:
    struct Node {
        GateKind kind = GateKind::product;
        std::size_t literals_end = 0;
        std::size_t kids_end = 0;
    };
    std::size_t variables_;
    std::vector<Node> nodes_;
    std::vector<cnf::Lit> literals_;
    std::vector<NodeId> kids_;
    std::optional<NodeId> root_;
};

/// Draws models, each equally likely. The graph must outlive it.
class Sampler {
  public:
    explicit Sampler(const Graph& graph) : graph_(graph), counts_(graph.counts()) {}
    /// The truth of each variable. Requires a graph with a model. Cost: one way down.
    std::vector<bool> draw(Random& random) const;

  private:
    const Graph& graph_;
    std::vector<Count> counts_;
};

}  // namespace clew::compile
