// The side of a drawn grid is not written anywhere. It is the number of cells in the first row, and
// a cell is either a character or a group of characters: `12 3 45` of pencil marks or `10 11 12` of
// numbers. Groups are taken if they are as many as a board is wide and are not one long string of
// single cells cut at the box lines (`1.3.|..2.|4...|....` of 16x16 has four groups of four, as a
// row of 4x4 pencil marks has: the number of rows decides).
//
// Within bars a blank cell may be a space: then every row has its bars at the same places, and a
// cell is a character, every second character, or all between two bars.
//
// Lines between the cells are looked at where they stand: a bar in a row is between two cells, a
// dash of a line between two rows is between those above and below it.

#include "core/formats/rows.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "core/board/notation.hpp"

namespace clew::formats {
namespace {

constexpr std::string_view bars = "|!";
bool is_bar(char c) { return bars.find(c) != std::string_view::npos; }

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

// A line of dashes alone may be a row of blanks: it is if but for its digits it looks like a row
// that holds a dash.
bool is_blank_row(std::string_view line, std::string_view row) {
    if (row.size() != line.size() || row.find('-') == std::string_view::npos) return false;
    for (std::size_t i = 0; i < line.size(); ++i)
        if (line[i] != row[i] && line[i] != '-') return false;
    return true;
}

// True if the line `ahead` belongs to a frame. `above` is the row before it, if there is one.
bool is_line(Reading& reading, std::size_t ahead, const std::string* above) {
    const std::string line = *reading.in.peek(ahead);
    if (trimmed(line).find_first_not_of("-| ") != std::string_view::npos) return is_border(line);
    if (line.find('-') == std::string::npos) return false;
    if (above != nullptr && is_blank_row(trimmed(line), trimmed(*above))) return false;
    for (std::size_t i = ahead + 1; i <= ahead + max_size; ++i) {
        const std::string* row = reading.in.peek(i, Patience::a_moment);
        if (row == nullptr || (!is_border(*row) && !is_row(*row))) break;
        if (!is_border(*row) && is_blank_row(trimmed(line), trimmed(*row))) return false;
    }
    return true;
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

/// What is a cell of a row.
enum class Cut : std::uint8_t {
    groups,      // what white space and bars part
    characters,  // each character of these
    // Within bars, where the space is a blank cell:
    compact,  // "|53 |  7|   |": each character
    spaced,   // "| 5 3   |   7   |       |": each second one
    boxed,    // "| 5 | 3 |   |": all between two bars
};

struct Side {
    std::size_t size = 0;
    Cut cut = Cut::groups;
};

// The cells of a row within bars, if it is cut like that; none if it is not.
std::vector<Token> cells_within_bars(std::string_view row, std::size_t number, Cut cut) {
    const std::string_view text = trimmed(row);
    std::vector<Token> cells;
    if (text.size() < 2 || !is_bar(text.front()) || !is_bar(text.back())) return {};
    const auto offset = static_cast<std::size_t>(text.data() - row.data());
    for (std::size_t i = 1; i < text.size();) {
        const std::string_view part = text.substr(i, text.find_first_of(bars, i) - i);
        const auto add = [&](std::size_t at, std::size_t size) {
            cells.push_back({part.substr(at, size), number, offset + i + at + 1});
        };
        const std::string_view inside = trimmed(part);
        if (cut == Cut::boxed && !part.empty()) {
            if (inside.size() > 2) return {};
            if (inside.empty())
                add(0, 1);
            else
                add(static_cast<std::size_t>(inside.data() - part.data()), inside.size());
        } else if (cut == Cut::compact) {
            for (std::size_t k = 0; k < part.size(); ++k) add(k, 1);
        } else if (cut == Cut::spaced && !part.empty()) {
            if (part.size() % 2 == 0) return {};
            for (std::size_t k = 0; k < part.size(); ++k)
                if (k % 2 == 1)
                    add(k, 1);
                else if (part[k] != ' ')
                    return {};
        }
        i += part.size() + 1;
    }
    return cells;
}

std::vector<Token> cells_of_row(std::string_view row, std::size_t number, Cut cut) {
    if (cut != Cut::groups && cut != Cut::characters) return cells_within_bars(row, number, cut);
    std::vector<Token> groups = split(row, number, bars);
    if (cut == Cut::groups) return groups;
    std::vector<Token> cells;
    for (const Token& group : groups)
        std::ranges::copy(characters(group.text, number, group.column), std::back_inserter(cells));
    return cells;
}

// The side of a drawing within bars whose blank cells are spaces, if the rows from `ahead` on are
// of one: the largest that fits.
std::optional<Side> side_within_bars(Reading& reading, std::size_t ahead) {
    std::optional<Side> found;
    for (const Cut cut : {Cut::compact, Cut::spaced, Cut::boxed}) {
        const std::size_t n = cells_within_bars(*reading.in.peek(ahead), 0, cut).size();
        if (!possible_side(n) || (found && found->size >= n)) continue;
        std::size_t rows = 0;
        bool blank = false;
        for (std::size_t i = ahead; rows < n; ++i) {
            const std::string* row = reading.in.peek(i);
            if (row == nullptr || (!is_border(*row) && !is_row(*row))) break;
            if (is_border(*row)) continue;
            const std::vector<Token> cells = cells_within_bars(*row, 0, cut);
            if (cells.size() != n) break;
            for (const Token& cell : cells) blank |= cell.text == " ";
            ++rows;
        }
        if (rows == n && blank) found = Side{n, cut};
    }
    return found;
}

// Of the drawing whose first row is `first` and stands `ahead`.
Side choose_side(Reading& reading, const RowShape& first, std::size_t ahead) {
    const bool groups = possible_side(first.groups);
    const bool characters = possible_side(first.characters);
    const auto rows = [&] { return count_rows(reading, ahead, first.groups, first.characters); };
    if (groups && first.groups == first.characters) return {first.groups, Cut::groups};
    if (groups && (!characters || first.groups > 5 || rows() < first.characters))
        return {first.groups, Cut::groups};
    if (characters) return {first.characters, Cut::characters};
    throw InputError(reading.in.place(ahead, 1),
                     "a row of " + std::to_string(first.characters) + " symbols in " +
                         std::to_string(first.groups) + " groups",
                     "4 to 25 cells in a row");
}

FrameStyle frame_of(std::string_view border) {
    const std::string_view text = trimmed(border);
    if (text.starts_with('*')) return FrameStyle::stars;
    if (text.starts_with('.') || text.starts_with(':') || text.starts_with('\''))
        return FrameStyle::points;
    return FrameStyle::plain;
}

// What the bars of a row say: for each cell how many stand between it and the next.
void look_at_bars(DrawnGrid& drawing) {
    const std::span<const Token> cells = std::span(drawing.cells).last(drawing.size);
    for (std::size_t c = 0; c + 1 < drawing.size; ++c) {
        const auto* from = cells[c].text.data() + cells[c].text.size();
        const std::string_view between{from,
                                       static_cast<std::size_t>(cells[c + 1].text.data() - from)};
        const auto count = std::ranges::count_if(between, is_bar);
        drawing.right.push_back(static_cast<std::uint8_t>(std::min<std::ptrdiff_t>(count, 2)));
    }
    drawing.right.push_back(0);
}

// What a line says that stands below that row: it is drawn below the cells over which it has a
// dash. Where the bars are those of boxes, one without a gap is meant for all, be it too short.
void look_at_line(DrawnGrid& drawing, std::size_t row, const std::string& line,
                  const Place& place) {
    const std::size_t n = drawing.size;
    const auto strength = [](std::string_view part) -> std::uint8_t {
        if (part.find('=') != std::string_view::npos) return 2;
        return part.find('-') != std::string_view::npos ? 1 : 0;
    };
    const auto over = [&](const Token& cell) {
        const std::string_view text = line;
        return strength(text.substr(std::min(cell.column - 1, text.size()), cell.text.size()));
    };
    bool straight = true;
    for (std::size_t i = 0; i < drawing.right.size(); ++i)
        straight = straight && drawing.right[i] == drawing.right[i % n];
    const bool gaps = !straight || trimmed(line).find(' ') != std::string_view::npos;
    for (std::size_t c = 0; c < n; ++c) {
        const std::size_t above = row * n + c, beneath = above + n;
        const std::uint8_t drawn = gaps ? over(drawing.cells[above]) : strength(line);
        if (gaps && drawn != over(drawing.cells[beneath]))
            throw InputError(place, "a line that ends between a cell and the one below it",
                             "columns that stand one below the other");
        drawing.below[above] = std::max(drawing.below[above], drawn);
    }
}

// Where a line stands between every two cells, only double ones say something.
std::vector<std::uint8_t> without_frames_of_cells(std::vector<std::uint8_t> lines,
                                                  const std::function<bool(std::size_t)>& inner) {
    std::uint8_t least = 2;
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (inner(i)) least = std::min(least, lines[i]);
    for (std::uint8_t& line : lines) line = static_cast<std::uint8_t>(line - std::min(line, least));
    return lines;
}

struct Lines {
    std::size_t size;
    std::vector<std::uint8_t> right, below;

    explicit Lines(const DrawnGrid& drawing)
        : size(drawing.size),
          right(without_frames_of_cells(
              drawing.right, [n = drawing.size](std::size_t i) { return i % n + 1 < n; })),
          below(without_frames_of_cells(
              drawing.below, [n = drawing.size](std::size_t i) { return i / n + 1 < n; })) {}

    bool none() const {
        return std::ranges::all_of(right, [](auto line) { return line == 0; }) &&
               std::ranges::all_of(below, [](auto line) { return line == 0; });
    }
    /// Alike in all rows and in all columns: what boxes look like.
    bool straight() const {
        for (std::size_t i = 0; i < right.size(); ++i) {
            if ((right[i] > 0) != (right[i % size] > 0)) return false;
            if ((below[i] > 0) != (below[i / size * size] > 0)) return false;
        }
        return true;
    }
    /// The two cells of the first line that has the same region on both sides, or of the first
    /// border without a line.
    std::optional<std::pair<Cell, Cell>> other_than(std::span<const std::size_t> regions) const {
        for (std::size_t i = 0; i < right.size(); ++i) {
            if (i % size + 1 < size && (right[i] > 0) != (regions[i] != regions[i + 1]))
                return std::pair{Cell{i}, Cell{i + 1}};
            if (i / size + 1 < size && (below[i] > 0) != (regions[i] != regions[i + size]))
                return std::pair{Cell{i}, Cell{i + size}};
        }
        return std::nullopt;
    }
};

// The side of the boxes that lines make which stand behind these cells of `size`; 0 for none, all
// for lines that make none.
std::size_t step_of(const std::vector<std::size_t>& ends, std::size_t size) {
    if (ends.empty()) return 0;
    const std::size_t step = ends.front();
    if (size % step != 0 || ends.size() + 1 != size / step) return size;
    for (std::size_t i = 0; i < ends.size(); ++i)
        if (ends[i] != (i + 1) * step) return size;
    return step;
}

BoxShape boxes_of(const Lines& lines, const Place& place) {
    const std::size_t n = lines.size;
    std::vector<std::size_t> columns, rows;
    for (std::size_t i = 0; i + 1 < n; ++i) {
        if (lines.right[i] > 0) columns.push_back(i + 1);
        if (lines.below[i * n] > 0) rows.push_back(i + 1);
    }
    BoxShape box{step_of(rows, n), step_of(columns, n)};
    if (box.rows == 0) box.rows = n / box.columns;
    if (box.columns == 0) box.columns = n / box.rows;
    if (box.rows * box.columns == n && (rows.empty() || box.rows < n) &&
        (columns.empty() || box.columns < n))
        return box;
    std::string said;
    for (const auto& [ends, what] : {std::pair(&columns, "column"), std::pair(&rows, "row")})
        for (const std::size_t end : *ends)
            said += (said.empty() ? "" : ", ") + std::string(what) + " " + std::to_string(end);
    throw InputError(place, "the lines that are drawn make no boxes: after " + said,
                     "lines around boxes or regions of " + std::to_string(n) + " cells, or none");
}

// Cells with no line between them are in one region; numbered as they come.
std::vector<std::size_t> regions_of(const Lines& lines, const Place& place) {
    const std::size_t n = lines.size, none = n * n;
    std::vector<std::size_t> region(n * n, none), members;
    for (std::size_t start = 0; start < region.size(); ++start) {
        if (region[start] != none) continue;
        const std::size_t number = members.size();
        members.push_back(0);
        std::vector<std::size_t> open = {start};
        region[start] = number;
        const auto reach = [&](std::size_t cell) {
            if (region[cell] != none) return;
            region[cell] = number;
            open.push_back(cell);
        };
        while (!open.empty()) {
            const std::size_t i = open.back();
            open.pop_back();
            ++members[number];
            if (i % n + 1 < n && lines.right[i] == 0) reach(i + 1);
            if (i % n > 0 && lines.right[i - 1] == 0) reach(i - 1);
            if (i + n < n * n && lines.below[i] == 0) reach(i + n);
            if (i >= n && lines.below[i - n] == 0) reach(i - n);
        }
    }
    for (std::size_t i = 0; i < region.size(); ++i)
        if (members[region[i]] != n)
            throw InputError(place,
                             "the lines that are drawn make no regions: the one of " +
                                 to_string(Cell{i}, n) + " has " +
                                 std::to_string(members[region[i]]) + " cells",
                             std::to_string(n) + " cells in each");
    if (const auto other = lines.other_than(region))
        throw InputError(place,
                         "a line is drawn between " + to_string(other->first, n) + " and " +
                             to_string(other->second, n) + ", which are in one region",
                         "lines around regions alone");
    return region;
}

bool same_parts(const Geometry& a, const Geometry& b) {
    std::map<std::size_t, std::size_t> number;
    for (std::size_t i = 0; i < a.cell_count(); ++i) {
        const auto one = a.box_of(Cell{i}), other = b.box_of(Cell{i});
        if (!one || !other) return !one && !other;
        if (number.try_emplace(*one, *other).first->second != *other) return false;
    }
    return true;
}

}  // namespace

bool is_heading(std::string_view line, std::size_t columns) {
    std::size_t named = 0;
    for (const Token& name : split(line, 0))
        if (name.text != "c" + std::to_string(++named)) return false;
    return named == columns;
}

std::size_t columns_of_heading(std::string_view line) {
    const std::size_t columns = split(line, 0).size();
    return possible_side(columns) && is_heading(line, columns) ? columns : 0;
}

DigitCells drawn_cells(const DrawnGrid& drawing, const std::string& source) {
    if (!drawing.heading) return read_cells(drawing.cells, drawing.size, source);
    DigitCells cells;
    for (const Token& cell : drawing.cells) {
        const auto digit = cell.text.size() == 1 ? parse_digit(cell.text[0], drawing.size)
                                                 : std::optional<Digit>();
        if (!digit && cell.text != ".")
            throw InputError({source, cell.line, cell.column}, shown(cell.text) + " in a cell",
                             to_string(DigitSet::all(drawing.size)) + " or . for blank");
        cells.values.push_back(digit ? digit->index() + 1 : 0);
    }
    return cells;
}

bool lines_contradict(const DrawnGrid& drawing, std::span<const std::size_t> regions) {
    const Lines lines{drawing};
    return !lines.none() && lines.other_than(regions);
}

Record drawn_record(Reading& reading, const DrawnGrid& drawing, std::string_view format,
                    const Place& place) {
    const std::size_t n = drawing.size;
    const Lines lines{drawing};
    // Clew draws the boxes that a board has.
    if (lines.none() && !drawing.heading)
        return blank_record(reading.board(n, place), format, place);
    GeometrySpec spec{.size = n};
    std::string taken;
    if (lines.none()) {
        taken = "a board without boxes";
    } else if (lines.straight()) {
        spec.boxes = boxes_of(lines, place);
        taken = "boxes of " + std::to_string(spec.boxes->rows) + " rows by " +
                std::to_string(spec.boxes->columns) + " columns";
    } else {
        spec.regions = regions_of(lines, place);
        taken = "regions";
    }
    const GeometryPtr drawn = Geometry::make(std::move(spec));
    if (reading.options.geometry) {
        Record record = blank_record(reading.board(n, place), format, place);
        if (!same_parts(*drawn, record.puzzle.geometry()))
            throw InputError(
                place, "the drawing has " + taken,
                "those of the board that was asked for, " + record.puzzle.geometry().description());
        return record;
    }
    if (same_parts(*drawn, *Geometry::standard(n)))
        return blank_record(reading.board(n, place), format, place);
    Record record = blank_record(drawn, format, place);
    record.notes.push_back("the lines that are drawn were taken as " + taken);
    return record;
}

bool is_border(std::string_view line) {
    const std::string_view text = trimmed(line);
    const bool dash = text.find('-') != std::string_view::npos;
    if (text.find("--") == std::string_view::npos && text.find("==") == std::string_view::npos &&
        !(dash && text.find('+') != std::string_view::npos))
        return false;
    return std::ranges::all_of(text, [](char c) {
        return std::string_view("-+|*.:'=,`!").find(c) != std::string_view::npos || is_space(c);
    });
}

bool looks_like_rows(Reading& reading, std::size_t ahead, Patience patience) {
    const std::string* line = reading.in.peek(ahead, patience);
    if (line == nullptr) return false;
    if (is_border(*line) || columns_of_heading(*line) > 0) return true;
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

DrawnGrid look_at_drawing(Reading& reading, std::size_t ahead) {
    DrawnGrid drawing;
    drawing.first = ahead;
    const std::string* line = reading.in.peek(ahead);
    const std::size_t columns = line == nullptr ? 0 : columns_of_heading(*line);
    drawing.heading = columns > 0;
    if (drawing.heading) line = reading.in.peek(++ahead);
    for (; line != nullptr && is_line(reading, ahead, nullptr); line = reading.in.peek(++ahead))
        if (drawing.frame == FrameStyle::none) drawing.frame = frame_of(*line);
    if (line == nullptr || (!is_row(*line) && !is_border(*line)))
        throw InputError(reading.in.place(drawing.first, 1), "a frame without rows",
                         "rows of cells after it");

    std::optional<Side> side;
    if (drawing.heading) side = Side{columns, Cut::groups};
    if (!side) side = side_within_bars(reading, ahead);
    if (!side) side = choose_side(reading, shape_of_row(*line), ahead);
    drawing.size = side->size;
    drawing.groups = side->cut == Cut::groups;
    const std::string n = std::to_string(side->size);
    drawing.rows.reserve(side->size);  // the cells point into them
    struct Between {
        std::size_t row;
        std::string line;
        Place place;
    };
    std::vector<Between> lines;
    std::size_t band = 0;  // rows between empty lines
    for (; drawing.rows.size() < side->size; ++ahead) {
        const std::size_t rows = drawing.rows.size();
        line = reading.in.peek(ahead);
        if (line != nullptr && is_line(reading, ahead, rows > 0 ? &drawing.rows.back() : nullptr)) {
            if (rows > 0) lines.push_back({rows - 1, *line, reading.in.place(ahead, 1)});
            continue;
        }
        if (line != nullptr && trimmed(*line).empty() && rows > 1 && side->size % rows == 0 &&
            band == 0)
            band = rows;
        if (line != nullptr && trimmed(*line).empty() && band > 0 && rows % band == 0) {
            // An empty line may stand between bands, if exactly one more band follows it.
            const std::string* next = reading.in.peek(ahead + 1);
            if (next != nullptr && is_row(*next) &&
                count_rows(reading, ahead + 1, band, band + 1) == band) {
                lines.push_back({rows - 1, "-", reading.in.place(ahead, 1)});
                continue;
            }
        }
        if (line == nullptr || (!is_row(*line) && !is_border(*line)))
            throw InputError(reading.in.place(ahead > 0 ? ahead - 1 : 0),
                             "the puzzle ends after " + std::to_string(rows) + " rows",
                             n + " rows, as each has " + n + " cells");
        std::string row = *line;
        const Place place = reading.in.place(ahead, 1);
        if (drawing.heading) {
            const std::string name = "r" + std::to_string(rows + 1);
            const std::size_t at = row.find(name + " ");
            if (at == std::string::npos || !trimmed(std::string_view(row).substr(0, at)).empty())
                throw InputError(place, "no row " + name + " under the columns",
                                 name + " and its cells, as Clew prints boards");
            row.replace(at, name.size(), name.size(), ' ');
            std::ranges::replace(row, '!', '?');  // a cell without candidates, no bar
        }
        drawing.rows.push_back(std::move(row));
        std::vector<Token> cells = cells_of_row(drawing.rows.back(), place.line, side->cut);
        if (cells.size() != side->size)
            refuse_row(place, rows + 1, cells.size(), side->size, "cells");
        drawing.cells.insert(drawing.cells.end(), cells.begin(), cells.end());
        look_at_bars(drawing);
    }
    drawing.below.resize(drawing.cells.size());
    for (const Between& between : lines)
        look_at_line(drawing, between.row, between.line, between.place);
    // What is framed above is framed below.
    if (drawing.frame != FrameStyle::none) {
        line = reading.in.peek(ahead);
        if (line != nullptr && is_border(*line)) ++ahead;
    }
    drawing.last = ahead;
    return drawing;
}

std::optional<DrawnGrid> drawing_ahead(Reading& reading, std::size_t ahead, Patience patience) {
    if (!looks_like_rows(reading, ahead, patience)) return std::nullopt;
    try {
        return look_at_drawing(reading, ahead);
    } catch (const InputError&) {
        return std::nullopt;  // whoever takes it says why
    }
}

DrawnGrid take_drawing(Reading& reading) {
    try {
        DrawnGrid drawing = look_at_drawing(reading);
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
        if (cell.text.size() != 1) return std::nullopt;
        if (!is_letter(c) && symbols == RegionSymbols::letters) return std::nullopt;
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
