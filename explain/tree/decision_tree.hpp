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
//     tree.graph()                                             // a Boost.Graph adjacency_list
//
// A tree that a limit or the stop flag ended is valid and says so (`ending`); its vertices that are
// not `expanded` are the open frontier. Whether the solutions are all there is proved by
// proof.hpp, with other means.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "encode/base/outcome.hpp"
#include "encode/board/puzzle.hpp"
#include "explain/tree/graph.hpp"
#include "logic/rules.hpp"

namespace clew::explain {

/// Which candidates are tried at a pattern.
enum class TreeMode : std::uint8_t {
    paris,       ///< both values of every binary cell
    alternates,  ///< likewise; the other value of an impossible one is inserted everywhere below
    lean,        ///< one binary cell a pattern: a true binary decision tree
};

/// Which binary cell the lean mode takes.
enum class LeanChoice : std::uint8_t {
    first,     ///< the first in reading order
    freedom,   ///< fewest degrees of freedom left in its outcomes together
    balanced,  ///< exact solution counts of its values as equal as can be
    smallest,  ///< fewest patterns in the whole tree, by dynamic programming over the paris tree
};

enum class Oracle : std::uint8_t {
    none,
    sat,  ///< a pattern without solution, by SAT, counts as impossible
};

/// What the root of the tree is.
enum class TreeStart : std::uint8_t {
    /// What singles leave, as in the paper, whatever the rules; but a puzzle that the rules finish
    /// or refute is finished or refuted.
    singles,
    rules,  ///< what the rules leave
};

/// What is carried from a pattern to the next.
enum class TreeMarks : std::uint8_t {
    recomputed,  ///< the digits, as in the paper: two candidates are left where singles say so
    carried,     ///< the digits and the rules' eliminations
};

const char* to_string(TreeMode mode);
const char* to_string(LeanChoice choice);
const char* to_string(Oracle oracle);

/// What is told while a tree grows.
struct TreeProgress {
    std::uint64_t patterns = 0;
    std::uint64_t open = 0;  ///< patterns not yet expanded
    std::uint64_t solutions = 0;
    std::uint64_t closures = 0;
};

struct TreeOptions {
    /// What closes a candidate, after singles: see rule_closer.hpp.
    logic::RuleSet rules = *logic::find_rules("singles");
    /// A second rule set that may only call an outcome impossible, as SudokuJM did in the paper
    /// while its template (singles) made the patterns.
    std::optional<logic::RuleSet> screen{};
    TreeMode mode = TreeMode::paris;
    LeanChoice choice = LeanChoice::first;
    Oracle oracle = Oracle::none;
    TreeStart start = TreeStart::singles;
    TreeMarks marks = TreeMarks::recomputed;
    std::uint64_t max_patterns = unlimited;  ///< at least 1: the root
    const StopFlag* stop = nullptr;          ///< polled; not owned; may be null
    /// Called every few thousand closures; may be empty.
    std::function<void(const TreeProgress&)> progress{};
};

enum class OutcomeKind : std::uint8_t { solution, pattern, impossible };

/// Where one candidate of a pattern led.
struct Outcome {
    Node target = no_node;        ///< no_node if impossible
    std::uint16_t candidate = 0;  ///< Geometry::candidate_index
    OutcomeKind kind = OutcomeKind::impossible;
};

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
    const TreeGraph& graph() const { return *graph_; }
    const TreeVertex& operator[](Node node) const { return (*graph_)[node]; }
    std::size_t node_count() const { return boost::num_vertices(*graph_); }
    const TreeTotals& totals() const { return totals_; }
    /// Why it ended: limit_reached by max_patterns, interrupted by the stop flag.
    Ending ending() const { return ending_; }
    /// What the reader should know: a choice that was made, a limit that was met. Sentences.
    const std::vector<std::string>& notes() const { return notes_; }

    /// What each candidate of a pattern led to, in the order tried: cells in reading order, values
    /// ascending.
    std::span<const Outcome> outcomes(Node node) const;
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
    class Grower;
    struct Store;
    explicit DecisionTree(const Puzzle& puzzle);
    void summarize();
    void summarize_below(Node node);

    Puzzle puzzle_;
    TreeOptions options_;
    std::unique_ptr<TreeGraph> graph_;  // Boost's lists copy where they should move
    TreeTotals totals_;
    Ending ending_ = Ending::exhausted;
    std::vector<std::string> notes_;
    std::vector<Outcome> outcomes_;
    std::vector<Node> solution_nodes_;
    std::unique_ptr<Store> store_;  // the grids, packed
};

/// "15.4": row, column and value as in the paper; "3,12.7" on boards above 9x9.
std::string paper_notation(const Geometry& geometry, Candidate candidate);

}  // namespace clew::explain
