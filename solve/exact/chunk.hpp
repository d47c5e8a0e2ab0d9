#pragma once
// Chunk: a run of outer arrangements whose band tables fit the memory together.
//
//     for (std::size_t begin = 0; begin < outer.size();) {
//         Chunk chunk{boxes, outer, begin, threads, instructions};
//         if (!chunk.build(threads, grant)) ...                     // the work was stopped
//         for (const Chunk::Item& item : chunk.items()) ...
//         begin = chunk.end();
//     }
//
// The tables never take more than 256 MiB, and what each thread brings into lane order never more
// than 48 MiB, 1 GiB together; a single arrangement always fits. A puzzle of givens alone needs one
// chunk, of 150 MiB at most.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/base/processor.hpp"
#include "solve/exact/band_table.hpp"
#include "solve/exact/lanes.hpp"

namespace clew::exact {

class Chunk {
  public:
    struct Item {
        std::uint32_t outer;                ///< index of the arrangement
        std::array<std::uint32_t, 3> slot;  ///< of its class in each band's table
    };
    static constexpr std::array<std::uint8_t, 3> all_bands = {0, 1, 2};

    /// Takes as many arrangements from `begin` on as fit, with tables for the bands named; the
    /// others have no slots. `boxes` must outlive it.
    Chunk(const PlanBoxes& boxes, std::span<const Arrangement> outer, std::size_t begin,
          unsigned threads, InstructionSet instructions,
          std::span<const std::uint8_t> bands = all_bands);

    /// One past the last arrangement taken.
    std::size_t end() const { return end_; }
    /// In ascending order of the arrangement.
    std::span<const Item> items() const { return items_; }
    const BandTable& table(std::size_t band) const { return tables_[band]; }

    /// Builds the tables. False if `granted`, asked before each slice from any thread, said no.
    bool build(unsigned threads, const std::function<bool()>& granted);

  private:
    std::size_t end_ = 0;
    std::vector<Item> items_;
    std::vector<BandTable> tables_;
};

}  // namespace clew::exact
