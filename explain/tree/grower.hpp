#pragma once
// Grower: grows a decision tree, pattern by pattern. Private to the room; grower.cpp has the story,
// lean.cpp the choice of the lean mode's cell.

#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "explain/tree/decision_tree.hpp"
#include "explain/tree/grid_store.hpp"
#include "explain/tree/oracle.hpp"
#include "explain/tree/rule_closer.hpp"

namespace clew::explain {

class DecisionTree::Grower {
  public:
    explicit Grower(DecisionTree& tree);
    /// Fills the tree: vertices, edges, outcomes, grids; what is below is left to summarize().
    void run();

  private:
    struct Trial {
        Candidate candidate;
        OutcomeKind kind = OutcomeKind::impossible;
        std::size_t freedom = 0;
        std::size_t code = 0;  // words into codes_
    };

    bool stopped() const { return tree_.options_.stop != nullptr && tree_.options_.stop->raised(); }
    void plant();
    Node add(NodeKind kind, std::span<const std::uint64_t> code, Node discoverer,
             std::size_t letter);
    bool dead(std::span<const std::uint64_t> code);
    Trial attempt(std::span<const Candidate> assigned);
    std::span<std::uint64_t> code_of(const Trial& trial) {
        return std::span(codes_).subspan(trial.code, store_.words());
    }
    bool expand(Node node);
    void insert_alternates();
    std::uint16_t different_patterns();
    std::uint64_t new_patterns();
    void commit(Node node, bool wide);
    void report();
    void build_graph();

    // The lean mode's cell (lean.cpp).
    Cell choose(Node node, const std::vector<Cell>& cells);
    Cell choose_by_freedom(const std::vector<Cell>& cells);
    Cell choose_balanced(Node node, const std::vector<Cell>& cells);
    Cell choose_smallest(Node node, const std::vector<Cell>& cells);
    void plan_smallest();

    DecisionTree& tree_;
    const Geometry& geometry_;
    GridStore& store_;
    RuleCloser closer_;
    std::optional<RuleCloser> screen_;
    std::optional<SolutionOracle> oracle_;
    std::unique_ptr<DecisionTree> plan_;
    std::vector<std::optional<Cell>> plan_cell_;

    // The graph to be, edges in the order in which their sources were expanded; in blocks, as a
    // vector would have twice as many in memory while it grows.
    std::vector<TreeVertex> vertices_;
    std::deque<std::pair<Node, Node>> ends_;
    std::deque<TreeEdge> edges_;

    std::vector<Node> stack_;
    std::vector<DigitSet> marks_;
    std::vector<Trial> trials_;
    std::vector<std::uint64_t> codes_;
    std::vector<Candidate> alternates_;
    std::uint16_t before_ = 0;
    std::uint64_t patterns_ = 0;
    std::uint64_t closures_ = 0;
    std::uint64_t reported_ = 0;
};

}  // namespace clew::explain
