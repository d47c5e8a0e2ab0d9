#pragma once
// Layout: a geometry's houses and peers as bit sets, made once per geometry and shared.
//
//     auto layout = Layout::of(puzzle.geometry_ptr());
//     layout->peers(a) & layout->cells(house)
//     for (const Seat& s : layout->seats(cell)) ... s.house, s.bit ...
//
// A *seat* is a cell's place in one of its houses: bit i of a house mask is its i-th cell.

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/board/geometry.hpp"
#include "logic/cell_set.hpp"

namespace clew::logic {

/// A set of positions in one house; bit i is the i-th cell of Geometry::cells_of(house).
using Mask = std::uint32_t;

/// Where a cell sits in one of its houses.
struct HousePosition {
    House house;
    Mask bit = 0;
};

/// Two houses that share at least two cells.
struct Intersection {
    House first, second;  ///< first < second
    Mask in_first = 0;    ///< the shared cells as positions of the first house
    Mask in_second = 0;
    CellSet shared;
};

/// Immutable and shared: any number of threads may use one at once.
class Layout {
  public:
    /// The layout of a geometry. Cheap for the geometry used last on this thread and for the
    /// classic one; otherwise O(cells * peers).
    static std::shared_ptr<const Layout> of(const GeometryPtr& geometry);

    explicit Layout(GeometryPtr geometry);

    const Geometry& geometry() const { return *geometry_; }
    const GeometryPtr& geometry_ptr() const { return geometry_; }
    std::size_t size() const { return size_; }
    std::size_t cell_count() const { return geometry_->cell_count(); }
    std::size_t house_count() const { return house_cells_.size(); }

    const CellSet& cells(House h) const { return house_cells_[h.index()]; }
    const CellSet& peers(Cell c) const { return peers_[c.index()]; }
    /// The cell's houses in ascending order, each with the cell's bit.
    std::span<const HousePosition> seats(Cell c) const {
        return {seats_.data() + seat_start_[c.index()],
                seat_start_[c.index() + 1] - seat_start_[c.index()]};
    }
    /// True if the house must hold every digit (as against: no digit twice).
    bool is_full(House h) const { return full_[h.index()]; }
    /// Those that must, ascending.
    std::span<const House> full_houses() const { return full_houses_; }
    /// The i-th cell of a house.
    Cell cell_at(House h, std::size_t position) const { return geometry_->cells_of(h)[position]; }
    /// The first house that holds both cells, if any.
    std::optional<House> common_house(Cell a, Cell b) const;
    /// The first box that the cell is in, if any.
    std::optional<House> box_of(Cell c) const;
    CellSet none() const { return CellSet{cell_count()}; }
    const CellSet& all() const { return all_; }
    CellSet set_of(std::span<const Cell> cells) const {
        CellSet set = none();
        for (Cell c : cells) set.set(c);
        return set;
    }
    CellSet set_of(std::initializer_list<Cell> cells) const {
        return set_of(std::span{cells.begin(), cells.size()});
    }
    /// The cells of a house at the positions of a mask.
    CellSet cells_at(House h, Mask mask) const;
    /// The houses of role row and of role column, all full; the i-th cell of a row lies in the i-th
    /// column and the other way round. None on a board with fewer rows or columns than digits.
    std::span<const House> rows() const { return rows_; }
    std::span<const House> columns() const { return columns_; }
    /// Pairs of houses that share more than one cell, in ascending order.
    std::span<const Intersection> crossings() const { return crossings_; }
    /// The cells that see every cell of the set (none of the set itself, if it has two cells).
    CellSet common_peers(const CellSet& cells) const;

  private:
    GeometryPtr geometry_;
    std::size_t size_;
    CellSet all_;
    std::vector<CellSet> house_cells_, peers_;
    std::vector<bool> full_;
    std::vector<HousePosition> seats_;
    std::vector<std::size_t> seat_start_;
    std::vector<House> full_houses_, rows_, columns_;
    std::vector<Intersection> crossings_;
};

using LayoutPtr = std::shared_ptr<const Layout>;

}  // namespace clew::logic
