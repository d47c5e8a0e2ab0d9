#include "core/board/notation.hpp"

#include <charconv>

namespace clew::inline board {

char digit_symbol(Digit digit) {
    const auto i = static_cast<int>(digit.index());
    return static_cast<char>(i < 9 ? '1' + i : 'A' + (i - 9));
}

std::optional<Digit> parse_digit(char symbol, std::size_t size) {
    int value = -1;
    if (symbol >= '1' && symbol <= '9') value = symbol - '1';
    if (symbol >= 'A' && symbol <= 'Z') value = symbol - 'A' + 9;
    if (symbol >= 'a' && symbol <= 'z') value = symbol - 'a' + 9;
    if (value < 0 || static_cast<std::size_t>(value) >= size) return std::nullopt;
    return Digit{value};
}

std::string to_string(Cell cell, std::size_t size) {
    return "r" + std::to_string(cell.index() / size + 1) + "c" +
           std::to_string(cell.index() % size + 1);
}

std::string to_string(Candidate candidate, std::size_t size) {
    return to_string(candidate.cell, size) + "=" + digit_symbol(candidate.digit);
}

std::string to_string(DigitSet digits) {
    std::string text;
    for (Digit d : digits) text += digit_symbol(d);
    return text;
}

std::optional<Cell> parse_cell(std::string_view text, std::size_t size) {
    const auto number = [&](char lead) -> std::optional<std::size_t> {
        if (text.empty() || (text[0] | 0x20) != lead) return std::nullopt;
        text.remove_prefix(1);
        std::size_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{} || value < 1 || value > size) return std::nullopt;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        return value - 1;
    };
    const auto row = number('r');
    if (!row) return std::nullopt;
    const auto column = number('c');
    if (!column || !text.empty()) return std::nullopt;
    return Cell{*row * size + *column};
}

std::string to_line(const Puzzle& puzzle) {
    std::string text(puzzle.geometry().cell_count(), '.');
    for (std::size_t i = 0; i < text.size(); ++i)
        if (const auto digit = puzzle.given(Cell{i})) text[i] = digit_symbol(*digit);
    return text;
}

std::string to_line(const Grid& grid) {
    std::string text;
    text.reserve(grid.cell_count());
    for (Digit d : grid.digits()) text += digit_symbol(d);
    return text;
}

}  // namespace clew::inline board
