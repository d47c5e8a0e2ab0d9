#include "core/board/options.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <system_error>

#include "core/base/contract.hpp"

namespace clew::inline board {

namespace {

constexpr std::uint16_t all = 0x1ff;
constexpr char hex_digits[] = "0123456789abcdef";

}  // namespace

CandidateMasks options_of(const Puzzle& puzzle) {
    CLEW_REQUIRE(puzzle.is_plain_classic(), "options_of: not a classic board");
    CandidateMasks options{};
    for (std::size_t cell = 0; cell < options.size(); ++cell)
        options[cell] = static_cast<std::uint16_t>(puzzle.options(Cell{cell}).bits());
    return options;
}

Puzzle puzzle_of(const CandidateMasks& options) {
    Puzzle puzzle{Geometry::classic()};
    for (std::size_t cell = 0; cell < options.size(); ++cell) {
        const DigitSet digits = DigitSet::from_bits(options[cell]);
        if (digits.size() == 1)
            puzzle.set_given(Cell{cell}, digits.first());
        else if (options[cell] != all)
            puzzle.set_marks(Cell{cell}, digits);
    }
    return puzzle;
}

std::string to_hex(const CandidateMasks& options) {
    std::string text;
    for (const std::uint16_t cell : options)
        for (const int shift : {8, 4, 0}) text += hex_digits[(cell >> shift) & 15];
    return text;
}

std::string to_short(const CandidateMasks& options) {
    std::string text;
    for (const std::uint16_t cell : options) {
        if (cell != all && !std::has_single_bit(cell)) return to_hex(options);
        text += cell == all ? '.' : static_cast<char>('1' + std::countr_zero(cell));
    }
    return text;
}

std::optional<CandidateMasks> parse_options(std::string_view text) {
    CandidateMasks options{};
    if (text.size() == options.size()) {
        for (std::size_t cell = 0; cell < options.size(); ++cell) {
            const char c = text[cell];
            if (c != '.' && (c < '1' || c > '9')) return std::nullopt;
            options[cell] = c == '.' ? all : static_cast<std::uint16_t>(1U << (c - '1'));
        }
        return options;
    }
    if (text.size() != 3 * options.size()) return std::nullopt;
    for (std::size_t cell = 0; cell < options.size(); ++cell) {
        const char* const begin = text.data() + 3 * cell;
        const auto [end, fault] = std::from_chars(begin, begin + 3, options[cell], 16);
        if (fault != std::errc{} || end != begin + 3 || options[cell] > all) return std::nullopt;
    }
    return options;
}

}  // namespace clew::inline board
