// Texts of other programs of which Clew reads what it can: game ids of Simon Tatham's Solo, links
// with the cells in the address. And those of which it can say only what they are.

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/board/notation.hpp"
#include "core/formats/lines.hpp"

namespace clew::formats {
namespace {

/// The number that a text begins with, which it then loses.
std::optional<std::size_t> take_number(std::string_view& text) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || value > max_cells) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

// ---- Solo ----

/// "3x3", then letters of what else the game is, then a colon or, of a game with a seed, '#'.
struct Solo {
    std::size_t across = 0, down = 0;  ///< boxes side by side, and one below the other
    std::string_view kind, cells;
    char mark = ':';
};
std::optional<Solo> solo_of(std::string_view text) {
    Solo solo;
    const auto across = take_number(text);
    if (!across) return std::nullopt;
    solo.across = *across;
    solo.down = 1;
    if (text.starts_with('x')) {
        text.remove_prefix(1);
        const auto down = take_number(text);
        if (!down) return std::nullopt;
        solo.down = *down;
    } else if (!text.starts_with('j')) {
        return std::nullopt;
    }
    const std::size_t end = text.find_first_of(":#");
    if (end == std::string_view::npos || end > 12) return std::nullopt;
    solo.kind = text.substr(0, end);
    solo.mark = text[end];
    solo.cells = text.substr(end + 1);
    const bool letters = std::ranges::all_of(
        solo.kind, [](char c) { return is_number(c) || (c >= 'a' && c <= 'z'); });
    if (!letters || solo.cells.empty() || std::ranges::any_of(solo.cells, is_space))
        return std::nullopt;
    return solo;
}

bool recognise_solo(Reading& reading) {
    const std::string_view text = trimmed(*reading.in.peek());
    return !text.empty() && is_number(text[0]) && solo_of(text).has_value();
}

void read_solo(Reading& reading) {
    const Place place = reading.in.place(0, 1);
    const std::string line{trimmed(reading.in.take())};
    const auto solo = solo_of(line);
    const std::string hint = "a game id such as 3x3:a5b2c..., of a plain or a diagonal board";
    if (!solo) throw InputError(place, "no game id of Solo: " + shown(line), hint);
    if (solo->mark == '#')
        throw InputError(place, "this id of Solo holds a random seed and not the cells",
                         "the specific id of the game, 3x3:..., from its menu");
    // The level and the symmetry of a game say nothing of its board.
    bool diagonals = false;
    for (std::size_t i = 0; i < solo->kind.size(); ++i) {
        const char c = solo->kind[i];
        const bool pair = c == 'd' || c == 'm' || c == 'r';
        if (c == 'x') {
            diagonals = true;
        } else if (pair || c == 'a' || is_number(c)) {
            i += c == 'd' ? 1 : 0;
        } else {
            throw InputError(
                place,
                c == 'j'   ? "a jigsaw of Solo, whose regions Clew does not read"
                : c == 'k' ? "a killer game of Solo, whose cages Clew does not read"
                           : "a kind of game of Solo that Clew does not know: " + shown(solo->kind),
                hint);
        }
    }
    const std::size_t n = solo->across * solo->down;
    if (n < 4 || n > max_size)
        throw InputError(place, "a game of " + std::to_string(n) + " digits", "4 to 25");
    GeometrySpec spec{.size = n};
    if (solo->down > 1 && solo->across > 1) spec.boxes = BoxShape{solo->across, solo->down};
    spec.main_diagonal = spec.anti_diagonal = diagonals;
    Record record = blank_record(reading.board(std::move(spec), place), "solo", place);
    std::size_t cell = 0;
    std::string_view rest = solo->cells;
    while (!rest.empty() && rest[0] != ',') {
        const char c = rest[0];
        if (c >= 'a' && c <= 'z') {
            cell += static_cast<std::size_t>(c - 'a') + 1;
            rest.remove_prefix(1);
        } else if (c == '_') {
            rest.remove_prefix(1);
        } else {
            const Place here{place.source, place.line,
                             static_cast<std::size_t>(rest.data() - line.data()) + 1};
            const auto digit = take_number(rest);
            if (!digit || *digit < 1 || *digit > n)
                throw InputError(here, shown({&c, 1}) + " is not a digit of this game",
                                 "1 to " + std::to_string(n) + ", a to z for blank cells, or _");
            if (cell < n * n) record.puzzle.set_given(Cell{cell}, Digit{*digit - 1});
            ++cell;
        }
    }
    if (!rest.empty())
        throw InputError(place, "more than the clues in this id of Solo: " + shown(rest), hint);
    if (cell != n * n)
        throw InputError(place, "a game id of " + std::to_string(cell) + " cells",
                         cells_and_side(n) + " cells");
    reading.ready.push_back(std::move(record));
}

// ---- links ----

// The parts of an address that are line puzzles of 9x9 or more.
std::vector<std::string_view> puzzles_in(std::string_view text) {
    std::vector<std::string_view> found;
    for (const Token& part : split(text, 0, "/?&=#:;,+%"))
        if (part.text.size() >= 81 && is_line_puzzle(part.text)) found.push_back(part.text);
    return found;
}

bool recognise_link(Reading& reading) {
    const std::string_view text = trimmed(*reading.in.peek());
    return text.find("://") != std::string_view::npos || text.starts_with("www.");
}

void read_link(Reading& reading) {
    const Place place = reading.in.place(0, 1);
    const std::string line = reading.in.take();
    const std::vector<std::string_view> found = puzzles_in(line);
    if (found.size() != 1) {
        const std::size_t start = line.find("://");
        std::string_view host =
            std::string_view(line).substr(start == std::string::npos ? 0 : start + 3);
        host = trimmed(host.substr(0, host.find_first_of("/?# ")));
        throw InputError(
            place,
            "this is a link of " + shown(host) +
                (found.empty()
                     ? ", which does not hold the cells, or in a form that Clew does not know"
                     : ", which holds several puzzles"),
            "the page opened and the puzzle copied: 81 symbols, rows of a grid, or a "
            "link of f-puzzles or SudokuPad with the puzzle in it");
    }
    const auto column = static_cast<std::size_t>(found[0].data() - line.data()) + 1;
    reading.ready.push_back(
        read_line_text(reading, found[0], {place.source, place.line, column}, "link"));
    reading.ready.back().place = place;
    note_around(reading.ready.back(), line, found[0]);
}

}  // namespace

std::string write_none(const Record&, LeftOut&) { return {}; }

void refuse_by_name(Reading& reading) {
    const std::string_view text = trimmed(*reading.in.peek());
    const auto refuse = [&](const std::string& what, const std::string& hint) {
        const Place place = reading.in.place(0, 1);
        reading.in.rest();
        throw InputError(place, what, hint);
    };
    if (text.starts_with("p cnf ") || text == "c" || text.starts_with("c "))
        refuse(
            "this looks like a DIMACS formula of another program, which does not say which "
            "variable is which digit of which cell",
            "the puzzle that it was made from, or a formula that 'clew encode' wrote");
    const std::string small = lower(text.substr(0, 32));
    if (small.starts_with("<!doctype html") || small.starts_with("<html"))
        refuse("this is a web page", "the puzzle copied from it as text");
    if (small.starts_with("{\\rtf"))
        refuse("this is a document of a word processor (RTF)", "the puzzle saved as plain text");
}

const FormatCode solo_format = {
    .info = {.name = "solo",
             .aliases = "tatham",
             .description = "game ids of Simon Tatham's Solo, `3x3:a5b2...`",
             .sizes = "4x4 to 25x25",
             .can_write = false},
    .recognise = recognise_solo,
    .read = read_solo,
    .write = write_none};

const FormatCode link_format = {
    .info = {.name = "link",
             .aliases = "url",
             .description = "links of other sites with the cells in the address",
             .sizes = "9x9 to 25x25",
             .can_write = false},
    .recognise = recognise_link,
    .read = read_link,
    .write = write_none};

}  // namespace clew::formats
