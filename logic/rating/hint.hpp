#pragma once
// Hint: one step that the scale rates, as the finders hand it to the walk.
//
//     std::optional<Hint> hint = find_wings(board);
//     hint->removed                   // candidates as cell * 9 + digit
//
// A hint fills a cell, takes candidates away, or does both (some chains). The direct techniques
// fill a cell alone: what they take away on the way there stays.

#include <vector>

#include "logic/rating/board9.hpp"
#include "logic/rating/scale.hpp"

namespace clew::rating {

/// A digit in a cell as one number.
using CandidateId = std::uint16_t;
inline constexpr int candidate_total = 729;
constexpr CandidateId candidate_id(int cell, int digit) {
    return static_cast<CandidateId>(cell * 9 + digit);
}
constexpr int cell_of(int id) { return id / 9; }
constexpr int digit_of(int id) { return id % 9; }

struct Deduction {
    SeTechnique technique = SeTechnique::last_value;
    int tenths = 0;
    int complexity = 0;  ///< of a chain; 0 if it is none
    ChainForm form = ChainForm::none;
    int fills = -1;                      ///< candidate that is placed, or -1
    std::vector<CandidateId> removed{};  ///< candidates of the board, each once

    /// Rated so many tenths above the technique's smallest case; nothing follows yet.
    static Deduction of(SeTechnique technique, int more = 0) {
        Deduction hint;
        hint.technique = technique;
        hint.tenths = info(technique).tenths + more;
        return hint;
    }
    /// Removes digits of a cell.
    void remove(int cell, unsigned digits) {
        for (; digits != 0; digits &= digits - 1)
            removed.push_back(candidate_id(cell, low_bit(digits)));
    }
    /// Removes a digit from those of the cells that have it.
    void remove(Cells cells, int digit, const Board9& board) {
        cells.each([&](int c) {
            if (board.has(c, digit)) removed.push_back(candidate_id(c, digit));
        });
    }
};

}  // namespace clew::rating
