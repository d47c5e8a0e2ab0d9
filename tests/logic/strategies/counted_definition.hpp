#pragma once
// The counting argument, written down from its definition: for tests only.
//
//     counted_out(state, cells)        // what the cells count out and no smaller part of them does
//
// A part of the cells is a bit mask. That no two of a part see each other is asked once a part, so
// that a fit is a look through the list of such parts.

#include <array>
#include <bit>
#include <vector>

#include "logic/candidates.hpp"

namespace clew::logic {

class CountedByTrying {
  public:
    CountedByTrying(const State& state, const std::vector<Cell>& cells)
        : state_(state), cells_(cells) {
        for (std::uint32_t part = 0; part <= all(); ++part) {
            bool apart = true;
            for (std::size_t i = 0; i < cells.size(); ++i)
                for (std::size_t j = 0; j < i; ++j)
                    if ((part >> i & 1U) != 0 && (part >> j & 1U) != 0 &&
                        state.geometry().sees(cells[i], cells[j]))
                        apart = false;
            if (apart) apart_.push_back(part);
        }
        for (std::size_t i = 0; i < cells.size(); ++i) {
            values_ |= state.candidates(cells[i]);
            for (Digit d : state.candidates(cells[i])) holders_[d.index()] |= 1U << i;
        }
    }

    std::uint32_t all() const { return (1U << cells_.size()) - 1; }

    /// The most cells of the part that could all hold the digit.
    int fit(std::uint32_t part, Digit d) const {
        int best = 0;
        for (std::uint32_t chosen : apart_)
            if ((chosen & ~(part & holders_[d.index()])) == 0)
                best = std::max(best, std::popcount(chosen));
        return best;
    }

    int slack(std::uint32_t part) const {
        int sum = -std::popcount(part);
        for (Digit d : values_) sum += fit(part, d);
        return sum;
    }

    /// True if counting over the part shows that a candidate outside the cells is false.
    bool counts_out(std::uint32_t part, Candidate c) const {
        std::uint32_t unseen = part;
        for (std::size_t i = 0; i < cells_.size(); ++i)
            if (state_.geometry().sees(c.cell, cells_[i])) unseen &= ~(1U << i);
        return fit(part, c.digit) - fit(unseen, c.digit) > slack(part);
    }

    std::vector<Candidate> counted_out() const {
        std::vector<Candidate> found;
        const int spare = slack(all());
        if (values_.size() > cells_.size() || spare < 0) return found;
        for (Digit d : values_) {
            if (fit(all(), d) <= spare) continue;  // it cannot fall by more than it is
            for (std::size_t i = 0; i < state_.cell_count(); ++i) {
                const Candidate c{Cell{i}, d};
                if (state_.placed(c.cell) || !state_.has(c) || !counts_out(all(), c) ||
                    std::ranges::count(cells_, c.cell) > 0)
                    continue;
                bool smaller = false;
                for (std::uint32_t part = 1; part < all() && !smaller; ++part)
                    smaller = counts_out(part, c);
                if (!smaller) found.push_back(c);
            }
        }
        return found;
    }

  private:
    const State& state_;
    const std::vector<Cell>& cells_;
    std::vector<std::uint32_t> apart_;  // parts no two cells of which see each other
    std::array<std::uint32_t, max_size> holders_{};
    DigitSet values_;
};

}  // namespace clew::logic
