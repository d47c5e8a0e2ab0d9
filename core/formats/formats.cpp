// The table of formats, and the loop that reads record after record.
//
// Before each record the reader looks at the lines ahead and asks the formats in turn, the most
// particular first: a first line of CSV headers or a `{` can be nothing else, while rows of symbols
// can be many things. A format that recognises its text takes it, and reports its faults as its
// own.

#include "core/formats/formats.hpp"

#include <algorithm>
#include <array>
#include <ostream>
#include <sstream>
#include <utility>

#include "core/base/contract.hpp"
#include "core/base/enum_name.hpp"
#include "core/base/text.hpp"
#include "core/board/notation.hpp"
#include "core/formats/lines.hpp"
#include "core/formats/reading.hpp"
#include "core/formats/rows.hpp"

namespace clew {
namespace formats {

// A format that was named: one of both; or none, which is recognised.
struct Chosen {
    const FormatCode* code = nullptr;
    const ForeignFormat* foreign = nullptr;
    bool none() const { return code == nullptr && foreign == nullptr; }
};

bool is_place(std::string_view line) {
    const std::size_t end = line.size() - 1, colon = line.rfind(':', end - 1);
    return line.size() > 3 && line[end] == ':' && colon != std::string_view::npos && colon > 0 &&
           colon + 1 < end && line.find_first_not_of("0123456789", colon + 1) == end;
}

namespace {

// In the order of the documentation.
const std::vector<const FormatCode*>& table() {
    static const std::vector<const FormatCode*> rows = {
        &line_format,        &sdm_format,      &sdk_format,       &ss_format,
        &pencilmarks_format, &sdx_format,      &hodoku_format,    &sukaku_format,
        &sudokuwiki_format,  &csv_format,      &jigsaw_format,    &json_format,
        &opensudoku_format,  &fpuzzles_format, &sudokupad_format, &sudokumaker_format,
        &penpa_format,       &array_format,    &solo_format,      &iss_format,
        &killer_format,      &link_format,
    };
    return rows;
}

// In the order of asking.
const std::vector<const FormatCode*>& asked() {
    static const std::vector<const FormatCode*> rows = {
        &killer_format,   &csv_format,         &json_format,        &opensudoku_format,
        &fpuzzles_format, &sudokupad_format,   &sudokumaker_format, &penpa_format,
        &solo_format,     &iss_format,         &array_format,       &hodoku_format,
        &sukaku_format,   &jigsaw_format,      &sudokuwiki_format,  &link_format,
        &sdx_format,      &pencilmarks_format, &ss_format,          &sdk_format,
        &line_format,
    };
    return rows;
}

bool named(const FormatInfo& info, std::string_view name) {
    const std::string wanted = lower(name);
    if (lower(info.name) == wanted) return true;
    for (const Token& alias : split(info.aliases, 0))
        if (lower(alias.text) == wanted) return true;
    return false;
}

const FormatCode* find_code(std::string_view name) {
    for (const FormatCode* code : table())
        if (named(code->info, name)) return code;
    return nullptr;
}

const ForeignFormat* find_foreign(std::span<const ForeignFormat> foreign, std::string_view name) {
    for (const ForeignFormat& format : foreign)
        if (named(format.info, name)) return &format;
    return nullptr;
}

std::string names(std::span<const ForeignFormat> foreign, bool FormatInfo::*can) {
    std::string text;
    const auto add = [&](const FormatInfo& info) {
        if (info.*can) text += (text.empty() ? "" : ", ") + std::string(info.name);
    };
    for (const FormatCode* code : table()) add(code->info);
    for (const ForeignFormat& format : foreign) add(format.info);
    return text;
}

// Errors: InputError for a name that is of no format which can do that.
Chosen choose(std::span<const ForeignFormat> foreign, const std::string& name,
              bool FormatInfo::*can, const std::string& what) {
    const Chosen chosen{find_code(name), find_foreign(foreign, name)};
    const bool able = (chosen.foreign != nullptr && chosen.foreign->info.*can) ||
                      (chosen.code != nullptr && chosen.code->info.*can);
    if (able) return chosen;
    throw InputError({}, "no format to " + what + " is called '" + name + "'", names(foreign, can));
}

bool is_header(std::string_view line) {
    return line.size() >= 2 && line[0] == '#' && line[1] >= 'A' && line[1] <= 'Z';
}

// Takes a `#A...` line into the header of the puzzle that follows.
void take_header(Reading& reading, std::string_view line) {
    constexpr std::size_t most = 1 << 16;
    const auto key =
        std::ranges::find(header_keys, line[1], [](const auto& one) { return one.first; });
    const bool known = key != std::end(header_keys);
    const auto add = [&](std::string& value) {
        if (value.size() > most) return;
        if (!value.empty()) value += '\n';
        value += trimmed(line.substr(2, most));
    };
    add(reading.header[std::string(known ? key->second : line.substr(0, 2))]);
    const bool word = line.size() > 2 && line[2] >= 'a' && line[2] <= 'z';
    if (known && !word) add(reading.plain_header[std::string(key->second)]);
}

// What stood before puzzles whose reader knows no headers.
void give_header(Reading& reading) {
    for (Record& record : reading.ready)
        for (const auto& [key, value] : reading.plain_header) {
            std::string& said = record.metadata[key];
            said = value + (said.empty() ? "" : "\n") + said;
        }
    reading.take_header();
}

// The next line that is neither empty nor a comment; null at the end. With less than all patience a
// line that is too long is given too: whoever takes it says so.
const std::string* next_line(Reading& reading, Patience patience = Patience::any) {
    while (const std::string* line = reading.in.peek(0, patience)) {
        if (line->size() > max_line_bytes) {
            if (patience != Patience::any) return line;
            refuse_line(reading, 0, "a line of more than 4 MiB", "lines that hold one puzzle each");
        }
        const std::string_view text = trimmed(*line);
        // A line of spaces may be a blank grid with the space for blank, but nobody writes that.
        const bool comment =
            text.starts_with('#') || (text.starts_with('%') && !text.starts_with("%PDF"));
        if (!text.empty() && !comment) return line;
        if (is_header(text)) take_header(reading, text);
        reading.in.drop();
    }
    return nullptr;
}

// "Grid 01", "Hard: 24 clues": a word in it, and no line of a puzzle.
bool is_words(Reading& reading, std::size_t ahead) {
    const std::string_view text = trimmed(*reading.in.peek(ahead));
    std::size_t run = 0;
    bool word = false, other_than_x = false;
    for (const char c : text) {
        run = is_letter(c) ? run + 1 : 0;
        other_than_x = run > 0 && (other_than_x || (c != 'x' && c != 'X'));
        word |= run >= 3 && other_than_x;
    }
    if (is_place(text)) return true;
    if (!word || text[0] == '[' || text[0] == '{' || text.starts_with(question_mark) ||
        is_line_puzzle(text))
        return false;
    const auto drawing = drawing_ahead(reading, ahead, Patience::a_moment);
    return !drawing || (drawing->size <= 9 &&
                        !as_regions(drawing->cells, drawing->size, RegionSymbols::letters));
}

// How many lines from here on are words above a board that is drawn, or above what Clew writes
// there of its question. A lone number may be the side of the board, or how many puzzles there are.
std::size_t title_lines(Reading& reading) {
    constexpr std::size_t most = 64;
    const std::string first = *reading.in.peek();
    const bool number = reading.first && trimmed(first).size() <= 7 && is_digits(trimmed(first)) &&
                        !drawing_ahead(reading, 0, Patience::a_moment);
    for (std::size_t ahead = 0; ahead < most; ++ahead) {
        const std::string* line = reading.in.peek(ahead, Patience::a_moment);
        if (line == nullptr) return 0;
        if (ahead > 0 && trimmed(*line).empty()) continue;
        if ((ahead == 0 && number) || is_words(reading, ahead)) continue;
        const bool puzzle = line->starts_with(question_mark) ||
                            looks_like_rows(reading, ahead, Patience::a_moment) ||
                            (number && is_line_puzzle(*line));
        return puzzle ? ahead : 0;
    }
    return 0;
}

// Takes words above a puzzle: "author: somebody", as Clew writes it, by its key; the first of the
// others is the title.
void take_title(Reading& reading, std::size_t lines) {
    for (; lines > 0; --lines) {
        const std::string line = *reading.in.peek();
        const std::string_view text = trimmed(line);
        const std::size_t colon = text.find(": ");
        if (is_place(text)) {
            reading.in.drop();
            continue;
        }
        std::string key = "title", value{text};
        const std::size_t givens = text.rfind(" givens");
        if (is_digits(text)) {
            key = "first line";
        } else if (givens != std::string_view::npos && text.ends_with(')') &&
                   text.find(" (", givens) != std::string_view::npos) {
            // "Title: 9x9, both diagonals, 24 givens (json)"
            const std::string_view said = text.substr(0, text.rfind(", ", givens));
            const std::size_t title = said.rfind(": ");
            const std::size_t board = title == std::string_view::npos ? 0 : title + 2;
            reading.drawn_board = said.substr(board);
            value = said.substr(0, board == 0 ? 0 : title);
        } else if (text.starts_with("rule: ")) {
            if (reading.in.peek(lines)->starts_with(question_mark)) {  // which has all rules
                reading.in.drop();
                continue;
            }
            const Place place = reading.in.place(0, 1);
            reading.in.drop(lines);
            throw InputError(place, "a rule in words above a drawing: " + shown(text.substr(6)),
                             "the line that begins with 'question: ', which Clew prints below it, "
                             "or the puzzle's own file");
        } else if (colon != std::string_view::npos &&
                   std::ranges::all_of(text.substr(0, colon),
                                       [](char c) { return c >= 'a' && c <= 'z'; })) {
            key = text.substr(0, colon);
            value = text.substr(colon + 2);
        } else if (reading.header.contains("title")) {
            key = "comment";
        }
        reading.in.drop();
        for (auto* header : {&reading.header, &reading.plain_header}) {
            if (value.empty()) continue;
            std::string& said = (*header)[key];
            said += (said.empty() ? "" : "\n") + value;
        }
    }
}

void refuse_binary(Reading& reading, std::string_view line) {
    const auto bad = std::ranges::find_if(line, [](char c) {
        return (c >= 0 && c < ' ' && !is_space(c)) || c == '\x7f' || c == '\xff' || c == '\xfe';
    });
    if (bad == line.end()) return;
    if (looks_like_utf16(line))
        refuse_line(reading, 1, "this looks like UTF-16", "the file saved as UTF-8");
    refuse_line(reading, static_cast<std::size_t>(bad - line.begin()) + 1,
                shown(std::string_view(&*bad, 1)) + " is not text",
                "puzzles as plain text (ASCII or UTF-8)");
}

// Files that are no text, by their first bytes.
void refuse_files(Reading& reading, std::string_view line) {
    constexpr std::array<std::array<std::string_view, 3>, 5> kinds = {{
        {"PK\x03\x04", "a spreadsheet, or another packed file",
         "its cells, copied as text or saved as CSV"},
        {"%PDF", "a PDF", "the puzzle typed or copied as text"},
        {"\x89PNG", "a picture", "the puzzle typed as text"},
        {"\xff\xd8\xff", "a picture", "the puzzle typed as text"},
        {"\x1f\x8b", "a file packed by gzip", "the file unpacked: gunzip -c FILE | clew ..."},
    }};
    for (const auto& [start, what, hint] : kinds)
        if (line.starts_with(start))
            refuse_line(reading, 1, "this is " + std::string(what) + ", not text",
                        std::string(hint));
}

void read_foreign(Reading& reading, const ForeignFormat& format) {
    CLEW_REQUIRE(format.read != nullptr, "PuzzleReader: a foreign format without a reader");
    const Place place = reading.in.place();
    const std::string text = reading.in.rest();
    Record record = format.read(text, place);
    record.format = format.info.name;
    reading.ready.push_back(std::move(record));
}

void read_some(Reading& reading, Chosen chosen) {
    const std::string* line = next_line(reading);
    if (line == nullptr) return;
    if (chosen.none()) refuse_files(reading, *line);
    refuse_binary(reading, *line);
    if (chosen.none())
        for (const ForeignFormat& format : reading.options.foreign)
            if (format.recognise && format.recognise(*line)) chosen.foreign = &format;
    if (chosen.none()) {
        refuse_by_name(reading);
        const auto& rows = asked();
        const auto look = [&] {
            return std::ranges::find_if(
                rows, [&](const FormatCode* row) { return row->recognise(reading); });
        };
        auto found = look();
        if (found == rows.end() || *found == &sdk_format || *found == &line_format)
            if (const std::size_t title = title_lines(reading); title > 0) {
                take_title(reading, title);
                reading.in.drop(skip_empty(reading, 0));
                found = look();
            }
        if (found == rows.end())
            throw InputError(reading.in.place(0, 1),
                             "no known format: " + shown(trimmed(*reading.in.peek())),
                             "a puzzle in one of the formats " +
                                 names(reading.options.foreign, &FormatInfo::can_read));
        chosen.code = *found;
    }
    if (chosen.foreign != nullptr)
        read_foreign(reading, *chosen.foreign);
    else
        chosen.code->read(reading);
}

bool holds(HeldBoards boards, const Geometry& board) {
    if (boards == HeldBoards::classic) return board == *Geometry::classic();
    if (boards == HeldBoards::standard) return board == *Geometry::standard(board.size());
    if (boards == HeldBoards::any) return true;
    GeometrySpec others = board.spec();
    others.boxes.reset();
    others.regions.clear();
    return (board.spec().boxes || !board.spec().regions.empty()) &&
           others == GeometrySpec{.size = board.size()};
}

// Errors: InputError that names the format and what it cannot hold.
void need_room(const Record& record, const FormatCode& code) {
    const std::string who = "the format " + std::string(code.info.name);
    if (!holds(code.room.boards, record.puzzle.geometry()))
        refuse_board(record, who,
                     enum_name(code.room.boards,
                               {"", "the usual boxes and no other houses", "9x9 with 3x3 boxes",
                                "boxes or regions and no other houses"}) +
                         std::string("; the format json holds every board"));
    if (code.room.marks == HeldMarks::none && record.puzzle.has_marks())
        throw InputError(record.place,
                         who + " has no room for pencil marks, which are part of this puzzle",
                         "a format that has: pencilmarks, sukaku, sudokuwiki or json");
}

}  // namespace

void refuse_line(Reading& reading, std::size_t column, const std::string& what,
                 const std::string& hint) {
    const Place place = reading.in.place(0, column);
    reading.in.drop();
    throw InputError(place, what, hint);
}

GeometryPtr Reading::board(std::size_t size, const Place& place) {
    if (options.geometry) {
        if (options.geometry->size() != size)
            throw InputError(place, "a puzzle of " + cells_and_side(size) + " cells",
                             cells_and_side(options.geometry->size()) +
                                 " cells, for the board that was asked for");
        return options.geometry;
    }
    GeometryPtr& board = standard.at(size);
    if (!board) board = Geometry::standard(size);
    return board;
}

GeometryPtr Reading::board(GeometrySpec spec, const Place& place) {
    const std::size_t size = spec.size;
    GeometryPtr made = told_at(place, [&] { return Geometry::make(std::move(spec)); });
    return *made == *Geometry::standard(size) ? board(size, place) : made;
}

bool are_usual_boxes(std::span<const std::size_t> regions, std::size_t size) {
    const GeometryPtr usual = Geometry::standard(size);
    std::map<std::size_t, std::size_t> boxes;  // by region
    for (std::size_t i = 0; i < regions.size(); ++i) {
        const auto box = usual->box_of(Cell{i});
        if (!box || boxes.try_emplace(regions[i], *box).first->second != *box) return false;
    }
    return boxes.size() == size;
}

Record blank_record(GeometryPtr board, std::string_view format, Place place) {
    return {.puzzle = Puzzle{std::move(board)},
            .format = std::string(format),
            .place = std::move(place)};
}

void set_givens(Record& record, const DigitCells& cells) {
    for (std::size_t i = 0; i < cells.values.size(); ++i)
        if (cells.values[i] > 0) record.puzzle.set_given(Cell{i}, Digit{cells.values[i] - 1});
    record.notes.insert(record.notes.end(), cells.notes.begin(), cells.notes.end());
}

PlayerMarks blank_progress(const Geometry& geometry) {
    PlayerMarks progress;
    progress.placed.resize(geometry.cell_count());
    progress.removed.resize(geometry.cell_count());
    return progress;
}

void take_entries(Record& record, PlayerMarks progress) {
    const auto is_none = [](const auto& digit) { return !digit; };
    if (std::ranges::all_of(progress.placed, is_none) &&
        std::ranges::all_of(progress.removed, &DigitSet::empty))
        return;
    record.progress = std::move(progress);
    record.notes.emplace_back("entries that are not clues were taken as the player's");
}

void drop_idle_marks(Puzzle& puzzle) {
    Puzzle plain = puzzle;
    for (std::size_t i = 0; i < puzzle.geometry().cell_count(); ++i)
        plain.set_marks(Cell{i}, DigitSet::all(puzzle.geometry().size()));
    if (plain.candidates_after_givens() == puzzle.candidates_after_givens()) puzzle = plain;
}

void refuse_board(const Record& record, const std::string& who, const std::string& hint) {
    throw InputError(
        record.place,
        who + " cannot hold a board of the kind '" + record.puzzle.geometry().description() + "'",
        hint);
}

void refuse_empty_cell(const Record& record, Cell cell, const std::string& who_cannot,
                       const std::string& hint) {
    throw InputError(record.place,
                     to_string(cell, record.puzzle.geometry().size()) +
                         " has no candidate left, which " + who_cannot,
                     hint);
}

std::map<std::string, std::string> Reading::take_header() {
    plain_header.clear();
    return std::exchange(header, {});
}

void Unread::add(const std::string& name) {
    if (known_.insert(name).second) names_.push_back(name);
}

void Unread::tell(Record& record, std::string_view why) const {
    constexpr std::size_t most = 50;
    std::string said = listed(std::span(names_).first(std::min(names_.size(), most)), ", ");
    if (names_.size() > most) said += " and " + std::to_string(names_.size() - most) + " more";
    if (!said.empty()) record.notes.push_back("not read" + std::string(why) + ": " + said);
}

void note_around(Record& record, std::string_view line, std::string_view puzzle) {
    const auto start = static_cast<std::size_t>(puzzle.data() - line.data());
    const std::string_view before = line.substr(0, start);
    const std::size_t word = before.find_last_of(" \t");
    Unread unread;
    if (word != std::string_view::npos && !trimmed(before.substr(0, word)).empty())
        unread.add(shown(trimmed(before.substr(0, word))));
    if (const std::string_view after = trimmed(line.substr(start + puzzle.size())); !after.empty())
        unread.add(shown(after));
    unread.tell(record);
}

void leave_out(const Record& record, LeftOut& out, Extra part,
               std::initializer_list<std::string_view> kept) {
    if (part == Extra::progress && record.progress)
        out.emplace_back("the player's entries were left out");
    if (part == Extra::solution && record.solution) out.emplace_back("the solution was left out");
    std::string lost;
    for (const auto& [key, value] : record.metadata)
        if (part == Extra::metadata && std::ranges::find(kept, key) == kept.end())
            lost += (lost.empty() ? "" : ", ") + key;
    if (!lost.empty()) out.emplace_back("the puzzle's data were left out: " + lost);
}

}  // namespace formats

std::span<const FormatInfo> known_formats() {
    static const std::vector<FormatInfo> infos = [] {
        std::vector<FormatInfo> all;
        for (const formats::FormatCode* code : formats::table()) all.push_back(code->info);
        return all;
    }();
    return infos;
}

const FormatInfo* find_format(std::string_view name) {
    for (const FormatInfo& info : known_formats())
        if (formats::named(info, name)) return &info;
    return nullptr;
}

struct PuzzleReader::State {
    formats::Reading reading;
    formats::Chosen chosen{};
    bool stopped = false;
    bool line_before = false;  // the last record was a line puzzle on a plain 9x9 board
    PlainLines one{};

    /// Among line puzzles the next line, if it is one too and nothing was said of it, needs no
    /// recognising.
    bool may_take_lines() const {
        return line_before && reading.ready.empty() && reading.header.empty();
    }
};

PuzzleReader::PuzzleReader(std::istream& input, std::string source, ReaderOptions options)
    : state_(std::make_unique<State>(
          State{.reading = {.in = {input, std::move(source), options.soon}, .options = options}})) {
    const ReaderOptions& asked = state_->reading.options;
    if (asked.format.empty() || asked.format == "auto") return;
    state_->chosen = formats::choose(asked.foreign, asked.format, &FormatInfo::can_read, "read");
}

PuzzleReader::~PuzzleReader() = default;
PuzzleReader::PuzzleReader(PuzzleReader&&) noexcept = default;
PuzzleReader& PuzzleReader::operator=(PuzzleReader&&) noexcept = default;

std::optional<Record> PuzzleReader::next() {
    formats::Reading& reading = state_->reading;
    next_lines(state_->one, 1);
    if (state_->one.size() == 1) {
        return state_->one.record(0);
    }
    while (reading.ready.empty()) {
        if (state_->stopped || reading.in.peek() == nullptr) return std::nullopt;
        std::size_t before = reading.in.number();
        try {
            formats::next_line(reading);  // a fault stands behind the empty lines, not at them
            before = reading.in.number();
            formats::read_some(reading, state_->chosen);
        } catch (const InputError&) {
            if (reading.in.number() == before) reading.in.drop();  // never twice the same fault
            reading.take_header();
            reading.drawn_board.clear();
            reading.first = false;
            throw;
        } catch (const Stopped&) {
            state_->stopped = true;
            return std::nullopt;
        }
        formats::give_header(reading);
        const std::string said = std::exchange(reading.drawn_board, {});
        for (const Record& record : reading.ready)
            if (!said.empty() && said != record.puzzle.geometry().description()) {
                const std::string drawn = record.puzzle.geometry().description();
                const Place place = record.place;
                reading.ready.clear();
                throw InputError(
                    place,
                    "this draws a board of the kind '" + drawn + "' under the words '" + said + "'",
                    "the line that begins with 'question: ', which Clew prints above "
                    "it, or the puzzle's own file");
            }
        if (!reading.ready.empty()) reading.first = false;
    }
    Record record = std::move(reading.ready.front());
    reading.ready.pop_front();
    state_->line_before = record.format == "line" && record.puzzle.is_plain_classic();
    if (!reading.options.digits_from_0 && record.puzzle.geometry().first_digit() == 0)
        throw InputError(record.place,
                         "a board of " + record.puzzle.geometry().description() +
                             ": digits from 0 on are not known here",
                         "digits from 1 on; count, enumerate, solve, verify, sample, show and "
                         "convert take them from 0 on");
    return record;
}

bool PuzzleReader::stopped() const { return state_->stopped; }

void PuzzleReader::next_lines(PlainLines& lines, std::size_t most) {
    if (state_->may_take_lines()) {
        formats::take_plain_lines(state_->reading.in, lines, most);
    } else {
        lines.cells.clear();
    }
}

bool PuzzleReader::ready() {
    formats::Reading& reading = state_->reading;
    // A line that is looked at is no longer one of those that are taken where they lie.
    if (state_->may_take_lines() && reading.in.in_place()) return true;
    return !reading.ready.empty() ||
           formats::next_line(reading, formats::Patience::none) != nullptr || reading.in.ended();
}

bool PuzzleReader::ready_soon() {
    formats::Reading& reading = state_->reading;
    return !reading.ready.empty() ||
           formats::next_line(reading, formats::Patience::a_moment) != nullptr ||
           reading.in.ended();
}

std::vector<Record> read_all(std::string_view text, const std::string& source,
                             const ReaderOptions& options) {
    std::istringstream input{std::string(text)};
    PuzzleReader reader{input, source, options};
    std::vector<Record> records;
    while (auto record = reader.next()) records.push_back(std::move(*record));
    return records;
}

struct PuzzleWriter::State {
    std::ostream& output;
    formats::Chosen chosen;
    bool begun = false;

    /// What stands before the first record, once.
    void begin() {
        if (!std::exchange(begun, true)) output << chosen.code->head;
    }
};

PuzzleWriter::PuzzleWriter(std::ostream& output, std::string_view format,
                           std::span<const ForeignFormat> foreign)
    : state_(std::make_unique<State>(
          State{output,
                formats::choose(foreign, std::string(format), &FormatInfo::can_write, "write")})) {}

PuzzleWriter::~PuzzleWriter() = default;
PuzzleWriter::PuzzleWriter(PuzzleWriter&&) noexcept = default;
PuzzleWriter& PuzzleWriter::operator=(PuzzleWriter&&) noexcept = default;

std::vector<std::string> PuzzleWriter::write(const Record& record) {
    std::vector<std::string> out;
    const auto& [code, foreign] = state_->chosen;
    const FormatInfo& info = foreign != nullptr ? foreign->info : code->info;
    if (!info.rules && !record.puzzle.rules().empty())
        throw InputError(record.place,
                         "the format " + std::string(info.name) + " cannot hold " +
                             plural(record.puzzle.rules().front().kind),
                         "the format json");
    if (foreign != nullptr) {
        state_->output << foreign->write(record);
        return out;
    }
    formats::need_room(record, *code);
    for (const formats::Extra part : code->room.lacks) formats::leave_out(record, out, part);
    const std::string text = code->write(record, out);
    state_->begin();
    state_->output << text;
    return out;
}

void PuzzleWriter::finish() {
    if (state_->chosen.code == nullptr) return;
    state_->begin();
    state_->output << state_->chosen.code->tail;
}

std::string question_beyond_line(const Puzzle& puzzle, const std::optional<PlayerMarks>& progress) {
    const Geometry& geometry = puzzle.geometry();
    const bool usual = geometry == *Geometry::standard(geometry.size());
    if (usual && !puzzle.has_marks() && puzzle.rules().empty() && !progress) return {};
    std::string text = write_record(Record{.puzzle = puzzle, .progress = progress}, "json");
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
}

std::string write_record(const Record& record, std::string_view format) {
    std::ostringstream output;
    PuzzleWriter writer{output, format};
    writer.write(record);
    writer.finish();
    return output.str();
}

}  // namespace clew
