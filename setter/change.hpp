#pragma once
// Change: one slip that may have happened when a puzzle was written down, undone.
//
//     for (const Change& change : single_changes(puzzle)) {
//         std::puts(describe(change, puzzle.geometry()).c_str());   // "move 6 from r3c5 to r3c4"
//         Puzzle mended = apply(change, puzzle);
//     }
//
// A change is a list of edits of clues, or of rules (a sum misread, a cell drawn into the wrong
// cage, a thermometer drawn from the wrong end, a cage too many), with what a person would call it.
// Which changes make the puzzle valid, and which of them is likely, is the business of repair.hpp.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/language.hpp"
#include "core/board/puzzle.hpp"

namespace clew::setter {

enum class ChangeKind : std::uint8_t {
    move,       ///< a clue stood in the wrong cell
    alter,      ///< a clue had the wrong digit
    remove,     ///< there is a clue too many
    add,        ///< a clue was left out
    swap,       ///< two clues changed places
    confuse,    ///< of two digits, two or more clues, or all, were read as the other one
    shift_row,  ///< the clues of a row, or of its end, slipped by one cell
    shift_column,
    shift_text,   ///< in the puzzle as one line, everything from a cell on slipped by one
    swap_lines,   ///< two rows or two columns changed places
    turn_box,     ///< a box was turned or mirrored
    turn_grid,    ///< the whole grid was turned or mirrored
    change_sum,   ///< a cage, a clue outside or a dot had the wrong number
    swap_sums,    ///< two of them had each other's
    move_cell,    ///< a cell at the border of two killer cages was drawn into the wrong one
    add_cell,     ///< a cell in no cage was left out of the one beside it
    drop_cell,    ///< a killer cage had a cell too many at its border
    turn_line,    ///< a line was drawn from the wrong end, or a clue put at the wrong one
    change_mark,  ///< a dot had the other colour, a circle was a square
    remove_rule,  ///< there is a rule too many
};

/// "move", "alter", "remove", "add", "swap", "confuse", "shift row", ...
const char* to_string(ChangeKind kind);

/// A cell's new clue, or none.
struct Edit {
    Cell cell;
    std::optional<Digit> digit;

    friend auto operator<=>(const Edit&, const Edit&) = default;
};

/// What becomes of a rule.
struct RuleEdit {
    std::size_t rule = 0;  ///< its place in Puzzle::rules()
    Rule was{};
    std::optional<Rule> now{};  ///< nothing: it goes

    bool operator==(const RuleEdit&) const = default;
};

struct Change {
    ChangeKind kind = ChangeKind::move;
    std::vector<Edit> edits{};  ///< ascending by cell; each differs from the puzzle's clue
    /// A change of rules has no other edits. Of move_cell the cage that loses the cell first, else
    /// ascending.
    std::vector<RuleEdit> rule_edits{};
    /// move: whence; swap: the first; shifts: the first cell that moves; of cages: the cell.
    Cell from{};
    Cell to{};    ///< move: whither; swap: the second
    Digit was{};  ///< move, remove, alter: the clue; confuse, swap: the one digit
    Digit now{};  ///< alter, add: the new clue; confuse, swap: the other digit
    /// Shifts: -1 back (left, up), 1 on. swap_lines: 0 rows, 1 columns. Turns: quarter turns 0 ..
    /// 3, and 4 more if mirrored at the middle column before.
    int way = 0;
};

/// "move 6 from r3c5 to r3c4", "change r4c6 from 1 to 2", "remove 5 from r1c1", ...
std::string describe(const Change& change, const Geometry& geometry,
                     Language language = Language::english);

/// The puzzle with the change made. Pencil marks stay as they are, and of a change of rules the
/// rules that it does not name, by their places in `puzzle`.
Puzzle apply(const Change& change, const Puzzle& puzzle);

/// Whether `add` is among the changes.
enum class Additions : std::uint8_t { included, left_out };

/// Which changes: those after which no clue that they set sees an equal one, or the others, which
/// only a further change can mend.
enum class ChangeEffect : std::uint8_t { sound, clashing };

/// Every change of one kind or another whose outcome is such, each set of edits once. In a fixed
/// order. Of two digits whose clues fall into more than twelve parts that can be exchanged by
/// themselves (never on a consistent 9x9 puzzle) only the exchanges of one part, of two and of all
/// are listed. Of rules: every other sum that a killer cage or a sandwich can have, two sums
/// exchanged; a cell at the border of a killer cage given to a cage beside it, or to none, and a
/// cell of no cage to one beside it, where no cage is left without cells, falls into more pieces
/// than before, or gets more cells or fewer than its sum allows; thermometers and arrows turned
/// round, any rule removed. Cost: some thousand changes on 9x9.
std::vector<Change> single_changes(const Puzzle& puzzle, Additions additions = Additions::left_out,
                                   ChangeEffect outcome = ChangeEffect::sound);

/// What may have gone wrong besides `first`: of the moves, other digits, swaps and removals in the
/// puzzle with `first` made, those that edit one of the cells that it edits, or a clue that clashes
/// with one of those; and that leave no such clash.
std::vector<Change> slips_within(const Change& first, const Puzzle& changed);

}  // namespace clew::setter
