#pragma once
// Generate: puzzles to order. Unique ones, and ones with exactly N or N to M solutions.
//
//     Generator generator{{.symmetry = Symmetry::half_turn, .seed = 7}};
//     Generated g = generator.make(0);              // the first puzzle of seed 7
//     if (g.puzzle) ... g.solutions, g.attempts
//
//     Generator odd{{.min_solutions = 12, .max_solutions = 12}};   // exactly twelve
//
// Puzzle number i of a seed is the same whatever was made before it, by whom and on how many
// threads: each has a random stream of its own. A wish that cannot be met within the budget is an
// honest failure, with the number of attempts and what they failed on; it is no proof that there is
// none.
//
// Refuses (InputError): wishes that contradict themselves, such as a pattern without its symmetry,
// placed rules with a pattern or several solutions, and fewer than 17 clues for one solution on a
// plain 9x9 board, which were proved not to do [McGuire2014].

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/base/random.hpp"
#include "core/board/puzzle.hpp"
#include "setter/pattern_symmetry.hpp"
#include "setter/place.hpp"

namespace clew::setter {

enum class Minimality : std::uint8_t {
    any,
    minimal,  ///< no clue is implied by the others
};

struct Wishes {
    GeometryPtr geometry = Geometry::classic();
    std::vector<Rule> rules{};  ///< that every puzzle has
    /// Rules to put on the board. Those whose count is not given go again, after the clues, where
    /// the rest is soon seen to imply them, but for one of each wish.
    std::vector<Placement> placements{};
    std::size_t min_clues = 0;
    std::size_t max_clues = max_cells;
    std::uint64_t min_solutions = 1;
    std::uint64_t max_solutions = 1;
    Symmetry symmetry = Symmetry::none;
    /// Which cells carry the clues, one entry a cell: exactly these. Empty: free.
    std::vector<bool> pattern{};
    Minimality minimality = Minimality::minimal;
    /// A further condition, for instance on the rating: what a puzzle that fits all else fails on,
    /// in words; empty if it is as wished.
    std::function<std::string(const Puzzle&)> fault{};
    std::uint64_t seed = 1;
    /// Attempts a puzzle; each starts from a new solution grid.
    std::uint64_t max_attempts = 1000;
    Language language = Language::english;  ///< of what an attempt failed on
};

struct Generated {
    std::optional<Puzzle> puzzle;
    Grid solution;                ///< one of its solutions
    std::uint64_t solutions = 0;  ///< exact
    std::uint64_t attempts = 0;
    Ending ending =
        Ending::limit_reached;  ///< limit_reached if made, else out_of_budget, interrupted
    std::string obstacle;       ///< what the last attempt failed on
};

/// Immutable once made: several threads may ask one at once.
class Generator {
  public:
    /// Errors: InputError for wishes that contradict themselves, and for rules that do not fit.
    explicit Generator(Wishes wishes);

    /// Puzzle number `index` of the seed. Thread-safe. `budget.stop` is polled; `budget.max_nodes`
    /// is not used.
    Generated make(std::uint64_t index, const Budget& budget = {}) const;

    const Wishes& wishes() const { return wishes_; }

  private:
    struct Attempt;
    Wishes wishes_;
    std::vector<std::vector<Cell>> orbits_;
};

/// A random full grid of that board: random clues one after the other, each kept if a solution
/// remains, then a solution. Every grid can come; they are not equally likely. Nothing if the board
/// has no solution, or the budget ended first.
std::optional<Grid> random_grid(const GeometryPtr& geometry, Random& random,
                                const Budget& budget = {});
/// A random solution of a puzzle, in the same way: of its board with its rules, clues and marks.
std::optional<Grid> random_grid(const Puzzle& puzzle, Random& random, const Budget& budget = {});

}  // namespace clew::setter
