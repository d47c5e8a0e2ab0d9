#pragma once
// Symbols: from characters to digits, the same for every text format.
//
// A board of up to 9 digits is written in 1-9. Above that three alphabets are in use and one is
// taken for each puzzle, by what stands in it: 1-9 then A, B, C, ...; A, B, C, ... alone; or 0-9
// then A, B, ... (where 0 is a digit, known by another blank symbol standing beside it). Or the
// digits are decimal numbers with white space between.
//
// One blank symbol a puzzle: `.` `0` `*` `_` `-`, and `X` where letters are not digits.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/formats.hpp"

namespace clew::formats {

/// The text of one cell and where it stands.
struct Token {
    std::string_view text;
    std::size_t line = 0;
    std::size_t column = 0;
};

/// "'x'", or "byte 0x00" for what cannot be shown.
std::string shown(std::string_view text);
/// The side of a board of so many cells, if there is such a board.
std::optional<std::size_t> side_of(std::size_t cells);
/// A letter, a digit, or a blank symbol.
bool is_symbol(char c);
bool is_blank_symbol(char c);
bool is_space(char c);
std::string_view trimmed(std::string_view text);
std::string lower(std::string_view text);
/// The pieces between white space and any of `also`, with columns counted from 1.
std::vector<Token> split(std::string_view line, std::size_t number, std::string_view also = {});

/// Which cells hold which digit; entries are digit + 1, or 0 for blank.
struct DigitCells {
    std::vector<std::size_t> values;
    std::vector<std::string> notes;  ///< the blank symbol and the alphabet, if not . and 1-9
};
/// Reads size*size tokens, row-major: one symbol each or decimal numbers. Errors: InputError at the
/// token that does not fit.
DigitCells read_cells(std::span<const Token> tokens, std::size_t size, const std::string& source);

/// The side named by "9" or "9x9"-like text is not our business; this says "81 (9x9)".
std::string cells_and_side(std::size_t size);

}  // namespace clew::formats
