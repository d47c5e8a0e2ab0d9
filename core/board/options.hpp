#pragma once
// CandidateMasks: a classic puzzle as what it allows in each cell, and that as a text.
//
//     const CandidateMasks options = options_of(puzzle);
//     to_hex(options)                    // 243 digits, three a cell
//     to_short(options)                  // "53..7...." where clues alone say it all, else as to_hex
//     parse_options(text)                // either
//     puzzle_of(options)                 // one that allows the same
//
// For what has to say which puzzle it is about and must be compared byte for byte: parts of a
// count, ledgers. What users write goes through formats.hpp.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/board/puzzle.hpp"

namespace clew::inline board {

/// Of each cell, row-major; bit d for digit d.
using CandidateMasks = std::array<std::uint16_t, 81>;

/// Requires puzzle.is_plain_classic().
CandidateMasks options_of(const Puzzle& puzzle);
/// A cell with one option becomes a given, the others are pencil marks.
Puzzle puzzle_of(const CandidateMasks& options);

/// 243 hexadecimal digits, three a cell.
std::string to_hex(const CandidateMasks& options);
/// 81 symbols, a digit or a full stop, where every cell has one option or all; else to_hex().
std::string to_short(const CandidateMasks& options);
/// What to_hex() or to_short() wrote; nothing for other text.
std::optional<CandidateMasks> parse_options(std::string_view text);

}  // namespace clew::inline board
