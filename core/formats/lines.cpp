// A line puzzle is recognised by its count of symbols alone: the square of a side from 4 to 25.
// Four shapes exist, tried in this order:
//   1. no white space: one symbol a cell;
//   2. symbols or numbers with exactly one space or tab between, as many as a board has cells;
//   3. digits and spaces only, as many characters as a board has cells: the space is the blank;
//   4. symbols or numbers with any white space between.

#include "core/formats/lines.hpp"

#include <algorithm>
#include <array>

#include "core/board/notation.hpp"

namespace clew::formats {
namespace {

bool digits_and_spaces(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return c == ' ' || (c >= '1' && c <= '9'); });
}

bool singly_spaced(std::span<const Token> tokens) {
    for (std::size_t i = 1; i < tokens.size(); ++i)
        if (tokens[i].column != tokens[i - 1].column + tokens[i - 1].text.size() + 1) return false;
    return true;
}

bool all_short_symbols(std::span<const Token> tokens) {
    return std::ranges::all_of(tokens, [](const Token& t) {
        return t.text.size() <= 2 && std::ranges::all_of(t.text, is_symbol);
    });
}

constexpr std::string_view line_hint =
    "81 symbols for 9x9, 16 for 4x4, 36 for 6x6, 256 for 16x16, ...; or numbers with spaces "
    "between";

// The common case by itself, at a tenth of the cost: 81 of 1-9 and '.', or 81 of 0-9. One pass
// without a branch, which the compiler turns into vectors.
bool is_plain(std::string_view text) {
    if (text.size() != 81) return false;
    std::uint8_t points = 0, noughts = 0, others = 0;  // bytes, like the text: it is faster
    for (std::size_t i = 0; i < 81; ++i) {
        const auto value = static_cast<std::uint8_t>(text[i] - '0');
        const auto point = static_cast<std::uint8_t>(text[i] == '.');
        points |= point;
        noughts |= static_cast<std::uint8_t>(value == 0);
        others |= static_cast<std::uint8_t>(static_cast<std::uint8_t>(value > 9) & (point ^ 1U));
    }
    return others == 0 && (points == 0 || noughts == 0);
}

Record plain_record(std::string_view text, GeometryPtr board, std::string_view format,
                    const Place& place) {
    Record record = blank_record(std::move(board), format, place);
    std::array<std::uint8_t, 81> digits;
    bool zeros = false;
    for (std::size_t i = 0; i < 81; ++i) {
        zeros |= text[i] == '0';
        digits[i] = text[i] == '.' ? std::uint8_t{0} : static_cast<std::uint8_t>(text[i] - '0');
    }
    record.puzzle.set_givens(digits);
    if (zeros) record.notes.emplace_back("'0' was taken as blank");
    return record;
}

bool recognise_line(Reading& reading) {
    std::string comment;
    const std::string_view body = without_comment(*reading.in.peek(), comment);
    return std::ranges::all_of(
        body, [](char c) { return is_symbol(c) || is_space(c) || (c >= '!' && c <= '~'); });
}

/// The puzzle of a line that has a hash before it, a rating behind it, or its solution: the first
/// word of a puzzle's length where the others are such.
Record read_among_words(Reading& reading, std::string_view text, const Place& place) {
    constexpr std::string_view between = ",;|";
    const std::vector<Token> words = split(text, place.line, between);
    const auto is_puzzle = [](const Token& word) {
        return word.text.size() >= 81 && is_line_puzzle(word.text) &&
               word.text.find_first_not_of("0123456789.*_xX-") == std::string_view::npos;
    };
    const auto puzzle = std::ranges::find_if(words, is_puzzle);
    if (words.size() < 2 || puzzle == words.end())
        return read_line_text(reading, text, place, "line");
    const auto column = [&](const Token& word) {
        return Place{place.source, place.line, place.column + word.column - 1};
    };
    Record record = read_line_text(reading, puzzle->text, column(*puzzle), "line");
    record.place = place;
    Unread unread;
    bool title = false;  // words up to a colon
    for (auto word = puzzle; word != words.begin() && !title;)
        title = (--word)->text.ends_with(':');
    for (auto word = words.begin(); word != words.end(); ++word) {
        if (word == puzzle) continue;
        const bool number = word->text.size() <= 40 &&
                            word->text.find_first_of("0123456789") != std::string_view::npos;
        if (word > puzzle && is_puzzle(*word) && word->text.size() == puzzle->text.size() &&
            !record.solution) {
            record.solution =
                read_solution_text(word->text, record.puzzle.geometry().size(), column(*word));
        } else if (number || (title && word < puzzle)) {
            unread.add(shown(word->text));
        } else {
            throw InputError(
                column(*word),
                (word < puzzle ? "text before the puzzle: " : "text after the puzzle: ") +
                    shown(word->text),
                "nothing, or a comment that starts with #");
        }
    }
    unread.tell(record);
    return record;
}

void read_line(Reading& reading) {
    const Place place = reading.in.place(0, 1);
    const std::string line = reading.in.take();
    std::string comment;
    const std::string_view body = without_comment(line, comment);
    Record record = read_among_words(reading, body, place);
    if (!comment.empty()) record.metadata["comment"] = std::move(comment);
    reading.ready.push_back(std::move(record));
}

std::string write_line(const Record& record, LeftOut&) { return to_line(record.puzzle) + "\n"; }

std::string write_sdm(const Record& record, LeftOut&) {
    std::string text = to_line(record.puzzle);
    std::ranges::replace(text, '.', '0');
    return text + "\n";
}

}  // namespace

std::string_view without_comment(std::string_view line, std::string& comment) {
    const std::size_t mark = line.find('#');
    if (mark == std::string_view::npos) return line;
    comment = trimmed(line.substr(mark + 1));
    return line.substr(0, mark);
}

LineShape shape_of_line(std::string_view text, const Place& place) {
    const std::string_view body = trimmed(text);
    const auto indent = static_cast<std::size_t>(body.data() - text.data());
    std::vector<Token> tokens = split(text, place.line);
    for (Token& token : tokens) token.column += place.column - 1;

    if (tokens.size() <= 1) {
        if (const auto size = side_of(body.size()))
            return {*size, characters(body, place.line, place.column + indent)};
        throw InputError({place.source, place.line, place.column + std::min(indent, text.size())},
                         std::to_string(body.size()) + " symbols are not a puzzle",
                         std::string(line_hint));
    }
    const auto spaced = side_of(tokens.size());
    const bool fits = spaced && all_short_symbols(tokens);
    if (fits && singly_spaced(tokens)) return {*spaced, std::move(tokens)};
    if (const auto size = side_of(text.size()); size && digits_and_spaces(text))
        return {*size, characters(text, place.line, place.column)};
    if (fits) return {*spaced, std::move(tokens)};
    if (side_of(tokens[0].text.size()) && tokens[0].text.size() > 2)
        throw InputError({place.source, place.line, tokens[1].column},
                         "text after the puzzle: " + shown(tokens[1].text),
                         "nothing, or a comment that starts with #");
    throw InputError({place.source, place.line, tokens[0].column},
                     std::to_string(text.size()) + " characters in " +
                         std::to_string(tokens.size()) + " groups are not a puzzle",
                     std::string(line_hint));
}

bool is_line_puzzle(std::string_view text) {
    const std::string_view body = trimmed(text);
    if (side_of(body.size()) && std::ranges::all_of(body, is_symbol)) return true;
    if (side_of(text.size()) && text.size() > max_size && digits_and_spaces(text)) return true;
    const std::vector<Token> tokens = split(text, 0);
    return side_of(tokens.size()) && all_short_symbols(tokens);
}

Record read_line_text(Reading& reading, std::string_view text, const Place& place,
                      std::string_view format) {
    if (is_plain(text) && (!reading.options.geometry || reading.options.geometry->size() == 9))
        return plain_record(text, reading.board(9, place), format, place);
    const LineShape shape = shape_of_line(text, place);
    const DigitCells cells = read_cells(shape.tokens, shape.size, place.source);
    Record record = blank_record(reading.board(shape.size, place), format, place);
    set_givens(record, cells);
    return record;
}

Grid read_solution_text(std::string_view text, std::size_t size, const Place& place) {
    const LineShape shape = shape_of_line(text, place);
    if (shape.size != size)
        throw InputError(place, "a solution of " + cells_and_side(shape.size) + " cells",
                         cells_and_side(size) + " cells, as the puzzle has");
    const DigitCells cells = read_cells(shape.tokens, size, place.source);
    return full_grid(cells, shape.tokens, place.source);
}

void take_plain_lines(LineSource& in, PlainLines& lines, std::size_t most) {
    lines.cells.clear();
    lines.cells.reserve(81 * most);
    lines.first = in.place(0, 1);
    while (lines.cells.size() < 81 * most) {
        const auto line = in.in_place();
        if (!line) {
            if (in.has_line()) return;
            if ((!lines.cells.empty() && !in.has_more()) || !in.fill()) return;
            continue;
        }
        if (!is_plain(*line)) return;
        lines.cells.append(*line);
        in.drop_in_place(*line);
    }
}

const FormatCode line_format = {
    .info = {.name = "line",
             .aliases = "txt 81",
             .description = "one puzzle a line: a symbol a cell, or numbers with spaces between",
             .sizes = "4x4 to 25x25"},
    .recognise = recognise_line,
    .read = read_line,
    .write = write_line,
    .room = {HeldBoards::standard, HeldMarks::none, all_extras}};

const FormatCode sdm_format = {.info = {.name = "sdm",
                                        .aliases = "sadman",
                                        .description = "line puzzles with 0 for blank",
                                        .sizes = "9x9"},
                               .recognise = nullptr,
                               .read = read_line,
                               .write = write_sdm,
                               .room = {HeldBoards::classic, HeldMarks::none, all_extras}};

}  // namespace clew::formats

namespace clew {

Record PlainLines::record(std::size_t i) const {
    return formats::plain_record((*this)[i], Geometry::classic(), "line",
                                 {first.source, first.line + i, first.column});
}

}  // namespace clew
