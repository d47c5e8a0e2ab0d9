#pragma once
// Small functions of the walk's files. Anonymous namespace, like theirs, so that each instruction
// set has its own.

#include <cstdint>

namespace clew::search9::detail {
namespace {

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

/// A set of slots, those of a position's cells. (See the position.)
template <unsigned Size>
struct SlotSet {
    static constexpr unsigned words = (Size + 63) / 64;
    std::uint64_t word[words];

    bool any() const {
        std::uint64_t all = 0;
        for (std::uint64_t w : word) all |= w;
        return all != 0;
    }
    /// Requires any().
    unsigned first() const {
        unsigned w = 0;
        while (word[w] == 0) ++w;
        return 64 * w + lowest(word[w]);
    }
    unsigned size() const {
        unsigned n = 0;
        for (std::uint64_t w : word) n += count_bits(w);
        return n;
    }
};

struct Place {
    std::uint8_t cell;
    std::uint8_t row;  // houses, 0 .. 26
    std::uint8_t column;
    std::uint8_t box;
};

/// Where the slots of a position are on the board, and the other way round.
template <unsigned Size, unsigned (*CellOf)(unsigned)>
struct Places {
    Place of[Size]{};
    std::uint8_t slot[81]{};

    constexpr Places() {
        for (unsigned s = 0; s < Size; ++s) {
            const unsigned cell = CellOf(s);
            if (cell >= 81) continue;
            of[s] = {static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(cell / 9),
                     static_cast<std::uint8_t>(9 + cell % 9),
                     static_cast<std::uint8_t>(18 + cell / 27 * 3 + cell % 9 / 3)};
            slot[cell] = static_cast<std::uint8_t>(s);
        }
    }
};

}  // namespace
}  // namespace clew::search9::detail
