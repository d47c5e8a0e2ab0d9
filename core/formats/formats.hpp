#pragma once
// Formats: every text that a puzzle comes in, read and written in one place.
//
//     PuzzleReader reader{file, "puzzles.sdm"};              // the format is recognised
//     while (auto record = reader.next())                    // InputError: file, line, column, why
//         use(record->puzzle);
//
//     PuzzleWriter writer{std::cout, "json"};
//     writer.write(record);
//     writer.finish();
//
// A reader yields records one by one and holds one at a time for the formats with a puzzle a line,
// so a million puzzles need no more memory than one. A bad puzzle is an InputError that names the
// place; the faulty text is then behind the reader, and next() may be called again for the puzzles
// after it. Nothing is skipped in silence and nothing is guessed in silence: where a text can be
// taken in two ways, Record::notes says which was taken. A puzzle that contradicts itself is not a
// fault of the text; it is a puzzle without solution.
//
// What each format looks like, and how to add one: docs/formats.md.

#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/input_error.hpp"
#include "core/board/puzzle.hpp"

namespace clew {

/// One puzzle as it stood in a text, with all that the text said about it.
struct Record {
    Puzzle puzzle{Geometry::classic()};
    std::optional<PlayerMarks> progress{};  ///< what a player did; not part of the question
    std::optional<Grid> solution{};         ///< as the text claims: unchecked
    /// "title", "author", "description", "comment", "date", "source", "level", "url", or a name of
    /// the format's own, such as a CSV column.
    std::map<std::string, std::string> metadata{};
    std::string format{};                 ///< the name of the format it was read as
    Place place{};                        ///< where it starts
    std::vector<std::string> notes{};     ///< how ambiguous text was taken: "'0' taken as blank"
    std::vector<std::string> left_out{};  ///< parts passed over by ReaderOptions::without
};

/// A row of the format table.
struct FormatInfo {
    std::string_view name;         ///< as users name it
    std::string_view aliases;      ///< separated by spaces
    std::string_view description;  ///< one line
    std::string_view sizes;        ///< "4x4 to 25x25", "9x9"
    bool can_read = true;
    bool can_write = true;
    bool rules = false;  ///< holds rules that are no houses; others refuse to write them
};

/// The formats that this room knows, in the order of the documentation.
std::span<const FormatInfo> known_formats();
/// The format of that name or alias, in any case; null if there is none.
const FormatInfo* find_format(std::string_view name);

/// A format that lives in a module above, such as DIMACS: given to readers and writers by whoever
/// knows both.
struct ForeignFormat {
    FormatInfo info{};
    /// True if a text that starts with this line is of this format.
    std::function<bool(std::string_view first_line)> recognise;
    /// Reads the whole rest of the input, lines ended by '\n'. Errors: InputError.
    std::function<Record(std::string_view text, const Place& start)> read;
    /// The text of a record. Errors: InputError.
    std::function<std::string(const Record&)> write;
};

struct ReaderOptions {
    std::string format{};  ///< a name or alias; empty or "auto": recognised, record by record
    /// The board for formats that tell no more than a size; null for the standard board of the
    /// size.
    GeometryPtr geometry{};
    std::span<const ForeignFormat> foreign{};  ///< must outlive the reader
    /// Keys of f-puzzles documents that are passed over, such as "line" where drawings are
    /// decoration; Record::left_out names each that was there.
    std::vector<std::string> without{};
    /// Boards with digits from 0 on are read: whoever shows digits by their board asks for them.
    /// Others refuse them.
    bool digits_from_0 = false;
    /// For an input whose writer may be waiting for an answer before he writes on: waits a moment
    /// for input and returns whether there is some, or its end. A puzzle that is whole is then not
    /// held back for what may follow it. Empty: the input never keeps one waiting.
    std::function<bool()> soon{};
    /// Asked now and then while a long text is read: true to give it up. Empty: nobody does.
    std::function<bool()> stopped{};
};

/// Plain 9x9 puzzles of a text with one a line, still as text: what a file of millions is read
/// into.
struct PlainLines {
    std::string cells;  ///< 81 characters a puzzle: 1-9, and either . or 0 for blank
    Place first;        ///< where the first one starts; the others follow line by line

    std::size_t size() const { return cells.size() / 81; }
    std::string_view operator[](std::size_t i) const {
        return std::string_view(cells).substr(i * 81, 81);
    }
    /// What PuzzleReader::next() makes of that line.
    Record record(std::size_t i) const;
};

/// Reads puzzles one by one. Used by one thread at a time; different readers by different threads.
class PuzzleReader {
  public:
    /// `source` names the input in errors: a file name, "<stdin>". The stream must outlive the
    /// reader. Errors: InputError if the format is unknown or cannot be read.
    PuzzleReader(std::istream& input, std::string source, ReaderOptions options = {});
    ~PuzzleReader();
    PuzzleReader(PuzzleReader&&) noexcept;
    PuzzleReader& operator=(PuzzleReader&&) noexcept;

    /// The next puzzle, or nothing at the end and after a stop. Errors: InputError with line and
    /// column; the faulty puzzle is passed over (a faulty document such as XML to its end), and the
    /// call may be repeated.
    std::optional<Record> next();
    /// True if reading was given up because ReaderOptions::stopped said so.
    bool stopped() const;

    /// Replaces `lines` with the puzzles that come next, at most so many, as far as they are plain
    /// lines after another one of the kind; none if next() is to be asked. Many times as fast as
    /// next(). Waits for input for the first of them only.
    void next_lines(PlainLines& lines, std::size_t most);

    /// True if next() need not wait for the beginning of a puzzle to be written: some is there, or
    /// the input has ended. Empty lines and comments are passed over.
    bool ready();
    /// The same, after a moment if need be.
    bool ready_soon();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// All puzzles of a text: for tests and short texts.
std::vector<Record> read_all(std::string_view text, const std::string& source = "<text>",
                             const ReaderOptions& options = {});

/// Writes puzzles one by one. Used by one thread at a time; different writers by different threads.
class PuzzleWriter {
  public:
    /// Errors: InputError if the format is unknown or cannot be written.
    PuzzleWriter(std::ostream& output, std::string_view format,
                 std::span<const ForeignFormat> foreign = {});
    ~PuzzleWriter();
    PuzzleWriter(PuzzleWriter&&) noexcept;
    PuzzleWriter& operator=(PuzzleWriter&&) noexcept;

    /// Writes one record. Returns what the format has no room for and was left out (metadata, a
    /// player's entries, the solution): never a part of the question, for which there is an
    /// InputError.
    std::vector<std::string> write(const Record& record);
    /// Writes what closes the file. Call once, last.
    void finish();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// What the line of givens leaves unsaid of a question: nothing on the usual board of its size
/// without pencil marks and rules, otherwise the whole of it in Clew's JSON, on one line. Who
/// writes down an answer, writes this beside it.
std::string question_beyond_line(const Puzzle& puzzle,
                                 const std::optional<PlayerMarks>& progress = std::nullopt);

/// A file with this one record. Errors: InputError if the format cannot hold the question.
std::string write_record(const Record& record, std::string_view format);

}  // namespace clew
