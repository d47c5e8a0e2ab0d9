// Formats that hold the candidates of each cell of a 9x9 board on one line: 729 places (Sukaku),
// two base-32 digits a cell (SudokuWiki), and HoDoKu's library lines.
//
// Where a format says which cells are givens (SudokuWiki, HoDoKu), all else is the player's. Where
// it does not (729), all of it is the question. A SudokuWiki board without any given is a Sukaku.

#include <algorithm>

#include "core/board/notation.hpp"
#include "core/formats/lines.hpp"
#include "core/formats/marks.hpp"

namespace clew::formats {
namespace {

constexpr std::string_view base32 = "0123456789abcdefghijklmnopqrstuv";

struct Taken {
    std::string line;
    std::string_view body;
    std::size_t column = 1;  // of the body's first character
    Place place;
};

// Takes the next line. (The body points into a heap buffer that outlives it in `line`.)
void take_line(Reading& reading, Taken& taken) {
    taken.place = reading.in.place(0, 1);
    taken.line = reading.in.take();
    taken.body = trimmed(taken.line);
    taken.column = static_cast<std::size_t>(taken.body.data() - taken.line.data()) + 1;
}

Place at(const Taken& taken, std::size_t offset) {
    return {taken.place.source, taken.place.line, taken.column + offset};
}

bool is_blank(char c) { return is_blank_symbol(c) || c == 'x' || c == 'X'; }

// ---- 729 ----

bool recognise_sukaku(Reading& reading) {
    const std::string_view body = trimmed(*reading.in.peek());
    return body.size() == 729 &&
           std::ranges::all_of(body, [](char c) { return is_blank(c) || (c >= '1' && c <= '9'); });
}

void read_sukaku(Reading& reading) {
    Taken taken;
    take_line(reading, taken);
    if (taken.body.size() != 729)
        throw InputError(taken.place, std::to_string(taken.body.size()) + " characters",
                         "729 for a Sukaku: nine for each cell");
    Record record = blank_record(reading.board(9, taken.place), "sukaku", taken.place);
    char blank = 0;
    for (std::size_t cell = 0; cell < 81; ++cell) {
        DigitSet marks;
        for (std::size_t d = 0; d < 9; ++d) {
            const std::size_t i = cell * 9 + d;
            const char c = taken.body[i];
            if (is_blank(c)) {
                if (blank == 0) blank = c;
                if (c != blank)
                    throw InputError(
                        at(taken, i),
                        "mixed blank symbols: " + shown({&c, 1}) + " after " + shown({&blank, 1}),
                        "one blank symbol in a puzzle");
                continue;
            }
            if (c != static_cast<char>('1' + d))
                throw InputError(at(taken, i),
                                 shown({&c, 1}) + " in the place of digit " + std::to_string(d + 1),
                                 std::string(1, static_cast<char>('1' + d)) + " or a blank");
            marks.insert(Digit{d});
        }
        record.puzzle.set_marks(Cell{cell}, marks);
    }
    reading.ready.push_back(std::move(record));
}

std::string write_sukaku(const Record& record, LeftOut& out) {
    std::string text(729, '.');
    for (std::size_t i = 0; i < 81; ++i)
        for (Digit d : record.puzzle.options(Cell{i})) text[i * 9 + d.index()] = digit_symbol(d);
    if (record.puzzle.given_count() > 0) out.emplace_back("givens were written as single marks");
    return text + "\n";
}

// ---- SudokuWiki ----

// The value of `bd=` in a URL, or the text itself.
std::string_view wiki_value(std::string_view text) {
    return link_value(text, "bd=").value_or(text);
}

bool recognise_sudokuwiki(Reading& reading) {
    const std::string_view body = trimmed(*reading.in.peek());
    const std::string_view value = wiki_value(body);
    if (value.size() != body.size() && lower(body).find("sudoku") != std::string::npos) return true;
    return value.size() == 162 && value.find_first_not_of(base32) == std::string_view::npos;
}

void read_sudokuwiki(Reading& reading) {
    Taken taken;
    take_line(reading, taken);
    const std::string_view value = wiki_value(taken.body);
    const auto skipped = static_cast<std::size_t>(value.data() - taken.body.data());
    if (value.size() == 81) {  // such URLs exist with a plain line puzzle
        reading.ready.push_back(read_line_text(reading, value, at(taken, skipped), "sudokuwiki"));
        note_around(reading.ready.back(), taken.body, value);
        return;
    }
    if (value.size() != 162)
        throw InputError(at(taken, skipped), std::to_string(value.size()) + " characters",
                         "162 for a SudokuWiki board: two for each cell");
    Record record = blank_record(reading.board(9, taken.place), "sudokuwiki", taken.place);
    std::vector<DigitSet> marks;
    for (std::size_t cell = 0; cell < 81; ++cell) {
        std::uint32_t number = 0;
        for (std::size_t i = 2 * cell; i < 2 * cell + 2; ++i) {
            const std::size_t digit = base32.find(value[i]);
            if (digit == std::string_view::npos)
                throw InputError(at(taken, skipped + i),
                                 shown(value.substr(i, 1)) + " is not a base-32 digit", "0-9a-v");
            number = number * 32 + static_cast<std::uint32_t>(digit);
        }
        const DigitSet open = DigitSet::from_bits(number >> 1);
        const bool given = (number & 1U) != 0;
        if (open.empty() || (given && open.size() != 1))
            throw InputError(at(taken, skipped + 2 * cell),
                             shown(value.substr(2 * cell, 2)) +
                                 (open.empty() ? " has no candidate" : " is a given of two digits"),
                             "candidates, or one of them marked as given");
        if (given) record.puzzle.set_given(Cell{cell}, open.first());
        marks.push_back(open);
    }
    if (record.puzzle.given_count() > 0) {
        take_as_progress(record, marks, placed_cells(record.puzzle.geometry(), marks));
    } else {
        for (std::size_t i = 0; i < 81; ++i) record.puzzle.set_marks(Cell{i}, marks[i]);
        if (record.puzzle.has_marks())
            record.notes.emplace_back(
                "no cell is marked as given: the pencil marks were taken as "
                "the puzzle");
    }
    note_around(record, taken.body, value);
    reading.ready.push_back(std::move(record));
}

std::string write_sudokuwiki(const Record& record, LeftOut& out) {
    const bool question = record.puzzle.has_marks();
    if (question) leave_out(record, out, Extra::progress);
    const std::vector<DigitSet> open = record.progress && !question
                                           ? standing_candidates(record)
                                           : std::vector<DigitSet>(81, DigitSet::all(9));
    std::string text;
    for (std::size_t i = 0; i < 81; ++i) {
        const auto given = record.puzzle.given(Cell{i});
        DigitSet marks = question ? record.puzzle.options(Cell{i}) : open[i];
        if (given && !question) marks = DigitSet{*given};
        if (marks.empty())
            refuse_empty_cell(record, Cell{i}, "sudokuwiki cannot hold",
                              "the format json, which can");
        const std::uint32_t number = (marks.bits() << 1) | (given && !question ? 1U : 0U);
        text += base32[number >> 5];
        text += base32[number & 31];
    }
    if (question && record.puzzle.given_count() > 0)
        out.emplace_back("givens were written as single marks");
    return text + "\n";
}

// ---- HoDoKu library ----

// The grid alone, with entries marked by +, and perhaps the candidates that were deleted.
bool is_bare_hodoku(std::string_view body) {
    const std::string_view grid = body.substr(0, body.find(':'));
    const auto entries = static_cast<std::size_t>(std::ranges::count(grid, '+'));
    return grid.size() == 81 + entries && (entries > 0 || grid.size() < body.size()) &&
           std::ranges::all_of(grid, [](char c) {
               return c == '+' || is_blank_symbol(c) || (c >= '1' && c <= '9');
           });
}

bool recognise_hodoku(Reading& reading) {
    const std::string_view body = trimmed(*reading.in.peek());
    if (is_bare_hodoku(body)) return true;
    return body.starts_with(':') && std::ranges::count(body, ':') >= 4 &&
           body.find("--") == std::string_view::npos;
}

// "411" = 4 at r1c1.
std::vector<Candidate> read_candidates(const Taken& taken, std::string_view field) {
    const auto start = static_cast<std::size_t>(field.data() - taken.body.data());
    std::vector<Candidate> candidates;
    for (const Token& token : split(field, taken.place.line)) {
        const bool three = token.text.size() == 3 && std::ranges::all_of(token.text, [](char c) {
                               return c >= '1' && c <= '9';
                           });
        if (!three)
            throw InputError(at(taken, start + token.column - 1),
                             shown(token.text) + " is not a candidate",
                             "digit, row and column, such as 411 for 4 at r1c1");
        const auto value = [&](std::size_t i) {
            return static_cast<std::size_t>(token.text[i] - '1');
        };
        candidates.push_back({Cell{value(1) * 9 + value(2)}, Digit{value(0)}});
    }
    return candidates;
}

void read_hodoku(Reading& reading) {
    Taken taken;
    take_line(reading, taken);
    auto fields = parts_of(taken.body.substr(1), ':');
    if (is_bare_hodoku(taken.body)) {
        const std::size_t end = std::min(taken.body.find(':'), taken.body.size());
        const std::size_t deleted = std::min(end + 1, taken.body.size());
        fields = {{}, {}, taken.body.substr(0, end), taken.body.substr(deleted), {}, {}};
    } else if (!taken.body.starts_with(':') || fields.size() < 6 || fields.size() > 7)
        throw InputError(taken.place,
                         std::to_string(std::ranges::count(taken.body, ':')) + " colons",
                         ":technique:digits:GRID:deleted:eliminations:placements:extra, with 6 or "
                         "7 colons");
    const std::string_view grid = fields[2];
    const auto start = static_cast<std::size_t>(grid.data() - taken.body.data());
    std::vector<Token> tokens;
    std::vector<bool> entered;
    for (std::size_t i = 0; i < grid.size(); ++i) {
        const bool plus = grid[i] == '+';
        if (plus) ++i;
        if (i == grid.size() || (plus && (grid[i] < '1' || grid[i] > '9')))
            throw InputError(at(taken, start + i), "no digit after '+'",
                             "+ and the digit that was placed");
        tokens.push_back({grid.substr(i, 1), taken.place.line, taken.column + start + i});
        entered.push_back(plus);
    }
    if (tokens.size() != 81)
        throw InputError(at(taken, start), "a grid of " + std::to_string(tokens.size()) + " cells",
                         "81 cells");
    const DigitCells cells = read_cells(tokens, 9, taken.place.source);
    Record record = blank_record(reading.board(9, taken.place), "hodoku", taken.place);
    record.notes = cells.notes;
    PlayerMarks progress = blank_progress(record.puzzle.geometry());
    for (std::size_t i = 0; i < 81; ++i) {
        if (cells.values[i] == 0) continue;
        const Digit digit{cells.values[i] - 1};
        if (entered[i])
            progress.placed[i] = digit;
        else
            record.puzzle.set_given(Cell{i}, digit);
    }
    for (const Candidate& c : read_candidates(taken, fields[3]))
        progress.removed[c.cell.index()].insert(c.digit);
    take_entries(record, std::move(progress));
    constexpr std::string_view keys[] = {"technique",    "digits",     "",     "",
                                         "eliminations", "placements", "extra"};
    for (std::size_t i = 0; i < fields.size(); ++i)
        if (!keys[i].empty() && !fields[i].empty())
            record.metadata[std::string(keys[i])] = fields[i];
    reading.ready.push_back(std::move(record));
}

std::string write_hodoku(const Record& record, LeftOut& out) {
    const auto field = [&](const char* key, const char* otherwise) {
        const auto value = record.metadata.find(key);
        if (value == record.metadata.end() ||
            value->second.find_first_of(":\n") != std::string::npos)
            return std::string(otherwise);
        return value->second;
    };
    std::string grid, deleted;
    for (std::size_t i = 0; i < 81; ++i) {
        const auto given = record.puzzle.given(Cell{i});
        const auto placed = record.progress ? record.progress->placed[i] : std::nullopt;
        if (given) {
            grid += digit_symbol(*given);
        } else if (placed) {
            grid += std::string("+") + digit_symbol(*placed);
        } else {
            grid += '.';
        }
        if (!record.progress) continue;
        for (Digit d : record.progress->removed[i])
            deleted += (deleted.empty() ? "" : " ") + std::string(1, digit_symbol(d)) +
                       std::to_string(i / 9 + 1) + std::to_string(i % 9 + 1);
    }
    constexpr std::string_view ours[] = {"technique", "digits", "eliminations", "placements",
                                         "extra"};
    if (std::ranges::any_of(record.metadata,
                            [&](const auto& entry) { return !is_among(entry.first, ours); }))
        leave_out(record, out, Extra::metadata);
    std::string text = ":" + field("technique", "0000") + ":" + field("digits", "x") + ":" + grid +
                       ":" + deleted + ":" + field("eliminations", "") + ":" +
                       field("placements", "");
    if (record.metadata.contains("extra")) text += ":" + field("extra", "");
    return text + "\n";
}

}  // namespace

const FormatCode sukaku_format = {.info = {.name = "sukaku",
                                           .aliases = "729",
                                           .description = "729 characters, nine for each cell",
                                           .sizes = "9x9"},
                                  .recognise = recognise_sukaku,
                                  .read = read_sukaku,
                                  .write = write_sukaku,
                                  .room = {HeldBoards::classic, HeldMarks::all, all_extras}};

const FormatCode sudokuwiki_format = {
    .info = {.name = "sudokuwiki",
             .aliases = "wiki 162",
             .description = "162 base-32 digits, or an address with `bd=`",
             .sizes = "9x9"},
    .recognise = recognise_sudokuwiki,
    .read = read_sudokuwiki,
    .write = write_sudokuwiki,
    .room = {HeldBoards::classic, HeldMarks::all, {Extra::solution, Extra::metadata}}};

const FormatCode hodoku_format = {
    .info = {.name = "hodoku",
             .aliases = "library",
             .description = "`:technique:digits:GRID:deleted:eliminations:placements:extra`",
             .sizes = "9x9"},
    .recognise = recognise_hodoku,
    .read = read_hodoku,
    .write = write_hodoku,
    .room = {HeldBoards::classic, HeldMarks::none, {Extra::solution}}};

}  // namespace clew::formats
