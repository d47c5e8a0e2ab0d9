#pragma once
// Lanes: the inner and the lane stack's arrangements in the form that the inner loops want.
//
//     PlanBoxes boxes{outlook, plan};
//     InnerList inner = list_inner(outlook.list(plan, Role::inner), boxes, {0, 1, 2}, by_class);
//     std::vector<LaneBlock> blocks = list_lanes(outlook.list(plan, Role::lanes), ...);
//     bring_into_lanes(table, blocks[0], &LaneBlock::second, best_instructions(), into);
//
// `bands` is the order of bands: the first one groups. Grouping by class suffices for a count;
// grouping by map keeps apart the maps of a class, for what asks in which column a digit stands.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solve/exact/aligned.hpp"
#include "solve/exact/band_table.hpp"
#include "solve/exact/box.hpp"
#include "solve/exact/lane_sum.hpp"
#include "solve/exact/plan.hpp"

namespace clew::exact {

/// The nine boxes as the plan turns the board, and their fillings.
class PlanBoxes {
  public:
    PlanBoxes(const Outlook& outlook, const Plan& plan);

    const Box& box(std::size_t band, LoopRole role) const { return boxes_[at(band, role)]; }
    const BoxFillings& fillings(std::size_t band, LoopRole role) const {
        return fillings_[at(band, role)];
    }

  private:
    static std::size_t at(std::size_t band, LoopRole role) {
        return band * 3 + static_cast<std::size_t>(role);
    }
    std::vector<Box> boxes_;
    std::vector<BoxFillings> fillings_;
};

enum class Grouping : std::uint8_t { by_class, by_map };
using BandOrder = std::array<std::uint8_t, 3>;

InnerList list_inner(std::span<const Arrangement> inner, const PlanBoxes& boxes,
                     const BandOrder& bands, Grouping grouping);

/// Up to 32 arrangements of the lane stack, in classes of its boxes. Lanes without arrangement hold
/// the zero row. Neighbours 2k and 2k+1 share the first band's class (or map, if grouped so).
struct LaneBlock {
    std::array<std::uint16_t, lane_pairs> first{};
    std::array<MapId, lane_pairs> first_map{};  ///< of the pair, if grouped by map
    std::array<std::uint16_t, lane_count> second{};
    std::array<std::uint16_t, lane_count> third{};
    std::uint32_t used = 0;        ///< arrangements in it
    std::uint32_t used_pairs = 0;  ///< pairs with at least one
};
/// In ascending order of the first band's class (then map).
std::vector<LaneBlock> list_lanes(std::span<const Arrangement> lanes, const PlanBoxes& boxes,
                                  const BandOrder& bands, Grouping grouping);

/// Which classes of a block are meant.
using LaneClasses = std::array<std::uint16_t, lane_count> LaneBlock::*;
using PairClasses = std::array<std::uint16_t, lane_pairs> LaneBlock::*;

/// The numbers of a block's lanes side by side: for a table whose rows are by the lane box's class
/// and whose columns are by the inner box's,
/// into[(slot * third_count + t) * lane_count + l] = table.row(slot, class of lane l)[t].
/// Requires has_instructions(instructions), room for slot_count * third_count rows.
void bring_into_lanes(const BandTable& table, const LaneBlock& block, LaneClasses classes,
                      InstructionSet instructions, Aligned<std::uint16_t>& into);
/// The same for a class a pair of lanes, in rows of lane_pairs.
void bring_into_lanes(const BandTable& table, const LaneBlock& block, PairClasses classes,
                      InstructionSet instructions, Aligned<std::uint32_t>& into);

}  // namespace clew::exact
