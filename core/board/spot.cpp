#include "core/board/spot.hpp"

#include <string>

#include "core/board/notation.hpp"

namespace clew::inline board {

std::optional<Spot> parse_spot(std::string_view text, std::size_t size, std::size_t extras) {
    // Dotted names become those with letters. Without a comma row and column are a figure each.
    std::string name{text.substr(0, text.find_first_of("=."))};
    const bool dotted = !name.empty() && name[0] >= '0' && name[0] <= '9';
    std::string_view digit = text.substr(name.size());
    if (dotted) {
        const std::size_t comma = name.find(',');
        if (comma != std::string::npos)
            name = "r" + name.substr(0, comma) + "c" + name.substr(comma + 1);
        else if (name.size() == 2 && size <= 9)
            name = std::string{"r"} + name[0] + "c" + name[1];
        else
            return std::nullopt;
    }
    const auto cell = parse_cell(name, size, extras);
    if (!cell) return std::nullopt;
    if (digit.empty()) return Spot{*cell};
    if (digit.size() != 2 || digit[0] != (dotted ? '.' : '=')) return std::nullopt;
    const auto value = parse_digit(digit[1], size);
    if (!value) return std::nullopt;
    return Spot{*cell, *value};
}

std::optional<Spot> parse_spot(std::string_view text, const Geometry& board) {
    const auto spot = parse_spot(text, board.size(), board.extra_cells());
    return spot && board.on_board(spot->cell) ? spot : std::nullopt;
}

std::optional<Cell> parse_spot_cell(std::string_view text, const Geometry& board) {
    const auto spot = parse_spot(text, board);
    if (!spot || spot->digit) return std::nullopt;
    return spot->cell;
}

}  // namespace clew::inline board
