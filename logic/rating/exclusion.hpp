#pragma once
// Exclusion: aligned pairs and triplets of cells whose common peers leave some digits no partner.
//
//     std::optional<Hint> hint = find_aligned_exclusion(board, 2);

#include <optional>

#include "logic/rating/hint.hpp"

namespace clew::rating {

/// Of two or three cells. The excluding cells see all of them and have two digits, or, for three,
/// two or three.
std::optional<Deduction> find_aligned_exclusion(const Board9& board, int size);

}  // namespace clew::rating
