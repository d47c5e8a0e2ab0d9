#pragma once
// Choice: some of the rules of a set, and the cheapest choice that what is known allows.
//
//     Lessons lessons;
//     lessons.add({.any = 0b0110, .unless = 0b0001});          // take 1 or 2, or leave out 0
//     auto best = cheapest_choice(prices, lessons.all(), limit, nodes);
//
// The question behind it: which choices can solve a puzzle that a walk left stuck. See
// cheapest.cpp.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clew::logic {

/// Bit i: rule i is taken.
using Choice = std::uint64_t;

constexpr Choice choice_of(std::size_t rule) { return Choice{1} << rule; }
constexpr std::size_t first_rule(Choice choice) {
    return static_cast<std::size_t>(std::countr_zero(choice));
}

/// What an acceptable choice must do: take one of `any`, or leave out one of `unless`.
struct Lesson {
    Choice any = 0;
    Choice unless = 0;

    bool allows(Choice choice) const { return (choice & any) != 0 || (unless & ~choice) != 0; }
    /// Whatever `this` allows, `other` allows too.
    bool implies(const Lesson& other) const {
        return (any & ~other.any) == 0 && (unless & ~other.unless) == 0;
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
    Choice taken = 0;
    Choice refused = 0;
};

struct CheapestChoice {
    enum class Found : std::uint8_t {
        cheapest,  ///< `choice`
        none,      ///< no choice below the limit is allowed
        gave_up,   ///< the nodes ran out
    };
    Found found = Found::none;
    Choice choice = 0;
    long long price = 0;
};

/// The cheapest choice below `limit` that all lessons allow and that keeps to what is settled, by
/// branch and bound; of several the first in a fixed order. Requires at most 64 prices, none below
/// 0. `nodes` counts down; at 0 the search gives up.
CheapestChoice cheapest_choice(std::span<const long long> prices, std::span<const Lesson> lessons,
                               long long limit, std::uint64_t& nodes, const Settled& settled = {});

/// Sum of the prices of what is taken.
long long price_of(std::span<const long long> prices, Choice choice);

}  // namespace clew::logic
