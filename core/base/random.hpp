#pragma once
// Random: a small seeded generator whose stream is the same on every machine.
//
// The standard engines are portable but the standard distributions are not, and "same seed, same
// bytes out" is a promise of Clew. SplitMix64 (Steele, Lea, Flood 2014): 64 bits of state, passes
// BigCrush, far more than puzzles need. Not for secrets.
//
//     Random random{42};
//     std::size_t die = random.below(6) + 1;
//     random.shuffle(cells);

#include <cstddef>
#include <cstdint>
#include <utility>

namespace clew::inline base {

/// A stream of numbers. Each thread needs one of its own.
class Random {
  public:
    explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

    /// The next 64 uniform bits.
    constexpr std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31);
    }

    /// Uniform in 0 .. bound-1, without bias (rejection). Requires bound > 0.
    constexpr std::uint64_t below(std::uint64_t bound) {
        const std::uint64_t reject = (0 - bound) % bound;  // 2^64 mod bound
        for (;;) {
            const std::uint64_t draw = next();
            if (draw >= reject) return draw % bound;
        }
    }

    /// Uniform in [0, 1), 53 bits.
    constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

    /// Fisher-Yates over any random-access range.
    template <class Range>
    constexpr void shuffle(Range& range) {
        for (std::size_t i = range.size(); i > 1; --i)
            std::swap(range[i - 1], range[static_cast<std::size_t>(below(i))]);
    }

    /// A generator for an independent stream: for work split into numbered parts.
    constexpr Random split(std::uint64_t part) const {
        Random mixer{state_ ^ (part + 1) * 0xd1342543de82ef95U};
        return Random{mixer.next()};
    }

  private:
    std::uint64_t state_;
};

}  // namespace clew::inline base
