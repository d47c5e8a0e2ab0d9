#pragma once
// BandTable: how many fillings of a band have given column maps in its three boxes.
//
// N[t1, t2, t3] over the classes of three boxes, kept as one slice [t2][t3] for each t1 that is
// asked for. A number is at most 12^3 = 1728, the fillings of an empty band whose boxes have the
// same column map.
//
//     BandTable table{first, second, third, classes};      // room for classes.size() slices
//     table.build(slot, scratch);                          // each slot by one thread
//     table.row(slot, t2)[t3]
//
// Every slice ends with a row of zeros, `zero_row()`.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/processor.hpp"
#include "solve/exact/aligned.hpp"
#include "solve/exact/box.hpp"

namespace clew::exact {

class BandTable {
  public:
    /// What one building thread needs for itself.
    class Scratch {
      public:
        Scratch() = default;

      private:
        friend class BandTable;
        Aligned<std::uint16_t> sums_;
    };

    /// Room for the slices of `first_classes`. The fillings must outlive the table.
    BandTable(const BoxFillings& first, const BoxFillings& second, const BoxFillings& third,
              std::vector<std::uint16_t> first_classes, InstructionSet instructions);

    std::size_t slot_count() const { return first_classes_.size(); }
    std::size_t second_count() const { return second_.class_count(); }
    std::size_t third_count() const { return third_.class_count(); }
    std::size_t zero_row() const { return second_.class_count(); }
    std::uint16_t first_class(std::size_t slot) const { return first_classes_[slot]; }

    /// Fills one slice. Different slots may be built at the same time. Cost: for an empty band
    /// some 2e5 vector operations, the square of the number of classes times a few.
    void build(std::size_t slot, Scratch& scratch);

    /// third_count() numbers, and zeros up to a multiple of 64. Starts on a 64-byte line.
    /// second_class: up to zero_row().
    const std::uint16_t* row(std::size_t slot, std::size_t second_class) const {
        return slices_.data() + (slot * (second_count() + 1) + second_class) * stride_;
    }

    /// Bytes that one slice of such a table takes.
    static std::size_t slice_bytes(std::size_t second_classes, std::size_t third_classes);

  private:
    const BoxFillings& first_;
    const BoxFillings& second_;
    const BoxFillings& third_;
    std::vector<std::uint16_t> first_classes_;
    InstructionSet instructions_;
    std::size_t stride_;
    Aligned<std::uint16_t> slices_;
    Aligned<std::uint16_t> types_;  // per row type of the third box: 1 at the classes it goes with
};

}  // namespace clew::exact
