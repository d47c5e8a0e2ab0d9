#pragma once
// Made states: states in which a rare pattern is likely, for techniques that random states hardly
// ever show. Each maker starts from full marks and takes away what the pattern wants away, and
// something more, so that the pattern is often there and often just missed.
//
//     on_made_states(2'000, [](Random& random) { return State{...}; }, visit);

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "logic/candidates.hpp"
#include "tests/logic/random_states.hpp"
#include "tests/support/long_tests.hpp"

namespace clew::logic {

/// Marks of every cell, all digits to begin with.
struct Marks {
    GeometryPtr board;
    std::vector<DigitSet> of;

    explicit Marks(GeometryPtr geometry)
        : board(std::move(geometry)), of(board->cell_count(), DigitSet::all(board->size())) {}

    DigitSet& operator[](Cell c) { return of[c.index()]; }
    State state() const {
        Puzzle puzzle{board};
        for (std::size_t i = 0; i < of.size(); ++i) puzzle.set_marks(Cell{i}, of[i]);
        return State{puzzle};
    }
};

/// Crosses out so many per cent of the candidates, but never a cell's last one, nor those of a
/// grid.
inline void thin_out(Marks& marks, Random& random, std::uint64_t share,
                     const Grid* kept = nullptr) {
    for (std::size_t i = 0; i < marks.of.size(); ++i)
        for (Digit d : DigitSet{marks.of[i]})
            if (marks.of[i].size() > 1 && (kept == nullptr || (*kept)[Cell{i}] != d) &&
                random.below(100) < share)
                marks.of[i].erase(d);
}

/// `count` digits of 0 .. size-1.
inline DigitSet some_digits(Random& random, std::size_t size, std::size_t count) {
    DigitSet digits;
    while (digits.size() < count) digits.insert(Digit{random.below(size)});
    return digits;
}

/// Two different numbers below a bound, in order.
inline std::pair<std::size_t, std::size_t> two_below(Random& random, std::size_t bound) {
    const std::size_t a = random.below(bound);
    const std::size_t b = (a + 1 + random.below(bound - 1)) % bound;
    return {std::min(a, b), std::max(a, b)};
}

/// Visits so many made states; ten times as many if CLEW_LONG_TESTS is set.
inline void on_made_states(std::uint64_t states, const std::function<State(Random&)>& make,
                           const std::function<void(const State&, const std::string&)>& visit) {
    const std::uint64_t times = long_tests() ? 10 : 1;
    for (std::uint64_t seed = 1; seed <= times * states; ++seed) {
        Random random{seed};
        visit(make(random), "made state, seed " + std::to_string(seed));
    }
    testing::Test::RecordProperty("made states", static_cast<int>(times * states));
}

}  // namespace clew::logic
