#pragma once
// Decision tree: every way through a puzzle that the rules alone cannot finish.
//
// The procedure is that of J. Paris (2006): close the puzzle by a rule set; list the binary cells
// (two candidates left); try both candidates of each, close again, and class the outcome as
// solution, pattern (a partly filled grid) or impossible; go on with each new pattern. Equal
// patterns are kept once.
//
//     DecisionTree tree = DecisionTree::grow(puzzle, {});
//     tree.totals().patterns, tree.totals().solutions          // P-92: 283, 12
//     tree.name(1)                                             // "AA"
//     for (const Outcome& o : tree.outcomes(0)) ...            // what each candidate led to
//     tree.graph()                                             // for any algorithm of Boost.Graph
//
// A tree that a limit or the stop flag ended is valid and says so (`ending`); its vertices that are
// not `expanded` are the open frontier. Whether the solutions are all there is proved by
// proof.hpp, with other means.

#include <boost/iterator/transform_iterator.hpp>
#include <boost/range/iterator_range.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/board/puzzle.hpp"
#include "logic/tree/graph.hpp"
#include "logic/tree/tree_options.hpp"

namespace clew::logic::inline tree {

enum class OutcomeKind : std::uint8_t { solution, pattern, impossible };

/// Where one candidate of a pattern led.
struct Outcome {
    Node target = no_node;        ///< no_node if impossible
    std::uint16_t candidate = 0;  ///< Geometry::candidate_index
    OutcomeKind kind = OutcomeKind::impossible;
};

/// A candidate that was tried, as it is stored: where it led is the target of its edge.
struct TriedCandidate {
    static constexpr std::uint16_t impossible = 0xFFFF;

    std::uint16_t candidate = 0;
    std::uint16_t edge = impossible;  ///< place among the edges of its pattern
};

/// Reads outcomes from what is stored: see DecisionTree::outcomes().
/// A small value: threads copy it.
class OutcomeReader {
  public:
    OutcomeReader() = default;
    OutcomeReader(const TreeGraph& graph, Node from)
        : graph_(&graph), targets_(boost::adjacent_vertices(from, graph).first) {}

    Outcome operator()(const TriedCandidate& tried) const {
        if (tried.edge == TriedCandidate::impossible) return {.candidate = tried.candidate};
        const Node target = targets_[tried.edge];
        return {target, tried.candidate,
                (*graph_)[target].kind == NodeKind::solution ? OutcomeKind::solution
                                                             : OutcomeKind::pattern};
    }

  private:
    const TreeGraph* graph_ = nullptr;
    boost::graph_traits<TreeGraph>::adjacency_iterator targets_{};
};

/// A random access range of Outcome values; valid as long as the tree.
using Outcomes =
    boost::iterator_range<boost::transform_iterator<OutcomeReader, const TriedCandidate*, Outcome>>;

/// Figures of the whole tree.
struct TreeTotals {
    std::uint64_t patterns = 0;    ///< distinct, the root included, solutions not
    std::uint64_t candidates = 0;  ///< tried at all patterns together
    std::uint64_t solved = 0;      ///< of them
    std::uint64_t partial = 0;
    std::uint64_t impossible = 0;
    std::uint64_t solutions = 0;  ///< distinct
    std::uint64_t edges = 0;
    std::uint64_t dead = 0;      ///< patterns without solution
    std::uint64_t clash = 0;     ///< of them, those where every value of some cell is impossible
    std::uint64_t wide = 0;      ///< patterns without a binary cell
    std::uint64_t open = 0;      ///< patterns not expanded: the frontier
    std::uint64_t inserted = 0;  ///< alternates inserted
    std::uint64_t depth = 0;     ///< of the deepest vertex, by fewest choices
    std::uint64_t longest = 0;   ///< most choices on any way from the root
};

class GridStore;  // grid_store.hpp, private to the module
struct Expansion;
struct TreePart;  // tree_shard.hpp
struct MergedTree;
struct MergeTreeOptions;

/// A grown tree. Immutable: may be read by several threads at once. Whoever moves it is alone with
/// it.
class DecisionTree {
  public:
    /// Grows the tree of a puzzle. The same puzzle and options give the same tree, vertex by
    /// vertex.
    static DecisionTree grow(const Puzzle& puzzle, const TreeOptions& options);
    ~DecisionTree();
    DecisionTree(DecisionTree&&) noexcept;
    DecisionTree& operator=(DecisionTree&&) noexcept;

    const Puzzle& puzzle() const { return puzzle_; }
    const TreeOptions& options() const { return options_; }
    const TreeGraph& graph() const { return graph_; }
    const TreeVertex& operator[](Node node) const { return graph_[node]; }
    std::size_t node_count() const { return boost::num_vertices(graph_); }
    const TreeTotals& totals() const { return totals_; }
    /// Why it ended: limit_reached by max_patterns, interrupted by the stop flag.
    Ending ending() const { return ending_; }
    /// What the reader should know: a choice that was made, a limit that was met. Sentences.
    const std::vector<std::string>& notes() const { return notes_; }

    /// What each candidate of a pattern led to, in the order tried: cells in reading order, values
    /// ascending.
    Outcomes outcomes(Node node) const;
    /// Both ends of an edge given: the candidates that lead from one to the other.
    std::vector<Candidate> candidates_between(Node from, Node to) const;
    /// Alternates mode: what was inserted below a pattern. Empty in the other modes.
    std::span<const Candidate> alternates(Node node) const;
    /// Alternates mode: how many different patterns the candidates gave before the insertion.
    std::uint16_t partial_different_before(Node node) const;

    /// "A" for the root, "AB" for its second pattern, ..., "S01" for solutions in the order of
    /// their discovery. After Z come aA .. zZ, then aaA ..: the last letter of a step is upper
    /// case.
    std::string name(Node node) const;
    /// The name by way of `from`, as the paper would say it: its own name may be shorter if the
    /// pattern was met before. Requires an edge.
    std::string name_from(Node from, Node to) const;
    /// The vertex of a name, by any way ("ABAC" and "ABH" may be the same), or nothing.
    std::optional<Node> find(std::string_view name) const;

    /// The digits of a vertex: nothing for an open cell. One entry a cell.
    std::vector<std::optional<Digit>> digits(Node node) const;
    /// One symbol a cell, '.' for open ones.
    std::string line(Node node) const;
    /// The candidates that the binary cells of a pattern are read from, one set a cell.
    std::vector<DigitSet> candidates(Node node) const;
    /// The solutions, in the order of their numbers.
    std::vector<Grid> solutions() const;
    /// Vertices in an order in which each comes after all that lead to it.
    std::vector<Node> topological_order() const;

  private:
    friend TreePart part_of(const DecisionTree& tree);
    friend MergedTree merge_trees(std::span<const TreePart> parts, const MergeTreeOptions& options);

    class Grower;
    /// What is known of a pattern before it is expanded: nothing, what it leads to, or that whoever
    /// was to expand it was stopped.
    enum class Recalled : std::uint8_t { unknown, known, open };
    using Recall = std::function<Recalled(std::span<const std::uint64_t>, Expansion&)>;
    /// What a memory is of: the tree that is grown, or the one on which the smallest is planned.
    enum class RecallOf : std::uint8_t { tree, plan };
    struct Inserted {
        std::uint32_t first = 0;  // into inserted_candidates_
        std::uint16_t count = 0;
        std::uint16_t partial_different_before = 0;
    };

    explicit DecisionTree(const Puzzle& puzzle);
    static DecisionTree grow(const Puzzle& puzzle, const TreeOptions& options, const Recall& recall,
                             Ending where_open, RecallOf of = RecallOf::tree,
                             std::optional<std::uint64_t> planned_on = {});
    void summarize();
    void summarize_below(Node node);

    Puzzle puzzle_;
    TreeOptions options_;
    TreeGraph graph_;
    TreeTotals totals_;
    Ending ending_ = Ending::exhausted;
    std::vector<std::string> notes_;
    // The smallest: so many patterns of the tree that it was planned on, if these were not all.
    std::optional<std::uint64_t> planned_on_;
    std::vector<TriedCandidate> tried_;
    std::vector<Node> solution_nodes_;
    std::unordered_map<Node, Inserted> inserted_;  // alternates mode: by pattern
    std::vector<Candidate> inserted_candidates_;
    std::unique_ptr<GridStore> store_;  // the grids, packed
};

/// "15.4": row, column and value as in the paper; "3,12.7" on boards above 9x9.
std::string paper_notation(const Geometry& geometry, Candidate candidate);

}  // namespace clew::logic::inline tree
