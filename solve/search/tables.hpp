#pragma once
// What the general search knows of a board, laid out for the inner loop. Private to solve/search.
//
//     TablesPtr tables = tables_of(puzzle.geometry_ptr());
//     for (const Seat& seat : tables->seats(cell)) ...
//
// Immutable and shared. The latest board's tables are kept for each thread, because a stream of
// puzzles nearly always stays on one board and building them costs more than solving a small
// puzzle.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/board/geometry.hpp"

namespace clew::search {

/// A cell's place in one of its constraints.
struct ConstraintSlot {
    std::uint32_t row = 0;  ///< index of the constraint's mask of digit 0 in the state
    std::uint32_t house = 0;
    std::uint8_t position = 0;  ///< which of the constraint's cells it is
    bool full = false;          ///< HouseTable::full, here so that the inner loop need not look
};

/// Two constraints that share two cells or more, seen from one of them.
struct Overlap {
    std::uint32_t house = 0;    ///< the other one
    std::uint32_t inside = 0;   ///< the shared cells, as positions in this one
    std::uint32_t outside = 0;  ///< the cells of the other that are not shared, as positions there
};

struct HouseTable {
    std::uint32_t row = 0;
    bool full = false;    ///< holds every digit: hidden singles and locked candidates apply
    int most_shared = 0;  ///< the most cells that a crossing shares
    std::vector<std::uint16_t> cells;
    std::vector<Overlap> crossings;
};

struct Tables {
    explicit Tables(GeometryPtr geometry);

    std::span<const ConstraintSlot> seats(std::size_t cell) const {
        return {seat_list.data() + seat_start[cell], seat_start[cell + 1] - seat_start[cell]};
    }

    GeometryPtr geometry;
    std::size_t size = 0;
    std::size_t cells = 0;
    std::size_t masks = 0;       ///< length of a state: cells, then size for each constraint
    std::size_t open_words = 0;  ///< 64-bit words that hold one bit a cell
    std::vector<HouseTable> houses;
    std::vector<ConstraintSlot> seat_list;
    std::vector<std::uint32_t> seat_start;
};

using TablesPtr = std::shared_ptr<const Tables>;

/// The tables of a board, built or remembered.
TablesPtr tables_of(const GeometryPtr& geometry);

}  // namespace clew::search
