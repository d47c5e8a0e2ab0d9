// The lanes engine; included once by each lanes_<set>.cpp, which defines CLEW_LANE_BYTES.
//
// Everything here is in an anonymous namespace and uses no inline function of the standard library,
// so that no code compiled for a newer processor can be linked in place of a portable one.
//
// A candidate is one wide register, `open[digit * 81 + cell]`: bit i says whether it stands in the
// puzzle of lane i. The rules of the game are then plain logic, no shifts, no tables, no branches,
// for hundreds of puzzles at a time:
//
//     sweep   naked singles, locked candidates in both directions, hidden singles: about 7500
//             operations for all lanes together, some 15 to 30 a lane
//     events  a lane whose puzzle is dead, solved or stuck waits; when enough lanes wait, all
//             are served together: branch, go back, or begin the next puzzle
//
// A branch puts away a position, so a lane's column of bits is turned into a row: 64 lanes at a
// time, as 64x64 bit matrices. A row is 27 words of 27 cells, 112 bytes; a lane's stack holds such
// rows. Where there is no puzzle left to begin, an idle lane takes the oldest row of a busy one.
//
// What was tried, in microseconds a puzzle with 17 clues and a hard one, one core, AVX-512 unless
// said otherwise. The walk has caught up since: one by one it takes 0.46 and 1.83 where this takes
// 0.40 and 2.18 (AVX2: 0.93 and 3.39 against 0.76 and 3.45; portable 1.89 and 6.65 against 1.37 and
// 6.74; all in one run, slower than those below).
//
//     0.45  4.3   first version: first cell with two digits, chosen in the columns of bits
//     0.46  4.1   mini-rows counted, best cell sought in rows: a third of the nodes, slow to seek
//     0.39  2.4   the same sought with population counts of bands
//     0.38  2.1   256 lanes in place of 512: the positions fit the first-level cache
//     0.33  1.9   columns to rows by eights in registers (AVX2: 0.57 and 2.8; portable 1.1, 5.9)
//
// Lanes that wait are served when they are nearly half of the busy ones; from 35 to 55 percent
// makes no difference, at 20 and 100 percent it is a third slower.

#include "solve/search9/lanes.hpp"

#if defined(__AVX512VBMI__) && defined(__GFNI__) && CLEW_LANE_BYTES >= 32
#define CLEW_LANES_AVX512 1
#include <immintrin.h>
#endif

namespace clew::search9::detail {
namespace {

using V = std::uint64_t __attribute__((vector_size(CLEW_LANE_BYTES)));
constexpr unsigned groups = CLEW_LANE_BYTES / 8;  // of 64 lanes
constexpr unsigned lanes = groups * 64;

#ifdef CLEW_LANES_AVX512
template <int Table>
inline V logic(V a, V b, V c) {
#if CLEW_LANE_BYTES == 64
    return (V)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, Table);
#else
    return (V)_mm256_ternarylogic_epi64((__m256i)a, (__m256i)b, (__m256i)c, Table);
#endif
}
inline V or3(V a, V b, V c) { return logic<0xFE>(a, b, c); }
inline V xor3(V a, V b, V c) { return logic<0x96>(a, b, c); }
inline V majority(V a, V b, V c) { return logic<0xE8>(a, b, c); }
inline V and_or(V a, V b, V c) { return logic<0xEA>(a, b, c); }       // a & b | c
inline V one_of(V a, V b, V c) { return logic<0x16>(a, b, c); }       // exactly one
inline V unless_kept(V a, V b, V c) { return logic<0xB0>(a, b, c); }  // a & (~b | c)
#else
inline V or3(V a, V b, V c) { return a | b | c; }
inline V xor3(V a, V b, V c) { return a ^ b ^ c; }
inline V majority(V a, V b, V c) { return (a & b) | ((a | b) & c); }
inline V and_or(V a, V b, V c) { return (a & b) | c; }
inline V one_of(V a, V b, V c) { return (a ^ b ^ c) & ~(a & b & c); }
inline V unless_kept(V a, V b, V c) { return a & (~b | c); }
#endif

inline bool any(V v) {
    std::uint64_t all = 0;
    for (unsigned g = 0; g < groups; ++g) all |= v[g];
    return all != 0;
}

/// Counts nine bits a lane, as far as the rules need it.
struct Nine {
    V once;  ///< exactly one
    V some;  ///< at least one
};
inline Nine count_nine(const V* p, unsigned stride) {
    const V s0 = xor3(p[0], p[stride], p[2 * stride]);
    const V c0 = majority(p[0], p[stride], p[2 * stride]);
    const V s1 = xor3(p[3 * stride], p[4 * stride], p[5 * stride]);
    const V c1 = majority(p[3 * stride], p[4 * stride], p[5 * stride]);
    const V s2 = xor3(p[6 * stride], p[7 * stride], p[8 * stride]);
    const V c2 = majority(p[6 * stride], p[7 * stride], p[8 * stride]);
    const V carry = or3(c0, c1, c2);
    return {one_of(s0, s1, s2) & ~carry, or3(s0, s1, s2) | carry};
}

/// Nine bits a lane, compared with three.
struct Three {
    V exactly;
    V more;
};
inline Three compare_three(const V* p) {
    const V s0 = xor3(p[0], p[1], p[2]);
    const V c0 = majority(p[0], p[1], p[2]);
    const V s1 = xor3(p[3], p[4], p[5]);
    const V c1 = majority(p[3], p[4], p[5]);
    const V s2 = xor3(p[6], p[7], p[8]);
    const V c2 = majority(p[6], p[7], p[8]);
    const V ones = xor3(s0, s1, s2);
    const V carry = majority(s0, s1, s2);
    const V twos = xor3(c0, c1, c2);
    const V more = majority(c0, c1, c2) | (twos & carry);
    return {ones & (twos | carry) & ~more, more};
}

/// Removes from a 3x3 matrix of mini-rows the entries that are in no permutation. `step` leads from
/// a line of the matrix to the next, `jump` from one entry of a line to the next, `cell` from one
/// cell of an entry to the next. Returns what fell.
inline V close_matrix(V* p, unsigned step, unsigned jump, unsigned cell) {
    V h[3][3];
    for (unsigned r = 0; r < 3; ++r)
        for (unsigned b = 0; b < 3; ++b) {
            const V* q = p + r * step + b * jump;
            h[r][b] = or3(q[0], q[cell], q[2 * cell]);
        }
    V fell{};
    for (unsigned r = 0; r < 3; ++r)
        for (unsigned b = 0; b < 3; ++b) {
            const unsigned r1 = (r + 1) % 3;
            const unsigned r2 = (r + 2) % 3;
            const unsigned b1 = (b + 1) % 3;
            const unsigned b2 = (b + 2) % 3;
            const V keep = and_or(h[r1][b1], h[r2][b2], h[r1][b2] & h[r2][b1]);
            V* q = p + r * step + b * jump;
            q[0] &= keep;
            q[cell] &= keep;
            q[2 * cell] &= keep;
            fell |= h[r][b] & ~keep;
        }
    return fell;
}

constexpr unsigned box_cell(unsigned box, unsigned k) {
    return (box / 3 * 3 + k / 3) * 9 + box % 3 * 3 + k % 3;
}

#ifdef CLEW_LANES_AVX512
/// Byte m of rows 7 .. 0, for m = 0 .. 7.
struct BlockOrder {
    std::uint8_t from[64];
    constexpr BlockOrder() : from{} {
        for (unsigned m = 0; m < 8; ++m)
            for (unsigned i = 0; i < 8; ++i)
                from[m * 8 + i] = static_cast<std::uint8_t>((7 - i) * 8 + m);
    }
};
#endif

/// Turns a 64x64 bit matrix about its diagonal.
inline void transpose(std::uint64_t* a) {
#ifdef CLEW_LANES_AVX512
    // Rows 8b..8b+7 are register b. Bytes to 8x8 blocks, bits within blocks, blocks to rows.
    alignas(64) static constexpr BlockOrder block_order{};
    const __m512i to_blocks = _mm512_load_si512(&block_order);
    const __m512i identity = _mm512_set1_epi64(static_cast<long long>(0x8040201008040201ULL));
    __m512i r[8];
    for (int b = 0; b < 8; ++b) {
        const __m512i blocks = _mm512_permutexvar_epi8(to_blocks, _mm512_loadu_si512(a + 8 * b));
        // With the data as the matrix: byte i of the product is column i of the block. The
        // instruction numbers rows from the last, hence the order of the bytes.
        r[b] = _mm512_gf2p8affine_epi64_epi8(identity, blocks, 0);
    }
    // Now byte 8m+t of r[b] is byte b of row 8m+t.
    __m512i s[8];
    for (int k = 0; k < 4; ++k) {
        s[2 * k] = _mm512_unpacklo_epi8(r[2 * k], r[2 * k + 1]);
        s[2 * k + 1] = _mm512_unpackhi_epi8(r[2 * k], r[2 * k + 1]);
    }
    for (int h = 0; h < 2; ++h) {
        r[4 * h + 0] = _mm512_unpacklo_epi16(s[4 * h], s[4 * h + 2]);
        r[4 * h + 1] = _mm512_unpackhi_epi16(s[4 * h], s[4 * h + 2]);
        r[4 * h + 2] = _mm512_unpacklo_epi16(s[4 * h + 1], s[4 * h + 3]);
        r[4 * h + 3] = _mm512_unpackhi_epi16(s[4 * h + 1], s[4 * h + 3]);
    }
    // r[i], r[4+i]: in each 128-bit lane L the low and high halves of rows 16L+4i .. +3.
    for (int i = 0; i < 4; ++i) {
        const __m512i lo = _mm512_unpacklo_epi32(r[i], r[4 + i]);  // rows 16L+4i, +1
        const __m512i hi = _mm512_unpackhi_epi32(r[i], r[4 + i]);  // rows 16L+4i+2, +3
        for (int lane = 0; lane < 4; ++lane) {
            __m128i x;
            __m128i y;
            switch (lane) {
                case 0:
                    x = _mm512_extracti32x4_epi32(lo, 0), y = _mm512_extracti32x4_epi32(hi, 0);
                    break;
                case 1:
                    x = _mm512_extracti32x4_epi32(lo, 1), y = _mm512_extracti32x4_epi32(hi, 1);
                    break;
                case 2:
                    x = _mm512_extracti32x4_epi32(lo, 2), y = _mm512_extracti32x4_epi32(hi, 2);
                    break;
                default:
                    x = _mm512_extracti32x4_epi32(lo, 3), y = _mm512_extracti32x4_epi32(hi, 3);
                    break;
            }
            _mm_storeu_si128(reinterpret_cast<__m128i*>(a + 16 * lane + 4 * i), x);
            _mm_storeu_si128(reinterpret_cast<__m128i*>(a + 16 * lane + 4 * i + 2), y);
        }
    }
#elif defined(__AVX2__)
    // Swap the off-diagonal quarters, of ever smaller blocks; four rows at a time.
    using Q = std::uint64_t __attribute__((vector_size(32)));
    Q r[16];
    __builtin_memcpy(r, a, 512);
    std::uint64_t mask = 0x00000000FFFFFFFFULL;
    for (unsigned j = 32; j >= 4; j >>= 1, mask ^= mask << j)
        for (unsigned k = 0; k < 16; k = ((k | j / 4) + 1) & ~(j / 4)) {
            const Q t = ((r[k] >> j) ^ r[k | j / 4]) & mask;
            r[k] ^= t << j;
            r[k | j / 4] ^= t;
        }
    for (unsigned k = 0; k < 16; k += 2) {
        Q x = __builtin_shufflevector(r[k], r[k + 1], 0, 1, 4, 5);
        Q y = __builtin_shufflevector(r[k], r[k + 1], 2, 3, 6, 7);
        Q t = ((x >> 2) ^ y) & 0x3333333333333333ULL;
        x ^= t << 2;  // rows 0 1 4 5
        y ^= t;       // rows 2 3 6 7
        Q even = __builtin_shufflevector(x, y, 0, 4, 2, 6);
        Q odd = __builtin_shufflevector(x, y, 1, 5, 3, 7);
        t = ((even >> 1) ^ odd) & 0x5555555555555555ULL;
        even ^= t << 1;
        odd ^= t;
        r[k] = __builtin_shufflevector(even, odd, 0, 4, 1, 5);
        r[k + 1] = __builtin_shufflevector(even, odd, 2, 6, 3, 7);
    }
    __builtin_memcpy(a, r, 512);
#else
    std::uint64_t mask = 0x00000000FFFFFFFFULL;
    for (unsigned j = 32; j != 0; j >>= 1, mask ^= mask << j)
        for (unsigned k = 0; k < 64; k = ((k | j) + 1) & ~j) {
            const std::uint64_t t = ((a[k] >> j) ^ a[k | j]) & mask;
            a[k] ^= t << j;
            a[k | j] ^= t;
        }
#endif
}

/// A puzzle as a row: bit `cell % 27` of 32-bit word `digit * 3 + band`.
inline void load_row(const Marks9& marks, std::uint64_t* row) {
    const std::uint16_t* m = &marks[0];
    std::uint32_t w[28];
#ifdef CLEW_LANES_AVX512
    for (unsigned band = 0; band < 3; ++band) {
        const __m512i v = _mm512_maskz_loadu_epi16(0x7FFFFFF, m + band * 27);
        for (unsigned d = 0; d < 9; ++d)
            w[d * 3 + band] =
                _mm512_test_epi16_mask(v, _mm512_set1_epi16(static_cast<short>(1 << d)));
    }
#else
    for (unsigned band = 0; band < 3; ++band) {
        std::uint32_t fixed = 0;
        std::uint32_t given[9] = {};
        for (unsigned k = 0; k < 27; ++k) {
            const unsigned digits = m[band * 27 + k] & 0x1FFU;
            if (digits == 0x1FF) continue;
            fixed |= 1U << k;
            for (unsigned rest = digits; rest != 0; rest &= rest - 1)
                given[__builtin_ctz(rest)] |= 1U << k;
        }
        for (unsigned d = 0; d < 9; ++d) w[d * 3 + band] = (0x7FFFFFFU & ~fixed) | given[d];
    }
#endif
    w[27] = 0;
    for (unsigned k = 0; k < state_words; ++k)
        row[k] = w[2 * k] | static_cast<std::uint64_t>(w[2 * k + 1]) << 32;
}

/// The 20 cells that share a house with a cell. Bit 32 * band + cell of the band, for the key too.
struct Peers {
    alignas(16) std::uint64_t of[96][2];
    constexpr Peers() : of{} {
        for (unsigned a = 0; a < 81; ++a)
            for (unsigned b = 0; b < 81; ++b)
                if (a != b && (a / 9 == b / 9 || a % 9 == b % 9 ||
                               (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3)))
                    of[a / 27 * 32 + a % 27][b / 54] |= std::uint64_t{1}
                                                        << (b / 27 % 2 * 32 + b % 27);
    }
};
constexpr Peers peers{};

struct Choice {
    unsigned cell;
    unsigned digit;
};

inline unsigned count_bits(std::uint64_t b) {
#if defined(__POPCNT__) || !defined(__x86_64__)
    return static_cast<unsigned>(__builtin_popcountll(b));
#else  // a library call otherwise
    b -= (b >> 1) & 0x5555555555555555ULL;
    b = (b & 0x3333333333333333ULL) + ((b >> 2) & 0x3333333333333333ULL);
    return static_cast<unsigned>(
        (((b + (b >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL) >> 56);
#endif
}

/// The cell to branch on: of those with two digits the one whose digits meet most others in small
/// cells of its houses, so that either digit sets off the most; without any, a cell of three, or
/// any open one. Words as in load_row.
inline Choice choose(const std::uint32_t* w) {
    using B = std::uint32_t __attribute__((vector_size(16)));
    B open[9];
    B one{};
    B two{};
    B three{};
    B four{};
    for (unsigned d = 0; d < 9; ++d) {
        open[d] = B{w[d * 3], w[d * 3 + 1], w[d * 3 + 2], 0};
        four |= three & open[d];
        three |= two & open[d];
        two |= one & open[d];
        one |= open[d];
    }
    const B small = two & ~three;
    const B next = three & ~four;
    // The digit's cells of two digits, and of three; half 0 is bands 0 and 1, half 1 is band 2.
    struct {
        std::uint64_t of_two[2];
        std::uint64_t of_three[2];
    } cells[9];
    using W = std::uint64_t __attribute__((vector_size(16)));
    for (unsigned d = 0; d < 9; ++d) {
        const W s = (W)(open[d] & small);
        const W n = (W)(open[d] & next);
        __builtin_memcpy(cells[d].of_two, &s, 16);
        __builtin_memcpy(cells[d].of_three, &n, 16);
    }
#ifdef CLEW_LANES_AVX512
    // The nine words of each band side by side.
    const __m512i front = _mm512_loadu_si512(w);
    const __m512i back = _mm512_maskz_loadu_epi32(0x7FF, w + 16);
    const __m512i order =
        _mm512_setr_epi32(0, 3, 6, 9, 12, 15, 18, 21, 24, 31, 31, 31, 31, 31, 31, 31);
    const __m512i words[3] = {
        _mm512_permutex2var_epi32(front, order, back),
        _mm512_permutex2var_epi32(
            front,
            _mm512_add_epi32(order,
                             _mm512_setr_epi32(1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0)),
            back),
        _mm512_permutex2var_epi32(
            front,
            _mm512_add_epi32(order,
                             _mm512_setr_epi32(2, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0)),
            back)};
#endif
    unsigned best = 0;
    unsigned best_bit = 0;  // 32 * band + cell of the band
    for (unsigned half = 0; half < 2; ++half) {
        for (std::uint64_t rest = ((W)small)[half]; rest != 0; rest &= rest - 1) {
            const auto bit = static_cast<unsigned>(__builtin_ctzll(rest));
            const std::uint64_t* q = peers.of[half * 64 + bit];
            unsigned meets = 1;
#ifdef CLEW_LANES_AVX512
            unsigned digits =
                _mm512_test_epi32_mask(bit < 32 ? words[2 * half] : words[1],
                                       _mm512_set1_epi32(static_cast<int>(1U << (bit % 32))));
#else
            unsigned digits = 0;
            for (unsigned d = 0; d < 9; ++d)
                digits |= static_cast<unsigned>((cells[d].of_two[half] >> bit) & 1U) << d;
#endif
            for (unsigned k = 0; k < 2; ++k, digits &= digits - 1) {
                const auto& c = cells[__builtin_ctz(digits)];
                meets += 3 * (count_bits(c.of_two[0] & q[0]) + count_bits(c.of_two[1] & q[1])) +
                         count_bits(c.of_three[0] & q[0]) + count_bits(c.of_three[1] & q[1]);
            }
            best_bit = meets > best ? half * 64 + bit : best_bit;
            best = meets > best ? meets : best;
        }
    }
    if (best == 0) {
        const B some = (next[0] | next[1] | next[2]) != 0 ? next : two;
        const unsigned band = some[0] != 0 ? 0 : some[1] != 0 ? 1 : 2;
        best_bit = band * 32 + static_cast<unsigned>(__builtin_ctz(some[band]));
    }
    const unsigned band = best_bit / 32;
    unsigned d = 0;
    while (((w[d * 3 + band] >> (best_bit % 32)) & 1U) == 0) ++d;
    return {band * 27 + best_bit % 32, d};
}

class Lanes {
  public:
    explicit Lanes(const BatchJob& job) : job_(job) {}

    void run() {
        for (V& v : open_) v = V{};
        for (V& v : any_) v = V{};
        for (V& v : unique_) v = V{};
        for (unsigned lane = 0; lane < lanes; ++lane) base_[lane] = top_[lane] = 0;
        busy_ = V{};
        dead_ = V{};
        progress_ = V{};
        solved_ = V{};
        serve(V{});
        unsigned polls = 0;
        while (any(busy_)) {
            sweep();
            const V waiting = busy_ & (dead_ | ~progress_);
            unsigned wait = 0;
            unsigned work = 0;
            for (unsigned g = 0; g < groups; ++g) {
                wait += count_bits(waiting[g]);
                work += count_bits(busy_[g]);
            }
            if (wait * 100 >= work * wait_share) {
                if (job_.stop != nullptr && ++polls % 16 == 0 && job_.stop->raised()) break;
                serve(waiting);
            }
        }
        // Only after a stop: say which puzzles are not finished.
        for (unsigned g = 0; g < groups; ++g)
            for (std::uint64_t rest = busy_[g]; rest != 0; rest &= rest - 1)
                job_.counts[puzzle_[g * 64 + static_cast<unsigned>(__builtin_ctzll(rest))]] =
                    unfinished9;
        for (; next_ < job_.size; ++next_) job_.counts[next_] = unfinished9;
    }

  private:
    static constexpr unsigned wait_share = 45;  // percent of the busy lanes

    /// One pass of all rules over all lanes. Sets dead_, progress_ and solved_.
    void sweep() {
        V dead{};
        V progress{};
        V all_once = ~V{};
        for (unsigned c = 0; c < 81; ++c) {
            const Nine n = count_nine(open_ + c, 81);
            once_[c] = n.once;
            all_once &= n.once;
            // A cell without a digit, or one that two digits need.
            dead |= ~n.some | (any_[c] & ~n.once);
        }
        for (unsigned d = 0; d < 9; ++d) {
            V* p = open_ + d * 81;
            V* unique = unique_ + d * 9;
            V naked[9];
            for (unsigned box = 0; box < 9; ++box) {
                V has{};
                for (unsigned k = 0; k < 9; ++k) {
                    const unsigned c = box_cell(box, k);
                    has = and_or(p[c], once_[c], has);
                }
                for (unsigned k = 0; k < 9; ++k) {
                    const unsigned c = box_cell(box, k);
                    p[c] = unless_kept(p[c], has, once_[c]);
                }
                naked[box] = has;
                progress |= has & ~unique[box];
            }
            for (unsigned i = 0; i < 3; ++i) progress |= close_matrix(p + i * 27, 9, 3, 1);
            for (unsigned i = 0; i < 3; ++i) progress |= close_matrix(p + i * 3, 1, 27, 9);
            for (unsigned box = 0; box < 9; ++box) {
                V q[9];
                for (unsigned k = 0; k < 9; ++k) q[k] = p[box_cell(box, k)];
                const Nine n = count_nine(q, 1);
                unique[box] = n.once;
                // A digit without a place in a box, or with two cells that can be nothing else.
                dead |= ~n.some | (naked[box] & ~n.once);
            }
        }
        for (unsigned box = 0; box < 9; ++box)
            for (unsigned k = 0; k < 9; ++k) {
                const unsigned c = box_cell(box, k);
                V taken{};
                for (unsigned d = 0; d < 9; ++d)
                    taken = and_or(open_[d * 81 + c], unique_[d * 9 + box], taken);
                for (unsigned d = 0; d < 9; ++d)
                    open_[d * 81 + c] = unless_kept(open_[d * 81 + c], taken, unique_[d * 9 + box]);
                any_[c] = taken;
                progress |= taken & ~once_[c];
            }
        dead_ = dead;
        progress_ = progress;
        solved_ = all_once & ~dead & ~progress;
    }

    /// A mini-row (or mini-column) holds three digits: if no more than three can be in it they are
    /// in no other of its box or line, and if three are certain no other digit is in it. Costs
    /// about as much as a sweep, so it runs before branching only.
    void count_triads(V& dead, V& progress) {
        for (unsigned i = 0; i < 3; ++i) triads_of(i * 27, 9, 3, 1, dead, progress);
        for (unsigned i = 0; i < 3; ++i) triads_of(i * 3, 1, 27, 9, dead, progress);
    }
    void triads_of(unsigned first, unsigned step, unsigned jump, unsigned cell, V& dead,
                   V& progress) {
        V can[9][9];   // entry of the matrix, digit
        V sure[9][9];  // alone in its line of the matrix
        for (unsigned d = 0; d < 9; ++d) {
            const V* p = open_ + d * 81 + first;
            for (unsigned r = 0; r < 3; ++r)
                for (unsigned b = 0; b < 3; ++b) {
                    const V* q = p + r * step + b * jump;
                    can[r * 3 + b][d] = or3(q[0], q[cell], q[2 * cell]);
                }
            for (unsigned r = 0; r < 3; ++r)
                for (unsigned b = 0; b < 3; ++b)
                    sure[r * 3 + b][d] = can[r * 3 + b][d] & ~(can[r * 3 + (b + 1) % 3][d] |
                                                               can[r * 3 + (b + 2) % 3][d]);
        }
        V full[9];  // three digits are certain
        V tight[9];
        for (unsigned t = 0; t < 9; ++t) {
            const Three c = compare_three(can[t]);
            const Three s = compare_three(sure[t]);
            dead |= ~(c.exactly | c.more) | s.more;
            full[t] = s.exactly & c.more;
            tight[t] = c.exactly & ~s.exactly;
        }
        for (unsigned d = 0; d < 9; ++d) {
            V now[9];  // certain by what was counted
            for (unsigned t = 0; t < 9; ++t) now[t] = can[t][d] & tight[t];
            V* p = open_ + d * 81 + first;
            for (unsigned r = 0; r < 3; ++r)
                for (unsigned b = 0; b < 3; ++b) {
                    const unsigned t = r * 3 + b;
                    const V elsewhere = or3(now[r * 3 + (b + 1) % 3], now[r * 3 + (b + 2) % 3],
                                            now[(r + 1) % 3 * 3 + b]) |
                                        now[(r + 2) % 3 * 3 + b];
                    const V fall = can[t][d] & (elsewhere | (full[t] & ~sure[t][d]));
                    V* q = p + r * step + b * jump;
                    q[0] &= ~fall;
                    q[cell] &= ~fall;
                    q[2 * cell] &= ~fall;
                    progress |= fall;
                }
        }
    }

    /// Turns the columns of all lanes into rows.
    void pull() {
#if defined(CLEW_LANES_AVX512) && CLEW_LANE_BYTES == 32
        const __m512i low = _mm512_setr_epi64(0, 4, 8, 12, 1, 5, 9, 13);
        const __m512i high = _mm512_setr_epi64(2, 6, 10, 14, 3, 7, 11, 15);
        for (unsigned w = 0; w < 27; ++w)
            for (unsigned i = 0; i < 32; i += 8) {
                const V* from = open_ + w * 27 + i;
                const bool tail = i == 24;  // three rows of eight
                const __m512i a = _mm512_loadu_si512(from);
                const __m512i b = _mm512_maskz_loadu_epi64(tail ? 0x0F : 0xFF, from + 2);
                const __m512i c = tail ? __m512i{} : _mm512_loadu_si512(from + 4);
                const __m512i d = tail ? __m512i{} : _mm512_loadu_si512(from + 6);
                const __m512i ab01 = _mm512_permutex2var_epi64(a, low, b);
                const __m512i ab23 = _mm512_permutex2var_epi64(a, high, b);
                const __m512i cd01 = _mm512_permutex2var_epi64(c, low, d);
                const __m512i cd23 = _mm512_permutex2var_epi64(c, high, d);
                const unsigned row = w % 2 * 32 + i;
                _mm512_store_si512(&rows_[0][w / 2][row], _mm512_shuffle_i64x2(ab01, cd01, 0x44));
                _mm512_store_si512(&rows_[1][w / 2][row], _mm512_shuffle_i64x2(ab01, cd01, 0xEE));
                _mm512_store_si512(&rows_[2][w / 2][row], _mm512_shuffle_i64x2(ab23, cd23, 0x44));
                _mm512_store_si512(&rows_[3][w / 2][row], _mm512_shuffle_i64x2(ab23, cd23, 0xEE));
            }
        for (unsigned g = 0; g < groups; ++g)
            for (unsigned i = 32; i < 64; ++i) rows_[g][13][i] = 0;
#else
        const auto* from = reinterpret_cast<const std::uint64_t*>(open_);
        for (unsigned g = 0; g < groups; ++g)
            for (unsigned w = 0; w < 28; ++w) {
                std::uint64_t* to = rows_[g][w / 2] + w % 2 * 32;
                const unsigned used = w < 27 ? 27 : 0;
                for (unsigned i = 0; i < used; ++i) to[i] = from[(w * 27 + i) * groups + g];
                for (unsigned i = used; i < 32; ++i) to[i] = 0;
            }
#endif
        for (auto& group : rows_)
            for (auto& block : group) transpose(block);
    }
    /// And back. `fresh` are the lanes that hold another puzzle or position than before.
    void put(V fresh) {
        for (auto& group : rows_)
            for (auto& block : group) transpose(block);
#if defined(CLEW_LANES_AVX512) && CLEW_LANE_BYTES == 32
        const __m512i low = _mm512_setr_epi64(0, 4, 8, 12, 1, 5, 9, 13);
        const __m512i high = _mm512_setr_epi64(2, 6, 10, 14, 3, 7, 11, 15);
        for (unsigned w = 0; w < 27; ++w)
            for (unsigned i = 0; i < 32; i += 8) {
                V* to = open_ + w * 27 + i;
                const bool tail = i == 24;
                const unsigned row = w % 2 * 32 + i;
                const __m512i g0 = _mm512_load_si512(&rows_[0][w / 2][row]);
                const __m512i g1 = _mm512_load_si512(&rows_[1][w / 2][row]);
                const __m512i g2 = _mm512_load_si512(&rows_[2][w / 2][row]);
                const __m512i g3 = _mm512_load_si512(&rows_[3][w / 2][row]);
                const __m512i ab01 = _mm512_shuffle_i64x2(g0, g1, 0x44);
                const __m512i ab23 = _mm512_shuffle_i64x2(g2, g3, 0x44);
                const __m512i a = _mm512_permutex2var_epi64(ab01, low, ab23);
                const __m512i b = _mm512_permutex2var_epi64(ab01, high, ab23);
                _mm512_storeu_si512(to, a);
                _mm512_mask_storeu_epi64(to + 2, tail ? 0x0F : 0xFF, b);
                if (tail) continue;
                const __m512i cd01 = _mm512_shuffle_i64x2(g0, g1, 0xEE);
                const __m512i cd23 = _mm512_shuffle_i64x2(g2, g3, 0xEE);
                _mm512_storeu_si512(to + 4, _mm512_permutex2var_epi64(cd01, low, cd23));
                _mm512_storeu_si512(to + 6, _mm512_permutex2var_epi64(cd01, high, cd23));
            }
#else
        auto* to = reinterpret_cast<std::uint64_t*>(open_);
        for (unsigned g = 0; g < groups; ++g)
            for (unsigned w = 0; w < 27; ++w)
                for (unsigned i = 0; i < 27; ++i)
                    to[(w * 27 + i) * groups + g] = rows_[g][w / 2][w % 2 * 32 + i];
#endif
        for (V& v : any_) v &= ~fresh;
        for (V& v : unique_) v &= ~fresh;
    }

    std::uint64_t* saved(unsigned lane, unsigned level) {
        return job_.stack + (static_cast<std::size_t>(level) * lanes + lane) * state_words;
    }

    /// Gives lane `bit` of the group in rows_ its next position. False if there is none.
    bool refill(unsigned lane, unsigned bit) {
        std::uint64_t row[state_words];
        const std::uint64_t* from = row;
        if (top_[lane] != base_[lane] && job_.counts[puzzle_[lane]] >= job_.limit)
            top_[lane] = base_[lane];
        if (top_[lane] != base_[lane]) {
            from = saved(lane, --top_[lane]);
        } else if (next_ < job_.size) {
            puzzle_[lane] = static_cast<std::uint32_t>(next_);
            load_row(job_.puzzles[next_], row);
            ++next_;
        } else if (!steal(lane, row)) {
            return false;
        }
        for (unsigned k = 0; k < state_words; ++k) rows_[lane / 64][k][bit] = from[k];
        return true;
    }

    /// Takes the oldest saved position of another lane.
    bool steal(unsigned lane, std::uint64_t* row) {
        for (unsigned tries = 0; tries < lanes && stealable_; ++tries) {
            donor_ = (donor_ + 1) % lanes;
            if (base_[donor_] == top_[donor_] || job_.counts[puzzle_[donor_]] >= job_.limit)
                continue;
            const std::uint64_t* from = saved(donor_, base_[donor_]++);
            for (unsigned k = 0; k < state_words; ++k) row[k] = from[k];
            puzzle_[lane] = puzzle_[donor_];
            base_[lane] = top_[lane] = 0;
            return true;
        }
        stealable_ = false;  // until the next round
        return false;
    }

    void serve(V waiting) {
        V dead{};
        V progress{};
        count_triads(dead, progress);
        dead_ = busy_ & (dead_ | dead);
        waiting = (waiting & ~progress) | dead_;
        const V solved = waiting & solved_ & ~dead_;
        const V stuck = waiting & ~dead_ & ~solved_;
        V fresh{};
        stealable_ = true;
        pull();
        for (unsigned g = 0; g < groups; ++g) {
            // While there is anything to take, idle lanes ask too.
            std::uint64_t leave = dead_[g] | ~busy_[g];
            for (std::uint64_t rest = stuck[g]; rest != 0; rest &= rest - 1) {
                const auto bit = static_cast<unsigned>(__builtin_ctzll(rest));
                const unsigned lane = g * 64 + bit;
                if (job_.counts[puzzle_[lane]] >= job_.limit) {
                    leave |= rest & (0 - rest);
                } else {
                    branch(lane, bit);
                }
            }
            for (std::uint64_t rest = solved[g]; rest != 0; rest &= rest - 1) {
                const auto bit = static_cast<unsigned>(__builtin_ctzll(rest));
                const std::uint32_t puzzle = puzzle_[g * 64 + bit];
                std::uint32_t& count = job_.counts[puzzle];
                if (count < job_.limit) {
                    if (count == 0 && job_.first != nullptr) read(g, bit, job_.first[puzzle]);
                    ++count;
                }
                leave |= rest & (0 - rest);
            }
            std::uint64_t filled = 0;
            for (std::uint64_t rest = leave; rest != 0; rest &= rest - 1) {
                const auto bit = static_cast<unsigned>(__builtin_ctzll(rest));
                if (refill(g * 64 + bit, bit)) filled |= rest & (0 - rest);
            }
            busy_[g] = (busy_[g] & ~leave) | filled;
            fresh[g] = filled;
        }
        put(fresh);
    }

    /// Puts a stuck lane's position away without the chosen digit, and goes on with it alone.
    void branch(unsigned lane, unsigned bit) {
        if (base_[lane] == top_[lane]) base_[lane] = top_[lane] = 0;
        std::uint64_t* to = saved(lane, top_[lane]++);
        for (unsigned k = 0; k < state_words; ++k) to[k] = rows_[lane / 64][k][bit];
        auto* words = reinterpret_cast<std::uint32_t*>(to);
        const Choice choice = choose(words);
        const unsigned band = choice.cell / 27;
        const std::uint32_t mask = std::uint32_t{1} << (choice.cell % 27);
        for (unsigned d = 0; d < 9; ++d) {
            const unsigned w = d * 3 + band;
            if (d != choice.digit)
                rows_[lane / 64][w / 2][bit] &= ~(static_cast<std::uint64_t>(mask) << (w % 2 * 32));
        }
        words[choice.digit * 3 + band] &= ~mask;
    }

    /// The solution in a lane.
    void read(unsigned g, unsigned bit, Solution9& out) {
        std::uint8_t* to = &out[0];
        for (unsigned w = 0; w < 27; ++w) {
            auto cells = static_cast<std::uint32_t>(rows_[g][w / 2][bit] >> (w % 2 * 32));
            for (; cells != 0; cells &= cells - 1)
                to[w % 3 * 27 + static_cast<unsigned>(__builtin_ctz(cells))] =
                    static_cast<std::uint8_t>(w / 3);
        }
    }

    const BatchJob& job_;
    std::size_t next_ = 0;  // the first puzzle that no lane has begun
    V open_[729];           // digit * 81 + cell
    V once_[81];            // the cell has one digit
    V any_[81];             // the cell is some digit's one place in its box
    V unique_[81];          // digit * 9 + box: the digit has one place there
    V busy_;
    V dead_;
    V progress_;
    V solved_;
    alignas(64) std::uint64_t rows_[groups][state_words][64];  // after pull()
    std::uint32_t puzzle_[lanes];
    std::uint8_t base_[lanes];  // a lane's saved positions are levels base .. top-1
    std::uint8_t top_[lanes];
    unsigned donor_ = 0;
    bool stealable_ = false;
};

void run_lanes(const BatchJob& job) {
    Lanes engine{job};
    engine.run();
}

}  // namespace
}  // namespace clew::search9::detail
