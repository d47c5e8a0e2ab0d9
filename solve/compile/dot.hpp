#pragma once
// DOT: a small graph as a picture for Graphviz.
//
//     write_dot(out, graph, formula.candidates, 9);      // dot -Tsvg
//
// A sum is an oval that asks whether a candidate holds, with a full line to "yes" and a broken one
// to "no"; a product is a box with the digits that it places, and lines to the parts that remain,
// each independent of the others. A part that was met again is drawn once. Each node tells how many
// ways there are below it. What is struck out is not shown.

#include <iosfwd>
#include <span>

#include "core/board/types.hpp"
#include "solve/compile/graph.hpp"

namespace clew::compile {

/// More nodes than that nobody can look at.
inline constexpr std::size_t max_drawn_nodes = 500;

/// `candidates`: what the variables mean. `size`: the board's side. Requires a graph of at most
/// max_drawn_nodes nodes over these variables.
void write_dot(std::ostream& out, const Graph& graph, std::span<const Candidate> candidates,
               std::size_t size);

}  // namespace clew::compile
