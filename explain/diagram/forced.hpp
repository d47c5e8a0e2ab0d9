#pragma once
// Forced: what every way from the root of a decision tree to a vertex has in common.
//
//     std::vector<Forced> found = find_forced(tree, std::array{*tree.find("S07")});
//     found[0].patterns      // A, AB, S07: no way goes round one of them
//     found[0].steps         // A to AB: no way goes round this edge, by whichever candidate of it
//     found[0].choices       // 15.5, made at A; 23.6, made at AB or ABH: no way does without
//
// A *way* is a path from the root together with one candidate for each of its edges: what somebody
// does who tries one candidate after another. Patterns on every way are the dominators of the
// vertex in the graph of patterns. A choice can be on every way without its pattern being on every
// way: the same candidate may be tried earlier on one way and later on another. And it need not be
// there although its edge is on every way: an edge of two candidates gives a choice between them.
//
// Of a tree that a limit cut short, this is about the ways that it has: further ones may differ.

#include <set>
#include <span>
#include <utility>
#include <vector>

#include "core/base/count.hpp"
#include "core/board/types.hpp"
#include "logic/tree/decision_tree.hpp"

namespace clew::explain::inline diagram {

/// A candidate that is assigned on every way.
struct ForcedChoice {
    Candidate candidate;
    /// The edges that assign it, source and target: each way has exactly one of them. In the order
    /// in which the sources were discovered.
    std::vector<std::pair<logic::Node, logic::Node>> made;
};

struct Forced {
    logic::Node target = logic::no_node;  ///< logic::no_node: whichever of the targets asked about
    Count ways{};                         ///< how many there are
    std::vector<logic::Node> patterns;    ///< vertices on every way, in the order of every way: the
                                          ///< root first, the target last if there is one
    std::vector<std::pair<logic::Node, logic::Node>> steps;  ///< edges on every way, likewise
    std::vector<ForcedChoice> choices;  ///< in the order of the first place where made
};

/// What all ways to each target have in common, in the order of the targets; if there are several,
/// a last entry (target: logic::no_node) says what all ways to all of them have in common. Requires
/// vertices of the tree. Cost: linear in the tree's edges, but for the length of a chain.
std::vector<Forced> find_forced(const logic::DecisionTree& tree,
                                std::span<const logic::Node> targets);

/// What a picture marks: the patterns on every way to a target, the edges that are on every way or
/// make a choice that is.
struct ForcedMarks {
    std::set<logic::Node> nodes;
    std::set<std::pair<logic::Node, logic::Node>> edges;
};
/// The marks of each target; what is common to all of them is among those.
ForcedMarks marks_of(std::span<const Forced> forced);

}  // namespace clew::explain::inline diagram
