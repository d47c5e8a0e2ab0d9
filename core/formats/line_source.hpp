#pragma once
// LineSource: a text line by line, with a look ahead, numbered lines and a bound on memory.
//
// Ends of line are LF, CR LF or CR. A byte order mark at the start is dropped,
// and boards drawn in Unicode are drawn in ASCII. The text is taken
// from the stream in blocks, as much as is there at once: whoever types a line is not made to type
// a second.
//
//     while (const std::string* line = in.peek()) { ...; in.drop(); }
//
// Where a puzzle is whole and the next line would only tell what else it may be, its writer may be
// waiting for the answer: Patience says how long to wait for that line.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/input_error.hpp"

namespace clew::formats {

inline constexpr std::size_t max_line_bytes = std::size_t{1} << 22;
inline constexpr std::size_t max_document_bytes = std::size_t{1} << 26;

/// How long to wait for a line that is not written yet.
enum class Patience : std::uint8_t {
    none,
    a_moment,  ///< as long as `soon` waits: for a writer who is at it
    any,       ///< until it comes or the input ends
};

class LineSource {
  public:
    /// `soon` waits a moment and returns whether there is input, or its end. Empty if the stream
    /// never keeps one waiting: then there is all the patience in the world.
    LineSource(std::istream& input, std::string source, std::function<bool()> soon = {});

    /// The line `ahead` lines from here (0: the next one), without its end; null past the end, or
    /// if it has not begun to come and our patience is over. The pointer lives until the next call
    /// of drop. A line that is too long is cut to max_line_bytes + 1 bytes, by which whoever reads
    /// it knows.
    const std::string* peek(std::size_t ahead = 0, Patience patience = Patience::any);
    void drop(std::size_t lines = 1);
    /// Drops the next line and returns it. Requires one.
    std::string take();
    /// The next line where it lies in the block, and behind it its end, LF or CR LF; nothing if the
    /// block does not hold all of it, or if a line was looked at. Lives until the next call.
    std::optional<std::string_view> in_place() const;
    /// Drops the line that in_place() gave.
    void drop_in_place(std::string_view line);
    /// Reads on, so that in_place() may see more. False at the end, and where one line fills the
    /// block.
    bool fill();

    /// True if fill() need not wait for somebody to write.
    bool has_more() const;
    /// True if peek() need not wait, for the line is there; in_place() may give nothing all the
    /// same, for it was looked at, or ends with CR.
    bool has_line() const {
        return !ahead_.empty() || unread().find_first_of("\n\r") != std::string_view::npos;
    }
    /// True if the input is known to have ended.
    bool ended() const { return ended_; }
    /// The number of the next line, from 1.
    std::size_t number() const { return number_; }
    const std::string& source() const { return source_; }
    Place place(std::size_t ahead = 0, std::size_t column = 0) const {
        return {source_, number_ + ahead, column};
    }
    /// Takes everything that is left, lines ended by '\n'. Errors: InputError if it is more than
    /// max_document_bytes; all is then behind.
    std::string rest();

  private:
    bool read_line();
    bool comes(Patience patience);
    std::string_view unread() const { return {block_.data() + begin_, end_ - begin_}; }

    std::istream* input_;
    std::string source_;
    std::function<bool()> soon_;
    std::vector<char> block_;
    std::size_t begin_ = 0, end_ = 0;  // of what is unread in block_
    std::deque<std::string> ahead_;
    std::vector<std::string> spare_;  // buffers to use again
    std::size_t number_ = 1;
    bool start_ = true;
    bool after_cr_ = false;  // an LF that comes next belongs to the CR before it
    bool waited_ = false;    // a moment, in vain, for what comes behind the block
    bool ended_ = false;
};

}  // namespace clew::formats
