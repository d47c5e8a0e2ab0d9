// A position of the walk and its rules, in registers of 256 bits; included once by each
// walk_<set>.cpp that has no layout of its own. Anonymous namespace, nothing of the
// standard library: see walk.ipp, where the rules are told.
//
//     register cell[c * 3 + r]: row r, column c of every box at once
//     lane 4 * band + stack:    which box; every fourth lane and the last four are empty
//
// A mini-row of all boxes is the union of three registers, and so is a mini-column. Its neighbours
// in the box are other registers, in the band other lanes of the same quarter, in the stack other
// quarters; so only the step from box to box shuffles.

#include "solve/search9/bits.ipp"
#include "solve/search9/walk.hpp"

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace clew::search9::detail {
namespace {

constexpr unsigned slots = 9 * 16;

/// The cell of a slot; 81 if it has none.
constexpr unsigned cell_of_slot(unsigned slot) {
    const unsigned lane = slot % 16;
    const unsigned row = slot / 16 % 3;
    const unsigned column = slot / 48;
    if (lane % 4 == 3 || lane >= 12) return 81;
    return (lane / 4 * 3 + row) * 9 + lane % 4 * 3 + column;
}

struct Position {
    alignas(64) std::uint16_t set[slots];  // the digits that may stand in the slot's cell
};

using Slots = SlotSet<slots>;

constexpr unsigned full_set = 0x1FF;

// Empty lanes of a turned register hold anything; wherever it goes they meet a zero.
#ifdef __AVX2__
using V = std::uint16_t __attribute__((vector_size(32)));

inline V next_stack(V v) {
    return __builtin_shufflevector(v, v, 1, 2, 0, 3, 5, 6, 4, 7, 9, 10, 8, 11, 12, 13, 14, 15);
}
inline V last_stack(V v) {
    return __builtin_shufflevector(v, v, 2, 0, 1, 3, 6, 4, 5, 7, 10, 8, 9, 11, 12, 13, 14, 15);
}
inline V next_band(V v) { return (V)_mm256_permute4x64_epi64((__m256i)v, 0xC9); }
inline V last_band(V v) { return (V)_mm256_permute4x64_epi64((__m256i)v, 0xD2); }

inline V where_zero(V v) { return (V)(v == 0); }
inline V less_one(V v) { return v & (v - 1); }  // the lowest digit taken out
inline V lowest_only(V v) { return v & -v; }
inline V smaller(V v, V w) { return (V)_mm256_min_epu16((__m256i)v, (__m256i)w); }
inline bool any(V v) { return _mm256_testz_si256((__m256i)v, (__m256i)v) == 0; }
#else
/// Two halves: bands 0 and 1, band 2.
struct V {
    using Half = std::uint16_t __attribute__((vector_size(16)));
    using Words = std::uint64_t __attribute__((vector_size(16)));
    Half a;
    Half b;
};
inline V operator&(V v, V w) { return {v.a & w.a, v.b & w.b}; }
inline V operator|(V v, V w) { return {v.a | w.a, v.b | w.b}; }
inline V operator^(V v, V w) { return {v.a ^ w.a, v.b ^ w.b}; }
inline V operator~(V v) { return {~v.a, ~v.b}; }
inline V& operator&=(V& v, V w) { return v = v & w; }
inline V& operator|=(V& v, V w) { return v = v | w; }

template <unsigned Right>
inline V turn_stacks(V v) {
    const auto turn = [](V::Half h) {
        const auto w = (V::Words)h;
        return (V::Half)(w >> Right | w << (48 - Right));
    };
    return {turn(v.a), turn(v.b)};
}
inline V next_stack(V v) { return turn_stacks<16>(v); }
inline V last_stack(V v) { return turn_stacks<32>(v); }
inline V next_band(V v) {
    return {(V::Half)__builtin_shufflevector((V::Words)v.a, (V::Words)v.b, 1, 2), v.a};
}
inline V last_band(V v) {
    return {(V::Half)__builtin_shufflevector((V::Words)v.b, (V::Words)v.a, 0, 2),
            (V::Half)__builtin_shufflevector((V::Words)v.a, (V::Words)v.a, 1, 1)};
}

inline V where_zero(V v) { return {(V::Half)(v.a == 0), (V::Half)(v.b == 0)}; }
inline V less_one(V v) { return {v.a & (v.a - 1), v.b & (v.b - 1)}; }  // the lowest taken out
inline V lowest_only(V v) { return {v.a & -v.a, v.b & -v.b}; }
inline V smaller(V v, V w) { return {v.a < w.a ? v.a : w.a, v.b < w.b ? v.b : w.b}; }
inline bool any(V v) {
    const auto w = (V::Words)(v.a | v.b);
    return (w[0] | w[1]) != 0;
}
#endif

constexpr std::uint16_t all_digits[16] = {
    full_set, full_set, full_set, 0, full_set, full_set, full_set, 0, full_set, full_set, full_set};
inline V used_lanes() {
    V v;
    __builtin_memcpy(&v, all_digits, 32);
    return v;
}

inline V cell(const Position& p, unsigned k) {
    V v;
    __builtin_memcpy(&v, p.set + 16 * k, 32);
    return v;
}

inline void load(Position& p, const Marks9& marks) {
    const std::uint16_t* from = &marks[0];
    for (unsigned slot = 0; slot < slots; ++slot) {
        const unsigned at = cell_of_slot(slot);
        p.set[slot] = at < 81 ? static_cast<std::uint16_t>(from[at] & full_set) : std::uint16_t{0};
    }
}

/// The triads of all boxes in one direction. `can` and `sure` are three registers each, one a row
/// (or column) of the box; across is how the boxes of a band (or stack) follow each other.
template <V (*Next)(V), V (*Last)(V)>
inline V close_triads(V* can, V* sure, V covered) {
    V next[3];
    V last[3];
    for (unsigned i = 0; i < 3; ++i) {
        next[i] = Next(can[i]);
        last[i] = Last(can[i]);
        covered &= can[i] | next[i] | last[i];
    }
    for (unsigned i = 0; i < 3; ++i) {
        const V other = can[(i + 1) % 3] | can[(i + 2) % 3];
        sure[i] |= can[i] & (~(next[i] | last[i]) | ~other);
        sure[i] |= can[i] & where_zero(less_one(less_one(less_one(can[i]))));
    }
    for (unsigned i = 0; i < 3; ++i) can[i] &= sure[i] | where_zero(less_one(less_one(sure[i])));
    for (unsigned i = 0; i < 3; ++i) {
        next[i] = Next(sure[i]);
        last[i] = Last(sure[i]);
    }
    for (unsigned i = 0; i < 3; ++i)
        can[i] &= ~(next[i] | last[i] | sure[(i + 1) % 3] | sure[(i + 2) % 3]);
    return covered;
}

inline bool settle(Position& p) {
    const V used = used_lanes();
    V set[9];
    for (unsigned k = 0; k < 9; ++k) set[k] = cell(p, k);
    for (;;) {
        V single[9];
        for (unsigned k = 0; k < 9; ++k) single[k] = set[k] & where_zero(less_one(set[k]));
        V row[3];
        V row_sure[3];
        V column[3];
        V column_sure[3];
        for (unsigned i = 0; i < 3; ++i) {
            row[i] = set[i] | set[3 + i] | set[6 + i];
            row_sure[i] = single[i] | single[3 + i] | single[6 + i];
            column[i] = set[3 * i] | set[3 * i + 1] | set[3 * i + 2];
            column_sure[i] = single[3 * i] | single[3 * i + 1] | single[3 * i + 2];
        }
        V covered = used & (row[0] | row[1] | row[2]);
        covered = close_triads<next_stack, last_stack>(row, row_sure, covered);
        covered = close_triads<next_band, last_band>(column, column_sure, covered);
        V least = used;
        V changed{};
        for (unsigned k = 0; k < 9; ++k) {
            V now = set[k] & row[k % 3] & column[k / 3];
            V placed = now & row_sure[k % 3] & column_sure[k / 3];
            placed = lowest_only(placed);  // the other, if any, then lacks a place in its box
            now = placed | (now & where_zero(placed));
            least = smaller(least, now);
            changed |= now ^ set[k];
            set[k] = now;
        }
        if (any((where_zero(least) & used) | (covered ^ used))) return false;
        if (!any(changed)) break;
    }
    for (unsigned k = 0; k < 9; ++k) __builtin_memcpy(p.set + 16 * k, &set[k], 32);
    return true;
}

// --- what is open, where to branch --------------------------------------------------------------

/// One bit a slot, set where the register's lane is not zero.
inline Slots slots_where(const V* v) {
    Slots slots_set{};
#ifdef __AVX2__
    const auto pair = [&](unsigned k) {
        const __m256i mixed = _mm256_packs_epi16((__m256i)v[k], (__m256i)(k < 8 ? v[k + 1] : V{}));
        const __m256i bytes = _mm256_permute4x64_epi64(mixed, 0xD8);
        return static_cast<std::uint32_t>(
            ~_mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, _mm256_setzero_si256())));
    };
    for (unsigned k = 0; k < 9; k += 2)
        slots_set.word[k / 4] |= std::uint64_t{pair(k)} << (k / 2 % 2 * 32);
#else
    for (unsigned k = 0; k < 9; ++k) {
        std::uint64_t quarter[4];
        const V flags{(v[k].a + 0x7FFF) >> 15, (v[k].b + 0x7FFF) >> 15};
        __builtin_memcpy(quarter, &flags, 32);
        std::uint64_t bits = 0;
        for (unsigned q = 0; q < 3; ++q)
            bits |= (quarter[q] * 0x1000200040008000ULL) >> 60 << (4 * q);
        slots_set.word[k / 4] |= bits << (k % 4 * 16);
    }
#endif
    return slots_set;
}

inline Slots open_slots(const Position& p) {
    V more[9];
    for (unsigned k = 0; k < 9; ++k) more[k] = less_one(cell(p, k));
    return slots_where(more);
}

/// See walk.ipp, where the choice is told. Requires an open cell.
inline unsigned choose(const Position& p) {
    V pair[9];
    V small[9];
    for (unsigned k = 0; k < 9; ++k) {
        const V set = cell(p, k);
        const V more = less_one(set);
        const V open = set & ~where_zero(more);
        pair[k] = open & where_zero(less_one(more));
        small[k] = open & where_zero(less_one(less_one(more)));
    }
    const Slots pairs = slots_where(pair);
    unsigned best = ~0U;
    if (!pairs.any()) {
        const Slots open = open_slots(p);
        for (unsigned w = 0; w < Slots::words; ++w)
            for (std::uint64_t rest = open.word[w]; rest != 0; rest &= rest - 1) {
                const unsigned slot = 64 * w + lowest(rest);
                const unsigned key = count_bits(p.set[slot]) << 8 | slot;
                if (key < best) best = key;
            }
        return best & 0xFF;
    }
    std::uint16_t met[4][3]
                     [16];  // pairs and small cells of the row, of the column, outside the box
    for (unsigned i = 0; i < 3; ++i) {
        const V of_pairs = pair[i] | pair[3 + i] | pair[6 + i];
        const V of_small = small[i] | small[3 + i] | small[6 + i];
        const V up_pairs = pair[3 * i] | pair[3 * i + 1] | pair[3 * i + 2];
        const V up_small = small[3 * i] | small[3 * i + 1] | small[3 * i + 2];
        const V sets[4] = {next_stack(of_pairs) | last_stack(of_pairs),
                           next_stack(of_small) | last_stack(of_small),
                           next_band(up_pairs) | last_band(up_pairs),
                           next_band(up_small) | last_band(up_small)};
        for (unsigned j = 0; j < 4; ++j) __builtin_memcpy(met[j][i], &sets[j], 32);
    }
    for (unsigned w = 0; w < Slots::words; ++w)
        for (std::uint64_t rest = pairs.word[w]; rest != 0; rest &= rest - 1) {
            const unsigned slot = 64 * w + lowest(rest);
            const unsigned lane = slot % 16;
            const unsigned row = slot / 16 % 3;
            const unsigned column = slot / 48;
            const std::uint64_t all = std::uint64_t{met[0][row][lane]} |
                                      std::uint64_t{met[1][row][lane]} << 16 |
                                      std::uint64_t{met[2][column][lane]} << 32 |
                                      std::uint64_t{met[3][column][lane]} << 48;
            const unsigned key =
                (8 - count_bits(all & (p.set[slot] * 0x1000100010001ULL))) << 8 | slot;
            if (key < best) best = key;
        }
    return best & 0xFF;
}

/// The digits of all cells that have one; anything for the others.
inline void read(const Position& p, Solution9& out) {
    std::uint8_t* to = &out[0];
    for (unsigned slot = 0; slot < slots; ++slot)
        if (cell_of_slot(slot) < 81)
            to[cell_of_slot(slot)] = static_cast<std::uint8_t>(lowest(std::uint64_t{p.set[slot]}));
}

}  // namespace
}  // namespace clew::search9::detail
