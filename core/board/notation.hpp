#pragma once
// Notation: 1-based text for cells, digits and candidates. The only file that adds or takes the 1.
//
//     to_string(Cell{40}, 9)                      "r5c5"
//     digit_symbol(Digit{9}, 16)                  'A'
//     to_string({Cell{4}, Digit{3}}, 9)           "r1c5=4"
//     to_line(grid), to_line(puzzle)              81 characters, '.' for blank
//     parse_cell("r3c5", 9)                       Cell{22}
//
// Digits of boards up to 25 have one symbol each: 1-9, then A-P.

#include <optional>
#include <string>
#include <string_view>

#include "core/board/puzzle.hpp"
#include "core/board/types.hpp"

namespace clew::inline board {

/// '1' .. '9', 'A' .. 'P'.
char digit_symbol(Digit digit);
/// The digit of a symbol of a board of that side; letters in either case. Nothing if it is none.
std::optional<Digit> parse_digit(char symbol, std::size_t size);

/// "r3c5".
std::string to_string(Cell cell, std::size_t size);
/// "r3c5=6".
std::string to_string(Candidate candidate, std::size_t size);
/// The digits' symbols, ascending: "1478".
std::string to_string(DigitSet digits);
/// The cell that "r3c5" or "R3C5" names on a board of that side; nothing if it names none.
std::optional<Cell> parse_cell(std::string_view text, std::size_t size);

/// One symbol a cell, row-major, '.' where there is no given. Marks are not shown.
std::string to_line(const Puzzle& puzzle);
/// One symbol a cell, row-major.
std::string to_line(const Grid& grid);

}  // namespace clew::inline board
