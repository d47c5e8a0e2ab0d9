#pragma once
// The measure of J. Paris: how many choices it takes where singles stop, and how free the grid is.
//
//     const ParisRating rating = paris_rating(puzzle, {});
//     rating.direct(), rating.choices.size()       0 choices, or so many steps
//     rating.fewest                                with the best choices, if that was settled
//
// Source: J. Paris, *Procedures to find solutions in "multiple-solution" Sudoku puzzles*, 2006
// [Paris2006]. His *template* is naked and hidden singles, to the end. A puzzle that it solves is
// *direct*. Where it stops, one of the two digits of a *binary* cell (two candidates left) is put
// in, and the template goes on: choice and what singles make of it are a *step*. The *degrees of
// freedom* of a grid are the sum over its open cells of (candidates - 1). His measure follows one
// branch of the tree of choices: at each node the one that leaves the fewest degrees of freedom.
//
// The source leaves open, and here it is so: a choice that singles refute is not taken; of choices
// that leave equally many degrees the first by cell, then by digit, is; a branch that meets a grid
// without binary cell, or one whose every choice is refuted, ends there unsolved, as nothing is
// taken back. A solved grid has no freedom, so a branch ends as soon as a choice solves.
//
// A puzzle with several solutions is measured by the same words: its branch ends in one of its
// solutions, and the measure says how soon. It is never direct, as singles remove nothing that a
// solution uses. That it takes more than one step, as the source has it, is not so: two solutions
// that differ in four cells are a step apart from being told.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/board/puzzle.hpp"

namespace clew::logic::inline difficulty {

/// One node of the branch and the choice that was taken there.
struct ParisChoice {
    Candidate candidate;
    std::size_t freedom = 0;  ///< degrees that it leaves, after singles
    std::size_t binary = 0;   ///< binary cells that there were to choose from
    std::size_t refuted = 0;  ///< of their 2 * binary choices, those that singles refute
    std::size_t solving = 0;  ///< and those that singles solve

    bool operator==(const ParisChoice&) const = default;
};

enum class ParisEnding : std::uint8_t {
    solved,
    no_binary,    ///< the branch met a grid without binary cell
    dead_end,     ///< ... or one whose every choice is refuted by singles
    impossible,   ///< singles refute the puzzle
    interrupted,  ///< by the stop flag
};
/// "solved", "no binary cell", "dead end", "impossible", "interrupted".
const char* to_string(ParisEnding ending);

struct ParisRating {
    ParisEnding ending = ParisEnding::impossible;
    std::size_t given_freedom = 0;       ///< of the puzzle, before singles
    std::size_t freedom = 0;             ///< after singles, before the first choice
    std::vector<ParisChoice> choices{};  ///< of the branch, in order
    /// The fewest choices with which singles solve, on any branch; nothing if none does or that was
    /// not settled.
    std::optional<std::size_t> fewest{};
    std::size_t none_below = 0;  ///< proved: not with fewer
    /// Of the search for `fewest`: exhausted (if there is none, no choices solve), out_of_budget or
    /// interrupted.
    Ending search = Ending::exhausted;

    bool direct() const { return ending == ParisEnding::solved && choices.empty(); }
};

struct ParisOptions {
    /// Choices that the search for `fewest` tries, a few microseconds each on plain 9x9.
    std::uint64_t trials = 100'000;
    const StopFlag* stop = nullptr;
};

/// Requires a puzzle whose rules are its houses.
ParisRating paris_rating(const Puzzle& puzzle, const ParisOptions& options = {});

}  // namespace clew::logic::inline difficulty
