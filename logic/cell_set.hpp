#pragma once
// CellSet: a set of cells as wide as the board at hand, two machine words on 9x9.
//
// Bits<N> fixes its width when compiled; strategies are written once for every board, so theirs is
// fixed when the set is made: loops run over the words in use and copies copy only those. A set has
// the width of the board it was made for, and only sets of one board meet.
//
//     CellSet common = layout.peers(a) & layout.peers(b) & state.cells(digit);
//     for (Cell c : common) ...                                           // ascending

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/base/bit_count.hpp"
#include "core/base/bits.hpp"
#include "core/board/types.hpp"

namespace clew::logic {

/// A set of cells of one board. A value: const calls on one set may be made by several threads at
/// once.
class CellSet {
  public:
    static constexpr std::size_t max_words = (max_cells + 63) / 64;

    using Iterator = BitIterator<CellSet, Cell>;

    CellSet() { word_[0] = word_[1] = 0; }
    /// The empty set for a board of so many cells. Requires cell_count <= max_cells.
    explicit CellSet(std::size_t cell_count)
        : count_(static_cast<std::uint32_t>((cell_count + 63) / 64)) {
        word_[0] = word_[1] = 0;
        for (std::size_t i = 2; i < count_; ++i) word_[i] = 0;
    }
    CellSet(const CellSet& o) : count_(o.count_) { copy(o); }
    CellSet& operator=(const CellSet& o) {
        count_ = o.count_;
        copy(o);
        return *this;
    }
    ~CellSet() = default;

    bool test(Cell c) const { return ((word_[c.index() / 64] >> (c.index() % 64)) & 1U) != 0; }
    void set(Cell c) { word_[c.index() / 64] |= std::uint64_t{1} << (c.index() % 64); }
    void reset(Cell c) { word_[c.index() / 64] &= ~(std::uint64_t{1} << (c.index() % 64)); }

    bool empty() const {
        std::uint64_t any = 0;
        for (std::size_t i = 0; i < count_; ++i) any |= word_[i];
        return any == 0;
    }
    std::size_t size() const {
        std::size_t n = 0;
        for (std::size_t i = 0; i < count_; ++i) n += bit_count(word_[i]);
        return n;
    }
    /// Whether these cells, listed in order, come before another set's of the same size.
    bool listed_before(const CellSet& o) const {
        for (std::size_t i = 0; i < count_; ++i) {
            const std::uint64_t apart = word_[i] ^ o.word_[i];
            if (apart != 0) return (word_[i] & (apart & (~apart + 1))) != 0;
        }
        return false;
    }
    /// A number that equal sets have in common, and few others.
    std::uint64_t hash() const {
        std::uint64_t all = 0;
        for (std::size_t i = 0; i < count_; ++i)
            all = (all ^ word_[i] ^ (all >> 29)) * 0x9e37'79b9'7f4a'7c15U;
        return all ^ (all >> 32);
    }
    /// The lowest cell. Requires a set that is not empty.
    Cell first() const { return *begin(); }
    bool contains(const CellSet& o) const {
        for (std::size_t i = 0; i < count_; ++i)
            if ((o.word_[i] & ~word_[i]) != 0) return false;
        return true;
    }
    bool intersects(const CellSet& o) const {
        for (std::size_t i = 0; i < count_; ++i)
            if ((o.word_[i] & word_[i]) != 0) return true;
        return false;
    }

    Iterator begin() const { return Iterator{this, 0}; }
    Iterator end() const { return Iterator{this, count_}; }

    CellSet& operator|=(const CellSet& o) {
        for (std::size_t i = 0; i < count_; ++i) word_[i] |= o.word_[i];
        return *this;
    }
    CellSet& operator&=(const CellSet& o) {
        for (std::size_t i = 0; i < count_; ++i) word_[i] &= o.word_[i];
        return *this;
    }
    CellSet& operator-=(const CellSet& o) {
        for (std::size_t i = 0; i < count_; ++i) word_[i] &= ~o.word_[i];
        return *this;
    }
    friend CellSet operator|(CellSet a, const CellSet& b) { return a |= b; }
    friend CellSet operator&(CellSet a, const CellSet& b) { return a &= b; }
    friend CellSet operator-(CellSet a, const CellSet& b) { return a -= b; }
    friend bool operator==(const CellSet& a, const CellSet& b) {
        if (a.count_ != b.count_) return false;
        for (std::size_t i = 0; i < a.count_; ++i)
            if (a.word_[i] != b.word_[i]) return false;
        return true;
    }

  private:
    friend Iterator;
    std::size_t word_count() const { return count_; }

    // A loop alone becomes a call of memmove, which costs more than two words do.
    void copy(const CellSet& o) {
        word_[0] = o.word_[0];
        word_[1] = o.word_[1];
        for (std::size_t i = 2; i < count_; ++i) word_[i] = o.word_[i];
    }

    std::array<std::uint64_t, max_words> word_;  // only the first count_ words, or two, are read
    std::uint32_t count_ = 0;
};

}  // namespace clew::logic
