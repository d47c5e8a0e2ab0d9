#pragma once
// Rows: grids drawn over several lines, with or without frames. What sdk, Simple Sudoku,
// pencil-mark and jigsaw texts have in common, and what the lines between the cells say.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/formats/reading.hpp"

namespace clew::formats {

enum class FrameStyle { none, plain, stars, points };  ///< none, ---, *---*, .---. or :---:

/// A drawn grid: its rows and how it was framed. Moved, never copied: its cells point into its
/// rows.
struct DrawnGrid {
    DrawnGrid() = default;
    DrawnGrid(DrawnGrid&&) = default;
    DrawnGrid& operator=(DrawnGrid&&) = default;
    DrawnGrid(const DrawnGrid&) = delete;
    DrawnGrid& operator=(const DrawnGrid&) = delete;

    std::size_t size = 0;
    bool groups = false;   ///< cells are groups of characters, with white space between
    bool heading = false;  ///< under "c1 c2 c3 ...", as Clew prints boards
    FrameStyle frame = FrameStyle::none;
    std::vector<std::string> rows;  ///< the texts that `cells` point into
    std::vector<Token> cells;       ///< size * size, row-major
    /// What is drawn right of each cell and below it: nothing, a line, or a double one. Nothing at
    /// the edge of the board.
    std::vector<std::uint8_t> right, below;
    std::size_t first = 0, last = 0;  ///< lines ahead: [first, last)
};

/// A line that is part of a frame: `*---*---*`, `|---+---|`, `:===+===:`.
bool is_border(std::string_view line);
/// True if the lines ahead look like a drawn grid rather than like line puzzles. `patience` is for
/// the first of them; for those that would make rows of what may be a line puzzle, there is a
/// moment.
bool looks_like_rows(Reading& reading, std::size_t ahead = 0, Patience patience = Patience::any);
/// The drawing that starts at the given line ahead, which is a row or a border; nothing is taken.
/// Errors: InputError at the row that does not fit.
DrawnGrid look_at_drawing(Reading& reading, std::size_t ahead = 0);
/// The same, or nothing if there is none or it has a fault, or nothing comes that it begins with.
std::optional<DrawnGrid> drawing_ahead(Reading& reading, std::size_t ahead,
                                       Patience patience = Patience::any);
/// Takes the drawing that is next. A fault passes over the whole block.
DrawnGrid take_drawing(Reading& reading);
/// A blank record of the board that is drawn: lines that are alike in all rows and columns give
/// boxes, others regions, none the usual board. Errors: InputError for lines that give neither, or
/// other boxes than the board that was asked for.
Record drawn_record(Reading& reading, const DrawnGrid& drawing, std::string_view format,
                    const Place& place);
/// What the cells hold: the boards that Clew prints have its own symbols. Errors: InputError at the
/// cell that does not fit.
DigitCells drawn_cells(const DrawnGrid& drawing, const std::string& source);
/// True if lines are drawn, and others than between these regions.
bool lines_contradict(const DrawnGrid& drawing, std::span<const std::size_t> regions);
/// How many columns "c1 c2 c3 ..." names, the heading of the boards that Clew prints; 0 for other
/// text.
std::size_t columns_of_heading(std::string_view line);
/// True if it names so many columns, whether or not a square board has as many.
bool is_heading(std::string_view line, std::size_t columns);
/// The line ahead after the rows and borders that stand from `ahead` on without an empty line: what
/// is passed over after a fault.
std::size_t end_of_block(Reading& reading, std::size_t ahead);
/// The first line ahead, from `ahead` on, that is not empty.
std::size_t skip_empty(Reading& reading, std::size_t ahead, Patience patience = Patience::any);

/// Which symbols a region map may have.
enum class RegionSymbols { letters, any };
/// Region numbers, 0-based, if the tokens are a jigsaw's region map: `size` different symbols, each
/// `size` times, and not a Latin square (which would be a full grid).
std::optional<std::vector<std::size_t>> as_regions(std::span<const Token> cells, std::size_t size,
                                                   RegionSymbols symbols);

}  // namespace clew::formats
