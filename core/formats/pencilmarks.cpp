// Drawn grids that show candidates: the pencil-mark grid of many programs, Simple Sudoku's
// clipboard of up to three grids, and SudoCue's sdx.

#include <algorithm>
#include <utility>

#include "core/board/notation.hpp"
#include "core/formats/marks.hpp"
#include "core/formats/rows.hpp"

namespace clew::formats {
namespace {

// A group such as "245", or "*245" and "24#5" where a program has marked the cell.
DigitSet read_group(const Token& group, std::size_t size, const std::string& source,
                    Unread& unread) {
    DigitSet digits;
    std::size_t column = group.column;
    for (const char c : group.text) {
        if (c == '*' || c == '#' || c == '@' || (size <= 9 && is_letter(c))) {
            unread.add(shown({&c, 1}) + " beside candidates");
        } else {
            const auto digit = parse_digit(c, size);
            if (!digit)
                throw InputError(
                    {source, group.line, column},
                    shown({&c, 1}) + " is not a candidate of a " + squared(size) + " puzzle",
                    "the candidates of each cell, " + to_string(DigitSet::all(size)));
            if (digits.contains(*digit))
                throw InputError({source, group.line, column},
                                 shown({&c, 1}) + " twice in " + shown(group.text),
                                 "each candidate once");
            digits.insert(*digit);
        }
        ++column;
    }
    if (digits.empty())
        throw InputError({source, group.line, group.column},
                         shown(group.text) + " holds no candidate", "one candidate or more");
    return digits;
}

std::vector<DigitSet> read_groups(const DrawnGrid& drawing, const std::string& source,
                                  Unread& unread) {
    std::vector<DigitSet> marks;
    for (const Token& group : drawing.cells)
        marks.push_back(read_group(group, drawing.size, source, unread));
    return marks;
}

bool is_player_digit(const Token& cell) {
    return cell.text.size() == 2 && (cell.text[0] == 'u' || cell.text[0] == 'U') &&
           cell.text[1] >= '1' && cell.text[1] <= '9';
}

bool only_digits(const Token& cell) {
    return std::ranges::all_of(cell.text, [](char c) { return c >= '1' && c <= '9'; });
}

bool all_numbers(const DrawnGrid& drawing) {
    return std::ranges::all_of(drawing.cells, [&](const Token& cell) {
        return cell.text.size() < 2 ||
               (cell.text.size() == 2 && parse_number(cell.text, drawing.size).value_or(0) > 0);
    });
}

bool shows_marks(const DrawnGrid& drawing) {
    if (!drawing.groups) return false;
    if (drawing.size > 9 && all_numbers(drawing)) return false;
    return std::ranges::any_of(drawing.cells, [](const Token& c) { return c.text.size() > 1; });
}

// ---- pencil-mark grid ----

bool recognise_pencilmarks(Reading& reading) {
    const auto drawing = drawing_ahead(reading, 0);
    return drawing && shows_marks(*drawing);
}

void read_pencilmarks(Reading& reading) {
    const Place place = reading.in.place(0, 1);
    const DrawnGrid drawing = take_drawing(reading);
    Record record = drawn_record(reading, drawing, "pencilmarks", place);
    record.metadata = reading.take_header();
    Unread unread;
    take_as_question(record, read_groups(drawing, reading.in.source(), unread));
    unread.tell(record);
    reading.ready.push_back(std::move(record));
}

std::string frame_line(std::size_t box_columns, std::size_t boxes, std::size_t cell,
                       std::string_view ends) {
    std::string text(1, ends[0]);
    for (std::size_t b = 0; b < boxes; ++b) {
        if (b > 0) text += ends[1];
        text += std::string(box_columns * (cell + 1) + 1, '-');
    }
    return text + ends[2] + "\n";
}

// Groups padded to the widest, framed by the usual boxes. `ends`: left, middle and right of the
// top, of the middle and of the bottom lines.
std::string draw_groups(const Geometry& geometry, const std::vector<std::string>& cells,
                        std::string_view top, std::string_view middle, std::string_view bottom) {
    const std::size_t n = geometry.size();
    const BoxShape box = geometry.spec().boxes.value_or(BoxShape{n, n});
    std::size_t widest = 1;
    for (const std::string& cell : cells) widest = std::max(widest, cell.size());
    std::string text = frame_line(box.columns, n / box.columns, widest, top);
    for (std::size_t row = 0; row < n; ++row) {
        if (row > 0 && row % box.rows == 0)
            text += frame_line(box.columns, n / box.columns, widest, middle);
        for (std::size_t column = 0; column < n; ++column) {
            if (column % box.columns == 0) text += "| ";
            const std::string& cell = cells[row * n + column];
            text += cell + std::string(widest - cell.size() + 1, ' ');
        }
        text += "|\n";
    }
    return text + frame_line(box.columns, n / box.columns, widest, bottom);
}

std::vector<std::string> groups_of(const Record& record, const std::vector<DigitSet>& open,
                                   std::string_view format) {
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < open.size(); ++i) {
        const auto given = record.puzzle.given(Cell{i});
        const DigitSet shown = given ? open[i] & DigitSet{*given} : open[i];
        if (shown.empty())
            refuse_empty_cell(record, Cell{i}, "the format " + std::string(format) + " cannot show",
                              "the format json, which can");
        cells.push_back(to_string(shown));
    }
    return cells;
}

std::string write_pencilmarks(const Record& record, LeftOut&) {
    std::vector<std::string> cells =
        groups_of(record, record.puzzle.candidates_after_givens(), "pencilmarks");
    // A reader needs one group of two at least to see what it has.
    if (std::ranges::all_of(cells, [](const std::string& c) { return c.size() == 1; })) {
        if (record.puzzle.has_marks())
            throw InputError(record.place,
                             "every cell has one candidate, which the format "
                             "pencilmarks cannot tell from givens",
                             "the formats sukaku or json");
    }
    return draw_groups(record.puzzle.geometry(), cells, "...", ":+:", "'''") + "\n";
}

// ---- Simple Sudoku ----

bool starts_with_stars(Reading& reading, std::size_t ahead) {
    const std::string* line = reading.in.peek(ahead, Patience::a_moment);
    return line != nullptr && is_border(*line) && trimmed(*line).starts_with('*');
}

bool recognise_ss(Reading& reading) {
    if (!starts_with_stars(reading, 0)) return false;
    const auto drawing = drawing_ahead(reading, 0);
    return !drawing || !shows_marks(*drawing);
}

// The grid `ahead` as a later stage of the givens, if it is one.
std::optional<DigitCells> later_stage(const DrawnGrid& drawing, const Puzzle& givens,
                                      const std::string& source) {
    if (drawing.size != givens.geometry().size() || shows_marks(drawing)) return std::nullopt;
    try {
        DigitCells cells = read_cells(drawing.cells, drawing.size, source);
        for (std::size_t i = 0; i < cells.values.size(); ++i)
            if (const auto given = givens.given(Cell{i}))
                if (cells.values[i] != given->index() + 1) return std::nullopt;
        return cells;
    } catch (const InputError&) {
        return std::nullopt;
    }
}

std::optional<std::vector<DigitSet>> marks_of_stage(const DrawnGrid& drawing, const Puzzle& givens,
                                                    const std::vector<std::optional<Digit>>& placed,
                                                    const std::string& source, Unread& unread) {
    if (drawing.size != givens.geometry().size() || !shows_marks(drawing)) return std::nullopt;
    try {
        std::vector<DigitSet> marks = read_groups(drawing, source, unread);
        for (std::size_t i = 0; i < marks.size(); ++i) {
            const auto digit = givens.given(Cell{i}) ? givens.given(Cell{i}) : placed[i];
            if (digit && marks[i] != DigitSet{*digit}) return std::nullopt;
        }
        return marks;
    } catch (const InputError&) {
        return std::nullopt;
    }
}

void read_ss(Reading& reading) {
    const Place place = reading.in.place(0, 1);
    const std::string& source = reading.in.source();
    const DrawnGrid drawing = take_drawing(reading);
    Record record = drawn_record(reading, drawing, "ss", place);
    record.metadata = reading.take_header();
    set_givens(record, read_cells(drawing.cells, drawing.size, source));

    // A second grid that holds all the givens is the state, a third (or second) of candidates its
    // pencil marks. Another puzzle would not agree with the first.
    std::vector<std::optional<Digit>> placed(record.puzzle.geometry().cell_count());
    std::size_t ahead = skip_empty(reading, 0, Patience::a_moment), taken = 0;
    bool entries = false;
    const std::optional<Puzzle> before = std::exchange(reading.stage_early, std::nullopt);
    if (before && before->given_count() < record.puzzle.given_count() &&
        later_stage(drawing, *before, source))
        record.notes.emplace_back(
            "a later stage of the puzzle before it, which came after that was taken: it was taken "
            "as a puzzle of its own");
    if (reading.in.peek(ahead, Patience::none) == nullptr && !reading.in.ended())
        reading.stage_early = record.puzzle;
    auto next = starts_with_stars(reading, ahead) ? drawing_ahead(reading, ahead) : std::nullopt;
    if (next) {
        if (const auto state = later_stage(*next, record.puzzle, source)) {
            for (std::size_t i = 0; i < placed.size(); ++i)
                if (state->values[i] > 0 && !record.puzzle.given(Cell{i})) {
                    placed[i] = Digit{state->values[i] - 1};
                    entries = true;
                }
            if (entries) taken = next->last;
            ahead = skip_empty(reading, next->last, Patience::a_moment);
            next = starts_with_stars(reading, ahead) ? drawing_ahead(reading, ahead) : std::nullopt;
        }
    }
    std::optional<std::vector<DigitSet>> marks;
    Unread unread;
    if (next) marks = marks_of_stage(*next, record.puzzle, placed, source, unread);
    if (marks) taken = next->last;
    if (marks) {
        take_as_progress(record, *marks, placed);
        unread.tell(record);
    } else if (entries) {
        record.progress = blank_progress(record.puzzle.geometry());
        record.progress->placed = placed;
        record.notes.emplace_back("entries that are not clues were taken as the player's");
    }
    reading.in.drop(taken);
    reading.ready.push_back(std::move(record));
}

std::string draw_ss(const std::string& line) {
    std::string text = "*-----------*\n";
    for (std::size_t row = 0; row < 9; ++row) {
        if (row == 3 || row == 6) text += "|---+---+---|\n";
        for (std::size_t box = 0; box < 3; ++box) text += "|" + line.substr(row * 9 + box * 3, 3);
        text += "|\n";
    }
    return text + "*-----------*\n";
}

std::string write_ss(const Record& record, LeftOut&) {
    const std::string line = to_line(record.puzzle);
    std::string text = draw_ss(line);
    if (record.progress) {
        std::string state = line;
        for (std::size_t i = 0; i < 81; ++i)
            if (const auto digit = record.progress->placed[i])
                if (state[i] == '.') state[i] = digit_symbol(*digit);
        const std::vector<std::string> cells = groups_of(record, standing_candidates(record), "ss");
        text += "\n" + draw_ss(state) + "\n" +
                draw_groups(record.puzzle.geometry(), cells, "*-*", "|+|", "*-*");
    }
    return text + "\n";
}

// ---- sdx ----

bool recognise_sdx(Reading& reading) {
    const auto drawing = drawing_ahead(reading, 0);
    if (!drawing || !drawing->groups || drawing->size > 9 || drawing->frame != FrameStyle::none)
        return false;
    return std::ranges::any_of(drawing->cells, is_player_digit) &&
           std::ranges::all_of(drawing->cells, [](const Token& cell) {
               return is_player_digit(cell) || only_digits(cell);
           });
}

void read_sdx(Reading& reading) {
    const Place place = reading.in.place(0, 1);
    const DrawnGrid drawing = take_drawing(reading);
    Record record = drawn_record(reading, drawing, "sdx", place);
    record.metadata = reading.take_header();
    std::vector<DigitSet> marks;
    Unread unread;
    std::vector<std::optional<Digit>> placed(drawing.cells.size());
    for (std::size_t i = 0; i < drawing.cells.size(); ++i) {
        const Token& cell = drawing.cells[i];
        const bool player = is_player_digit(cell);
        if (!player && !only_digits(cell))
            throw InputError({reading.in.source(), cell.line, cell.column},
                             shown(cell.text) + " is not a cell of an sdx file",
                             "a given digit, u and a digit, or candidates run together");
        marks.push_back(read_group(
            {cell.text.substr(player ? 1 : 0), cell.line, cell.column + (player ? 1 : 0)},
            drawing.size, reading.in.source(), unread));
        if (player) {
            placed[i] = marks[i].first();
        } else if (cell.text.size() == 1) {
            record.puzzle.set_given(Cell{i}, marks[i].first());
        }
    }
    take_as_progress(record, marks, placed);
    unread.tell(record);
    reading.ready.push_back(std::move(record));
}

std::string write_sdx(const Record& record, LeftOut&) {
    if (record.puzzle.geometry().size() > 9)
        throw InputError(record.place, "sdx cannot hold a board of more than nine digits",
                         "the formats line or json");
    const std::size_t n = record.puzzle.geometry().size();
    const std::vector<std::string> cells = groups_of(record, standing_candidates(record), "sdx");
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const bool given = record.puzzle.given(Cell{i}).has_value();
        const bool placed = record.progress && record.progress->placed[i] && !given;
        if (cells[i].size() == 1 && !given && !placed)
            throw InputError(
                record.place,
                "sdx cannot tell the naked single at " + to_string(Cell{i}, n) + " from a given",
                "the formats hodoku or json");
        text += (placed ? "u" : "") + cells[i] + (i % n == n - 1 ? "\n" : " ");
    }
    return text + "\n";
}

}  // namespace

const FormatCode pencilmarks_format = {
    .info = {.name = "pencilmarks",
             .aliases = "pm candidates",
             .description = "groups of candidates, with frames or without (HoDoKu's too)",
             .sizes = "4x4 to 25x25"},
    .recognise = recognise_pencilmarks,
    .read = read_pencilmarks,
    .write = write_pencilmarks,
    .room = {HeldBoards::standard, HeldMarks::all, all_extras}};

const FormatCode ss_format = {
    .info = {.name = "ss",
             .aliases = "simplesudoku simple-sudoku",
             .description =
                 "`*---*` frames; the givens, then perhaps the state, then the pencil marks",
             .sizes = "9x9"},
    .recognise = recognise_ss,
    .read = read_ss,
    .write = write_ss,
    .room = {HeldBoards::classic, HeldMarks::none, {Extra::solution, Extra::metadata}}};

const FormatCode sdx_format = {
    .info = {.name = "sdx",
             .aliases = "",
             .description = "cells between spaces: a given, `u` and a placed digit, or candidates",
             .sizes = "4x4 to 9x9"},
    .recognise = recognise_sdx,
    .read = read_sdx,
    .write = write_sdx,
    .room = {HeldBoards::standard, HeldMarks::none, {Extra::solution, Extra::metadata}}};

}  // namespace clew::formats
