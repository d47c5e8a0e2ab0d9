// A position of the walk and its rules, in three registers of 512 bits; included once by
// walk_avx512.cpp. Anonymous namespace, nothing of the standard library. It holds what
// position.ipp holds and draws the same conclusions.
//
//     register c:                   column c of every box
//     lane row * 9 + band * 3 + stack:   27 of 32 are in use, so a position is three registers
//
// The union of the three registers is all mini-rows of the board, in one register. For the
// mini-columns, three registers that hold a diagonal of each box each, turned until rows meet.

#include <immintrin.h>

#include "solve/search9/bits.ipp"
#include "solve/search9/walk.hpp"

namespace clew::search9::detail {
namespace {

constexpr unsigned slots = 3 * 32;

/// The cell of a slot; 81 if it has none.
constexpr unsigned cell_of_slot(unsigned slot) {
    const unsigned lane = slot % 32;
    return lane < 27 ? (lane % 9 / 3 * 3 + lane / 9) * 9 + lane % 3 * 3 + slot / 32 : 81;
}

struct Position {
    alignas(64) std::uint16_t set[slots];  // the digits that may stand in the slot's cell
};

constexpr Places<slots, cell_of_slot> places{};

using Slots = SlotSet<slots>;

using Z = __m512i;

constexpr __mmask32 lanes_used = 0x7FFFFFF;
constexpr __mmask32 row_lanes[3] = {0x1FF, 0x1FF << 9, 0x1FF << 18};

/// Where a lane comes from.
struct Moves {
    alignas(64) std::uint16_t next_stack[32]{};
    alignas(64) std::uint16_t last_stack[32]{};
    alignas(64) std::uint16_t next_band[32]{};
    alignas(64) std::uint16_t last_band[32]{};
    alignas(64) std::uint16_t next_row[32]{};
    alignas(64) std::uint16_t last_row[32]{};
    alignas(64) std::uint16_t same_row[3][32]{};  // row c for all three
    alignas(64) std::uint16_t lane[32]{};
    alignas(64) std::uint16_t cell[3][32]{};  // of the puzzle, row-major
    std::uint32_t high[3]{};                  // lanes whose cell is 64 or more
    alignas(64) std::uint8_t slot[128]{};     // of a cell

    constexpr Moves() {
        for (unsigned i = 0; i < 32; ++i) {
            lane[i] = static_cast<std::uint16_t>(i);
            if (i >= 27) continue;
            const auto at = [](unsigned row, unsigned band, unsigned stack) {
                return static_cast<std::uint16_t>(row % 3 * 9 + band % 3 * 3 + stack % 3);
            };
            const unsigned row = i / 9;
            const unsigned band = i % 9 / 3;
            const unsigned stack = i % 3;
            next_stack[i] = at(row, band, stack + 1);
            last_stack[i] = at(row, band, stack + 2);
            next_band[i] = at(row, band + 1, stack);
            last_band[i] = at(row, band + 2, stack);
            next_row[i] = at(row + 1, band, stack);
            last_row[i] = at(row + 2, band, stack);
            for (unsigned c = 0; c < 3; ++c) {
                same_row[c][i] = at(c, band, stack);
                const unsigned from = cell_of_slot(32 * c + i);
                cell[c][i] = static_cast<std::uint16_t>(from);
                if (from >= 64) high[c] |= 1U << i;
                slot[from] = static_cast<std::uint8_t>(32 * c + i);
            }
        }
    }
};
constexpr Moves moves{};

inline Z of(const void* lanes) { return _mm512_load_si512(lanes); }
inline Z move(const std::uint16_t* from, Z v) { return _mm512_permutexvar_epi16(of(from), v); }

template <int Table>
inline Z logic(Z a, Z b, Z c) {
    return _mm512_ternarylogic_epi64(a, b, c, Table);
}
inline Z or3(Z a, Z b, Z c) { return logic<0xFE>(a, b, c); }
inline Z and3(Z a, Z b, Z c) { return logic<0x80>(a, b, c); }
inline Z without(Z a, Z b, Z c) { return logic<0x10>(a, b, c); }    // a & ~(b | c)
inline Z or_change(Z a, Z b, Z c) { return logic<0xF6>(a, b, c); }  // a | (b ^ c)

inline Z set_to(int n) { return _mm512_set1_epi16(static_cast<short>(n)); }

inline Z full_lanes() { return _mm512_maskz_mov_epi16(lanes_used, set_to(0x1FF)); }

inline void copy(Position& to, const Position& from) {
    for (unsigned c = 0; c < 3; ++c) _mm512_store_si512(to.set + 32 * c, of(from.set + 32 * c));
}

inline void load(Position& p, const Marks9& marks) {
    const std::uint16_t* from = &marks[0];
    const Z low = _mm512_loadu_si512(from);
    const Z middle = _mm512_loadu_si512(from + 32);
    const Z high = _mm512_maskz_loadu_epi16(0x1FFFF, from + 64);
    for (unsigned c = 0; c < 3; ++c) {
        const Z index = of(moves.cell[c]);
        Z v = _mm512_permutex2var_epi16(low, index, middle);
        v = _mm512_mask_permutexvar_epi16(v, moves.high[c], index, high);
        _mm512_store_si512(p.set + 32 * c, _mm512_and_si512(v, full_lanes()));
    }
}

/// The union over the rows of each box, a lane (column, band, stack).
inline Z join_rows(Z c0, Z c1, Z c2) {
    const auto diagonal = [](Z a, Z b, Z c) {
        return _mm512_mask_mov_epi16(_mm512_mask_mov_epi16(a, row_lanes[1], b), row_lanes[2], c);
    };
    return or3(diagonal(c0, c1, c2), move(moves.last_row, diagonal(c1, c2, c0)),
               move(moves.next_row, diagonal(c2, c0, c1)));
}

struct Triads {
    Z can;
    Z sure;
};

/// The triads of one direction. `covered` loses the digits that have no place in a row or a box.
inline Triads close_triads(Triads t, const std::uint16_t* next, const std::uint16_t* last,
                           Z& covered) {
    const Z three = set_to(3);
    const Z across = move(next, t.can);
    const Z across_too = move(last, t.can);
    const Z beside = move(moves.next_row, t.can);
    const Z beside_too = move(moves.last_row, t.can);
    covered = and3(covered, or3(t.can, across, across_too), or3(t.can, beside, beside_too));
    t.sure = or3(without(t.can, across, across_too), without(t.can, beside, beside_too), t.sure);
    t.sure = _mm512_mask_mov_epi16(
        t.sure, _mm512_cmple_epu16_mask(_mm512_popcnt_epi16(t.can), three), t.can);
    t.can = _mm512_mask_mov_epi16(
        t.can, _mm512_cmpge_epu16_mask(_mm512_popcnt_epi16(t.sure), three), t.sure);
    t.can = without(without(t.can, move(next, t.sure), move(last, t.sure)),
                    move(moves.next_row, t.sure), move(moves.last_row, t.sure));
    return t;
}

inline bool settle(Position& p) {
    const Z full = full_lanes();
    Z set[3] = {of(p.set), of(p.set + 32), of(p.set + 64)};
    for (;;) {
        Z single[3];
        for (unsigned c = 0; c < 3; ++c)
            single[c] = _mm512_maskz_mov_epi16(
                _mm512_testn_epi16_mask(set[c], _mm512_add_epi16(set[c], set_to(-1))), set[c]);
        Z covered = full;
        const Triads row =
            close_triads({or3(set[0], set[1], set[2]), or3(single[0], single[1], single[2])},
                         moves.next_stack, moves.last_stack, covered);
        const Triads column = close_triads(
            {join_rows(set[0], set[1], set[2]), join_rows(single[0], single[1], single[2])},
            moves.next_band, moves.last_band, covered);
        Z now[3];
        Z changed = _mm512_setzero_si512();
        for (unsigned c = 0; c < 3; ++c) {
            now[c] = and3(set[c], row.can, move(moves.same_row[c], column.can));
            Z placed = and3(now[c], row.sure, move(moves.same_row[c], column.sure));
            // Of two digits for one cell, one then lacks a place in its box.
            placed = _mm512_and_si512(placed, _mm512_sub_epi16(_mm512_setzero_si512(), placed));
            now[c] = _mm512_mask_mov_epi16(now[c], _mm512_test_epi16_mask(placed, placed), placed);
            changed = or_change(changed, now[c], set[c]);
            set[c] = now[c];
        }
        const Z least = _mm512_min_epu16(_mm512_min_epu16(set[0], set[1]), set[2]);
        if ((_mm512_mask_testn_epi16_mask(lanes_used, least, least) |
             _mm512_cmpneq_epi16_mask(covered, full)) != 0)
            return false;
        if (_mm512_test_epi16_mask(changed, changed) == 0) break;
    }
    for (unsigned c = 0; c < 3; ++c) _mm512_store_si512(p.set + 32 * c, set[c]);
    return true;
}

// --- what is open, where to branch --------------------------------------------------------------

inline Slots open_slots(const Position& p) {
    const auto open = [&](unsigned c) {
        const Z v = of(p.set + 32 * c);
        return std::uint64_t{_mm512_test_epi16_mask(v, _mm512_add_epi16(v, set_to(-1)))};
    };
    return {{open(0) | open(1) << 32, open(2)}};
}

/// See walk.ipp, where the choice is told. Requires an open cell.
inline unsigned choose(const Position& p) {
    Z set[3];
    Z size[3];
    Z pair[3];
    Z small[3];
    __mmask32 pairs[3];
    for (unsigned c = 0; c < 3; ++c) {
        set[c] = of(p.set + 32 * c);
        size[c] = _mm512_popcnt_epi16(set[c]);
        pairs[c] = _mm512_cmpeq_epi16_mask(size[c], set_to(2));
        pair[c] = _mm512_maskz_mov_epi16(pairs[c], set[c]);
        small[c] =
            _mm512_mask_mov_epi16(pair[c], _mm512_cmpeq_epi16_mask(size[c], set_to(3)), set[c]);
    }
    const Z none = set_to(-1);
    Z least = none;
    if ((pairs[0] | pairs[1] | pairs[2]) == 0) {
        for (unsigned c = 0; c < 3; ++c) {
            const Z order = _mm512_add_epi16(of(moves.lane), set_to(static_cast<int>(32 * c)));
            const Z key = _mm512_add_epi16(_mm512_slli_epi16(size[c], 8), order);
            least = _mm512_mask_min_epu16(least, _mm512_cmpgt_epu16_mask(size[c], set_to(1)), least,
                                          key);
        }
    } else {
        const auto beyond = [](Z v, const std::uint16_t* next, const std::uint16_t* last) {
            return _mm512_or_si512(move(next, v), move(last, v));
        };
        const Z row_pairs =
            beyond(or3(pair[0], pair[1], pair[2]), moves.next_stack, moves.last_stack);
        const Z row_small =
            beyond(or3(small[0], small[1], small[2]), moves.next_stack, moves.last_stack);
        const Z column_pairs =
            beyond(join_rows(pair[0], pair[1], pair[2]), moves.next_band, moves.last_band);
        const Z column_small =
            beyond(join_rows(small[0], small[1], small[2]), moves.next_band, moves.last_band);
        for (unsigned c = 0; c < 3; ++c) {
            const auto met = [&](Z with) {
                return _mm512_popcnt_epi16(_mm512_and_si512(pair[c], with));
            };
            const Z in_row = _mm512_add_epi16(met(row_pairs), met(row_small));
            const Z in_column = _mm512_add_epi16(met(move(moves.same_row[c], column_pairs)),
                                                 met(move(moves.same_row[c], column_small)));
            const Z order =
                _mm512_add_epi16(of(moves.lane), set_to(static_cast<int>(8 * 256 + 32 * c)));
            const Z key =
                _mm512_sub_epi16(order, _mm512_slli_epi16(_mm512_add_epi16(in_row, in_column), 8));
            least = _mm512_mask_min_epu16(least, pairs[c], least, key);
        }
    }
    const __m256i half =
        _mm256_min_epu16(_mm512_castsi512_si256(least), _mm512_extracti64x4_epi64(least, 1));
    const __m128i quarter =
        _mm_min_epu16(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
    return static_cast<unsigned>(_mm_cvtsi128_si32(_mm_minpos_epu16(quarter))) & 0xFF;
}

/// The digits of all cells that have one; anything for the others.
inline void read(const Position& p, Solution9& out) {
    const auto digits = [&](unsigned c) {
        return _mm512_cvtepi16_epi8(
            _mm512_popcnt_epi16(_mm512_add_epi16(of(p.set + 32 * c), set_to(-1))));
    };
    const Z low = _mm512_inserti64x4(_mm512_castsi256_si512(digits(0)), digits(1), 1);
    const Z high = _mm512_castsi256_si512(digits(2));
    _mm512_storeu_si512(&out[0], _mm512_permutex2var_epi8(low, of(moves.slot), high));
    _mm512_mask_storeu_epi8(&out[64], 0x1FFFF,
                            _mm512_permutex2var_epi8(low, of(moves.slot + 64), high));
}

}  // namespace
}  // namespace clew::search9::detail
