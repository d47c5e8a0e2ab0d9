#pragma once
// Layer: the states behind one step, each once, with the number of ways that lead to it.
//
//     Layer<U128> layer{9, 13};               // 9 digits of 13 slots each
//     layer.add(state, ways, 2);              // 2 * ways more
//     layer.get(i, state), layer.ways(i)
//
// States are packed bit by bit and found by an open hash table; their order is that in which they
// were added, the same everywhere.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/board/types.hpp"
#include "solve/frontier/plan.hpp"

namespace clew::frontier {

template <class Number>
class Layer {
  public:
    Layer(std::size_t digits, std::size_t width)
        : digits_(digits), width_(width), words_((digits * width + 63) / 64), table_(1024) {}
    /// The same states, counted by a wider number.
    template <class Narrow>
    explicit Layer(const Layer<Narrow>& other)
        : digits_(other.digits_),
          width_(other.width_),
          words_(other.words_),
          keys_(other.keys_),
          ways_(other.ways_.begin(), other.ways_.end()),
          table_(other.table_) {}

    std::size_t size() const { return ways_.size(); }
    const Number& ways(std::size_t i) const { return ways_[i]; }

    void get(std::size_t i, std::span<Slots> state) const {
        const std::uint64_t* key = keys_.data() + i * words_;
        const Slots all = width_ == 64 ? ~Slots{0} : (Slots{1} << width_) - 1;
        for (std::size_t d = 0, bit = 0; d < digits_; ++d, bit += width_) {
            const std::size_t word = bit / 64, shift = bit % 64;
            Slots slots = width_ == 0 ? 0 : key[word] >> shift;
            if (shift + width_ > 64) slots |= key[word + 1] << (64 - shift);
            state[d] = slots & all;
        }
    }
    void add(std::span<const Slots> state, const Number& ways, std::uint32_t times) {
        std::array<std::uint64_t, max_size + 1> key{};
        for (std::size_t d = 0, bit = 0; d < digits_; ++d, bit += width_) {
            const std::size_t word = bit / 64, shift = bit % 64;
            key[word] |= state[d] << shift;
            if (shift + width_ > 64) key[word + 1] |= state[d] >> (64 - shift);
        }
        std::size_t at = hash(key.data()) & (table_.size() - 1);
        for (; table_[at] != 0; at = (at + 1) & (table_.size() - 1)) {
            const std::size_t i = table_[at] - 1;
            if (std::equal(key.data(), key.data() + words_, keys_.data() + i * words_)) {
                ways_[i] += ways * times;
                return;
            }
        }
        keys_.insert(keys_.end(), key.data(), key.data() + words_);
        ways_.push_back(ways * times);
        table_[at] = static_cast<std::uint32_t>(ways_.size());
        if (2 * ways_.size() > table_.size()) grow();
    }

  private:
    template <class Other>
    friend class Layer;

    std::uint64_t hash(const std::uint64_t* key) const {
        std::uint64_t h = 0;
        for (std::size_t i = 0; i < words_; ++i) {
            h = (h ^ key[i]) * 0x9e3779b97f4a7c15U;
            h ^= h >> 29;
        }
        return h ^ (h >> 32);
    }
    void grow() {
        table_.assign(4 * table_.size(), 0);
        for (std::size_t i = 0; i < ways_.size(); ++i) {
            std::size_t at = hash(keys_.data() + i * words_) & (table_.size() - 1);
            while (table_[at] != 0) at = (at + 1) & (table_.size() - 1);
            table_[at] = static_cast<std::uint32_t>(i + 1);
        }
    }

    std::size_t digits_, width_, words_;
    std::vector<std::uint64_t> keys_;  // words_ a state
    std::vector<Number> ways_;
    std::vector<std::uint32_t> table_;  // state + 1; 0: free. A power of two long
};

}  // namespace clew::frontier
