#pragma once
// Board9: the open candidates of a classic board as bits, the way the rating engine reads them.
//
//     Board9 board{puzzle};
//     board.cell[3]                // the digits that r1c4 may still be: bit d for digit d + 1
//     board.place[9][6]            // where a 7 may go in row 1: bit i for the i-th cell of the row
//     board.set(3, 6);             // places it, and takes it from all who see it
//
// Houses are numbered as the scale looks at them: 0 to 8 the blocks, 9 to 17 the rows, 18 to 26 the
// columns. Both views of the candidates change together. Filled cells have no candidates.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/board/puzzle.hpp"

namespace clew::rating {

/// Nine digits, or nine places of a house.
using Nine = std::uint16_t;

inline constexpr int cell_total = 81;
inline constexpr int house_total = 27;
inline constexpr Nine all_nine = 0x1FF;

inline constexpr auto ones_of_nine = [] {
    std::array<std::uint8_t, 512> count{};
    for (unsigned i = 0; i < 512; ++i) count[i] = static_cast<std::uint8_t>(std::popcount(i));
    return count;
}();
/// How many of nine bits are set. A table: portable builds have no instruction for it.
inline int ones(unsigned nine) { return ones_of_nine[nine]; }
inline int low_bit(unsigned bits) { return std::countr_zero(bits); }
/// The bit of one of nine.
constexpr Nine bit(int i) { return static_cast<Nine>(1U << i); }

/// A set of cells in two words.
struct Cells {
    std::uint64_t low = 0;   ///< cells 0 to 63
    std::uint64_t high = 0;  ///< cells 64 to 80

    constexpr bool has(int c) const { return ((c < 64 ? low >> c : high >> (c - 64)) & 1) != 0; }
    constexpr void add(int c) {
        (c < 64 ? low : high) |= std::uint64_t{1} << (c < 64 ? c : c - 64);
    }
    constexpr bool empty() const { return (low | high) == 0; }
    int size() const { return std::popcount(low) + std::popcount(high); }
    friend constexpr Cells operator&(Cells a, Cells b) { return {a.low & b.low, a.high & b.high}; }
    friend constexpr Cells operator|(Cells a, Cells b) { return {a.low | b.low, a.high | b.high}; }
    /// Those of a that are not in b.
    friend constexpr Cells operator-(Cells a, Cells b) {
        return {a.low & ~b.low, a.high & ~b.high};
    }
    friend constexpr bool operator==(Cells, Cells) = default;

    /// Calls f(cell) for each, ascending.
    template <class F>
    void each(F&& f) const {
        for (std::uint64_t w = low; w != 0; w &= w - 1) f(std::countr_zero(w));
        for (std::uint64_t w = high; w != 0; w &= w - 1) f(64 + std::countr_zero(w));
    }
};

/// What never changes: which cells lie where.
struct Tables9 {
    std::array<std::array<std::uint8_t, 3>, cell_total> house{};  ///< block, row, column
    std::array<std::array<std::uint8_t, 3>, cell_total> index{};  ///< place in each of them
    std::array<std::array<std::uint8_t, 9>, house_total> cells{};
    std::array<std::array<std::uint8_t, 20>, cell_total> peers{};  ///< ascending
    std::array<Cells, cell_total> seen{};                          ///< the same as sets
    std::array<Cells, house_total> within{};
};

constexpr Tables9 make_tables9() {
    Tables9 t;
    for (int c = 0; c < cell_total; ++c) {
        const int r = c / 9, k = c % 9, b = r / 3 * 3 + k / 3;
        const int at[3] = {r % 3 * 3 + k % 3, k, r};
        const int in[3] = {b, 9 + r, 18 + k};
        for (std::size_t i = 0; i < 3; ++i) {
            const auto h = static_cast<std::size_t>(in[i]);
            t.house[static_cast<std::size_t>(c)][i] = static_cast<std::uint8_t>(in[i]);
            t.index[static_cast<std::size_t>(c)][i] = static_cast<std::uint8_t>(at[i]);
            t.cells[h][static_cast<std::size_t>(at[i])] = static_cast<std::uint8_t>(c);
            t.within[h].add(c);
        }
    }
    for (int c = 0; c < cell_total; ++c) {
        std::size_t n = 0;
        const auto& mine = t.house[static_cast<std::size_t>(c)];
        for (int o = 0; o < cell_total; ++o) {
            const auto& other = t.house[static_cast<std::size_t>(o)];
            if (o == c || (mine[0] != other[0] && mine[1] != other[1] && mine[2] != other[2]))
                continue;
            t.peers[static_cast<std::size_t>(c)][n++] = static_cast<std::uint8_t>(o);
            t.seen[static_cast<std::size_t>(c)].add(o);
        }
    }
    return t;
}
inline constexpr Tables9 tables9 = make_tables9();

inline int house_of(int cell, int kind) {
    return tables9.house[static_cast<std::size_t>(cell)][static_cast<std::size_t>(kind)];
}
inline int index_in(int cell, int kind) {
    return tables9.index[static_cast<std::size_t>(cell)][static_cast<std::size_t>(kind)];
}
inline int cell_at(int house, int i) {
    return tables9.cells[static_cast<std::size_t>(house)][static_cast<std::size_t>(i)];
}
/// 0 for a block, 1 for a row, 2 for a column.
inline int kind_of(int house) { return house / 9; }
inline bool sees(int a, int b) { return tables9.seen[static_cast<std::size_t>(a)].has(b); }

struct Board9 {
    std::array<Nine, cell_total> cell{};
    std::array<std::array<Nine, 9>, house_total> place{};
    std::array<std::uint8_t, cell_total> value{};  ///< digit + 1, 0 for an open cell
    std::array<std::uint8_t, house_total> open{};  ///< open cells of a house
    std::array<std::uint8_t, 9> filled{};          ///< cells that hold the digit

    /// What a puzzle leaves open once its givens are placed. Requires a classic board.
    explicit Board9(const Puzzle& puzzle);

    Nine at(int c) const { return cell[static_cast<std::size_t>(c)]; }
    Nine spots(int house, int digit) const {
        return place[static_cast<std::size_t>(house)][static_cast<std::size_t>(digit)];
    }
    int open_in(int house) const { return open[static_cast<std::size_t>(house)]; }
    bool has(int c, int digit) const { return (at(c) >> digit & 1) != 0; }

    void erase(int c, int digit) {
        const auto i = static_cast<std::size_t>(c);
        const auto d = static_cast<std::size_t>(digit);
        cell[i] = static_cast<Nine>(cell[i] & ~bit(digit));
        for (std::size_t k = 0; k < 3; ++k) {
            Nine& spots = place[tables9.house[i][k]][d];
            spots = static_cast<Nine>(spots & ~bit(tables9.index[i][k]));
        }
    }
    /// Fills an open cell and takes the digit from its peers.
    void set(int c, int digit);

    bool solved() const;
    /// True if a cell or a digit of a house has no way left, or two in a house are the same.
    bool impossible() const;
};

}  // namespace clew::rating
