#include "solve/exact/lanes.hpp"

#include <algorithm>

#if CLEW_X86
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
                              LoopRole role, const BandOrder& bands, Grouping grouping) {
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
//
// The lanes' rows are read side by side, and written side by side by column: a transposition. The
// table has the lane box's class for its rows, so that only what is asked for is read, in whole
// lines. With that class for its columns 32 numbers had to be picked out of each row of 280, five
// permutations and a pass over the whole table: a quarter of the time of a count.

// Calls use(the rows of the block's lanes, where they go) for each slot.
template <std::size_t wide, class Number, class Use>
void for_each_slot(const BandTable& table, const std::array<std::uint16_t, wide>& classes,
                   Number* into, const Use& use) {
    for (std::size_t slot = 0; slot < table.slot_count(); ++slot) {
        std::array<const std::uint16_t*, wide> rows{};
        for (std::size_t l = 0; l < wide; ++l) rows[l] = table.row(slot, classes[l]);
        use(rows, into + slot * table.third_count() * wide);
    }
}

template <class Number, std::size_t wide>
void transpose_portable(const std::array<const std::uint16_t*, wide>& rows, std::size_t columns,
                        Number* into) {
    for (std::size_t t = 0; t < columns; ++t)
        for (std::size_t l = 0; l < wide; ++l) into[t * wide + l] = rows[l][t];
}

#if CLEW_X86

// Of eight rows with four times eight columns: column 8q+j of all of them in quarter q of out[j].
[[gnu::target("avx512f,avx512bw"), gnu::always_inline]] inline void transpose_eights(
    const std::uint16_t* const* rows, std::size_t begin, __m512i* out) {
    __m512i a[8];
    __m512i b[8];
    for (std::size_t i = 0; i < 8; ++i) a[i] = _mm512_load_si512(rows[i] + begin);
    for (std::size_t i = 0; i < 4; ++i) {  // pairs of rows: columns 0-3, 4-7
        b[i] = _mm512_unpacklo_epi16(a[2 * i], a[2 * i + 1]);
        b[4 + i] = _mm512_unpackhi_epi16(a[2 * i], a[2 * i + 1]);
    }
    for (std::size_t half = 0; half < 2; ++half)
        for (std::size_t i = 0; i < 2; ++i) {  // four rows: columns 0-1, 2-3, 4-5, 6-7
            const __m512i x = b[4 * half + 2 * i];
            const __m512i y = b[4 * half + 2 * i + 1];
            a[4 * half + i] = _mm512_unpacklo_epi32(x, y);
            a[4 * half + 2 + i] = _mm512_unpackhi_epi32(x, y);
        }
    for (std::size_t i = 0; i < 4; ++i) {
        out[2 * i] = _mm512_unpacklo_epi64(a[2 * i], a[2 * i + 1]);
        out[2 * i + 1] = _mm512_unpackhi_epi64(a[2 * i], a[2 * i + 1]);
    }
}

[[gnu::target("avx512f,avx512bw")]] void transpose_avx512(
    const std::array<const std::uint16_t*, lane_count>& rows, std::size_t columns,
    std::uint16_t* into) {
    __m512i eights[4][8];
    for (std::size_t t = 0; t < columns; t += 32) {
        for (std::size_t g = 0; g < 4; ++g) transpose_eights(rows.data() + 8 * g, t, eights[g]);
        for (std::size_t j = 0; j < 8 && t + j < columns; ++j) {
            const __m512i low01 = _mm512_shuffle_i32x4(eights[0][j], eights[1][j], 0x44);
            const __m512i low23 = _mm512_shuffle_i32x4(eights[2][j], eights[3][j], 0x44);
            const __m512i high01 = _mm512_shuffle_i32x4(eights[0][j], eights[1][j], 0xee);
            const __m512i high23 = _mm512_shuffle_i32x4(eights[2][j], eights[3][j], 0xee);
            const __m512i quarters[4] = {_mm512_shuffle_i32x4(low01, low23, 0x88),
                                         _mm512_shuffle_i32x4(low01, low23, 0xdd),
                                         _mm512_shuffle_i32x4(high01, high23, 0x88),
                                         _mm512_shuffle_i32x4(high01, high23, 0xdd)};
            for (std::size_t q = 0; q < 4 && t + 8 * q + j < columns; ++q)
                _mm512_store_si512(into + (t + 8 * q + j) * lane_count, quarters[q]);
        }
    }
}

[[gnu::target("avx512f,avx512bw")]] void transpose_avx512(
    const std::array<const std::uint16_t*, lane_pairs>& rows, std::size_t columns,
    std::uint32_t* into) {
    __m512i eights[2][8];
    for (std::size_t t = 0; t < columns; t += 32) {
        for (std::size_t g = 0; g < 2; ++g) transpose_eights(rows.data() + 8 * g, t, eights[g]);
        for (std::size_t j = 0; j < 8 && t + j < columns; ++j) {
            const __m512i low = _mm512_shuffle_i32x4(eights[0][j], eights[1][j], 0x44);
            const __m512i high = _mm512_shuffle_i32x4(eights[0][j], eights[1][j], 0xee);
            const __m512i quarters[4] = {
                _mm512_shuffle_i32x4(low, low, 0x08), _mm512_shuffle_i32x4(low, low, 0x0d),
                _mm512_shuffle_i32x4(high, high, 0x08), _mm512_shuffle_i32x4(high, high, 0x0d)};
            for (std::size_t q = 0; q < 4 && t + 8 * q + j < columns; ++q)
                _mm512_store_si512(into + (t + 8 * q + j) * lane_pairs,
                                   _mm512_cvtepu16_epi32(_mm512_castsi512_si256(quarters[q])));
        }
    }
}

#endif

template <class Number, std::size_t wide>
void bring(const BandTable& table, const std::array<std::uint16_t, wide>& classes,
           InstructionSet instructions, Number* into) {
    for_each_slot(table, classes, into, [&](const auto& rows, Number* at) {
#if CLEW_X86
        if (instructions >= InstructionSet::avx512)
            return transpose_avx512(rows, table.third_count(), at);
#else
        static_cast<void>(instructions);
#endif
        transpose_portable(rows, table.third_count(), at);
    });
}

}  // namespace

PlanBoxes::PlanBoxes(const Outlook& outlook, const Plan& plan) {
    for (std::size_t band = 0; band < 3; ++band)
        for (LoopRole role : {LoopRole::outer, LoopRole::inner, LoopRole::lanes}) {
            boxes_.push_back(outlook.box(plan, band, role));
            fillings_.emplace_back(boxes_.back());
        }
}

InnerList list_inner(std::span<const Arrangement> inner, const PlanBoxes& boxes,
                     const BandOrder& bands, Grouping grouping) {
    const std::vector<Entry> entries = entries_of(inner, boxes, LoopRole::inner, bands, grouping);
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
    const std::vector<Entry> entries = entries_of(lanes, boxes, LoopRole::lanes, bands, grouping);
    const auto zero = [&](std::size_t k) {  // the zero row follows the classes
        return static_cast<std::uint16_t>(boxes.box(bands[k], LoopRole::lanes).class_count());
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

void bring_into_lanes(const BandTable& table, const LaneBlock& block, LaneClasses classes,
                      InstructionSet instructions, Aligned<std::uint16_t>& into) {
    bring(table, block.*classes, instructions, into.data());
}

void bring_into_lanes(const BandTable& table, const LaneBlock& block, PairClasses classes,
                      InstructionSet instructions, Aligned<std::uint32_t>& into) {
    bring(table, block.*classes, instructions, into.data());
}

}  // namespace clew::exact
