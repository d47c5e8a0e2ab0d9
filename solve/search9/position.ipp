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
//
// A sweep draws the rows' conclusions, then the columns' from what they left: a sweep in seven
// fewer than with both from the same sets, and half of the registers at a time.

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

constexpr Places<slots, cell_of_slot> places{};

struct Position {
    alignas(64) std::uint16_t set[slots];  // the digits that may stand in the slot's cell
};

using Slots = SlotSet<slots>;

constexpr unsigned full_set = 0x1FF;

// Empty lanes of a turned register hold anything; wherever it goes they meet a zero.
#ifdef __AVX2__
using V = std::uint16_t __attribute__((vector_size(32)));
using Part = V;
constexpr unsigned parts = 1;
inline Part& part(V& v, unsigned) { return v; }

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
inline V smaller(V v, V w) { return (V)_mm256_min_epu16((__m256i)v, (__m256i)w); }
inline bool any(V v) { return _mm256_testz_si256((__m256i)v, (__m256i)v) == 0; }
#else
using Part = std::uint16_t __attribute__((vector_size(16)));
constexpr unsigned parts = 2;

/// Two halves: bands 0 and 1, band 2.
struct V {
    using Words = std::uint64_t __attribute__((vector_size(16)));
    Part a;
    Part b;
};
inline Part& part(V& v, unsigned i) { return i == 0 ? v.a : v.b; }
inline V operator&(V v, V w) { return {v.a & w.a, v.b & w.b}; }
inline V operator|(V v, V w) { return {v.a | w.a, v.b | w.b}; }
inline V operator^(V v, V w) { return {v.a ^ w.a, v.b ^ w.b}; }
inline V operator~(V v) { return {~v.a, ~v.b}; }
inline V& operator&=(V& v, V w) { return v = v & w; }
inline V& operator|=(V& v, V w) { return v = v | w; }

inline Part next_stack(Part v) { return __builtin_shufflevector(v, v, 1, 2, 0, 3, 5, 6, 4, 7); }
inline Part last_stack(Part v) { return __builtin_shufflevector(v, v, 2, 0, 1, 3, 6, 4, 5, 7); }
inline V next_stack(V v) { return {next_stack(v.a), next_stack(v.b)}; }
inline V last_stack(V v) { return {last_stack(v.a), last_stack(v.b)}; }
inline V next_band(V v) {
    return {(Part)__builtin_shufflevector((V::Words)v.a, (V::Words)v.b, 1, 2), v.a};
}
inline V last_band(V v) {
    return {(Part)__builtin_shufflevector((V::Words)v.b, (V::Words)v.a, 0, 2),
            (Part)__builtin_shufflevector((V::Words)v.a, (V::Words)v.a, 1, 1)};
}

inline Part where_zero(Part v) { return (Part)(v == 0); }
inline Part less_one(Part v) { return v & (v - 1); }  // the lowest digit taken out
inline V where_zero(V v) { return {where_zero(v.a), where_zero(v.b)}; }
inline V less_one(V v) { return {less_one(v.a), less_one(v.b)}; }
/// Of sets: signed numbers do as well, and SSE2 compares no others.
inline Part smaller(Part v, Part w) {
    using Signed = std::int16_t __attribute__((vector_size(16)));
    return (Part)((Signed)v < (Signed)w ? (Signed)v : (Signed)w);
}
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

/// Copies register by register: g++ makes a string instruction of a plain assignment.
inline void copy(Position& to, const Position& from) {
#pragma GCC unroll 9
    for (unsigned k = 0; k < 9; ++k) {
        const V v = cell(from, k);
        __builtin_memcpy(to.set + 16 * k, &v, 32);
    }
}

inline void load(Position& p, const Marks9& marks) {
    using Row = std::uint16_t __attribute__((vector_size(16)));
    using Words = std::uint64_t __attribute__((vector_size(16)));
    const std::uint16_t* from = &marks[0];
    constexpr Row none{};
    for (unsigned r = 0; r < 9; ++r) {
        Row left;  // all but the last cell of the row, all but the first
        Row right;
        __builtin_memcpy(&left, from + 9 * r, 16);
        __builtin_memcpy(&right, from + 9 * r + 1, 16);
        const auto two =
            (Words)(__builtin_shufflevector(left, none, 0, 3, 6, 8, 1, 4, 7, 8) & full_set);
        const auto one =
            (Words)(__builtin_shufflevector(right, none, 1, 4, 7, 8, 8, 8, 8, 8) & full_set);
        const std::uint64_t columns[3] = {two[0], two[1], one[0]};
        for (unsigned c = 0; c < 3; ++c)
            __builtin_memcpy(p.set + (c * 3 + r % 3) * 16 + r / 3 * 4, columns + c, 8);
    }
    constexpr std::uint64_t empty = 0;
    for (unsigned k = 0; k < 9; ++k) __builtin_memcpy(p.set + 16 * k + 12, &empty, 8);
}

/// The triads of all boxes in one direction. `can` and `sure` are three registers each, one a row
/// (or column) of the box; across is how the boxes of a band (or stack) follow each other.
template <class T, T (*Next)(T), T (*Last)(T)>
inline T close_triads(T* can, T* sure, T covered) {
    T away[3];
    for (unsigned i = 0; i < 3; ++i) {
        away[i] = Next(can[i]) | Last(can[i]);
        covered &= can[i] | away[i];
    }
    for (unsigned i = 0; i < 3; ++i) {
        const T other = can[(i + 1) % 3] | can[(i + 2) % 3];
        sure[i] |= can[i] & (~(away[i] & other) | where_zero(less_one(less_one(less_one(can[i])))));
    }
    for (unsigned i = 0; i < 3; ++i) can[i] &= sure[i] | where_zero(less_one(less_one(sure[i])));
    for (unsigned i = 0; i < 3; ++i)
        can[i] &= ~(Next(sure[i]) | Last(sure[i]) | sure[(i + 1) % 3] | sure[(i + 2) % 3]);
    return covered;
}

inline bool settle(Position& p) {
    V used = used_lanes();
    V set[9];
#pragma GCC unroll 9
    for (unsigned k = 0; k < 9; ++k) set[k] = cell(p, k);
    for (;;) {
        V single[9];
        V row_sure[3];
        V covered;
        V changed;
        for (unsigned j = 0; j < parts; ++j) {
            Part row[3];
            Part before[3];
            Part sure[3];
            for (unsigned i = 0; i < 3; ++i) {
                for (unsigned k = i; k < 9; k += 3)
                    part(single[k], j) = part(set[k], j) & where_zero(less_one(part(set[k], j)));
                before[i] = row[i] = part(set[i], j) | part(set[3 + i], j) | part(set[6 + i], j);
                sure[i] = part(single[i], j) | part(single[3 + i], j) | part(single[6 + i], j);
            }
            part(covered, j) = close_triads<Part, next_stack, last_stack>(
                row, sure, part(used, j) & (row[0] | row[1] | row[2]));
            part(changed, j) = (before[0] ^ row[0]) | (before[1] ^ row[1]) | (before[2] ^ row[2]);
            for (unsigned k = 0; k < 9; ++k) part(set[k], j) &= row[k % 3];
            for (unsigned i = 0; i < 3; ++i) part(row_sure[i], j) = sure[i];
        }
        V column[3];
        V column_sure[3];
        for (unsigned i = 0; i < 3; ++i) {
            column[i] = set[3 * i] | set[3 * i + 1] | set[3 * i + 2];
            column_sure[i] = single[3 * i] | single[3 * i + 1] | single[3 * i + 2];
        }
        covered = close_triads<V, next_band, last_band>(column, column_sure, covered);
        V least = used;
        for (unsigned j = 0; j < parts; ++j)
            for (unsigned k = 0; k < 9; ++k) {
                Part now = part(set[k], j) & part(column[k / 3], j);
                Part placed = now & part(row_sure[k % 3], j) & part(column_sure[k / 3], j);
                placed &= -placed;  // the other, if any, then lacks a place in its box
                now = placed | (now & where_zero(placed));
                part(least, j) = smaller(part(least, j), now);
                part(changed, j) |= now ^ part(set[k], j);
                part(set[k], j) = now;
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

struct SlotNumbers {
    std::uint16_t of[slots]{};

    constexpr SlotNumbers() {
        for (unsigned s = 0; s < slots; ++s) of[s] = static_cast<std::uint16_t>(s);
    }
};
constexpr SlotNumbers slot_numbers{};

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
    V some_pair = pair[0];
    for (unsigned k = 1; k < 9; ++k) some_pair |= pair[k];
    if (!any(some_pair)) {
        // Take digits out of all cells until one is left with none.
        V left[9];
        for (unsigned k = 0; k < 9; ++k) left[k] = less_one(less_one(cell(p, k)));
        for (;;) {
            V smallest[9];
            for (unsigned k = 0; k < 9; ++k) {
                const V before = left[k];
                left[k] = less_one(before);
                smallest[k] = before & where_zero(left[k]);
            }
            const Slots found = slots_where(smallest);
            if (found.any()) return found.first();
        }
    }
    // The digits of the pairs and small cells outside the box, of the row and of the column.
    V in_row[3][2];
    V in_column[3][2];
    for (unsigned i = 0; i < 3; ++i) {
        const V of_pairs = pair[i] | pair[3 + i] | pair[6 + i];
        const V of_small = small[i] | small[3 + i] | small[6 + i];
        const V up_pairs = pair[3 * i] | pair[3 * i + 1] | pair[3 * i + 2];
        const V up_small = small[3 * i] | small[3 * i + 1] | small[3 * i + 2];
        in_row[i][0] = next_stack(of_pairs) | last_stack(of_pairs);
        in_row[i][1] = next_stack(of_small) | last_stack(of_small);
        in_column[i][0] = next_band(up_pairs) | last_band(up_pairs);
        in_column[i][1] = next_band(up_small) | last_band(up_small);
    }
    // The least of: meetings that a pair lacks of eight, then its slot.
    V best;
    for (unsigned k = 0; k < 9; ++k)
        for (unsigned j = 0; j < parts; ++j) {
            const Part both = part(pair[k], j);
            const Part lower = both & -both;
            const Part upper = both ^ lower;
            Part met{};  // less one for each that is not
            for (unsigned m = 0; m < 2; ++m) {
                const Part row = part(in_row[k % 3][m], j);
                const Part column = part(in_column[k / 3][m], j);
                met += where_zero(row & lower) + where_zero(row & upper) +
                       where_zero(column & lower) + where_zero(column & upper);
            }
            Part number;
            __builtin_memcpy(&number, slot_numbers.of + 16 * k + sizeof(Part) / 2 * j,
                             sizeof(Part));
            const Part key = (-met << 8) + number + (where_zero(both) & 0x1000);
            part(best, j) = k == 0 ? key : smaller(part(best, j), key);
        }
    std::uint16_t least[16];
    __builtin_memcpy(least, &best, 32);
    unsigned key = least[0];
    for (unsigned lane = 1; lane < 11; ++lane)
        if (least[lane] < key) key = least[lane];
    return key & 0xFF;
}

/// The digits of all cells that have one; anything for the others.
inline void read(const Position& p, Solution9& out) {
    std::uint8_t* to = &out[0];
    for (unsigned cell = 0; cell < 81; ++cell)
        to[cell] = static_cast<std::uint8_t>(lowest(std::uint64_t{p.set[places.slot[cell]]}));
}

}  // namespace
}  // namespace clew::search9::detail
