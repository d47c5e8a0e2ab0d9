#pragma once
// Choice: some of the rules of a set, and the cheapest choice that what is known allows.
//
//     Lessons lessons;
//     lessons.add({.any = 0b0110, .unless = 0b0001});          // take 1 or 2, or leave out 0
//     auto best = cheapest_choice(prices, lessons.all(), limit, nodes);
//
// The question behind it: which choices can solve a puzzle that a walk left stuck. See
// cheapest.cpp.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clew::logic::inline lab {

/// Rules that a set may have in the lab.
inline constexpr std::size_t most_rules = 192;

/// A set of rules by their index: rule i is taken.
class Choice {
  public:
    constexpr Choice() = default;
    /// Bit i: rule i is taken.
    constexpr Choice(std::uint64_t bits) : words_{bits} {}  // NOLINT: a literal is a choice

    static constexpr Choice of(std::size_t rule) {
        Choice one;
        one.words_[rule / 64] = std::uint64_t{1} << (rule % 64);
        return one;
    }

    constexpr bool empty() const { return *this == Choice{}; }
    constexpr bool contains(std::size_t rule) const {
        return (words_[rule / 64] >> (rule % 64) & 1U) != 0;
    }
    constexpr std::size_t size() const {
        std::size_t n = 0;
        for (std::uint64_t word : words_) n += static_cast<std::size_t>(std::popcount(word));
        return n;
    }
    /// Requires a choice that is not empty.
    constexpr std::size_t first() const { return *begin(); }

    class Iterator {
      public:
        using value_type = std::size_t;
        using difference_type = std::ptrdiff_t;
        constexpr Iterator() = default;
        constexpr Iterator(const Choice* choice, std::size_t at) : choice_(choice), at_(at) {
            skip();
        }
        constexpr std::size_t operator*() const { return at_; }
        constexpr Iterator& operator++() {
            ++at_;
            skip();
            return *this;
        }
        constexpr Iterator operator++(int) {
            const Iterator before = *this;
            ++*this;
            return before;
        }
        friend constexpr bool operator==(const Iterator& a, const Iterator& b) {
            return a.at_ == b.at_;
        }

      private:
        constexpr void skip() {
            while (at_ < most_rules) {
                const std::uint64_t rest = choice_->words_[at_ / 64] >> (at_ % 64);
                if (rest != 0) {
                    at_ += static_cast<std::size_t>(std::countr_zero(rest));
                    return;
                }
                at_ += 64 - at_ % 64;
            }
        }
        const Choice* choice_ = nullptr;
        std::size_t at_ = 0;
    };
    /// The rules taken, ascending.
    constexpr Iterator begin() const { return {this, 0}; }
    constexpr Iterator end() const { return {this, most_rules}; }

    constexpr Choice& operator|=(const Choice& o) {
        for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= o.words_[i];
        return *this;
    }
    constexpr Choice& operator&=(const Choice& o) {
        for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= o.words_[i];
        return *this;
    }
    friend constexpr Choice operator|(Choice a, const Choice& b) { return a |= b; }
    friend constexpr Choice operator&(Choice a, const Choice& b) { return a &= b; }
    friend constexpr Choice operator~(Choice a) {
        for (std::uint64_t& word : a.words_) word = ~word;
        return a;
    }
    friend constexpr bool operator==(const Choice&, const Choice&) = default;

  private:
    std::array<std::uint64_t, most_rules / 64> words_{};
};

constexpr Choice choice_of(std::size_t rule) { return Choice::of(rule); }

/// What an acceptable choice must do: take one of `any`, or leave out one of `unless`.
struct Lesson {
    Choice any{};
    Choice unless{};

    bool allows(const Choice& choice) const {
        return !(choice & any).empty() || !(unless & ~choice).empty();
    }
    /// Whatever `this` allows, `other` allows too.
    bool implies(const Lesson& other) const {
        return (any & ~other.any).empty() && (unless & ~other.unless).empty();
    }
    bool operator==(const Lesson&) const = default;
};

/// Lessons of which none implies another.
class Lessons {
  public:
    /// Returns false if a lesson known already implies it.
    bool add(Lesson lesson);
    std::span<const Lesson> all() const { return lessons_; }

  private:
    std::vector<Lesson> lessons_;
};

/// What is settled about a choice already.
struct Settled {
    Choice taken{};
    Choice refused{};
};

struct CheapestChoice {
    enum class Found : std::uint8_t {
        cheapest,  ///< `choice`
        none,      ///< no choice below the limit is allowed
        gave_up,   ///< the nodes ran out
    };
    Found found = Found::none;
    Choice choice{};
    long long price = 0;
};

/// The cheapest choice below `limit` that all lessons allow and that keeps to what is settled, by
/// branch and bound; of several the first in a fixed order. Requires at most most_rules prices,
/// none below 0. `nodes` counts down; at 0 the search gives up.
CheapestChoice cheapest_choice(std::span<const long long> prices, std::span<const Lesson> lessons,
                               long long limit, std::uint64_t& nodes, const Settled& settled = {});

/// Sum of the prices of what is taken.
long long price_of(std::span<const long long> prices, const Choice& choice);

}  // namespace clew::logic::inline lab
