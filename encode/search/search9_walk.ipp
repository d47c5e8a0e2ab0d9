// The walk; included once by each search9_walk_<set>.cpp. Like the lanes engine it lives in an
// anonymous namespace and uses no function of the standard library.
//
// A digit is 81 bits, three bands of 27, in one 128-bit vector:
//
//     word 0 (band 0)             word 1          word 2          word 3
//     bit r*9+c, r,c of the band  rows 3..5       rows 6..8       0
//
// For one digit all that singles of houses and locked candidates say is said by six small matrices:
// in a band, `can the digit stand in row r of box b` is a 3x3 matrix of mini-rows, and a solution
// picks a permutation out of it. An entry that is in no permutation falls. 512 matrices: a table
// gives, for each, the cells that survive and the cells of mini-rows that are now certain. Stacks
// are the same with mini-columns. A cell that is in a certain mini-row and in a certain mini-column
// is the digit's one place in its box (`only`), and loses all other digits.
//
// What is left is naked singles: the cells with one digit are found for all three bands at once by
// saturated addition over the nine digits (`once`, `twice`); and, while many cells are open, the
// count of mini-rows: each holds three digits ([Dillon2019] draws all of this from unit clauses).
//
// The rules only ever remove, so the fixpoint does not depend on the order in which they fire: a
// position is a function of the puzzle's marks, which is what makes splitting and resuming exact.
//
// The tree. Branches are the digits of the cell that choose() names, ascending. Where few cells are
// open the solutions are found cell by cell without inference, and the node has a branch for each.

// What lost. Two digits to a 256-bit register, all rules in registers and no tables: 1.71 us a
// 17-clue puzzle and 6.5 us a hard one against 1.97 and 6.7 here with AVX2, 1.43 and 5.5 with
// AVX-512, but 3.6 to 4.2 million solutions a second against 4.7, since below the root few digits
// change at a time (all ten digits every turn, changed or not: 1.76, 7.1 and 2.8). Closing a digit
// without its inner loop and without a branch: 2.15, 6.9 and 4.3. Gathering bits with pext in place
// of three table look-ups is even.

#include "encode/search/search9_walk.hpp"

#ifdef __SSE4_1__
#include <immintrin.h>
#endif

namespace clew::search::detail {
namespace {

using Board = std::uint32_t __attribute__((vector_size(16)));
using Halves = std::uint64_t __attribute__((vector_size(16)));

/// A position: what may still stand where, and what does.
struct Position {
    Board open[9];  // cells where the digit may stand
    Board only[9];  // cells that are the digit's one place in their box
};

constexpr unsigned all_nine = 0x1FF;
constexpr std::uint32_t all_cells = 0x7FFFFFF;

inline unsigned lowest(std::uint32_t bits) { return static_cast<unsigned>(__builtin_ctz(bits)); }
inline unsigned lowest(std::uint64_t bits) { return static_cast<unsigned>(__builtin_ctzll(bits)); }

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

inline bool any(Board b) {
#ifdef __SSE4_1__
    return _mm_testz_si128((__m128i)b, (__m128i)b) == 0;
#else
    const auto h = (Halves)b;
    return (h[0] | h[1]) != 0;
#endif
}

inline unsigned size_of(Board b) {
    const auto h = (Halves)b;
    return count_bits(h[0]) + count_bits(h[1]);
}

// A 3x3 matrix is nine bits, row * 3 + column.
constexpr unsigned supported(unsigned matrix) {
    constexpr unsigned permutations[6] = {0b100'010'001, 0b010'100'001, 0b100'001'010,
                                          0b001'100'010, 0b010'001'100, 0b001'010'100};
    unsigned kept = 0;
    for (unsigned p : permutations)
        if ((matrix & p) == p) kept |= p;
    return kept;
}

/// Of a closed matrix, the entries that are alone in their row, hence certain.
constexpr unsigned certain(unsigned matrix) {
    unsigned kept = 0;
    for (unsigned row = 0; row < 9; row += 3) {
        const unsigned entries = (matrix >> row) & 7U;
        if (entries == 1 || entries == 2 || entries == 4) kept |= entries << row;
    }
    return kept;
}

struct Tables {
    std::uint8_t mini_rows[512]{};  // nine cells of a row -> which mini-rows are not empty
    struct Rows {
        std::uint32_t keep;
        std::uint32_t sure;
    };
    Rows rows[512]{};             // mini-row matrix of a band -> cells
    std::uint32_t spread[512]{};  // nine columns -> three groups nine bits apart
    struct Columns {
        std::uint16_t keep;
        std::uint16_t sure;
    };
    Columns columns[512]{};  // mini-column matrix of a stack (band * 3 + column)
    std::uint16_t sure[512]{};
    alignas(16) std::uint32_t peers[81][4]{};
    std::uint64_t peers_by_bit[96][2]{};  // the same by bit 32 * band + cell of the band

    constexpr Tables() {
        for (unsigned i = 0; i < 512; ++i) {
            unsigned mini = 0;
            for (unsigned k = 0; k < 3; ++k) {
                if (((i >> (3 * k)) & 7U) != 0) mini |= 1U << k;
                spread[i] |= ((i >> (3 * k)) & 7U) << (9 * k);
            }
            mini_rows[i] = static_cast<std::uint8_t>(mini);
            const unsigned kept = supported(i);
            const unsigned now = certain(kept);
            columns[i] = {static_cast<std::uint16_t>(kept), static_cast<std::uint16_t>(now)};
            sure[i] = static_cast<std::uint16_t>(now);
            for (unsigned k = 0; k < 9; ++k) {
                if (((kept >> k) & 1U) != 0) rows[i].keep |= 7U << (3 * k);
                if (((now >> k) & 1U) != 0) rows[i].sure |= 7U << (3 * k);
            }
        }
        for (unsigned a = 0; a < 81; ++a)
            for (unsigned b = 0; b < 81; ++b)
                if (a != b && (a / 9 == b / 9 || a % 9 == b % 9 ||
                               (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3))) {
                    peers[a][b / 27] |= 1U << (b % 27);
                    peers_by_bit[a / 27 * 32 + a % 27][b / 54] |= std::uint64_t{1}
                                                                  << (b / 27 % 2 * 32 + b % 27);
                }
    }
};

constexpr Tables tables{};

inline Board peers_of(unsigned cell) {
    Board b;
    __builtin_memcpy(&b, tables.peers[cell], 16);
    return b;
}

/// The nine mini-rows of a band that are not empty.
inline unsigned mini_row_matrix(std::uint32_t band) {
#ifdef __BMI2__
    return _pext_u32(band | band >> 1 | band >> 2, 0x1249249);
#else
    return tables.mini_rows[band & 511U] |
           static_cast<unsigned>(tables.mini_rows[(band >> 9) & 511U] << 3) |
           static_cast<unsigned>(tables.mini_rows[band >> 18] << 6);
#endif
}

/// Nine columns as three groups of three, nine bits apart.
inline std::uint32_t spread(std::uint32_t band) {
    const std::uint32_t columns = band | band >> 9 | band >> 18;
#ifdef __BMI2__
    return _pdep_u32(columns, 0x1C0E07);
#else
    return tables.spread[columns & 511U];
#endif
}

/// The mini-column matrices of the three stacks, nine bits each.
inline std::uint32_t mini_columns(std::uint32_t b0, std::uint32_t b1, std::uint32_t b2) {
    return spread(b0) | spread(b1) << 3 | spread(b2) << 6;
}

/// The three bits that one band has in each of three stack matrices, as nine columns, in each row.
inline std::uint32_t columns_to_cells(std::uint32_t matrices, unsigned band) {
#ifdef __BMI2__
    return _pext_u32(matrices, 0x1C0E07U << (3 * band)) * 0x40201U;
#else
    const std::uint32_t t = (matrices >> (3 * band)) & 0x1C0E07U;
    return ((t | t >> 6 | t >> 12) & 511U) * 0x40201U;
#endif
}

/// Closes one digit under locked candidates in both directions. False if it has no place.
inline bool close_digit(Board& open, Board& only) {
    std::uint32_t b0 = open[0];
    std::uint32_t b1 = open[1];
    std::uint32_t b2 = open[2];
    for (;;) {
        const Tables::Rows r0 = tables.rows[mini_row_matrix(b0)];
        const Tables::Rows r1 = tables.rows[mini_row_matrix(b1)];
        const Tables::Rows r2 = tables.rows[mini_row_matrix(b2)];
        b0 &= r0.keep;
        b1 &= r1.keep;
        b2 &= r2.keep;
        const std::uint32_t stacks = mini_columns(b0, b1, b2);
        const Tables::Columns c0 = tables.columns[stacks & 511U];
        const Tables::Columns c1 = tables.columns[(stacks >> 9) & 511U];
        const Tables::Columns c2 = tables.columns[stacks >> 18];
        const std::uint32_t keep = static_cast<std::uint32_t>(c0.keep) |
                                   static_cast<std::uint32_t>(c1.keep) << 9 |
                                   static_cast<std::uint32_t>(c2.keep) << 18;
        if (keep == stacks) {
            if (c0.keep == 0 || c1.keep == 0 || c2.keep == 0) return false;
            const std::uint32_t sure = static_cast<std::uint32_t>(c0.sure) |
                                       static_cast<std::uint32_t>(c1.sure) << 9 |
                                       static_cast<std::uint32_t>(c2.sure) << 18;
            open = Board{b0, b1, b2, 0};
            only = Board{b0 & r0.sure & columns_to_cells(sure, 0),
                         b1 & r1.sure & columns_to_cells(sure, 1),
                         b2 & r2.sure & columns_to_cells(sure, 2), 0};
            return true;
        }
        b0 &= columns_to_cells(keep, 0);
        b1 &= columns_to_cells(keep, 1);
        b2 &= columns_to_cells(keep, 2);
    }
}

// --- counting mini-rows and mini-columns --------------------------------------------------------

/// Nine sets of 27, a digit each: the members of exactly three, and of more.
struct Three {
    std::uint32_t exactly;
    std::uint32_t more;
};
inline Three compare_three(const std::uint32_t* sets) {
    std::uint32_t one = 0;
    std::uint32_t two = 0;
    std::uint32_t three = 0;
    std::uint32_t four = 0;
    for (unsigned d = 0; d < 9; ++d) {
        four |= three & sets[d];
        three |= two & sets[d];
        two |= one & sets[d];
        one |= sets[d];
    }
    return {three & ~four, four};
}

/// In three 3x3 matrices, the entries that share a row or a column with a marked one.
inline std::uint32_t crossed(std::uint32_t m) {
    constexpr std::uint32_t first_column = 0x1249249;
    constexpr std::uint32_t first_row = 0x1C0E07;
    const std::uint32_t right = (m & ~(first_column << 2)) << 1 | ((m >> 2) & first_column);
    const std::uint32_t left = ((m & ~first_column) >> 1) | (m & first_column) << 2;
    const std::uint32_t down = ((m & ~(first_row << 6)) << 3) | ((m >> 6) & first_row);
    const std::uint32_t up = ((m & ~first_row) >> 3) | (m & first_row) << 6;
    return right | left | down | up;
}

enum class Triads { same, changed, dead };

/// A mini-row holds three digits: if no more than three can be in it they are in no other of its
/// box or row, and if three are certain no other digit is in it. The same for mini-columns. Finds
/// at once some contradictions that singles see only after a long search.
inline Triads count_triads(Position& p, unsigned& dirty) {
    for (unsigned upright = 0; upright < 2; ++upright) {
        std::uint32_t can[9];
        std::uint32_t sure[9];
        for (unsigned d = 0; d < 9; ++d) {
            const std::uint32_t b0 = p.open[d][0];
            const std::uint32_t b1 = p.open[d][1];
            const std::uint32_t b2 = p.open[d][2];
            can[d] = upright != 0 ? mini_columns(b0, b1, b2)
                                  : mini_row_matrix(b0) | mini_row_matrix(b1) << 9 |
                                        mini_row_matrix(b2) << 18;
            sure[d] = tables.sure[can[d] & 511U] |
                      static_cast<std::uint32_t>(tables.sure[(can[d] >> 9) & 511U]) << 9 |
                      static_cast<std::uint32_t>(tables.sure[can[d] >> 18]) << 18;
        }
        const Three c = compare_three(can);
        const Three s = compare_three(sure);
        if ((c.exactly | c.more) != all_cells || s.more != 0) return Triads::dead;
        const std::uint32_t full = s.exactly & c.more;
        const std::uint32_t tight = c.exactly & ~s.exactly;
        if ((full | tight) == 0) continue;
        for (unsigned d = 0; d < 9; ++d) {
            std::uint32_t fall = can[d] & (crossed(can[d] & tight) | (full & ~sure[d]));
            if (fall == 0) continue;
            dirty |= 1U << d;
            for (; fall != 0; fall &= fall - 1) {
                const unsigned t = lowest(fall);
                const unsigned third = t / 9;
                const unsigned row = t % 9 / 3;
                const unsigned column = t % 3;
                if (upright != 0) {
                    p.open[d][row] &= ~(0x40201U << (third * 3 + column));
                } else {
                    p.open[d][third] &= ~(7U << (row * 9 + column * 3));
                }
            }
        }
        if (dirty != 0) return Triads::changed;
    }
    return Triads::same;
}

/// Above so many open cells it pays to count mini-rows, and to choose the cell with care.
constexpr unsigned many_open = 28;

/// Draws all conclusions, starting from the digits in `dirty` (bit d), to the one fixpoint. Sets
/// `several` to the cells with more than one digit. False if there is no solution.
inline bool settle(Position& position, unsigned dirty, Board& several) {
    Board* open = position.open;
    Board* only = position.only;
    const Board full{all_cells, all_cells, all_cells, 0};
    for (;;) {
        for (; dirty != 0; dirty &= dirty - 1) {
            const unsigned d = lowest(dirty);
            if (!close_digit(open[d], only[d])) return false;
        }
        Board taken{};
        Board clash{};
        for (unsigned d = 0; d < 9; ++d) {
            clash |= taken & only[d];
            taken |= only[d];
        }
        Board once{};
        Board twice{};
        for (unsigned d = 0; d < 9; ++d) {
            const Board lost = open[d] & taken & ~only[d];
            open[d] ^= lost;
            if (any(lost)) dirty |= 1U << d;
            twice |= once & open[d];
            once |= open[d];
        }
        if (any(clash | (once ^ full))) return false;

        const Board fresh = once & ~twice & ~taken;
        if (any(fresh)) {
            for (unsigned d = 0; d < 9; ++d) {
                const Board singles = fresh & open[d];
                if (!any(singles)) continue;
                dirty |= 1U << d;
                Board gone{};
                const auto halves = (Halves)singles;
                for (std::uint64_t s = halves[0]; s != 0; s &= s - 1) {
                    const unsigned bit = lowest(s);
                    gone |= peers_of(bit < 32 ? bit : bit - 5);
                }
                for (std::uint64_t s = halves[1]; s != 0; s &= s - 1)
                    gone |= peers_of(54 + lowest(s));
                open[d] &= ~gone;
            }
        }
        if (dirty != 0) continue;
        several = twice;
        if (size_of(twice) <= many_open) return true;
        switch (count_triads(position, dirty)) {
            case Triads::same:
                return true;
            case Triads::dead:
                return false;
            case Triads::changed:
                break;
        }
    }
}

// --- branching ----------------------------------------------------------------------------------

struct Choice {
    unsigned cell = 0;
    unsigned digits = 0;  // bit d
};

inline unsigned digits_at(const Position& p, unsigned band, unsigned bit) {
    unsigned digits = 0;
    for (unsigned d = 0; d < 9; ++d) digits |= ((p.open[d][band] >> bit) & 1U) << d;
    return digits;
}

/// Where to branch. With many cells open: of the cells with two digits the one whose digits meet
/// most others in small cells of its houses, so that either digit sets off the most (a third of the
/// nodes of the first such cell, on hard puzzles). Otherwise the first with two digits that meets
/// one of the wider cells, so that knots of pairs are left for the bundle (a third of the nodes of
/// the first pair, where solutions are many), or a cell of three, or any. Requires a settled
/// position.
inline Choice choose(const Position& p, Board several) {
    Board two{};
    Board three{};
    Board four{};
    Board one{};
    for (unsigned d = 0; d < 9; ++d) {
        four |= three & p.open[d];
        three |= two & p.open[d];
        two |= one & p.open[d];
        one |= p.open[d];
    }
    Choice choice;
    const Board pairs = several & ~three;
    Board small = three & ~four;
    if (!any(small)) small = any(four) ? four : pairs;
    if (size_of(several) > many_open && any(pairs)) {
        const Board triples = three & ~four;
        std::uint64_t of_two[9][2];
        std::uint64_t of_three[9][2];
        for (unsigned d = 0; d < 9; ++d) {
            const auto a = (Halves)(p.open[d] & pairs);
            const auto b = (Halves)(p.open[d] & triples);
            __builtin_memcpy(of_two[d], &a, 16);
            __builtin_memcpy(of_three[d], &b, 16);
        }
        unsigned best = 0;
        unsigned best_bit = 0;
        for (unsigned half = 0; half < 2; ++half)
            for (std::uint64_t rest = ((Halves)pairs)[half]; rest != 0; rest &= rest - 1) {
                const unsigned bit = lowest(rest);
                const unsigned cell = half != 0 ? 54 + bit : bit < 32 ? bit : bit - 5;
                const auto q = (Halves)peers_of(cell);
                const std::uint64_t q0 = q[0];
                const std::uint64_t q1 = q[1];
                unsigned digits = 0;
                for (unsigned d = 0; d < 9; ++d)
                    digits |= static_cast<unsigned>((of_two[d][half] >> bit) & 1U) << d;
                unsigned meets = 1;
                for (unsigned k = 0; k < 2; ++k, digits &= digits - 1) {
                    const unsigned d = lowest(digits);
                    meets += 3 * (count_bits(of_two[d][0] & q0) + count_bits(of_two[d][1] & q1)) +
                             count_bits(of_three[d][0] & q0) + count_bits(of_three[d][1] & q1);
                }
                if (meets > best) {
                    best = meets;
                    best_bit = half * 64 + bit;
                }
            }
        choice.cell = best_bit / 32 * 27 + best_bit % 32;
        choice.digits = digits_at(p, best_bit / 32, best_bit % 32);
        return choice;
    }
    const auto wide = (Halves)three;
    for (unsigned half = 0; half < 2; ++half)
        for (std::uint64_t rest = ((Halves)pairs)[half]; rest != 0; rest &= rest - 1) {
            const unsigned bit = half * 64 + lowest(rest);
            const std::uint64_t* q = tables.peers_by_bit[bit];
            if (((wide[0] & q[0]) | (wide[1] & q[1])) == 0) continue;
            const unsigned digits = digits_at(p, bit / 32, bit % 32);
            const auto met =
                (Halves)(p.open[lowest(digits)] | p.open[lowest(digits & (digits - 1))]);
            if (((wide[0] & q[0] & met[0]) | (wide[1] & q[1] & met[1])) == 0) continue;
            choice.cell = bit / 32 * 27 + bit % 32;
            choice.digits = digits;
            return choice;
        }
    const unsigned band = small[0] != 0 ? 0 : small[1] != 0 ? 1 : 2;
    const unsigned bit = lowest(small[band]);
    choice.cell = band * 27 + bit;
    choice.digits = digits_at(p, band, bit);
    return choice;
}

/// Puts the digit into the cell; returns the digits that lost a cell, to settle.
inline unsigned place(Position& p, unsigned cell, unsigned digits, unsigned digit) {
    const unsigned band = cell / 27;
    const std::uint32_t bit = 1U << (cell % 27);
    for (unsigned rest = digits & ~(1U << digit); rest != 0; rest &= rest - 1)
        p.open[lowest(rest)][band] &= ~bit;
    p.open[digit] &= ~peers_of(cell);
    return digits;
}

/// From so few open cells on, trying digits cell by cell without inference is faster. (Cells a
/// second, count of a puzzle with 10^6 solutions: 4.6 million solutions without, 4.9 from 8 cells
/// on, 5.5 from 14, 5.6 from 16.)
constexpr unsigned few_open = 16;

/// The solutions of a position with few open cells.
struct Rest {
    static constexpr unsigned room = 128;
    unsigned cells;
    unsigned solutions;
    std::uint8_t cell[few_open];
    std::uint8_t digit[room][few_open];  // solution by solution, cell by cell
};

/// Finds them, in ascending order of the grids. False if there are more than there is room for.
/// Requires at most few_open cells in `several`.
inline bool finish(const Position& p, Board several, Rest& rest) {
    struct Cell {
        std::uint16_t can;
        std::uint16_t left;
        std::uint8_t row, column, box;
    };
    Cell cells[few_open];
    std::uint16_t taken[27] = {};  // rows, columns, boxes
    std::uint8_t digit[few_open] = {};
    unsigned n = 0;
    for (unsigned half = 0; half < 2; ++half)
        for (std::uint64_t bits = ((Halves)several)[half]; bits != 0; bits &= bits - 1) {
            const unsigned bit = half * 64 + lowest(bits);
            const unsigned cell = bit / 32 * 27 + bit % 32;
            rest.cell[n] = static_cast<std::uint8_t>(cell);
            cells[n] = {static_cast<std::uint16_t>(digits_at(p, bit / 32, bit % 32)), 0,
                        static_cast<std::uint8_t>(cell / 9),
                        static_cast<std::uint8_t>(9 + cell % 9),
                        static_cast<std::uint8_t>(18 + cell / 27 * 3 + cell % 9 / 3)};
            ++n;
        }
    rest.cells = n;
    rest.solutions = 0;
    if (n == 0) {
        rest.solutions = 1;
        return true;
    }
    unsigned i = 0;
    cells[0].left = cells[0].can;
    for (;;) {
        Cell& c = cells[i];
        if (c.left == 0) {
            if (i == 0) return true;
            --i;
            const auto bit = static_cast<std::uint16_t>(1U << digit[i]);
            taken[cells[i].row] ^= bit;
            taken[cells[i].column] ^= bit;
            taken[cells[i].box] ^= bit;
            continue;
        }
        const unsigned d = lowest(std::uint32_t{c.left});
        c.left &= static_cast<std::uint16_t>(c.left - 1);
        digit[i] = static_cast<std::uint8_t>(d);
        if (i + 1 == n) {
            if (rest.solutions == Rest::room) return false;
            __builtin_memcpy(rest.digit[rest.solutions++], digit, few_open);
            continue;
        }
        const auto bit = static_cast<std::uint16_t>(1U << d);
        taken[c.row] ^= bit;
        taken[c.column] ^= bit;
        taken[c.box] ^= bit;
        Cell& next = cells[++i];
        next.left = static_cast<std::uint16_t>(
            next.can & ~(taken[next.row] | taken[next.column] | taken[next.box]));
    }
}

inline void load(Position& p, const Marks9& marks) {
    const std::uint16_t* m = &marks[0];
    for (unsigned band = 0; band < 3; ++band) {
        std::uint32_t fixed = 0;
        std::uint32_t given[9] = {};
        for (unsigned k = 0; k < 27; ++k) {
            const unsigned digits = m[band * 27 + k] & all_nine;
            if (digits == all_nine) continue;
            fixed |= 1U << k;
            for (unsigned rest = digits; rest != 0; rest &= rest - 1)
                given[lowest(rest)] |= 1U << k;
        }
        for (unsigned d = 0; d < 9; ++d) p.open[d][band] = (all_cells & ~fixed) | given[d];
    }
    for (unsigned d = 0; d < 9; ++d) {
        p.open[d][3] = 0;
        p.only[d] = Board{};
    }
    // The givens act at once: two rounds of inference less.
    for (unsigned cell = 0; cell < 81; ++cell) {
        const unsigned digits = m[cell] & all_nine;
        if (digits != 0 && (digits & (digits - 1)) == 0) p.open[lowest(digits)] &= ~peers_of(cell);
    }
}

/// The digits of the cells that have one.
inline void read_cells(const Position& p, Board cells, Solution9& out) {
    std::uint8_t* to = &out[0];
    for (unsigned d = 0; d < 9; ++d) {
        const auto halves = (Halves)(p.open[d] & cells);
        for (std::uint64_t s = halves[0]; s != 0; s &= s - 1) {
            const unsigned bit = lowest(s);
            to[bit < 32 ? bit : bit - 5] = static_cast<std::uint8_t>(d);
        }
        for (std::uint64_t s = halves[1]; s != 0; s &= s - 1)
            to[54 + lowest(s)] = static_cast<std::uint8_t>(d);
    }
}

// --- the walk -----------------------------------------------------------------------------------

class Walk {
  public:
    Walk(const WalkJob& job, WalkOutcome& out) : job_(job), out_(out) {}

    void run() {
        load(levels_[0].position, *job_.marks);
        unsigned dirty = all_nine;
        std::uint64_t until_poll = 0;
        for (;;) {
            // levels_[depth_].position is the node to visit. Finding the way back to a path is
            // neither bounded nor interrupted, or a resumed run might never arrive.
            if (replay_ == job_.from_size) {
                if (until_poll == 0) {
                    if (job_.stop != nullptr && job_.stop->raised())
                        return stop(Ending::interrupted);
                    if (out_.nodes >= job_.max_nodes) return stop(Ending::out_of_budget);
                    until_poll = job_.max_nodes - out_.nodes;
                    if (until_poll > poll_nodes) until_poll = poll_nodes;
                }
                if (job_.limit == out_.solutions) return stop(Ending::limit_reached);
                --until_poll;
                ++out_.nodes;
            }
            Level& here = levels_[depth_];
            Board several;
            bool deeper = false;
            if (settle(here.position, dirty, several)) {
                if (size_of(several) <= few_open && finish(here.position, several, rest_)) {
                    switch (leaf(here.position, several)) {
                        case Leaf::done:
                            break;
                        case Leaf::stopped:
                            return;
                        case Leaf::misfit:
                            out_.fits = false;
                            return;
                    }
                } else {
                    const Choice choice = choose(here.position, several);
                    here.cell = static_cast<std::uint8_t>(choice.cell);
                    here.all = here.digits = static_cast<std::uint16_t>(choice.digits);
                    here.arity = static_cast<std::uint8_t>(count_bits(choice.digits));
                    here.index = 0;
                    if (replay_ < job_.from_size) {
                        here.index = job_.from[replay_++];
                        if (here.index >= here.arity) {
                            out_.fits = false;
                            return;
                        }
                        for (unsigned i = 0; i < here.index; ++i)
                            here.digits &= static_cast<std::uint16_t>(here.digits - 1);
                    }
                    ++depth_;
                    deeper = true;
                }
            }
            if (!deeper) {
                if (replay_ < job_.from_size) {
                    out_.fits = false;
                    return;
                }
                if (!next_branch()) break;
            }
            const Level& parent = levels_[depth_ - 1];
            levels_[depth_].position = parent.position;
            dirty = place(levels_[depth_].position, parent.cell, parent.all,
                          lowest(std::uint32_t{parent.digits}));
        }
        out_.ending = Ending::exhausted;
        out_.explored = 1;
    }

  private:
    enum class Leaf { done, stopped, misfit };

    struct Level {
        Position position;
        std::uint16_t digits;  // branches not yet left behind
        std::uint16_t all;
        std::uint8_t cell;
        std::uint8_t arity;
        std::uint8_t index;  // of the branch that is being walked
    };

    /// Stop flag and node budget are looked at once in so many nodes or solutions.
    static constexpr std::uint64_t poll_nodes = 1024;

    /// Moves to the next branch that was not walked; false if there is none.
    bool next_branch() {
        while (depth_ > 0 && levels_[depth_ - 1].index + 1 == levels_[depth_ - 1].arity) --depth_;
        if (depth_ == 0) return false;
        Level& level = levels_[depth_ - 1];
        ++level.index;
        level.digits &= static_cast<std::uint16_t>(level.digits - 1);
        return true;
    }

    /// Ends the run before the node that stands next, or before solution `index` of `arity` in a
    /// leaf.
    void stop(Ending why, unsigned index = 0, unsigned arity = 0) {
        out_.ending = why;
        double share = 1;
        const auto step = [&](unsigned i, unsigned of) {
            share /= of;
            out_.explored += share * i;
            out_.next[out_.next_size++] = static_cast<std::uint8_t>(i);
        };
        for (unsigned i = 0; i < depth_; ++i) step(levels_[i].index, levels_[i].arity);
        if (arity != 0) step(index, arity);
    }

    /// Hands out the solutions in rest_: a level of the tree with a branch for each.
    Leaf leaf(const Position& p, Board several) {
        const unsigned end = rest_.solutions;
        if (end == 0) return Leaf::done;
        unsigned index = 0;
        if (replay_ < job_.from_size) index = job_.from[replay_++];
        if (index >= end || replay_ < job_.from_size) return Leaf::misfit;
        if (job_.limit == out_.solutions) {  // right after a replay
            stop(Ending::limit_reached, index, end);
            return Leaf::stopped;
        }
        if (job_.sink == nullptr) {
            unsigned n = end - index;
            if (n > job_.limit - out_.solutions)
                n = static_cast<unsigned>(job_.limit - out_.solutions);
            out_.solutions += n;
            index += n;
            if (index == end) return Leaf::done;
            stop(Ending::limit_reached, index, end);
            return Leaf::stopped;
        }
        const Board full{all_cells, all_cells, all_cells, 0};
        read_cells(p, full & ~several, solution_);
        std::uint8_t* to = &solution_[0];
        for (;;) {
            for (unsigned i = 0; i < rest_.cells; ++i) to[rest_.cell[i]] = rest_.digit[index][i];
            ++out_.solutions;
            ++index;
            const bool enough = job_.sink(job_.context, solution_) == Flow::stop;
            if (index == end) {
                if (!enough) return Leaf::done;
                if (!next_branch()) {
                    out_.ending = Ending::exhausted;
                    out_.explored = 1;
                } else {
                    stop(Ending::limit_reached);
                }
                return Leaf::stopped;
            }
            if (enough || out_.solutions == job_.limit) {
                stop(Ending::limit_reached, index, end);
                return Leaf::stopped;
            }
        }
    }

    const WalkJob& job_;
    WalkOutcome& out_;
    unsigned depth_ = 0;      // levels in use above the current node
    std::size_t replay_ = 0;  // how much of job_.from has been followed
    Solution9 solution_;
    Rest rest_;
    Level levels_[82];
};

void run_walk(const WalkJob& job, WalkOutcome& out) {
    Walk walk{job, out};
    walk.run();
}

void unload(const Position& p, Marks9& marks) {
    std::uint16_t* m = &marks[0];
    for (unsigned cell = 0; cell < 81; ++cell)
        m[cell] = static_cast<std::uint16_t>(digits_at(p, cell / 27, cell % 27));
}

unsigned expand_root(const Marks9& marks, Marks9* branches) {
    Position p;
    load(p, marks);
    Board several;
    if (!settle(p, all_nine, several)) return 0;
    Rest rest;
    if (size_of(several) <= few_open && finish(p, several, rest)) {
        for (unsigned i = 0; i < rest.solutions; ++i) {
            unload(p, branches[i]);
            for (unsigned k = 0; k < rest.cells; ++k)
                (&branches[i][0])[rest.cell[k]] =
                    static_cast<std::uint16_t>(1U << rest.digit[i][k]);
        }
        return rest.solutions;
    }
    const Choice choice = choose(p, several);
    unsigned n = 0;
    for (unsigned digits = choice.digits; digits != 0; digits &= digits - 1, ++n) {
        unload(p, branches[n]);
        (&branches[n][0])[choice.cell] = static_cast<std::uint16_t>(digits & (0U - digits));
    }
    return n;
}

}  // namespace
}  // namespace clew::search::detail
