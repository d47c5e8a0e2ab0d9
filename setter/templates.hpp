#pragma once
// Templates: every kind of small minimal unavoidable set, and where each stands in a grid.
//
//     Templates templates{{3, 3}, 10};                 // boxes of 3 rows and 3 columns, 10 cells
//     for (const Template& t : templates.kinds()) ...  // "4.1", "6.1", "6.2", ...
//     Unavoidable u = templates.find(grid);            // u.sets, and u.kinds beside them
//
// Whether cells of a grid are a minimal unavoidable set depends on their digits alone, not on the
// rest of the grid. So there are finitely many kinds up to the board's symmetries (symmetry.hpp),
// and those of a given size can be derived once, without any grid. The derivation leaves nothing
// out, so what find() lists is complete up to max_size(), which is less than asked for if the
// budget ended.
//
// A third way to the sets beside search and SAT (unavoidable.hpp), and the only one that says which
// sets of different grids are alike. Boards with rectangular boxes and no further houses.

#include <string>
#include <vector>

#include "core/board/geometry.hpp"
#include "setter/unavoidable.hpp"

namespace clew::setter {

/// A digit of a template, in its canonical place.
struct Piece {
    std::uint8_t row = 0, column = 0, digit = 0;

    friend auto operator<=>(const Piece&, const Piece&) = default;
};

struct Template {
    std::vector<Piece> pieces;  ///< row-major
    std::string name;           ///< size and number among its size: "6.2"

    bool operator==(const Template&) const = default;
};

/// Immutable once made: several threads may ask one at once.
class Templates {
  public:
    /// Derives the kinds of up to most_cells cells that occur in some grid. Cost on 3x3 boxes: see
    /// docs/setting.md. `budget.max_nodes` counts nodes of the derivation, size after size.
    Templates(BoxShape boxes, std::size_t most_cells, const Budget& budget = {});

    const BoxShape& boxes() const { return boxes_; }
    /// All kinds of up to so many cells are known.
    std::size_t max_size() const { return max_size_; }
    /// By size, then by canonical form: a kind has the same name whatever max_size is.
    const std::vector<Template>& kinds() const { return kinds_; }
    /// Exhausted: max_size() is as asked for.
    Ending ending() const { return ending_; }
    std::uint64_t nodes() const { return nodes_; }

    /// All minimal unavoidable sets of up to max_size cells, with the names of their kinds.
    /// Requires a grid that obeys the rules of a board with these boxes.
    Unavoidable find(const Grid& grid) const;

  private:
    BoxShape boxes_;
    std::size_t max_size_ = 0;
    std::vector<Template> kinds_;
    Ending ending_ = Ending::exhausted;
    std::uint64_t nodes_ = 0;
};

/// True for the boards that templates know.
bool has_templates(const Geometry& geometry);

}  // namespace clew::setter
