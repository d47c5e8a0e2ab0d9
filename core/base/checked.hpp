#pragma once
// Checked: whole numbers that never wrap around. A checker of proofs whose numbers did could be
// made to accept anything.
//
//     checked::sum(a, b)                         throws Overflow where it does not fit
//     checked::product(weight, factor)
//     checked::quotient_up(-7, 2)                -3
//     checked::fit<std::uint32_t>(list.size())

#include <concepts>
#include <stdexcept>
#include <utility>

namespace clew::inline base {

/// A number does not fit its type.
class Overflow : public std::overflow_error {
  public:
    Overflow() : overflow_error("a number that is too large") {}
};

namespace checked {

template <std::integral T>
constexpr T sum(T a, T b) {
    T out{};
    if (__builtin_add_overflow(a, b, &out)) throw Overflow{};
    return out;
}

template <std::integral T>
constexpr T difference(T a, T b) {
    T out{};
    if (__builtin_sub_overflow(a, b, &out)) throw Overflow{};
    return out;
}

template <std::integral T>
constexpr T product(T a, T b) {
    T out{};
    if (__builtin_mul_overflow(a, b, &out)) throw Overflow{};
    return out;
}

/// a / k, rounded up. Requires k >= 1. (What C++ cuts off is below zero for a negative a.)
template <std::integral T>
constexpr T quotient_up(T a, T k) {
    return a / k + (a % k > 0 ? 1 : 0);
}

/// The same number as another type.
template <std::integral To, std::integral From>
constexpr To fit(From number) {
    if (!std::in_range<To>(number)) throw Overflow{};
    return static_cast<To>(number);
}

}  // namespace checked
}  // namespace clew::inline base
