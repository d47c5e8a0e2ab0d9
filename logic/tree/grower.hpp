#pragma once
// Grower: grows a decision tree, pattern by pattern. Private to the module; grower.cpp has the
// story.

#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "logic/tree/decision_tree.hpp"
#include "logic/tree/expander.hpp"
#include "logic/tree/grid_store.hpp"

namespace clew::logic::inline tree {

class DecisionTree::Grower {
  public:
    Grower(DecisionTree& tree, Recall recall, RecallOf of);
    /// Fills the tree: vertices, edges, outcomes, grids; what is below is left to summarize().
    void run();

  private:
    bool stopped() const { return tree_.options_.stop != nullptr && tree_.options_.stop->raised(); }
    Node add(NodeKind kind, std::span<const std::uint64_t> code, Node discoverer,
             std::size_t letter);
    bool expand(Node node);
    std::uint64_t new_patterns();
    void commit(Node node);
    void report();
    void build_graph();
    void plan_smallest();  // lean.cpp

    DecisionTree& tree_;
    const Geometry& geometry_;
    GridStore& store_;
    Recall recall_;
    RecallOf recall_of_;
    Expander expander_;
    Expansion now_;
    std::unique_ptr<DecisionTree> plan_;
    std::vector<std::optional<Cell>> plan_cell_;

    // The graph to be, edges in the order in which their sources were expanded; in blocks, as a
    // vector would have twice as many in memory while it grows.
    std::vector<TreeVertex> vertices_;
    std::deque<std::pair<Node, Node>> ends_;
    std::deque<TreeEdge> edges_;

    std::vector<Node> stack_;
    std::uint64_t patterns_ = 0;
    std::uint64_t reported_ = 0;
};

}  // namespace clew::logic::inline tree
