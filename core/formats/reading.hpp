#pragma once
// Reading: what the readers of the single formats share, and the row that each adds to the table in
// formats.cpp. Inside core/board only.
//
// A format is three functions. `recognise` looks ahead and takes nothing. `read` takes the text of
// one puzzle or more, from the next line on, and appends records; when it throws, whatever it took
// is passed over. `write` makes the text of one record.

#include <array>
#include <deque>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/stopped.hpp"
#include "core/formats/formats.hpp"
#include "core/formats/line_source.hpp"
#include "core/formats/symbols.hpp"

namespace clew::formats {

/// The state of one PuzzleReader.
struct Reading {
    LineSource in;
    ReaderOptions options;
    Hearing hearing{options.stopped};
    std::deque<Record> ready{};                   ///< read and not handed out yet
    std::map<std::string, std::string> header{};  ///< `#A...` lines met before a puzzle
    /// Those of them that are no comment either before a puzzle that is not drawn: a known letter,
    /// and no small one after it ("#Difficult").
    std::map<std::string, std::string> plain_header{};
    std::string drawn_board{};               ///< the kind of board that words above a drawing name
    std::vector<std::string> csv_columns{};  ///< set while inside a CSV file
    char csv_separator = ',';
    bool first = true;          ///< no puzzle has been read yet
    bool region_lines = false;  ///< jigsaws on two lines each have been met
    /// The side of the last puzzle, if it was taken before there was anything behind it: had
    /// regions followed, it would have been a jigsaw.
    std::size_t taken_early = 0;
    std::optional<Puzzle> stage_early{};  ///< likewise, of an `ss` grid that may have later stages
    std::array<GeometryPtr, max_size + 1> standard{};  ///< made once each

    /// The board for a text that tells its size only. Errors: InputError if the board that the
    /// options name has another size.
    GeometryPtr board(std::size_t size, const Place& place);
    /// The same of a text that tells its board, which may be the standard one. Errors: InputError
    /// at `place` for what is no board.
    GeometryPtr board(GeometrySpec spec, const Place& place);

    /// The header, which is empty then: for the readers of drawn grids. What no reader takes, its
    /// plain part, goes to the records that were read.
    std::map<std::string, std::string> take_header();
};

/// What `make` returns; a fault of it, which knows no place, is told at this one.
template <class Make>
auto told_at(const Place& place, const Make& make) {
    try {
        return make();
    } catch (const InputError& error) {
        throw InputError(place, error.what(), error.hint());
    }
}

/// Drops the next line, of which this is wrong from that column on. Errors: InputError, always.
[[noreturn]] void refuse_line(Reading& reading, std::size_t column, const std::string& what,
                              const std::string& hint);

/// "puzzles.txt:4:", as Clew writes the place of a puzzle above it.
bool is_place(std::string_view line);

/// What a writer has no room for.
using LeftOut = std::vector<std::string>;

/// Boards that a format holds: all, the standard one of each size, the classic one, those of boxes
/// or regions alone.
enum class HeldBoards : std::uint8_t { any, standard, classic, regions };
enum class HeldMarks : std::uint8_t { all, none };
/// Parts of a record that are not the question.
enum class Extra : std::uint8_t { none, progress, solution, metadata };
inline constexpr std::array all_extras = {Extra::progress, Extra::solution, Extra::metadata};

/// What a format has room for: other questions are refused, other parts left out.
struct Room {
    HeldBoards boards = HeldBoards::any;
    HeldMarks marks = HeldMarks::all;
    std::array<Extra, 3> lacks{};
};

struct FormatCode {
    FormatInfo info;
    bool (*recognise)(Reading&);
    void (*read)(Reading&);
    std::string (*write)(const Record&, LeftOut&);  ///< of what has room
    std::string_view head = {};                     ///< written before the first record
    std::string_view tail = {};                     ///< and after the last
    Room room{};
};

/// What stands in the lines of a header, by the letter behind the '#'.
inline constexpr std::pair<char, std::string_view> header_keys[] = {
    {'A', "author"}, {'D', "description"}, {'C', "comment"}, {'B', "date"},
    {'S', "source"}, {'L', "level"},       {'U', "url"}};

/// What a text says and a Record has no place for, each name once; told in one note.
class Unread {
  public:
    void add(const std::string& name);
    /// Adds "not read: a, b" to the record's notes; nothing if nothing was added. `why` follows
    /// "not read".
    void tell(Record& record, std::string_view why = {}) const;

  private:
    std::vector<std::string> names_;
    std::set<std::string> known_;
};

/// What stands around a puzzle in a line, before the word that it is in and behind it: named in a
/// note. `puzzle` is a part of `line`.
void note_around(Record& record, std::string_view line, std::string_view puzzle);

/// Whether these are the boxes of the standard board of that size, whatever their numbers.
bool are_usual_boxes(std::span<const std::size_t> regions, std::size_t size);
/// A blank record of that board, at that place.
Record blank_record(GeometryPtr board, std::string_view format, Place place);
/// Sets the givens and takes over the notes.
void set_givens(Record& record, const DigitCells& cells);
/// A blank Progress for a board.
PlayerMarks blank_progress(const Geometry& geometry);

/// Adds what the player did, with a note, unless that is nothing.
void take_entries(Record& record, PlayerMarks progress);

/// Marks that say no more than the givens do are dropped, so that such a puzzle is a plain one.
void drop_idle_marks(Puzzle& puzzle);

/// A JSON value cut out of the stream by its brackets, unparsed.
struct CutJson {
    std::string text;
    Place place;
};
/// What the line begins with that Clew prints above a drawing which does not tell all: the puzzle
/// in JSON follows.
inline constexpr std::string_view question_mark = "question: ";
/// Whether characters of a JSON text, one after another, are within a string.
class InString {
  public:
    bool operator()(char c) {
        const bool was = in_;
        if (c == '"' && !escaped_) in_ = !in_;
        escaped_ = was && !escaped_ && c == '\\';
        return was;
    }

  private:
    bool in_ = false, escaped_ = false;
};
/// Takes the value that begins at that byte of the next line, with a bracket. `behind` may follow
/// it.
CutJson cut_json(Reading& reading, std::size_t from = 0, std::string_view behind = {});  // json.cpp
enum class AsItStands : bool { no, yes };
/// The record of an f-puzzles document. Errors: InputError at `place`; within the text, where that
/// stands there as it is.
Record fpuzzles_document(const std::string& text, const Place& place, Reading& reading,
                         AsItStands verbatim);  // fpuzzles.cpp

/// Refuses a board to write. Errors: InputError that names who cannot hold it, and what he can.
[[noreturn]] void refuse_board(const Record& record, const std::string& who,
                               const std::string& hint);
/// The same of a cell without candidates: "f-puzzles cannot hold".
[[noreturn]] void refuse_empty_cell(const Record& record, Cell cell, const std::string& who_cannot,
                                    const std::string& hint);
/// Says of a part that the record has that it is left out, of the metadata but those.
void leave_out(const Record& record, LeftOut& out, Extra part,
               std::initializer_list<std::string_view> kept = {});

// The formats, a family a file.
extern const FormatCode line_format, sdm_format;                          // lines.cpp
extern const FormatCode sdk_format;                                       // sdk.cpp
extern const FormatCode pencilmarks_format, ss_format, sdx_format;        // pencilmarks.cpp
extern const FormatCode sukaku_format, sudokuwiki_format, hodoku_format;  // states.cpp
extern const FormatCode csv_format;                                       // csv.cpp
extern const FormatCode jigsaw_format;                                    // jigsaw.cpp
extern const FormatCode json_format;                                      // json.cpp
extern const FormatCode opensudoku_format;                                // opensudoku.cpp
extern const FormatCode fpuzzles_format, sudokupad_format;                // fpuzzles.cpp
extern const FormatCode sudokumaker_format;                               // sudokumaker.cpp
extern const FormatCode penpa_format;                                     // penpa.cpp
extern const FormatCode array_format;                                     // arrays.cpp
extern const FormatCode solo_format, link_format;                         // others.cpp
extern const FormatCode iss_format, killer_format;
std::string write_iss(const Record& record, LeftOut& out);  // iss_write.cpp

/// Errors: InputError for a text whose first line tells a format that is not read, by its name and
/// with what can be done.
void refuse_by_name(Reading& reading);  // others.cpp
/// For formats that are only read.
std::string write_none(const Record& record, LeftOut& out);  // others.cpp

}  // namespace clew::formats
