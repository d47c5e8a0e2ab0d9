#pragma once
// Symmetry: the rearrangements of a board that turn puzzles into puzzles, and canonical forms.
//
//     Isomorphism map = identity(puzzle.geometry());
//     std::swap(map.rows[0], map.rows[2]);                  // within a band
//     canonical(puzzle).form == canonical(apply(map, puzzle)).form  // of equivalents, and only those
//     canonical(puzzle).automorphisms                       // ways to rearrange it into itself
//
// An isomorphism relabels the digits, permutes rows within their bands and the bands, likewise
// columns and stacks, and on boards with square boxes may transpose. Solutions go over into
// solutions, so counts, unavoidable sets and the like are the same for equivalent puzzles. The
// canonical form is the smallest of a puzzle's equivalents, read as one line with blanks before
// digits; for full grids it is what catalogues of grids call the minlex form.
//
// Boards with rectangular boxes and Latin squares, without further houses: has_isomorphisms().
// Canonical forms are for givens; pencil marks are refused.

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/board/puzzle.hpp"

namespace clew::inline board {

enum class Orientation : std::uint8_t { upright, transposed };

/// Where everything goes: first the board is transposed, if it is, then row r becomes row rows[r],
/// column c becomes column columns[c], and digit d becomes digits[d].
struct Isomorphism {
    Orientation orientation = Orientation::upright;
    std::vector<std::size_t> rows, columns, digits;  ///< permutations of 0 .. size-1

    bool operator==(const Isomorphism&) const = default;

    Cell operator()(Cell cell) const;
    Digit operator()(Digit digit) const { return Digit{digits[digit.index()]}; }
    Candidate operator()(Candidate c) const { return {(*this)(c.cell), (*this)(c.digit)}; }
};

/// True for boards whose symmetries are known here: boxes or none, and nothing else.
bool has_isomorphisms(const Geometry& geometry);

/// Leaves everything where it is.
Isomorphism identity(const Geometry& geometry);
/// Undoes `map`.
Isomorphism inverse(const Isomorphism& map);

/// The puzzle, givens and pencil marks, rearranged. Requires has_isomorphisms().
Puzzle apply(const Isomorphism& map, const Puzzle& puzzle);
Grid apply(const Isomorphism& map, const Grid& grid);
PlayerMarks apply(const Isomorphism& map, const PlayerMarks& progress);

struct Canonical {
    Puzzle form{Geometry::classic()};
    Isomorphism map;  ///< apply(map, puzzle) == form
    /// Isomorphisms that turn the puzzle into itself, the identity among them; nothing if they do
    /// not fit 64 bits. The number of different equivalents is that of all isomorphisms over this.
    std::optional<std::uint64_t> automorphisms{};
    Ending ending = Ending::exhausted;  ///< otherwise `form` is an equivalent, not the smallest
};

/// The canonical form. Errors: InputError for boards without known symmetries, for pencil marks,
/// and for equal clues in a row or column. Cost: a few milliseconds for a full 9x9 grid, less for
/// puzzles; full grids of more than 12 rows are beyond reach, hence the budget (in arrangements of
/// the first rows).
Canonical canonical(const Puzzle& puzzle, const Budget& budget = {});

}  // namespace clew::inline board
