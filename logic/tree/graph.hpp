#pragma once
// The graph of a decision tree: Boost.Graph's compressed sparse rows with typed properties.
//
// Vertices are distinct partly filled grids (patterns) and distinct solutions; the root is vertex
// 0. Equal patterns are one vertex, so the tree is a directed acyclic graph: each edge fills at
// least one more cell. Parallel edges do not occur; the candidates that lead from one vertex to
// another are merged into one edge, and are read from the tree's outcomes, which refer to the edges
// of their vertex. An edge is stored once: eight bytes, the edges of a vertex side by side in the
// order in which its candidates met their targets.
//
//     const TreeGraph& g = tree.graph();
//     for (auto e : boost::make_iterator_range(boost::out_edges(0, g)))
//         g[boost::target(e, g)].freedom, g[e].candidates ...
//
// Every algorithm of Boost.Graph for incidence, adjacency, vertex and edge lists takes it as it is.
// This is the one public header that shows a third-party type.

#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <cstdint>

#include "core/base/enum_name.hpp"

namespace clew::logic::inline tree {

/// A vertex, 0-based in the order of discovery; the root is 0.
using Node = std::uint32_t;
inline constexpr Node no_node = ~Node{0};

enum class NodeKind : std::uint8_t {
    pattern,     ///< a partly filled grid
    solution,    ///< a full grid
    impossible,  ///< the root alone: the puzzle contradicts itself
};
inline const char* to_string(NodeKind kind) {
    return enum_name(kind, {"pattern", "solution", "impossible"});
}

/// What is known about a vertex. Counters of candidates, by their outcome, are the paper's figures.
struct TreeVertex {
    NodeKind kind = NodeKind::pattern;
    bool expanded = false;      ///< its candidates have been tried; otherwise it is open frontier
    bool wide = false;          ///< has no binary cell: its smallest open cell was branched on
    bool clash = false;         ///< every value of some cell is impossible
    bool dead = false;          ///< no solution below: proved by the tree
    bool complete = false;      ///< nothing open below: solutions_below is exact
    std::uint16_t freedom = 0;  ///< degrees of freedom of the grid
    std::uint16_t depth = 0;    ///< fewest choices from the root
    std::uint16_t rank = 0;     ///< most choices from the root
    std::uint16_t letter = 0;   ///< its place among its discoverer's patterns, from 1; for the name
    std::uint32_t number = 0;   ///< of a solution: 1 for S01; 0 for the others
    Node discoverer = no_node;  ///< the vertex at which it was first met

    std::uint32_t first_outcome = 0;  ///< into DecisionTree::outcomes()
    std::uint16_t candidates = 0;     ///< tried here
    std::uint16_t solved = 0;         ///< of them, leading to a solution
    std::uint16_t solved_different = 0;
    std::uint16_t partial = 0;  ///< leading to a pattern
    std::uint16_t partial_different = 0;
    std::uint16_t impossible = 0;
    /// Distinct solutions below; at least so many if not `complete`.
    std::uint32_t solutions_below = 0;
};

/// An edge: several candidates that lead to the same grid.
struct TreeEdge {
    std::uint16_t candidates = 0;  ///< how many lead here
    std::uint16_t letter = 0;  ///< the target's place among the source's patterns, from 1; 0 for a
                               ///< solution
};

using TreeGraph = boost::compressed_sparse_row_graph<boost::directedS, TreeVertex, TreeEdge,
                                                     boost::no_property, Node, Node>;

}  // namespace clew::logic::inline tree
