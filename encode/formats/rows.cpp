// The side of a drawn grid is not written anywhere. It is the number of cells in the first row, and
// a cell is either a character or a group of characters: `12 3 45` of pencil marks or `10 11 12` of
// numbers. Groups are taken if they are as many as a board is wide and are not one long string of
// single cells cut at the box lines (`1.3.|..2.|4...|....` of 16x16 has four groups of four, as a
// row of 4x4 pencil marks has: the number of rows decides).

#include "encode/formats/rows.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "encode/board/notation.hpp"

namespace clew::formats {
namespace {

constexpr std::string_view bars = "|!";

struct RowShape {
    std::size_t groups = 0;
    std::size_t characters = 0;
    bool long_group = false;
};

// A '#' that does not stand beside a digit starts a comment.
bool has_comment(std::string_view text) {
    const std::size_t mark = text.find('#');
    if (mark == std::string_view::npos) return false;
    const auto digit = [text](std::size_t i) {
        return i < text.size() && text[i] >= '1' && text[i] <= '9';
    };
    return !digit(mark + 1) && !(mark > 0 && digit(mark - 1));
}

bool is_row(std::string_view line) {
    const std::string_view text = trimmed(line);
    return !text.empty() && !has_comment(text) && !is_border(text) &&
           std::ranges::all_of(text, [](char c) {
               return is_symbol(c) || is_space(c) || c == '|' || c == '!' || c == '#' || c == '@' ||
                      c == '+' || c == '-';
           });
}

RowShape shape_of_row(std::string_view line) {
    RowShape shape;
    for (const Token& group : split(line, 0, bars)) {
        ++shape.groups;
        shape.characters += group.text.size();
        if (group.text.size() > 1) shape.long_group = true;
    }
    return shape;
}

// How many rows stand in a block from here, not counting borders; no more than `most` are counted.
// `whole` of them are waited for, the others are looked at if they come in a moment.
std::size_t count_rows(Reading& reading, std::size_t ahead, std::size_t whole, std::size_t most) {
    std::size_t rows = 0;
    for (; rows < most; ++ahead) {
        const std::string* line =
            reading.in.peek(ahead, rows < whole ? Patience::any : Patience::a_moment);
        if (line == nullptr) break;
        if (is_border(*line)) continue;
        if (!is_row(*line)) break;
        ++rows;
    }
    return rows;
}

// True if as many rows of so many groups follow each other, and come in a moment.
bool like_rows(Reading& reading, std::size_t ahead, std::size_t groups) {
    for (std::size_t rows = 0; rows < groups; ++ahead) {
        const std::string* line = reading.in.peek(ahead, Patience::a_moment);
        if (line == nullptr || (!is_border(*line) && !is_row(*line))) return false;
        if (is_border(*line)) continue;
        if (shape_of_row(*line).groups != groups) return false;
        ++rows;
    }
    return true;
}

bool possible_side(std::size_t n) { return n >= 4 && n <= max_size; }

struct Side {
    std::size_t size = 0;
    bool groups = false;
};

// Of the drawing whose first row is `first` and stands `ahead`.
Side choose_side(Reading& reading, const RowShape& first, std::size_t ahead) {
    const bool groups = possible_side(first.groups);
    const bool characters = possible_side(first.characters);
    const auto rows = [&] { return count_rows(reading, ahead, first.groups, first.characters); };
    if (groups && first.groups == first.characters) return {first.groups, true};
    if (groups && (!characters || first.groups > 5 || rows() < first.characters))
        return {first.groups, true};
    if (characters) return {first.characters, false};
    throw InputError(reading.in.place(ahead, 1),
                     "a row of " + std::to_string(first.characters) + " symbols in " +
                         std::to_string(first.groups) + " groups",
                     "4 to 25 cells in a row");
}

Frame frame_of(std::string_view border) {
    const std::string_view text = trimmed(border);
    if (text.starts_with('*')) return Frame::stars;
    if (text.starts_with('.') || text.starts_with(':') || text.starts_with('\''))
        return Frame::points;
    return Frame::plain;
}

}  // namespace

bool is_border(std::string_view line) {
    const std::string_view text = trimmed(line);
    if (text.find("--") == std::string_view::npos && text.find("==") == std::string_view::npos)
        return false;
    return std::ranges::all_of(text, [](char c) {
        return std::string_view("-+|*.:'=,`!").find(c) != std::string_view::npos || is_space(c);
    });
}

bool looks_like_rows(Reading& reading, std::size_t ahead, Patience patience) {
    const std::string* line = reading.in.peek(ahead, patience);
    if (line == nullptr) return false;
    if (is_border(*line)) return true;
    if (!is_row(*line)) return false;
    if (trimmed(*line).find_first_of(bars) != std::string_view::npos) return true;
    const RowShape shape = shape_of_row(*line);
    const std::string first = *line;
    const auto line_side = side_of(shape.groups == 1 ? shape.characters : shape.groups);
    const auto raw_side = side_of(first.size());
    const bool spaces_are_blanks = shape.groups > 1 && raw_side && *raw_side * *raw_side > max_size;
    if (shape.groups == 1 ? shape.characters > max_size : shape.groups > max_size) return false;
    for (const Token& group : split(first, 0))
        if (group.text.size() > max_size) return false;
    if (!line_side && !spaces_are_blanks)
        return possible_side(shape.groups) || possible_side(shape.characters);
    // A line puzzle of 4x4 or 5x5, or a row of 16x16 or 25x25? Or 81 characters with spaces for
    // blanks? Rows are many and alike, and hold digits that the small board does not have.
    if (!line_side) return possible_side(shape.groups) && like_rows(reading, ahead, shape.groups);
    const std::size_t side = *line_side * *line_side;
    if (count_rows(reading, ahead, 1, side) < side) return false;
    std::size_t seen = 0;
    for (std::size_t i = ahead; seen < side; ++i) {
        const std::string* row = reading.in.peek(i);
        if (is_border(*row)) continue;
        ++seen;
        for (const Token& group : split(*row, 0)) {
            if (shape.groups > 1) {
                if (group.text.size() > 1) return true;
                if (!is_blank_symbol(group.text[0]) && !parse_digit(group.text[0], *line_side))
                    return true;
                continue;
            }
            for (char c : group.text)
                if (!is_blank_symbol(c) && !parse_digit(c, *line_side)) return true;
        }
    }
    return false;
}

std::size_t end_of_block(Reading& reading, std::size_t ahead) {
    for (std::size_t most = ahead + 4 * max_size; ahead < most; ++ahead) {
        const std::string* line = reading.in.peek(ahead);
        if (line == nullptr || (!is_border(*line) && !is_row(*line))) break;
    }
    return ahead;
}

std::size_t skip_empty(Reading& reading, std::size_t ahead, Patience patience) {
    for (std::size_t most = ahead + 4; ahead < most; ++ahead) {
        const std::string* line = reading.in.peek(ahead, patience);
        if (line == nullptr || !trimmed(*line).empty()) break;
    }
    return ahead;
}

Drawing look_at_drawing(Reading& reading, std::size_t ahead) {
    Drawing drawing;
    drawing.first = ahead;
    const std::string* line = reading.in.peek(ahead);
    for (; line != nullptr && is_border(*line); line = reading.in.peek(++ahead))
        if (drawing.frame == Frame::none) drawing.frame = frame_of(*line);
    if (line == nullptr || !is_row(*line))
        throw InputError(reading.in.place(drawing.first, 1), "a frame without rows",
                         "rows of cells after it");

    const Side side = choose_side(reading, shape_of_row(*line), ahead);
    drawing.size = side.size;
    drawing.groups = side.groups;
    const std::string n = std::to_string(side.size);
    std::vector<std::size_t> numbers;
    const std::size_t box_rows =
        Geometry::standard(side.size)->spec().boxes.value_or(BoxShape{1, 1}).rows;
    for (; drawing.rows.size() < side.size; ++ahead) {
        line = reading.in.peek(ahead);
        if (line != nullptr && is_border(*line)) continue;
        if (line != nullptr && trimmed(*line).empty() && drawing.rows.size() % box_rows == 0 &&
            !drawing.rows.empty()) {
            // An empty line may stand between bands, if exactly one more band follows it.
            const std::string* next = reading.in.peek(ahead + 1);
            if (next != nullptr && is_row(*next) &&
                count_rows(reading, ahead + 1, box_rows, box_rows + 1) == box_rows)
                continue;
        }
        if (line == nullptr || !is_row(*line))
            throw InputError(
                reading.in.place(ahead > 0 ? ahead - 1 : 0),
                "the puzzle ends after " + std::to_string(drawing.rows.size()) + " rows",
                n + " rows, as each has " + n + " cells");
        const RowShape shape = shape_of_row(*line);
        const std::size_t cells = side.groups ? shape.groups : shape.characters;
        if (cells != side.size)
            throw InputError(reading.in.place(ahead, 1),
                             "row " + std::to_string(drawing.rows.size() + 1) + " has " +
                                 std::to_string(cells) + " cells",
                             n + " cells, as the first row has");
        drawing.rows.push_back(*line);
        numbers.push_back(reading.in.place(ahead).line);
    }
    // What is framed above is framed below.
    if (drawing.frame != Frame::none) {
        line = reading.in.peek(ahead);
        if (line != nullptr && is_border(*line)) ++ahead;
    }
    drawing.last = ahead;

    for (std::size_t row = 0; row < drawing.rows.size(); ++row)
        for (const Token& group : split(drawing.rows[row], numbers[row], bars)) {
            if (side.groups) {
                drawing.cells.push_back(group);
                continue;
            }
            for (std::size_t i = 0; i < group.text.size(); ++i)
                drawing.cells.push_back({group.text.substr(i, 1), group.line, group.column + i});
        }
    return drawing;
}

std::optional<Drawing> drawing_ahead(Reading& reading, std::size_t ahead, Patience patience) {
    if (!looks_like_rows(reading, ahead, patience)) return std::nullopt;
    try {
        return look_at_drawing(reading, ahead);
    } catch (const InputError&) {
        return std::nullopt;  // whoever takes it says why
    }
}

Drawing take_drawing(Reading& reading) {
    try {
        Drawing drawing = look_at_drawing(reading);
        reading.in.drop(drawing.last);
        return drawing;
    } catch (const InputError&) {
        reading.in.drop(std::max<std::size_t>(end_of_block(reading, 0), 1));
        throw;
    }
}

std::optional<std::vector<std::size_t>> as_regions(std::span<const Token> cells, std::size_t size,
                                                   RegionSymbols symbols) {
    std::map<char, std::size_t> number, members;
    for (const Token& cell : cells) {
        const char c = cell.text[0];
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (cell.text.size() != 1) return std::nullopt;
        if (!letter && symbols == RegionSymbols::letters) return std::nullopt;
        if (++members[c] > size) return std::nullopt;
    }
    if (members.size() != size) return std::nullopt;
    for (const auto& [symbol, count] : members) number.emplace(symbol, number.size());
    std::vector<std::size_t> regions;
    for (const Token& cell : cells) regions.push_back(number.at(cell.text[0]));
    bool latin = true;
    for (std::size_t line = 0; line < size; ++line) {
        std::set<std::size_t> row, column;
        for (std::size_t i = 0; i < size; ++i) {
            row.insert(regions[line * size + i]);
            column.insert(regions[i * size + line]);
        }
        if (row.size() < size || column.size() < size) latin = false;
    }
    if (latin) return std::nullopt;
    return regions;
}

}  // namespace clew::formats
