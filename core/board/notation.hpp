#pragma once
// Notation: 1-based text for cells, digits and candidates. The only file that adds or takes the 1.
// Where digits begin with 0 the board says so.
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
/// The same where digits may begin with 0.
char digit_symbol(Digit digit, const Geometry& board);
/// The symbol of a number from 0 to 25: what rules say of digits.
char number_symbol(int number);
/// The digit of a symbol of a board of that side; letters in either case. Nothing if it is none.
std::optional<Digit> parse_digit(char symbol, std::size_t size);
std::optional<Digit> parse_digit(char symbol, const Geometry& board);

/// "r3c5"; of an extra cell "x1", "x2", ...
std::string to_string(Cell cell, std::size_t size);
/// "r3c5=6".
std::string to_string(Candidate candidate, std::size_t size);
/// The digits' symbols, ascending: "1478".
std::string to_string(DigitSet digits);
std::string to_string(DigitSet digits, const Geometry& board);
/// The cell that "r3c5", "R3C5" or "x1" names on a board of that side with so many extra cells;
/// nothing if it names none.
std::optional<Cell> parse_cell(std::string_view text, std::size_t size, std::size_t extras = 0);
std::optional<Cell> parse_cell(std::string_view text, const Geometry& board);

/// One symbol a cell of the board, row by row, then the extra cells, '.' where there is no given.
/// Marks are not shown.
std::string to_line(const Puzzle& puzzle);
/// One symbol a cell of the board, in that order.
std::string to_line(const Grid& grid, const Geometry& geometry);
/// The same of a grid whose board has as many rows and columns as digits, which begin with 1, and
/// no extra cells.
std::string to_line(const Grid& grid);

}  // namespace clew::inline board
