// The position and its inference.
//
// A digit is 81 bits, three bands of 27, in one 128-bit vector:
//
//     word 0 (band 0)            word 1          word 2          word 3
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
// saturated addition over the nine digits (`once`, `twice`).
//
// The rules only ever remove, so the fixpoint does not depend on the order in which they fire: a
// position is a function of the puzzle's marks, which is what makes splitting and resuming exact.

#include "encode/search/search9_walk.hpp"

#include <bit>

namespace clew::search::detail {
namespace {

constexpr unsigned all_nine = 0x1FF;
constexpr std::uint32_t all_cells = 0x7FFFFFF;

// A 3x3 matrix is nine bits, row * 3 + column. The permutations of three things:
constexpr std::array<unsigned, 6> permutations{
    0b100'010'001, 0b010'100'001, 0b100'001'010, 0b001'100'010, 0b010'001'100, 0b001'010'100,
};

constexpr unsigned supported(unsigned matrix) {
    unsigned kept = 0;
    for (unsigned p : permutations)
        if ((matrix & p) == p) kept |= p;
    return kept;
}

/// Of a closed matrix, the entries that are alone in their row, hence certain.
constexpr unsigned certain(unsigned matrix) {
    unsigned kept = 0;
    for (unsigned row = 0; row < 9; row += 3)
        if (std::has_single_bit((matrix >> row) & 7U)) kept |= matrix & (7U << row);
    return kept;
}

struct Tables {
    std::array<std::uint8_t, 512>
        mini_rows{};  // nine cells of a row -> which mini-rows are not empty
    struct Rows {
        std::uint32_t keep;
        std::uint32_t sure;
    };
    std::array<Rows, 512> rows{};             // mini-row matrix of a band -> cells
    std::array<std::uint32_t, 512> spread{};  // nine columns -> three groups nine bits apart
    struct Columns {
        std::uint16_t keep;
        std::uint16_t sure;
    };
    std::array<Columns, 512> columns{};  // mini-column matrix of a stack (band * 3 + column)
};

constexpr Tables make_tables() {
    Tables t;
    for (unsigned i = 0; i < 512; ++i) {
        unsigned mini = 0;
        for (unsigned k = 0; k < 3; ++k) {
            if (((i >> (3 * k)) & 7U) != 0) mini |= 1U << k;
            t.spread[i] |= ((i >> (3 * k)) & 7U) << (9 * k);
        }
        t.mini_rows[i] = static_cast<std::uint8_t>(mini);
        const unsigned kept = supported(i);
        const unsigned sure = certain(kept);
        t.columns[i] = {static_cast<std::uint16_t>(kept), static_cast<std::uint16_t>(sure)};
        for (unsigned k = 0; k < 9; ++k) {
            if (((kept >> k) & 1U) != 0) t.rows[i].keep |= 7U << (3 * k);
            if (((sure >> k) & 1U) != 0) t.rows[i].sure |= 7U << (3 * k);
        }
    }
    return t;
}

constexpr Tables tables = make_tables();

inline unsigned mini_row_matrix(std::uint32_t band) {
    return tables.mini_rows[band & 511U] |
           static_cast<unsigned>(tables.mini_rows[(band >> 9) & 511U] << 3) |
           static_cast<unsigned>(tables.mini_rows[band >> 18] << 6);
}

inline unsigned columns_of(std::uint32_t band) { return (band | band >> 9 | band >> 18) & 511U; }

/// The three bits that one band has in each of three stack matrices, as nine columns, in each row.
inline std::uint32_t columns_to_cells(std::uint32_t matrices, unsigned band) {
    const std::uint32_t t = (matrices >> (3 * band)) & 0x1C0E07U;
    return ((t | t >> 6 | t >> 12) & 511U) * 0x40201U;
}

inline bool any(Board b) {
    const auto w = std::bit_cast<std::array<std::uint64_t, 2>>(b);
    return (w[0] | w[1]) != 0;
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
        const std::uint32_t stacks = tables.spread[columns_of(b0)] |
                                     tables.spread[columns_of(b1)] << 3 |
                                     tables.spread[columns_of(b2)] << 6;
        const Tables::Columns c0 = tables.columns[stacks & 511U];
        const Tables::Columns c1 = tables.columns[(stacks >> 9) & 511U];
        const Tables::Columns c2 = tables.columns[stacks >> 18];
        if (c0.keep == 0 || c1.keep == 0 || c2.keep == 0) return false;
        const std::uint32_t keep = static_cast<std::uint32_t>(c0.keep) |
                                   static_cast<std::uint32_t>(c1.keep) << 9 |
                                   static_cast<std::uint32_t>(c2.keep) << 18;
        if (keep == stacks) {
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

constexpr std::array<std::array<std::uint32_t, 4>, 81> make_peers() {
    std::array<std::array<std::uint32_t, 4>, 81> peers{};
    for (unsigned a = 0; a < 81; ++a)
        for (unsigned b = 0; b < 81; ++b)
            if (a != b &&
                (a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3)))
                peers[a][b / 27] |= 1U << (b % 27);
    return peers;
}

alignas(16) constexpr auto peers_of = make_peers();

inline Board peer_board(unsigned cell) { return std::bit_cast<Board>(peers_of[cell]); }

}  // namespace

void load(Position& position, const Marks9& marks) {
    std::array<std::array<std::uint32_t, 4>, 9> open{};
    for (unsigned cell = 0; cell < 81; ++cell)
        for (unsigned m = marks[cell] & all_nine; m != 0; m &= m - 1)
            open[static_cast<unsigned>(std::countr_zero(m))][cell / 27] |= 1U << (cell % 27);
    for (unsigned d = 0; d < 9; ++d) {
        position.open[d] = std::bit_cast<Board>(open[d]);
        position.only[d] = Board{};
    }
}

Marks9 unload(const Position& position) {
    Marks9 marks{};
    for (unsigned d = 0; d < 9; ++d)
        for (unsigned band = 0; band < 3; ++band)
            for (std::uint32_t b = position.open[d][band]; b != 0; b &= b - 1)
                marks[band * 27 + static_cast<unsigned>(std::countr_zero(b))] |=
                    static_cast<std::uint16_t>(1U << d);
    return marks;
}

bool settle(Position& position, unsigned dirty) {
    auto& open = position.open;
    auto& only = position.only;
    const Board full{all_cells, all_cells, all_cells, 0};
    for (;;) {
        for (unsigned rest = dirty; rest != 0; rest &= rest - 1) {
            const auto d = static_cast<unsigned>(std::countr_zero(rest));
            if (!close_digit(open[d], only[d])) return false;
        }
        dirty = 0;

        Board taken{};
        Board clash{};
        for (const Board& o : only) {
            clash |= taken & o;
            taken |= o;
        }
        if (any(clash)) return false;
        Board once{};
        Board twice{};
        for (unsigned d = 0; d < 9; ++d) {
            const Board lost = open[d] & taken & ~only[d];
            if (any(lost)) {
                open[d] ^= lost;
                dirty |= 1U << d;
            }
            twice |= once & open[d];
            once |= open[d];
        }
        if (any(once ^ full)) return false;

        const Board fresh = once & ~twice & ~taken;
        if (any(fresh)) {
            for (unsigned d = 0; d < 9; ++d) {
                const Board singles = fresh & open[d];
                if (!any(singles)) continue;
                for (unsigned band = 0; band < 3; ++band)
                    for (std::uint32_t s = singles[band]; s != 0; s &= s - 1)
                        open[d] &=
                            ~peer_board(band * 27 + static_cast<unsigned>(std::countr_zero(s)));
                dirty |= 1U << d;
            }
        }
        if (dirty == 0) return true;
    }
}

Choice choose(const Position& position) {
    Board one{};
    Board two{};
    Board three{};
    Board four{};
    for (const Board& o : position.open) {
        four |= three & o;
        three |= two & o;
        two |= one & o;
        one |= o;
    }
    Board least = two & ~three;
    if (!any(least)) {
        if (!any(two)) return {};
        least = three & ~four;
        if (!any(least)) least = two;
    }
    Choice best;
    int fewest = 10;
    for (unsigned band = 0; band < 3; ++band) {
        for (std::uint32_t s = least[band]; s != 0; s &= s - 1) {
            const std::uint32_t bit = s & (0U - s);
            unsigned digits = 0;
            for (unsigned d = 0; d < 9; ++d)
                if ((position.open[d][band] & bit) != 0) digits |= 1U << d;
            if (std::popcount(digits) < fewest) {
                fewest = std::popcount(digits);
                best = {band * 27 + static_cast<unsigned>(std::countr_zero(bit)), digits};
                if (fewest <= 3) return best;
            }
        }
    }
    return best;
}

unsigned place(Position& position, unsigned cell, unsigned digit) {
    Board bit{};
    bit[cell / 27] = 1U << (cell % 27);
    unsigned dirty = 1U << digit;
    for (unsigned d = 0; d < 9; ++d) {
        if (d == digit) continue;
        if (any(position.open[d] & bit)) {
            position.open[d] &= ~bit;
            dirty |= 1U << d;
        }
    }
    position.open[digit] &= ~peer_board(cell);
    return dirty;
}

void read_solution(const Position& position, Solution9& out) {
    for (unsigned d = 0; d < 9; ++d)
        for (unsigned band = 0; band < 3; ++band)
            for (std::uint32_t b = position.open[d][band]; b != 0; b &= b - 1)
                out[band * 27 + static_cast<unsigned>(std::countr_zero(b))] =
                    static_cast<std::uint8_t>(d);
}

}  // namespace clew::search::detail
