#pragma once
// Depth-first search for any board: solve, test uniqueness, count, list every solution.
//
//     Search search{puzzle};
//     Grid grid;
//     while (search.next({}) == Step::solution) { search.copy_to(grid); ... }
//
// This is the walk itself, step by step; enumerate.hpp runs it to the end, with threads and limits.
//
// The tree is the same every time, and a node has a name, its path: what was chosen on the way and
// which branch was taken. A walk can be confined to the part below a node or go on behind one.
// Memory is one state for each open choice, allocated once: listing 10^8 solutions takes no more
// than listing one.
//
// Refuses nothing: contradictory, blank and full puzzles are ordinary input. On a large sparse
// board it may thrash; the facade (solve) then hands over to SAT.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/base/random.hpp"
#include "core/base/report.hpp"
#include "core/board/puzzle.hpp"

namespace clew::search {

/// A choice of the search and one of its branches.
struct ChosenBranch {
    std::uint32_t choice = 0;  ///< a cell, or a digit of a house: as the search numbers them
    std::uint8_t turn = 0;     ///< the branch, from 0
    auto operator<=>(const ChosenBranch&) const = default;
};

/// A node of the search tree: the branches taken from the root on. Empty for the root.
using NodePath = std::vector<ChosenBranch>;

/// A search that learns does so on its first nodes, so many as a rule.
inline constexpr std::uint64_t learning_nodes = 8192;

/// A part of the tree, see Search::split.
struct Subtree {
    NodePath path;
    double share = 0;  ///< of the tree that was cut: each branch has an equal share of its parent's
};

/// A random descent from the root: see Search::probe.
struct Probe {
    double weight = 0;        ///< product of the branch counts on the way, if it met a solution
    double nodes = 0;         ///< this descent's unbiased estimate of the nodes of the whole tree
    std::size_t choices = 0;  ///< how many branchings it passed
};

/// A walk over the search tree of one puzzle. Movable, not copyable; one thread at a time.
class Search {
  public:
    /// Stands before the first solution. Copies what it needs of the puzzle. Errors: InputError
    /// without place for a rule of an unknown kind.
    explicit Search(const Puzzle& puzzle);
    ~Search();
    Search(Search&&) noexcept;
    Search& operator=(Search&&) noexcept;

    /// Confines the walk to the nodes below `path` and starts it over. An impossible path (one
    /// that leads through a branch that does not exist) has no solutions. Cost: one propagation a
    /// turn.
    void confine(const NodePath& path);
    /// Starts over right behind the node `path`: everything up to it and below it counts as seen.
    /// With the position() of the last solution of an earlier walk, goes on where that ended.
    void resume_behind(const NodePath& path);

    /// Starts over at the node `path`: everything before it counts as seen. With the position() of
    /// a walk that ended out of budget, goes on where that ended.
    void resume_at(const NodePath& path);

    /// Walks to the next solution, Ending::limit_reached, or until there are no more. After any
    /// other ending another call goes on. `budget.max_nodes` bounds the nodes of this call.
    Ending next(const Budget& budget);
    /// Walks on and counts, at most `limit` solutions more.
    /// Ensures: Ending::limit_reached if and only if the limit was reached.
    Report count(const Budget& budget, std::uint64_t limit = unlimited);

    /// Writes the solution that next() found. Requires that the last call found one.
    void copy_to(Grid& grid) const;
    /// The same as digits from 0, one a cell.
    void copy_to(std::vector<std::uint8_t>& digits) const;
    /// Where the walk stands.
    NodePath position() const;
    /// The share of the tree walked so far, 0 to 1: each branch has an equal share of its parent's.
    double explored() const;
    /// Nodes visited since construction: branches taken, the root included.
    std::uint64_t nodes() const;

    /// What the nodes and the filters of rules have taken since construction, roughly, in
    /// nanoseconds: counted, not measured, and so the same every time.
    std::uint64_t work() const;

    /// Goes down from the root at random, each branch equally likely, to a solution or a dead end
    /// (Knuth 1975). The mean weight over many probes is the number of solutions, without bias; the
    /// mean of `nodes` the size of the tree. Leaves the walk where it stands. Source: [Knuth1975].
    Probe probe(Random& random);

    /// Learns from dead ends which cells to choose, until so many nodes are visited: cells whose
    /// constraints ran into more of them come first [Boussemart2004]. What comes after that is a
    /// tree as fixed as any. Requires a walk that has not begun and is not confined.
    void learn(std::uint64_t nodes = learning_nodes);
    bool learning() const;
    /// Chooses by what `other` has learnt. Requires the same puzzle.
    void learn_from(const Search& other);

    /// Cuts what is left of the tree (or of the part it is confined to) into parts that together
    /// hold every solution that the walk has not met, once, in the walk's order: about `parts` of
    /// them if enough is left. Shares that do not add up to 1 belonged to dead ends, or to what the
    /// walk has seen.
    std::vector<Subtree> split(std::size_t parts);
    /// The path of a solution in what is left, for resume_behind(): a list of solutions that was
    /// cut off can be carried on from its last line. Nothing if `grid` is no solution, or
    /// comes before where the walk stands.
    /// Requires a grid of the board's cells.
    std::optional<NodePath> path_to(const Grid& grid) const;

  private:
    struct Impl;
    template <class Mask, bool with_rules>
    class Walk;
    std::unique_ptr<Impl> impl_;
};

}  // namespace clew::search
