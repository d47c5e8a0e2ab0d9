#pragma once
// RowFold: from "how many solutions have these column maps in a band" to "how many have this
// candidate in it".
//
// The inner loops of marginals.cpp know, for the three boxes of one band, the number of solutions
// U[x, y, z] with column maps x, y, z. A candidate asks for a column and a row of a digit, so the
// row maps must be brought back in: every filling of the band that has these column maps is equally
// often a part of a solution.
//
//     RowFold fold{boxes, band, {maps of the outer, inner, lane box}, row_orders};
//     RowFold::Sums sums;
//     fold.start(sums, z_class);                  // then add, for all x, y and maps z of the class
//     fold.take(sums);
//     fold.deliver(out);

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/processor.hpp"
#include "solve/exact/aligned.hpp"
#include "solve/exact/lanes.hpp"
#include "solve/exact/u128.hpp"

namespace clew::exact {

/// The column maps of a box that occur in its stack's arrangements, and their classes, both
/// numbered afresh: what does not occur needs no room. The maps of a class are side by side.
class MapList {
  public:
    /// `maps` in any order, with repetitions.
    MapList(const Box& box, std::vector<MapId> maps);

    std::size_t size() const { return maps_.size(); }
    MapId map(std::size_t i) const { return maps_[i]; }
    std::uint32_t index_of(MapId map) const { return index_[map]; }

    std::size_t class_count() const { return begin_.size() - 1; }
    std::uint16_t class_of(std::size_t i) const { return classes_[i]; }
    /// The maps of a class are at begin_of(cls) .. begin_of(cls + 1) - 1.
    std::size_t begin_of(std::size_t cls) const { return begin_[cls]; }
    /// The number of one of the box's classes here, or no_class.
    std::uint16_t number_of(std::uint16_t box_class) const { return numbers_[box_class]; }
    /// The box's own number of a class.
    std::uint16_t box_class(std::size_t cls) const { return box_classes_[cls]; }
    /// True if every class has one map, so that the index of a map is its class.
    bool is_by_class() const { return size() == class_count(); }

  private:
    std::vector<MapId> maps_;
    std::vector<std::uint16_t> classes_;
    std::vector<std::uint32_t> index_;
    std::vector<std::size_t> begin_;
    std::vector<std::uint16_t> numbers_;
    std::vector<std::uint16_t> box_classes_;
};

/// Solutions by candidate of a board as the plan turns it: [row * 9 + column][digit].
using CandidateSums = std::array<std::array<U128, 9>, 81>;

class RowFold {
  public:
    /// Solutions by the column maps of a band, those with one class in the lane box.
    struct Sums {
        std::size_t z_class = 0;
        Aligned<std::uint64_t> by_x;  ///< [x][class of y]
        Aligned<std::uint64_t> by_y;  ///< [class of x][y]
        /// [z among its class][class of x][class of y]; not asked for if z is alone in its class.
        Aligned<std::uint64_t> by_z;
    };

    /// `lists` by Role. `row_orders`: symmetries of the band's rows, as indices into line_orders.
    /// Everything referred to must outlive the fold.
    RowFold(const PlanBoxes& boxes, std::size_t band, const std::array<MapList, 3>& lists,
            std::span<const std::uint8_t> row_orders, InstructionSet instructions);

    std::size_t x_stride() const { return x_stride_; }  ///< of by_x, by_z: classes of y
    std::size_t y_stride() const { return y_stride_; }  ///< of by_y: maps of y
    std::size_t z_stride() const { return z_stride_; }  ///< of by_z between maps z
    /// How many maps z the class has.
    std::size_t maps_in(std::size_t z_class) const {
        return lists_[2].begin_of(z_class + 1) - lists_[2].begin_of(z_class);
    }

    /// Makes `sums` zero, for maps z of this class.
    void start(Sums& sums, std::size_t z_class) const;
    /// Adds what `sums` say to the candidates. Cost: two or three times that of a slice of a band
    /// table.
    void take(const Sums& sums);
    /// Adds `weight` times what was taken to the candidates of the band. Call once.
    void deliver(std::uint64_t weight, CandidateSums& out);

  private:
    // Related row maps that fill the three boxes.
    struct Triple {
        MapId row[2];           // of the outer and the inner box
        std::uint16_t type[2];  // theirs
        std::uint16_t third;    // the lane box's, as a place in Triples::thirds
    };
    struct Triples {
        std::vector<MapId> thirds;
        std::vector<Triple> all;
    };
    // For one box: the number of solutions with each filling, by row map and column map.
    struct Tally {
        std::vector<std::vector<std::uint32_t>> maps_of_type;     // column maps that go with a type
        std::vector<std::vector<std::uint32_t>> classes_of_type;  // theirs
        // [type][padded map] and [type][padded class]: -1 if they go together, else 0
        std::vector<std::int8_t> has_map;
        std::vector<std::int8_t> has_class;
        // Per row map: its type, no_class if it goes with no map that occurs; and into sums.
        std::vector<std::uint16_t> type;
        std::vector<std::size_t> begin;
        std::vector<U128> sums;
        Aligned<std::uint64_t> low;  // to be added to them; of the lane box none
    };

    // Those with a row map of the lane box; `third` is not set.
    const std::vector<Triple>& triples_with(MapId r3);
    Triples triples_with_class(std::size_t z_class);
    // Puts triples with the same row map of box 0 or 1 side by side.
    void sort_by_row(std::size_t box, std::vector<Triple>& triples);
    void carry();  // low to sums

    const PlanBoxes& boxes_;
    std::size_t band_;
    const std::array<MapList, 3>& lists_;
    std::vector<std::uint8_t> row_orders_;
    InstructionSet instructions_;
    std::size_t x_stride_;
    std::size_t y_stride_;
    std::size_t z_stride_;
    std::array<Tally, 3> tallies_;
    Aligned<std::uint64_t> by_type_;  // sums over the classes of a row type
    Aligned<std::uint64_t> scratch_;
    Aligned<std::uint64_t> sum_;
    std::vector<Triple> sorted_;
    std::vector<std::vector<Triple>> triples_{map_count};  // by row map of the lane box
    std::vector<bool> known_ = std::vector<bool>(map_count);
    U128 since_carry_;  // solutions added to the tallies
};

}  // namespace clew::exact
