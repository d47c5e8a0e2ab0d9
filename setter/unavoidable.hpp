#pragma once
// Unavoidable sets: cells of a solution grid whose digits can be arranged otherwise.
//
//     Unavoidable u = unavoidable_sets(puzzle, grid, {.max_size = 10});
//     for (const ElementSet& set : u.sets) ...           // cell numbers, the smaller sets first
//     not_hit(u.sets, puzzle)                            // which no clue of the puzzle stands in
//
// A set is unavoidable if some other full grid differs from this one in its cells alone, minimal if
// no proper subset is unavoidable. A puzzle has this grid as its one solution if and only if its
// clues hit every such set; so a generator's random mask goes wrong exactly when it leaves one of
// them blank. The smallest have four cells: two digits in two rows and two columns of two boxes.
//
// Where rules that are no houses hold (cages, arrows, ...), the other grid obeys them too: sets
// that such a rule ties to their digits are gone, and larger ones come that keep it only together.
//
// Two finders that share nothing: a search over rearrangements, and a SAT session that is asked for
// another grid close by. Any geometry, any rules. A third lays templates: templates.hpp.

#include <functional>
#include <string>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/base/report.hpp"
#include "core/board/puzzle.hpp"
#include "setter/hitting_sets.hpp"

namespace clew::setter {

enum class UnavoidableMethod : std::uint8_t { search, sat };

struct UnavoidableOptions {
    std::size_t max_size = 10;  ///< cells of a set
    UnavoidableMethod method = UnavoidableMethod::search;
    Budget budget{};  ///< max_nodes: nodes of the search, or conflicts
    /// Called now and then with the nodes and, by search, the share of the cells that are done.
    std::function<void(const Progress&)> on_progress{};
};

struct Unavoidable {
    std::vector<ElementSet> sets;       ///< minimal, each once: by size, then in order
    std::vector<std::string> kinds{};   ///< from templates.hpp alone: the name of each set's kind
    std::size_t max_size = 0;           ///< as asked for
    Ending ending = Ending::exhausted;  ///< exhausted: these are all up to max_size
    std::uint64_t nodes = 0;
};

/// All minimal unavoidable sets of up to max_size cells, on the board of a puzzle with its rules;
/// its clues and marks are not heeded. Requires a grid that obeys both. Cost on 9x9 by search:
/// about 10 ms up to 10 cells, 30 ms up to 12, 150 ms up to 14. With rules: a set that breaks one
/// is carried on through its cells, some ten times as many nodes as without.
Unavoidable unavoidable_sets(const Puzzle& puzzle, const Grid& grid,
                             const UnavoidableOptions& options = {});

/// The sets in which no clue of the puzzle stands.
std::vector<ElementSet> not_hit(const std::vector<ElementSet>& sets, const Puzzle& puzzle);

/// Shapes with a name, found by looking at the grid alone: no search.
enum class ShapeKind : std::uint8_t {
    rectangle,      ///< four cells, two digits: two rows, two columns, two boxes
    pair_of_lines,  ///< two lines of two boxes that hold the same digits there: 2 n cells
    three_lines,    ///< three such lines, in three boxes of a band or stack: unavoidable, but made
                    ///< of three pairs of lines, hence never minimal
};
/// "rectangle", "pair of lines", "three lines".
const char* to_string(ShapeKind kind);

struct NamedShape {
    ShapeKind kind = ShapeKind::rectangle;
    ElementSet cells;
    DigitSet digits;
};

/// Every place where a named shape stands in the grid: those of four cells, then pairs of lines,
/// then threes, each in order. Boards with rectangular boxes and no further houses; none on others.
/// Knows no rules: where there are any, a shape need not be unavoidable.
std::vector<NamedShape> named_shapes(const GeometryPtr& geometry, const Grid& grid);

}  // namespace clew::setter
