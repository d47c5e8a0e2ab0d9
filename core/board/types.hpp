#pragma once
// The words every module speaks: Cell, Digit, House, Candidate, and sets of them.
//
// All are 0-based inside Clew and distinct types, so that a row cannot be passed as a digit;
// 1-based text ("r3c5", "6") is made and read in notation.hpp alone.
//
//     Cell cell{40};                      // the middle of a 9x9 board
//     DigitSet open = DigitSet::all(9) - DigitSet{Digit{2}};
//     for (Digit d : open) ...            // ascending
//     Bits<128> cells;                    // sized by the geometry's class: see bits.hpp
//
// Nothing here knows a geometry; geometry.hpp does.

#include <bit>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>

#include "core/base/bit_count.hpp"

namespace clew::inline board {

inline constexpr std::size_t max_size = 25;                    ///< largest board side
inline constexpr std::size_t max_cells = max_size * max_size;  ///< 625

/// A 0-based index of one kind. Explicit to make, `index()` to use as a subscript.
/// A value of the size of a number: threads copy it.
template <class Tag, class Rep>
class Index {
  public:
    constexpr Index() = default;
    template <std::integral I>
    constexpr explicit Index(I index) : value_(static_cast<Rep>(index)) {}

    constexpr std::size_t index() const { return value_; }

    friend constexpr auto operator<=>(Index, Index) = default;

  private:
    Rep value_ = 0;
};

using Cell = Index<struct CellTag, std::uint16_t>;    ///< row-major: row * size + column
using Digit = Index<struct DigitTag, std::uint8_t>;   ///< 0 .. size-1; shown as 1 .. size
using House = Index<struct HouseTag, std::uint16_t>;  ///< position in Geometry::houses()

/// A digit in a cell. Ordered by cell, then digit.
struct Candidate {
    Cell cell;
    Digit digit;

    friend constexpr auto operator<=>(const Candidate&, const Candidate&) = default;
};

/// A set of digits in one machine word. Iterates in ascending order.
/// A value of the size of a number: threads copy it.
class DigitSet {
  public:
    class Iterator {
      public:
        using value_type = Digit;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::forward_iterator_tag;
        using reference = Digit;
        using pointer = void;
        constexpr Iterator() = default;
        constexpr explicit Iterator(std::uint32_t bits) : bits_(bits) {}
        constexpr Digit operator*() const { return Digit{std::countr_zero(bits_)}; }
        constexpr Iterator& operator++() {
            bits_ &= bits_ - 1;
            return *this;
        }
        constexpr Iterator operator++(int) {
            Iterator before = *this;
            ++*this;
            return before;
        }
        friend constexpr bool operator==(Iterator, Iterator) = default;

      private:
        std::uint32_t bits_ = 0;
    };

    constexpr DigitSet() = default;
    constexpr explicit DigitSet(Digit digit) : bits_(std::uint32_t{1} << digit.index()) {}

    static constexpr DigitSet from_bits(std::uint32_t bits) {
        DigitSet set;
        set.bits_ = bits;
        return set;
    }
    /// The digits 0 .. size-1. Requires size <= 31.
    static constexpr DigitSet all(std::size_t size) {
        return from_bits((std::uint32_t{1} << size) - 1);
    }

    constexpr std::uint32_t bits() const { return bits_; }
    constexpr bool empty() const { return bits_ == 0; }
    constexpr std::size_t size() const { return bit_count(bits_); }
    constexpr bool contains(Digit d) const { return ((bits_ >> d.index()) & 1U) != 0; }
    constexpr bool contains(DigitSet other) const { return (other.bits_ & ~bits_) == 0; }
    /// The smallest digit. Requires a set that is not empty.
    constexpr Digit first() const { return Digit{std::countr_zero(bits_)}; }

    constexpr void insert(Digit d) { bits_ |= std::uint32_t{1} << d.index(); }
    constexpr void erase(Digit d) { bits_ &= ~(std::uint32_t{1} << d.index()); }

    constexpr Iterator begin() const { return Iterator{bits_}; }
    constexpr Iterator end() const { return Iterator{0}; }

    friend constexpr DigitSet operator|(DigitSet a, DigitSet b) {
        return from_bits(a.bits_ | b.bits_);
    }
    friend constexpr DigitSet operator&(DigitSet a, DigitSet b) {
        return from_bits(a.bits_ & b.bits_);
    }
    friend constexpr DigitSet operator^(DigitSet a, DigitSet b) {
        return from_bits(a.bits_ ^ b.bits_);
    }
    friend constexpr DigitSet operator-(DigitSet a, DigitSet b) {
        return from_bits(a.bits_ & ~b.bits_);
    }
    constexpr DigitSet& operator|=(DigitSet o) { return *this = *this | o; }
    constexpr DigitSet& operator&=(DigitSet o) { return *this = *this & o; }
    constexpr DigitSet& operator-=(DigitSet o) { return *this = *this - o; }
    friend constexpr bool operator==(DigitSet, DigitSet) = default;

  private:
    std::uint32_t bits_ = 0;
};

}  // namespace clew::inline board

template <class Tag, class Rep>
struct std::hash<clew::Index<Tag, Rep>> {
    std::size_t operator()(clew::Index<Tag, Rep> i) const noexcept { return i.index(); }
};
