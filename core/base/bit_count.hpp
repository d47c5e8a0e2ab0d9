#pragma once
// bit_count and one_bit: how many bits of a word are set, in a few operations on the spot.
//
//     bit_count(std::uint32_t{0b1011})    3
//
// std::popcount is one instruction where the compiler may use it; a program for every x86-64 may
// not, and then calls into a library each time, which was a tenth of all time in human logic.

#include <bit>
#include <cstddef>
#include <cstdint>

namespace clew::inline base {

/// Whether one bit alone is set.
constexpr bool one_bit(std::uint32_t word) { return word != 0 && (word & (word - 1)) == 0; }

#if defined(__POPCNT__) || defined(__aarch64__)
constexpr std::size_t bit_count(std::uint32_t word) {
    return static_cast<std::size_t>(std::popcount(word));
}
constexpr std::size_t bit_count(std::uint64_t word) {
    return static_cast<std::size_t>(std::popcount(word));
}
#else
// Counts of two bits, of four, of eight; a multiplication adds the bytes up.
constexpr std::size_t bit_count(std::uint32_t word) {
    word -= word >> 1 & 0x5555'5555U;
    word = (word & 0x3333'3333U) + (word >> 2 & 0x3333'3333U);
    word = (word + (word >> 4)) & 0x0f0f'0f0fU;
    return word * 0x0101'0101U >> 24;
}
constexpr std::size_t bit_count(std::uint64_t word) {
    word -= word >> 1 & 0x5555'5555'5555'5555U;
    word = (word & 0x3333'3333'3333'3333U) + (word >> 2 & 0x3333'3333'3333'3333U);
    word = (word + (word >> 4)) & 0x0f0f'0f0f'0f0f'0f0fU;
    return word * 0x0101'0101'0101'0101U >> 56;
}
#endif

}  // namespace clew::inline base
