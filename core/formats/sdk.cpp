// SudoCue's sdk: `#A...` header lines, then a row a line. Also any other grid drawn with one symbol
// or number a cell, framed or not, the variant with [Puzzle] and [State], and a jigsaw's region map
// as a second grid of letters.

#include <algorithm>

#include "core/board/notation.hpp"
#include "core/formats/rows.hpp"

namespace clew::formats {
namespace {

bool is_section(std::string_view line, std::string_view name) {
    return lower(trimmed(line)) == name;
}

bool recognise_sdk(Reading& reading) {
    const std::string line = *reading.in.peek();
    if (is_section(line, "[puzzle]")) return true;
    if (is_section(line, "[state]"))
        throw InputError(reading.in.place(0, 1),
                         "a [State] without its puzzle, which may have been taken before it came",
                         "[Puzzle] and its rows, then [State], written together");
    // Words are rows of letters, as far as symbols go.
    return (is_border(line) || line.find_first_of(".0123456789_*-|") != std::string::npos) &&
           looks_like_rows(reading);
}

void take_player_entries(Record& record, const DigitCells& state, const Place& place) {
    PlayerMarks progress = blank_progress(record.puzzle.geometry());
    for (std::size_t i = 0; i < state.values.size(); ++i) {
        if (state.values[i] == 0) continue;
        const Digit digit{state.values[i] - 1};
        const auto given = record.puzzle.given(Cell{i});
        if (given && *given != digit)
            throw InputError(place,
                             "the state has another digit than the puzzle at " +
                                 to_string(Cell{i}, record.puzzle.geometry().size()),
                             "the givens of the puzzle in its state");
        if (!given) progress.placed[i] = digit;
    }
    record.progress = std::move(progress);
    record.notes.emplace_back("entries that are not clues were taken as the player's");
}

void read_sdk(Reading& reading) {
    const Place place = reading.in.place(0, 1);
    if (is_section(*reading.in.peek(), "[puzzle]")) {
        reading.in.drop();
        reading.in.drop(skip_empty(reading, 0));
        if (reading.in.peek() == nullptr)
            throw InputError(place, "nothing after [Puzzle]", "rows of cells");
    }
    const DrawnGrid drawing = take_drawing(reading);
    const DigitCells cells = drawn_cells(drawing, reading.in.source());
    Record record = drawn_record(reading, drawing, "sdk", place);
    set_givens(record, cells);
    record.metadata = reading.take_header();

    const std::size_t ahead = skip_empty(reading, 0, Patience::a_moment);
    const std::string* next = reading.in.peek(ahead, Patience::a_moment);
    if (next != nullptr && is_section(*next, "[state]")) {
        const Place state_place = reading.in.place(ahead + 1, 1);
        reading.in.drop(ahead + 1);
        reading.in.drop(skip_empty(reading, 0));
        if (reading.in.peek() == nullptr)
            throw InputError(state_place, "nothing after [State]", "rows of cells");
        const DrawnGrid state = take_drawing(reading);
        if (state.size != drawing.size)
            throw InputError(state_place, "a state of another size than the puzzle",
                             cells_and_side(drawing.size) + " cells");
        take_player_entries(record, read_cells(state.cells, state.size, reading.in.source()),
                            state_place);
    }
    reading.ready.push_back(std::move(record));
}

std::string write_sdk(const Record& record, LeftOut& out) {
    std::string text;
    std::size_t written = 0;
    for (const auto& [letter, key] : header_keys) {
        const auto value = record.metadata.find(std::string(key));
        if (value == record.metadata.end()) continue;
        ++written;
        for (const std::string_view line : parts_of(value->second, '\n'))
            text += std::string("#") + letter + std::string(line) + "\n";
    }
    if (written < record.metadata.size())
        out.emplace_back("data of the puzzle that sdk has no header for were left out");

    const std::size_t n = record.puzzle.geometry().size();
    const std::string line = to_line(record.puzzle);
    if (record.progress) text += "[Puzzle]\n";
    for (std::size_t row = 0; row < n; ++row) text += line.substr(row * n, n) + "\n";
    if (record.progress) {
        text += "[State]\n";
        std::string state = line;
        for (std::size_t i = 0; i < state.size(); ++i)
            if (const auto digit = record.progress->placed[i]) state[i] = digit_symbol(*digit);
        for (std::size_t row = 0; row < n; ++row) text += state.substr(row * n, n) + "\n";
        if (std::ranges::any_of(record.progress->removed, [](DigitSet d) { return !d.empty(); }))
            out.emplace_back("candidates that the player removed were left out");
    }
    return text + "\n";
}

}  // namespace

const FormatCode sdk_format = {
    .info =
        {.name = "sdk",
         .aliases = "sudocue grid",
         .description =
             "`#A` author, `#D` description, `#C` comment, `#B` date, `#S` source, `#L` level, "
             "`#U` address, then a line for each row, framed or not; or `[Puzzle]` and `[State]`",
         .sizes = "4x4 to 25x25"},
    .recognise = recognise_sdk,
    .read = read_sdk,
    .write = write_sdk,
    .room = {HeldBoards::standard, HeldMarks::none, {Extra::solution}}};

}  // namespace clew::formats
