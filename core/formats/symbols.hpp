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

#include "core/base/listed.hpp"
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
bool is_number(char c);
bool is_letter(char c);
/// Digits and nothing else.
bool is_digits(std::string_view text);
/// The number that a text of digits is, if it is no larger.
std::optional<std::size_t> parse_number(std::string_view text, std::size_t most = 1'000'000);
bool is_among(std::string_view name, std::span<const std::string_view> names);
std::string_view trimmed(std::string_view text);
std::string lower(std::string_view text);
/// The pieces between white space and any of `also`, with columns counted from 1.
std::vector<Token> split(std::string_view line, std::size_t number, std::string_view also = {});

/// Each character, from that column on.
std::vector<Token> characters(std::string_view text, std::size_t line, std::size_t column);
/// The parts between separators, empty ones too: one more than there are separators.
std::vector<std::string_view> parts_of(std::string_view text, char separator);
/// What follows a key in an address, up to the next one; nothing without the key.
std::optional<std::string_view> link_value(std::string_view text, std::string_view key);

/// Which cells hold which digit; entries are digit + 1, or 0 for blank.
struct DigitCells {
    std::vector<std::size_t> values;
    std::vector<std::string> notes;  ///< the blank symbol and the alphabet, if not . and 1-9
};
/// Reads size*size tokens, row-major: one symbol each or decimal numbers. Errors: InputError at the
/// token that does not fit.
DigitCells read_cells(std::span<const Token> tokens, std::size_t size, const std::string& source);

/// The same of a solution. Errors: InputError also at a blank cell.
Grid full_grid(const DigitCells& cells, std::span<const Token> tokens, const std::string& source);
/// Errors: InputError, always.
[[noreturn]] void not_a_digit(const Token& token, std::size_t size, const std::string& source,
                              const std::string& hint);

/// Of drawn and written rows that are not of one length. Errors: InputError, always.
[[noreturn]] void refuse_row(const Place& place, std::size_t row, std::size_t has,
                             std::size_t first, const std::string& what);

/// "9x9".
std::string squared(std::size_t size);
/// "81 (9x9)".
std::string cells_and_side(std::size_t size);

}  // namespace clew::formats
