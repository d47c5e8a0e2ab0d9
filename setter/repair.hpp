#pragma once
// Repair: which small slip would explain why a puzzle is not valid?
//
//     Repair r = repair(puzzle);
//     for (const Proposal& p : r.proposals)           // likeliest first
//         p.text, p.reasons, p.mended, p.solution     // "move 6 from r3c5 to r3c4", ...
//
// Every change of change.hpp is made and its solutions are counted up to two: each that leaves
// exactly one is a proposal. With RepairOptions::pairs, pairs of changes as well, as far as the
// budget goes: any two that touch different cells, and a change followed by a slip of a clue or two
// within what it touched. The order is by plausibility, a sum of points told with each proposal; it
// says what is worth a look first, not what happened.
//
// A puzzle that is valid has no proposals. What to add to a puzzle with several solutions:
// completion.hpp. Which clues of an unsolvable one fight each other: conflicting_clues().

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/outcome.hpp"
#include "setter/change.hpp"
#include "solve/solve.hpp"

namespace clew::setter {

enum class Pairs : std::uint8_t {
    none,
    if_needed,  ///< only where no single change makes the puzzle valid
    all,
};

struct RepairOptions {
    Pairs pairs = Pairs::if_needed;
    /// How many changed puzzles may be counted for pairs. Singles are always all tried. If not
    /// said: 5 000 000 on classic boards, on others 100 000, which take about as long.
    std::optional<std::uint64_t> max_pairs{};
    std::size_t max_proposals = 1'000;  ///< the likeliest so many are kept; all are counted
    unsigned threads = 1;               ///< the outcome is the same for any number
    const StopFlag* stop = nullptr;     ///< polled; may be null
    /// Called now and then with the number of changes tried since the last call.
    std::function<void(std::uint64_t)> on_tried{};
    Language language = Language::english;  ///< of texts and reasons
};

struct Proposal {
    std::vector<Change> changes;       ///< one or two, the second made after the first
    std::string text;                  ///< "move 6 from r3c5 to r3c4", joined by " and ", ", then "
    std::vector<std::string> reasons;  ///< what speaks for it and against it
    int points = 0;                    ///< the fewer, the likelier: a slip's own, less its reasons
    Puzzle mended{Geometry::classic()};
    Grid solution;
};

struct Repair {
    Validity before = Validity::unknown;
    std::vector<Proposal> proposals;  ///< by points; then singles first; then in a fixed order
    std::uint64_t singles_tried = 0;
    std::uint64_t singles_valid = 0;
    std::uint64_t pairs_tried = 0;
    std::uint64_t pairs_valid = 0;  ///< neither of the two alone makes the puzzle valid
    std::uint64_t undecided = 0;    ///< changes given up as too hard: never on classic boards
    /// Whether all pairs asked for were tried; the likelier ones are tried first.
    Ending ending = Ending::exhausted;
};

/// Proposes repairs. Cost on 9x9: some milliseconds for single changes, a second or so for a
/// million pairs; on other boards some 50 microseconds a change and more, so that the pairs are cut
/// off sooner there.
Repair repair(const Puzzle& puzzle, const RepairOptions& options = {});

/// Clues, cells whose pencil marks take part, and rules that are no houses, that cannot hold
/// together.
struct ConflictingClues {
    std::vector<Cell> clues;
    std::vector<Cell> marks;
    std::vector<std::size_t> rules{};  ///< by their places in Puzzle::rules()

    std::size_t size() const { return clues.size() + marks.size() + rules.size(); }
    bool operator==(const ConflictingClues&) const = default;
};

struct ClueConflicts {
    std::vector<ConflictingClues> sets;  ///< each minimal; the smaller before the larger
    Ending ending = Ending::exhausted;   ///< exhausted: there are no others
};

/// All minimal conflicting sets of clues, marks and rules of an unsolvable puzzle, up to `limit` of
/// them; none for others. By assumption cores over clue selectors; a build without SAT gives none,
/// out_of_budget.
ClueConflicts conflicting_clues(const Puzzle& puzzle, std::uint64_t limit,
                                const Budget& budget = {});

/// One minimal conflicting set, not a smallest one; nothing if the puzzle has a solution or the
/// budget ended first. Cost: about a SAT call for each clue and rule of the first core.
std::optional<ConflictingClues> a_conflict(const Puzzle& puzzle, const Budget& budget = {});

/// The first two equal clues in a house, if there are any.
std::optional<ConflictingClues> equal_clues(const Puzzle& puzzle);

/// equal_clues(), or else one of the smallest conflicting sets, or one that is merely minimal where
/// a smaller one is not soon found. Nothing if the puzzle has a solution, or none was found in
/// time. Cost: some milliseconds on 9x9, some tenths of a second at most.
std::optional<ConflictingClues> quick_conflict(const Puzzle& puzzle,
                                               const StopFlag* stop = nullptr);

}  // namespace clew::setter
