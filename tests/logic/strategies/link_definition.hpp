#pragma once
// What the definitions of chains, colours and blossoms start from, read from the board alone.
//
//     for (const LockedBut& set : define_almost_locked(state, house, 5)) set.cells, set.digits

#include <bit>
#include <cstddef>
#include <vector>

#include "logic/candidates.hpp"

namespace clew::logic {

/// Open cells with two digits and more, at most `most`, ascending.
inline std::vector<Cell> open_cells(const State& state, std::size_t most) {
    std::vector<Cell> cells;
    for (std::size_t i = 0; i < state.cell_count(); ++i) {
        const std::size_t digits = state.candidates(Cell{i}).size();
        if (!state.placed(Cell{i}) && digits >= 2 && digits <= most) cells.emplace_back(i);
    }
    return cells;
}

/// Two candidates that cannot both hold.
inline bool conflict(const Geometry& g, Candidate a, Candidate b) {
    return a.cell == b.cell ? a.digit != b.digit : a.digit == b.digit && g.sees(a.cell, b.cell);
}

/// n cells of a house with n + 1 digits.
struct LockedBut {
    std::vector<Cell> cells;
    DigitSet digits;
};

/// All of at most so many cells of the house, no part of which is locked: every subset tried.
inline std::vector<LockedBut> define_almost_locked(const State& state, House house,
                                                   std::size_t largest) {
    std::vector<Cell> cells;
    for (Cell c : state.geometry().cells_of(house))
        if (!state.placed(c) && state.candidates(c).size() > 1) cells.push_back(c);
    const auto digits_of = [&](unsigned mask) {
        DigitSet digits;
        for (std::size_t i = 0; i < cells.size(); ++i)
            if ((mask >> i & 1U) != 0) digits |= state.candidates(cells[i]);
        return digits;
    };
    std::vector<LockedBut> sets;
    for (unsigned mask = 1; mask < 1U << cells.size(); ++mask) {
        const auto n = static_cast<std::size_t>(std::popcount(mask));
        if (n > largest || digits_of(mask).size() != n + 1) continue;
        bool locked = false;
        for (unsigned part = (mask - 1) & mask; part != 0; part = (part - 1) & mask)
            locked = locked || digits_of(part).size() <= static_cast<unsigned>(std::popcount(part));
        if (locked) continue;
        LockedBut set{{}, digits_of(mask)};
        for (std::size_t i = 0; i < cells.size(); ++i)
            if ((mask >> i & 1U) != 0) set.cells.push_back(cells[i]);
        sets.push_back(set);
    }
    return sets;
}

}  // namespace clew::logic
