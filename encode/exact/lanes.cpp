#include "encode/exact/lanes.hpp"

#include <algorithm>

#if CLEW_EXACT_X86
#include <immintrin.h>
// The headers of GCC 12 make "undefined" vectors that its own warning then finds in our loops.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#endif

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

// --- bringing the rows of a table into lane order ------------------------------------------------

template <class Number, std::size_t wide>
void pick_portable(const BandTable& table, std::span<const LaneBlock> blocks,
                   std::array<std::uint16_t, wide> LaneBlock::*classes, Number* into) {
    const std::size_t rows = table.slot_count() * table.second_count();
    const std::uint16_t* from = table.row(0, 0);
    for (std::size_t row = 0; row < rows; ++row, from += table.stride())
        for (std::size_t k = 0; k < blocks.size(); ++k)
            for (std::size_t l = 0; l < wide; ++l)
                into[(k * rows + row) * wide + l] = from[(blocks[k].*classes)[l]];
}

#if CLEW_EXACT_X86

// One instruction picks 32 numbers out of 64 that lie side by side. A row of 280 is five such
// pieces; each lane is taken from the piece it is in. Some four times as fast as one by one.
struct Piece {
    std::size_t at;
    __mmask32 lanes;
};

struct Picker {
    std::array<Piece, map_count / 64 + 1> piece;
    std::size_t pieces = 0;
    alignas(64) std::array<std::uint16_t, lane_count> index{};

    explicit Picker(const std::array<std::uint16_t, lane_count>& lanes) {
        for (std::size_t at = 0; at <= map_count; at += 64) {
            __mmask32 mask = 0;
            for (std::size_t l = 0; l < lane_count; ++l)
                if (lanes[l] / 64U == at / 64) mask |= __mmask32{1} << l;
            if (mask != 0) piece[pieces++] = {at, mask};
        }
        for (std::size_t l = 0; l < lane_count; ++l) index[l] = lanes[l] % 64;
    }
};

[[gnu::target("avx512f,avx512bw")]] inline __m512i pick_row(const Picker& picker, __m512i index,
                                                            const std::uint16_t* from) {
    __m512i picked = _mm512_setzero_si512();
    for (std::size_t k = 0; k < picker.pieces; ++k) {
        const std::uint16_t* at = from + picker.piece[k].at;
        picked = _mm512_or_si512(
            picked, _mm512_maskz_permutex2var_epi16(picker.piece[k].lanes, _mm512_load_si512(at),
                                                    index, _mm512_load_si512(at + 32)));
    }
    return picked;
}

[[gnu::target("avx512f,avx512bw")]] void pick_avx512(const BandTable& table,
                                                     std::span<const LaneBlock> blocks,
                                                     LaneClasses classes, std::uint16_t* into) {
    std::vector<Picker> pickers;
    for (const LaneBlock& block : blocks) pickers.emplace_back(block.*classes);
    const std::size_t rows = table.slot_count() * table.second_count();
    const std::uint16_t* from = table.row(0, 0);
    for (std::size_t row = 0; row < rows; ++row, from += table.stride())
        for (std::size_t k = 0; k < pickers.size(); ++k)
            _mm512_store_si512(
                into + (k * rows + row) * lane_count,
                pick_row(pickers[k], _mm512_load_si512(pickers[k].index.data()), from));
}

[[gnu::target("avx512f,avx512bw")]] void pick_avx512(const BandTable& table,
                                                     std::span<const LaneBlock> blocks,
                                                     PairClasses classes, std::uint32_t* into) {
    std::vector<Picker> pickers;
    for (const LaneBlock& block : blocks) {
        std::array<std::uint16_t, lane_count> lanes{};
        for (std::size_t l = 0; l < lane_count; ++l) lanes[l] = (block.*classes)[l % lane_pairs];
        pickers.emplace_back(lanes);
    }
    const std::size_t rows = table.slot_count() * table.second_count();
    const std::uint16_t* from = table.row(0, 0);
    for (std::size_t row = 0; row < rows; ++row, from += table.stride())
        for (std::size_t k = 0; k < pickers.size(); ++k) {
            const __m512i picked =
                pick_row(pickers[k], _mm512_load_si512(pickers[k].index.data()), from);
            _mm512_store_si512(into + (k * rows + row) * lane_pairs,
                               _mm512_cvtepu16_epi32(_mm512_castsi512_si256(picked)));
        }
}

#endif

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
    const std::vector<Entry> entries = entries_of(inner, boxes, Role::inner, bands, grouping);
    std::vector<std::span<const Entry>> groups;
    for (std::size_t i = 0, begin = 0; i < entries.size(); ++i)
        if (i + 1 == entries.size() || !entries[i + 1].groups_with(entries[i])) {
            groups.push_back({entries.data() + begin, i + 1 - begin});
            begin = i + 1;
        }
    std::ranges::stable_sort(groups, {}, [](const auto& group) { return group.size(); });

    InnerList list;
    for (const auto& group : groups) {
        for (const Entry& entry : group)
            list.pairs.push_back({static_cast<std::uint32_t>(entry.second * lane_count),
                                  static_cast<std::uint32_t>(entry.third * lane_count)});
        list.groups.push_back({group.front().first, static_cast<std::uint32_t>(list.pairs.size()),
                               group.front().map});
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

void bring_into_lanes(const BandTable& table, std::span<const LaneBlock> blocks,
                      LaneClasses classes, InstructionSet instructions,
                      Aligned<std::uint16_t>& into) {
#if CLEW_EXACT_X86
    if (instructions == InstructionSet::avx512)
        return pick_avx512(table, blocks, classes, into.data());
#else
    static_cast<void>(instructions);
#endif
    pick_portable(table, blocks, classes, into.data());
}

void bring_into_lanes(const BandTable& table, std::span<const LaneBlock> blocks,
                      PairClasses classes, InstructionSet instructions,
                      Aligned<std::uint32_t>& into) {
#if CLEW_EXACT_X86
    if (instructions == InstructionSet::avx512)
        return pick_avx512(table, blocks, classes, into.data());
#else
    static_cast<void>(instructions);
#endif
    pick_portable(table, blocks, classes, into.data());
}

}  // namespace clew::exact
