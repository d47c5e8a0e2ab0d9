#pragma once
// Encoding: a puzzle as clauses.
//
// Four constraint families, and four encodings that are a choice among them:
//
//                 cell at     cell at     house at    house at
//                 least one   most one    least one   most one    box overlap   9x9 clauses
//     minimal         x                                   x         twice          8 829
//     natural         x           x                       x         twice         11 745
//     extended        x           x           x           x         twice         11 988
//     complete        x           x           x           x         once          10 530
//
// Each says the same of a board of `size` digits; they differ in what unit propagation sees: naked
// singles in all of them, hidden singles only with "house at least one". "Twice": two cells that
// share a row and a box exclude each other once for the row and once for the box, as in the
// published sizes (Lynce and Ouaknine 2006 count so); `complete` says it once. `natural` is also
// called efficient.
//
//     Encoded e = encode(puzzle);                                      // extended, pairwise
//     Encoded s = encode(puzzle, {.selectors = Selectors::all});       // every demand on a switch
//     e.map.literal({Cell{22}, Digit{5}}); for (auto clause : e.formula) ...
//
// A house of fewer cells than digits has no "at least one". Rules that are no houses write their
// own clauses (core/rules), the same for all four.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/board/puzzle.hpp"
#include "encode/cnf/formula.hpp"
#include "encode/cnf/literals.hpp"

namespace clew::cnf {

/// Which constraint families are written; see the table above.
enum class Families : std::uint8_t { minimal, natural, extended, complete };

/// What is put on a switch: a selector variable s, and the clauses hold only where s is true.
enum class Selectors : std::uint8_t {
    none,      ///< everything always holds; the clues and pencil marks are unit clauses
    clues,     ///< each clue and each cell's pencil marks
    all,       ///< these, each rule, and each demand of the four families
    question,  ///< clues, pencil marks and each rule, but not what the board demands
};

struct EncodeOptions {
    Families families = Families::extended;
    Selectors selectors = Selectors::none;
};

/// A formula and what its variables mean. `map.size()` is its number of variables.
struct Encoded {
    VarMap map;
    Formula formula;
};

/// One row of the table above.
struct FamilyRow {
    Families families;
    const char* name;
    bool cell_at_least_one;
    bool cell_at_most_one;
    bool house_at_least_one;
    bool house_at_most_one;
    bool overlap_twice;
};

/// The table, in the order of the enumeration.
const std::array<FamilyRow, 4>& family_table();

/// "minimal", "natural", "extended", "complete".
const char* to_string(Families families);
/// The encoding of that name ("efficient" is "natural"); nothing if there is none.
std::optional<Families> parse_families(std::string_view name);

/// The puzzle as clauses: the families in the order of the table (cells first, then houses in the
/// order of the geometry, digits ascending), then the rules, then the clues, then the pencil marks.
/// Its models,
/// restricted to the candidate variables and with every selector true, are the puzzle's solutions.
/// Cost: one pass; 25x25 has 15 625 variables and about 750 000 clauses.
Encoded encode(const Puzzle& puzzle, const EncodeOptions& options = {});

}  // namespace clew::cnf
