#include "encode/exact/u128.hpp"

#include "encode/base/contract.hpp"

namespace clew::exact {

namespace {

__extension__ using Wide = unsigned __int128;

Wide widen(const U128& value) { return (Wide{value.high} << 64) | value.low; }

U128 split(Wide value) {
    return {static_cast<std::uint64_t>(value >> 64), static_cast<std::uint64_t>(value)};
}

}  // namespace

U128 product(std::uint64_t a, std::uint64_t b) { return split(Wide{a} * b); }

U128 product(const U128& a, std::uint64_t b) { return split(widen(a) * b); }

U128 quotient(const U128& a, std::uint64_t b) {
    CLEW_REQUIRE(b > 0, "exact::quotient: division by zero");
    return split(widen(a) / b);
}

std::string to_string(const U128& value) {
    Wide rest = widen(value);
    if (rest == 0) return "0";
    std::string digits;
    for (; rest != 0; rest /= 10) digits.insert(digits.begin(), static_cast<char>('0' + rest % 10));
    return digits;
}

std::optional<U128> parse_u128(std::string_view text) {
    if (text.empty()) return std::nullopt;
    constexpr Wide most = ~Wide{0};
    Wide value = 0;
    for (char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        const Wide digit = static_cast<Wide>(c - '0');
        if (value > (most - digit) / 10) return std::nullopt;
        value = value * 10 + digit;
    }
    return split(value);
}

}  // namespace clew::exact
