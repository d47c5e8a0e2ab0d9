#pragma once
// NNF files: a graph in the two formats that knowledge compilers read and write.
//
//     write_nnf(out, graph, NnfFormat::c2d);
//     Graph g = read_nnf(in, "p92.nnf");            // either format, recognised
//
//     c2d (also dsharp, miniC2D)        nnf NODES ARCS VARIABLES, then a node a line, its number the
//                                       line's, from 0, the root last:
//                                       L literal / A n children.. / O variable n children..
//     d4                                o|a|t|f NODE 0 (or, and, true, false), and arcs
//                                       FROM TO literals.. 0; node 1 is the root
//
// What others wrote need not be smooth: on reading, a variable that only some children of a sum
// speak of, or nobody, gets a sum of its two literals. That children of a product share no variable
// is checked; that those of a sum exclude each other is taken on trust, as the format does not show
// it.

#include <cstdint>
#include <iosfwd>
#include <string>

#include "core/base/input_error.hpp"
#include "solve/compile/graph.hpp"

namespace clew::compile {

enum class NnfFormat : std::uint8_t { c2d, d4 };

void write_nnf(std::ostream& out, const Graph& graph, NnfFormat format);

/// Reads either format. `variables` is the least number of variables to assume: the d4 format does
/// not tell. Errors: InputError with line for anything else.
Graph read_nnf(std::istream& in, const std::string& source, std::size_t variables = 0);

}  // namespace clew::compile
