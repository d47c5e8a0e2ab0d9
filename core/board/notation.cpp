#include "core/board/notation.hpp"

#include <charconv>

namespace clew::inline board {

char digit_symbol(Digit digit) {
    const auto i = static_cast<int>(digit.index());
    return static_cast<char>(i < 9 ? '1' + i : 'A' + (i - 9));
}

char number_symbol(int number) { return number == 0 ? '0' : digit_symbol(Digit{number - 1}); }

char digit_symbol(Digit digit, const Geometry& board) {
    return number_symbol(static_cast<int>(digit.index()) + board.first_digit());
}

std::optional<Digit> parse_digit(char symbol, const Geometry& board) {
    if (board.first_digit() == 1) return parse_digit(symbol, board.size());
    if (symbol == '0') return Digit{0};
    const auto above = parse_digit(symbol, board.size() - 1);
    return above ? std::optional(Digit{above->index() + 1}) : std::nullopt;
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
    if (cell.index() >= size * size) return "x" + std::to_string(cell.index() - size * size + 1);
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

std::string to_string(DigitSet digits, const Geometry& board) {
    std::string text;
    for (Digit d : digits) text += digit_symbol(d, board);
    return text;
}

std::optional<Cell> parse_cell(std::string_view text, std::size_t size, std::size_t extras) {
    const auto number = [&](char lead, std::size_t most) -> std::optional<std::size_t> {
        if (text.empty() || (text[0] | 0x20) != lead) return std::nullopt;
        text.remove_prefix(1);
        std::size_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc{} || value < 1 || value > most) return std::nullopt;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        return value - 1;
    };
    if (const auto extra = number('x', extras))
        return text.empty() ? std::optional(Cell{size * size + *extra}) : std::nullopt;
    const auto row = number('r', size);
    if (!row) return std::nullopt;
    const auto column = number('c', size);
    if (!column || !text.empty()) return std::nullopt;
    return Cell{*row * size + *column};
}

std::optional<Cell> parse_cell(std::string_view text, const Geometry& board) {
    const auto cell = parse_cell(text, board.size(), board.extra_cells());
    return cell && board.on_board(*cell) ? cell : std::nullopt;
}

std::string to_line(const Puzzle& puzzle) {
    std::string text;
    for (Cell cell : puzzle.geometry().cells()) {
        const auto digit = puzzle.given(cell);
        text += digit ? digit_symbol(*digit, puzzle.geometry()) : '.';
    }
    return text;
}

std::string to_line(const Grid& grid, const Geometry& geometry) {
    std::string text;
    for (Cell cell : geometry.cells()) text += digit_symbol(grid[cell], geometry);
    return text;
}

std::string to_line(const Grid& grid) {
    std::string text;
    text.reserve(grid.cell_count());
    for (Digit d : grid.digits()) text += digit_symbol(d);
    return text;
}

}  // namespace clew::inline board
