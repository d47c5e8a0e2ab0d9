#pragma once
// U128: an unsigned number of 128 bits, for sums that 64 bits cannot hold.
//
// The largest count this room can meet is the blank grid's 6 670 903 752 021 072 936 960, about
// 2^72.5. The two words are public, so that a caller with a larger number type can take them over:
//
//     Count n = Count::from_u128(result.total.high, result.total.low);
//
// Arithmetic wraps at 2^128, as machine words do.

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace clew::exact {

struct U128 {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    friend constexpr auto operator<=>(const U128&, const U128&) = default;

    constexpr U128& operator+=(const U128& other) {
        low += other.low;
        high += other.high + (low < other.low ? 1 : 0);
        return *this;
    }
    /// Requires other <= *this.
    constexpr U128& operator-=(const U128& other) {
        high -= other.high + (low < other.low ? 1 : 0);
        low -= other.low;
        return *this;
    }
    friend constexpr U128 operator+(U128 a, const U128& b) { return a += b; }
    friend constexpr U128 operator-(U128 a, const U128& b) { return a -= b; }

    double to_double() const {
        return static_cast<double>(high) * 0x1.0p64 + static_cast<double>(low);
    }
};

/// a * b, exact.
U128 product(std::uint64_t a, std::uint64_t b);
/// a * b, modulo 2^128.
U128 product(const U128& a, std::uint64_t b);
/// a / b, rounded down. Requires b > 0.
U128 quotient(const U128& a, std::uint64_t b);
/// Decimal digits.
std::string to_string(const U128& value);
/// The number that decimal digits name; nothing for other text, or for 2^128 and more.
std::optional<U128> parse_u128(std::string_view text);

}  // namespace clew::exact
