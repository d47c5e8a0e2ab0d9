#pragma once
// Bits<N>: a set of small numbers in a fixed handful of machine words.
//
// Sized by the geometry's class, so that 9x9 does not pay for 25x25: Bits<128> holds the 81 cells
// of a 9x9 board in two words, Bits<256> a 16x16 board, Bits<640> a 25x25 one.
//
//     Bits<128> cells;
//     cells.set(40);
//     for (std::size_t i : cells) ...     // ascending
//
// No bounds checks: `i < N` is the caller's duty (a hot type).

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "core/base/bit_count.hpp"

namespace clew::inline base {

/// Goes upwards through the members of a set that is kept in words. Used by one thread.
template <class Set, class Member>
class BitIterator {
  public:
    using value_type = Member;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::forward_iterator_tag;
    using reference = Member;
    using pointer = void;
    constexpr BitIterator() = default;
    constexpr BitIterator(const Set* set, std::size_t word) : set_(set), word_(word) {
        if (word_ < set_->word_count()) rest_ = set_->word_[word_];
        skip();
    }
    constexpr Member operator*() const {
        return Member{word_ * 64 + static_cast<std::size_t>(std::countr_zero(rest_))};
    }
    constexpr BitIterator& operator++() {
        rest_ &= rest_ - 1;
        skip();
        return *this;
    }
    constexpr BitIterator operator++(int) {
        BitIterator before = *this;
        ++*this;
        return before;
    }
    friend constexpr bool operator==(const BitIterator& a, const BitIterator& b) {
        return a.word_ == b.word_ && a.rest_ == b.rest_;
    }

  private:
    constexpr void skip() {
        while (rest_ == 0 && word_ < set_->word_count())
            if (++word_ < set_->word_count()) rest_ = set_->word_[word_];
    }
    const Set* set_ = nullptr;
    std::size_t word_ = 0;
    std::uint64_t rest_ = 0;
};
/// A value of a few words: threads copy it.
template <std::size_t N>
class Bits {
    static_assert(N % 64 == 0, "whole words only");
    static constexpr std::size_t words = N / 64;

  public:
    using Iterator = BitIterator<Bits, std::size_t>;

    constexpr bool test(std::size_t i) const { return ((word_[i / 64] >> (i % 64)) & 1U) != 0; }
    constexpr void set(std::size_t i) { word_[i / 64] |= std::uint64_t{1} << (i % 64); }
    constexpr void reset(std::size_t i) { word_[i / 64] &= ~(std::uint64_t{1} << (i % 64)); }

    constexpr bool empty() const {
        std::uint64_t any = 0;
        for (std::uint64_t w : word_) any |= w;
        return any == 0;
    }
    constexpr std::size_t size() const {
        std::size_t n = 0;
        for (std::uint64_t w : word_) n += bit_count(w);
        return n;
    }
    /// The smallest member. Requires a set that is not empty.
    constexpr std::size_t first() const { return *begin(); }
    constexpr bool contains(const Bits& other) const { return (other - *this).empty(); }
    constexpr bool intersects(const Bits& other) const { return !(other & *this).empty(); }

    constexpr Iterator begin() const { return Iterator{this, 0}; }
    constexpr Iterator end() const { return Iterator{this, words}; }

    /// The words, least significant first: for hashing and for hot loops.
    constexpr const std::array<std::uint64_t, words>& raw() const { return word_; }

    constexpr Bits& operator|=(const Bits& o) {
        for (std::size_t i = 0; i < words; ++i) word_[i] |= o.word_[i];
        return *this;
    }
    constexpr Bits& operator&=(const Bits& o) {
        for (std::size_t i = 0; i < words; ++i) word_[i] &= o.word_[i];
        return *this;
    }
    constexpr Bits& operator^=(const Bits& o) {
        for (std::size_t i = 0; i < words; ++i) word_[i] ^= o.word_[i];
        return *this;
    }
    constexpr Bits& operator-=(const Bits& o) {
        for (std::size_t i = 0; i < words; ++i) word_[i] &= ~o.word_[i];
        return *this;
    }
    friend constexpr Bits operator|(Bits a, const Bits& b) { return a |= b; }
    friend constexpr Bits operator&(Bits a, const Bits& b) { return a &= b; }
    friend constexpr Bits operator^(Bits a, const Bits& b) { return a ^= b; }
    friend constexpr Bits operator-(Bits a, const Bits& b) { return a -= b; }
    friend constexpr bool operator==(const Bits&, const Bits&) = default;

  private:
    friend Iterator;
    static constexpr std::size_t word_count() { return words; }

    std::array<std::uint64_t, words> word_{};
};

}  // namespace clew::inline base
