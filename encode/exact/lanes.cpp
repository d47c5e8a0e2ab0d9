#include "encode/exact/lanes.hpp"

#include <algorithm>

namespace clew::exact {

namespace {

// An arrangement by classes, bands in the order asked for, and the first band's map.
struct Entry {
    std::uint16_t first;
    MapId map;
    std::uint16_t second;
    std::uint16_t third;

    friend auto operator<=>(const Entry&, const Entry&) = default;
    bool groups_with(const Entry& other) const { return first == other.first && map == other.map; }
};

std::vector<Entry> entries_of(std::span<const Arrangement> arrangements, const PlanBoxes& boxes,
                              Role role, const BandOrder& bands, Grouping grouping) {
    std::vector<Entry> entries;
    entries.reserve(arrangements.size());
    for (const Arrangement& arrangement : arrangements) {
        const auto cls = [&](std::size_t k) {
            return boxes.box(bands[k], role).class_of(arrangement.map[bands[k]]);
        };
        const MapId map = grouping == Grouping::by_map ? arrangement.map[bands[0]] : MapId{0};
        entries.push_back({cls(0), map, cls(1), cls(2)});
    }
    std::ranges::sort(entries);
    return entries;
}

}  // namespace

PlanBoxes::PlanBoxes(const Outlook& outlook, const Plan& plan) {
    for (std::size_t band = 0; band < 3; ++band)
        for (Role role : {Role::outer, Role::inner, Role::lanes}) {
            boxes_.push_back(outlook.box(plan, band, role));
            fillings_.emplace_back(boxes_.back());
        }
}

InnerList list_inner(std::span<const Arrangement> inner, const PlanBoxes& boxes,
                     const BandOrder& bands, Grouping grouping) {
    InnerList list;
    const std::vector<Entry> entries = entries_of(inner, boxes, Role::inner, bands, grouping);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Entry& entry = entries[i];
        if (i == 0 || !entry.groups_with(entries[i - 1]))
            list.groups.push_back({entry.first, 0, entry.map});
        list.pairs.push_back({static_cast<std::uint32_t>(entry.second * lane_count),
                              static_cast<std::uint32_t>(entry.third * lane_count)});
        list.groups.back().end = static_cast<std::uint32_t>(list.pairs.size());
    }
    return list;
}

std::vector<LaneBlock> list_lanes(std::span<const Arrangement> lanes, const PlanBoxes& boxes,
                                  const BandOrder& bands, Grouping grouping) {
    const std::vector<Entry> entries = entries_of(lanes, boxes, Role::lanes, bands, grouping);
    const auto zero = [&](std::size_t k) {  // the zero column follows the classes
        return static_cast<std::uint16_t>(boxes.box(bands[k], Role::lanes).class_count());
    };
    std::vector<LaneBlock> blocks;
    std::size_t filled = lane_count;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Entry& entry = entries[i];
        if (filled % 2 == 1 && !entry.groups_with(entries[i - 1])) ++filled;
        if (filled == lane_count) {
            LaneBlock& fresh = blocks.emplace_back();
            fresh.first.fill(zero(0));
            fresh.second.fill(zero(1));
            fresh.third.fill(zero(2));
            filled = 0;
        }
        LaneBlock& block = blocks.back();
        block.first[filled / 2] = entry.first;
        block.first_map[filled / 2] = entry.map;
        block.second[filled] = entry.second;
        block.third[filled] = entry.third;
        ++block.used;
        block.used_pairs = static_cast<std::uint32_t>(filled / 2 + 1);
        ++filled;
    }
    return blocks;
}

}  // namespace clew::exact
