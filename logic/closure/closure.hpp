#pragma once
// Closure: assign a candidate and follow the rules until nothing moves, as fast as can be.
//
// The decision tree closes millions of candidates, so this is the plain procedure without an audit
// trail: it says where the rules lead, not why. Two rule sets are built in, the two of J. Paris
// (2006): `singles` (his template: naked and hidden singles) and `sudokujm` (singles, locked
// candidates, naked and hidden subsets of two to four).
//
//     Closure closure{puzzle.geometry_ptr()};
//     closure.load(puzzle.candidates_after_givens());      // the base: closed under singles
//     closure.assign({{Cell{4}, Digit{3}}}, ClosureRules::singles);
//     closure.status(), closure.freedom(), closure.candidates(Cell{0})   // the trial
//
// The object holds two states. `load` sets the base, `assign` makes a trial from the base and may
// be called again and again; the base stays. Both rule sets are monotone (a candidate that goes can
// only help a rule to apply), and so are the filters of a puzzle's own rules; so the fixpoint does
// not depend on the order of application, and neither does `impossible`: some cell without
// candidate, or some house without a place for a digit. See classic.cpp and general.cpp for the
// methods.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/board/geometry.hpp"
#include "core/board/types.hpp"
#include "core/rules/rulebook.hpp"

namespace clew::logic::inline closure {

/// The rule sets that are built in.
enum class ClosureRules : std::uint8_t {
    singles,   ///< naked and hidden singles
    sudokujm,  ///< singles, locked candidates, naked and hidden subsets of 2 to 4
};

/// "singles", "sudokujm".
const char* to_string(ClosureRules rules);

/// What a closed state is.
enum class ClosureStatus : std::uint8_t {
    open,        ///< the rules are stuck with open cells
    solved,      ///< a digit in every cell, no house and no rule broken
    impossible,  ///< the rules met a contradiction
};

/// What a trial placed, in the rounds in which it did.
struct Waves {
    std::vector<Candidate> placed;  ///< the assigned one, then round after round
    std::vector<std::size_t> ends;  ///< of each round, as places in `placed`; the first is 1
};

struct ClosureEngine;

/// A base and a trial. Used by one thread at a time; different ones by different threads.
class Closure {
  public:
    /// Requires a geometry. Classic boards get a bit-parallel engine of their own. With `rules`,
    /// which are of a puzzle on it, what their filters rule out goes too, wherever singles go on.
    explicit Closure(GeometryPtr geometry, rules::RulebookPtr rules = nullptr);
    ~Closure();
    Closure(Closure&&) noexcept;
    Closure& operator=(Closure&&) noexcept;
    Closure(const Closure&) = delete;
    Closure& operator=(const Closure&) = delete;

    /// Sets the base to these candidates (one set a cell) closed under singles, and the trial to
    /// the base. Requires cell_count() entries.
    ClosureStatus load(std::span<const DigitSet> candidates);
    /// Sets the trial to the base with these digits assigned, closed under the rules. Requires a
    /// base that is not impossible. Assigning a digit that its cell no longer has is impossible.
    /// Cost: with singles on a classic board a fraction of a microsecond.
    ClosureStatus assign(std::span<const Candidate> assigned, ClosureRules rules);
    /// Whether rounds are told apart on this board: on classic ones.
    bool counts_rounds() const;
    /// As `assign` of one candidate with singles, but for no more than so many rounds: `open` if
    /// these do not tell. Writes what was placed, if asked; of singles that exclude one another,
    /// all are listed. Requires counts_rounds() and what `assign` does.
    ClosureStatus assign_within(Candidate assigned, std::size_t most_rounds,
                                Waves* waves = nullptr);
    /// Closes the trial further under the rules. Requires a trial that is not impossible.
    ClosureStatus extend(ClosureRules rules);
    /// Makes the trial the base.
    void keep();

    /// Of the trial. All the following queries describe it, and are meaningless if it is
    /// impossible.
    ClosureStatus status() const;
    /// Rounds of singles that the last `assign` made, each all the singles of its moment at once: a
    /// conflict of singles cannot be had with fewer. 0 on boards whose engine does not count them.
    std::size_t rounds() const;
    /// Digits left in a cell.
    DigitSet candidates(Cell cell) const;
    /// All cells at once: writes cell_count() entries.
    void candidates(std::span<DigitSet> out) const;
    /// Degrees of freedom: the sum over cells of (candidates - 1).
    std::size_t freedom() const;

    /// Words of a grid code: a few bit planes of digit + 1 for every cell.
    std::size_t grid_code_words() const;
    /// The digits of the cells with one candidate, packed: equal codes are equal partly filled
    /// grids. Writes grid_code_words() words; read back with `decode_grid`.
    void grid_code(std::span<std::uint64_t> out) const;
    /// The digits of a grid code: nothing for an open cell. One entry a cell.
    std::vector<std::optional<Digit>> decode_grid(std::span<const std::uint64_t> code) const;

    /// Words of a marks code: a bit for every candidate.
    std::size_t marks_code_words() const;
    /// All candidates, packed. Writes marks_code_words() words; read back with `decode_marks`.
    void marks_code(std::span<std::uint64_t> out) const;
    /// The candidates of a marks code, one set a cell.
    std::vector<DigitSet> decode_marks(std::span<const std::uint64_t> code) const;

  private:
    std::unique_ptr<ClosureEngine> engine_;
};

}  // namespace clew::logic::inline closure
