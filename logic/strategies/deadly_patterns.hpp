#pragma once
// Deadly patterns: cells, none of them given, that could be filled in two ways with the same digits
// in every house. A puzzle with one solution cannot come to hold one.
//
//     visit_rectangles(state, [&](const DeadlyPattern& p) { ...; return Flow::go_on; });
//     p.cells, p.digits          unless one of the cells holds another digit, the pattern is there
//
// Houses of every kind count: rows and columns, regions, diagonals, extra ones. The states asked
// must be known to have one solution; what the question gives is in no pattern, and what it never
// allowed is no digit of one.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/outcome.hpp"
#include "logic/candidates.hpp"

namespace clew::logic::inline strategies {

struct DeadlyPattern {
    enum class Shape : std::uint8_t { rectangle, loop, extended, grave, closing };
    Shape shape = Shape::rectangle;
    /// Rectangles, loops: in a circle, each cell seeing the next. Extended: the cells of one line,
    /// then those of the other that they change places with. Grave, closing: ascending.
    std::vector<Cell> cells;
    std::vector<DigitSet> digits;  ///< of each cell
};

/// The pattern is valid only during the call.
using PatternSink = std::function<Flow(const DeadlyPattern&)>;

/// Four cells in two rows and two columns, two in each house that has any, and two digits. Each
/// cell has one of the digits as a candidate, some way to fill them is open, some cell has no
/// others, and not all are placed. Placed cells count as long as they are not given.
Ending visit_rectangles(const State& state, const PatternSink& sink);

/// Two digits, and open cells that have both, six at least and at most `largest`, two in each house
/// that has any, no fewer of them doing the same; at most two of the cells have more digits, or all
/// of them have the same one more. Takes a node off a cell tried.
Ending visit_loops(const State& state, std::size_t largest, std::uint64_t& nodes,
                   const PatternSink& sink);

/// The same with some of the cells placed but not given, so that an open one need only have one of
/// the digits, and some way to fill them is open. Where all cells but one are placed, this is one
/// half of the reverse BUG [Sudopedia]: the last cell must not close the loop. Takes a node off a
/// cell tried.
Ending visit_placed_loops(const State& state, std::size_t largest, std::uint64_t& nodes,
                          const PatternSink& sink);

/// The other half of the reverse BUG: a candidate after whose placement each house would have both
/// of two digits placed, given or not, or neither, some house neither. All of the two that are yet
/// to come could then change places. It leaves no cell without a digit. The pattern is all open
/// cells with all their candidates, and with both of the two where they have one; the cell that
/// would close it has that digit alone. `pair` are the two digits.
using ClosingSink = std::function<Flow(const DeadlyPattern&, DigitSet pair)>;
Ending visit_closing(const State& state, const ClosingSink& sink);

/// n digits and n cells of each of two rows, n >= 3, in the same n columns (or the other way
/// round), all open: each house has the two cells of a column both or none, or all of one row and
/// none of the other. No cell is without one of the digits; at most two of the cells have more
/// digits, or all of them have the same one more; at least one way to fill them is open. `largest`
/// counts cells.
Ending visit_extended(const State& state, std::size_t largest, const PatternSink& sink);

/// The bivalue universal grave: all open cells, each with two digits, each digit twice or never in
/// each house, but for at most `most` candidates.
Ending visit_graves(const State& state, std::size_t most, const PatternSink& sink);

}  // namespace clew::logic::inline strategies
