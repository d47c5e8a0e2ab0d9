#pragma once
// Text from outside: file names, titles, what a puzzle file says of itself.
//
//     host.out << printable(title);            // nothing in it that a terminal would obey
//     if (looks_like_utf16(first_bytes)) ...   // Windows writes such files

#include <cstddef>
#include <istream>
#include <string>
#include <string_view>

namespace clew::inline base {

/// Whether a line feed is to stay.
enum class LineFeeds { escaped, kept };

/// `text` with control characters as \x1b and those that turn the direction of what follows as
/// \u202e (U+0000 to U+001F, U+007F to U+009F, U+202A to U+202E, U+2066 to U+2069). What is no
/// UTF-8 becomes \xff, byte by byte.
std::string printable(std::string_view text, LineFeeds line_feeds = LineFeeds::escaped);

/// The same for a line that quotes it: of a long text the first 3000 bytes, and how many it has.
std::string quotable(std::string_view text);

/// True if a text that begins so is UTF-16: its byte order mark, or every other byte zero.
bool looks_like_utf16(std::string_view start);

/// The next line without its end, cut to `longest` bytes: what a hand may have changed can be one
/// endless line. False at the end of the text.
bool read_line(std::istream& in, std::string& line, std::size_t longest);

}  // namespace clew::inline base
