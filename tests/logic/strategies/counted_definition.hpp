#pragma once
// The counting argument, written down from its definition: for tests only.

#include <set>
#include <vector>

#include "logic/candidates.hpp"

namespace clew::logic {

/// The most cells of the list, out of those that hold the digit, no two of which see each other.
inline int fit_by_trying(const State& state, const std::vector<Cell>& cells, Digit d) {
    int best = 0;
    for (std::uint32_t chosen = 1; chosen < (1U << cells.size()); ++chosen) {
        bool good = true;
        for (std::size_t i = 0; i < cells.size() && good; ++i) {
            if ((chosen >> i & 1U) == 0) continue;
            good = state.candidates(cells[i]).contains(d);
            for (std::size_t j = 0; j < i && good; ++j)
                if ((chosen >> j & 1U) != 0) good = !state.geometry().sees(cells[i], cells[j]);
        }
        if (good) best = std::max(best, std::popcount(chosen));
    }
    return best;
}

inline int slack_by_trying(const State& state, const std::vector<Cell>& cells) {
    DigitSet values;
    for (Cell c : cells) values |= state.candidates(c);
    int sum = -static_cast<int>(cells.size());
    for (Digit d : values) sum += fit_by_trying(state, cells, d);
    return sum;
}

/// True if counting over these cells shows that the candidate (outside them) is false.
inline bool counts_out(const State& state, const std::vector<Cell>& cells, Candidate c) {
    std::vector<Cell> unseen;
    for (Cell other : cells)
        if (!state.geometry().sees(c.cell, other)) unseen.push_back(other);
    return fit_by_trying(state, cells, c.digit) - fit_by_trying(state, unseen, c.digit) >
           slack_by_trying(state, cells);
}

/// What the cells count out and no smaller part of them does.
inline std::vector<Candidate> counted_out(const State& state, const std::vector<Cell>& cells) {
    std::vector<Candidate> found;
    DigitSet values;
    for (Cell c : cells) values |= state.candidates(c);
    if (values.size() > cells.size() || slack_by_trying(state, cells) < 0) return found;
    for (std::size_t i = 0; i < state.cell_count(); ++i) {
        const Cell at{i};
        if (state.placed(at) || std::ranges::count(cells, at) > 0) continue;
        for (Digit d : state.candidates(at) & values) {
            if (!counts_out(state, cells, {at, d})) continue;
            bool smaller = false;
            for (std::uint32_t part = 1; part + 1 < (1U << cells.size()) && !smaller; ++part) {
                std::vector<Cell> some;
                for (std::size_t k = 0; k < cells.size(); ++k)
                    if ((part >> k & 1U) != 0) some.push_back(cells[k]);
                smaller = counts_out(state, some, {at, d});
            }
            if (!smaller) found.push_back({at, d});
        }
    }
    return found;
}

}  // namespace clew::logic
