#pragma once
// One puzzle a line: the reading that CSV, XML and the line formats share.

#include <string_view>

#include "core/formats/reading.hpp"

namespace clew::formats {

/// How a line holds its cells.
struct LineShape {
    std::size_t size = 0;  ///< side of the board
    std::vector<Token> tokens;
};
/// The cells of a text that is one line puzzle of any size, compact or with white space between.
/// Errors: InputError that gives the count.
LineShape shape_of_line(std::string_view text, const Place& place);

/// The puzzle in `text`, which starts at `place`.
Record read_line_text(Reading& reading, std::string_view text, const Place& place,
                      std::string_view format);
/// A full grid of that side in `text`. Errors: InputError, also for a blank cell.
Grid read_solution_text(std::string_view text, std::size_t size, const Place& place);

/// See PuzzleReader::next_lines().
void take_plain_lines(LineSource& in, PlainLines& lines, std::size_t most);

/// True if the text could be a line puzzle: so many symbols as a board has cells.
bool is_line_puzzle(std::string_view text);
/// The line without its `# comment`, which is put into `comment`.
std::string_view without_comment(std::string_view line, std::string& comment);

}  // namespace clew::formats
