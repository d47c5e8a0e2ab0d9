#pragma once
// DIMACS: an encoded puzzle as the text that SAT solvers read, with comments that say what it
// means.
//
//     c clew dimacs 1                      first line, by which the format is recognised
//     c board 9
//     c boxes 3x3                          also: regions, main-diagonal, house NAME: r1c1 r1c2 ...
//     c rule killer_cage 15: r1c1 r1c2     numbers before the colon, cells behind it
//     c encoding extended
//     c at-most-one pairwise
//     c selectors none
//     c clues 24                           so many clauses at the end are clues and pencil marks
//     c variable 1 r1c1=1
//     c selector 730 the clue 6 at r3c5    only with selectors
//     p cnf 729 12012
//     1 2 3 4 5 6 7 8 9 0
//
// Such a file is read back to its puzzle. Nothing is taken on trust: the clauses are compared with
// those that the board, the rules and the clues make, and a file that differs is an InputError with
// its line.

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

#include "core/base/input_error.hpp"
#include "core/board/puzzle.hpp"
#include "encode/cnf/encoding.hpp"

namespace clew::cnf {

/// True if a text that begins with this line is one that write_dimacs wrote.
bool is_dimacs_of_clew(std::string_view first_line);

/// Writes encode(puzzle, options), then the clauses of `extra`, with the comments above. `extra`
/// may use the variables of the encoding only.
void write_dimacs(std::ostream& out, const Puzzle& puzzle, const EncodeOptions& options = {},
                  const Formula& extra = {});
/// The same as a string.
std::string to_dimacs(const Puzzle& puzzle, const EncodeOptions& options = {},
                      const Formula& extra = {});

/// A formula over candidates, as DIMACS that says what each variable is ("c variable 17 r1c3=5")
/// and no more: not read back to a puzzle. The first variables are the candidates; `more` clauses
/// are promised beyond the formula's own, for the caller to write behind them.
void write_named(std::ostream& out, std::size_t board_size, std::span<const Candidate> candidates,
                 std::size_t variables, const Formula& formula, std::uint64_t more = 0);

/// What a file held.
struct DimacsFile {
    Puzzle puzzle{Geometry::classic()};
    EncodeOptions options{};
    Formula extra{};  ///< clauses beyond those of the puzzle
};

/// Reads a text that write_dimacs wrote. Errors: InputError with line and column for anything else,
/// counted from `start`.
DimacsFile read_dimacs(std::string_view text, const Place& start);

}  // namespace clew::cnf
