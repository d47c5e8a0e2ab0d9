#pragma once
// Basics: the steps of the scale without a chain, each the first that its finder meets.
//
//     if (auto hint = find_direct(board)) ...           // 1.0 to 2.5: they fill a cell
//     else if (auto set = find_naked_set(board, 2)) ...
//
// The order in which houses, digits and cells are looked at is that of the scale's program: where
// several steps of one technique are open, it takes the first.

#include <optional>

#include "logic/rating/hint.hpp"

namespace clew::rating {

/// Singles and the techniques that end in one at once, lowest first.
std::optional<Deduction> find_direct(const Board9& board);
std::optional<Deduction> find_locking(const Board9& board);
/// Of two to four cells.
std::optional<Deduction> find_naked_set(const Board9& board, int size);
/// Of two to four digits.
std::optional<Deduction> find_hidden_set(const Board9& board, int size);
/// On two to four lines.
std::optional<Deduction> find_fish(const Board9& board, int size);
std::optional<Deduction> find_xy_wing(const Board9& board);
std::optional<Deduction> find_xyz_wing(const Board9& board);

}  // namespace clew::rating
