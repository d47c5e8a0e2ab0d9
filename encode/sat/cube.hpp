#pragma once
// Cube: a board partly filled in, and how it falls into independent parts.
//
// A cube is the candidates that are left after some cells have been decided, closed under the unit
// propagation of the extended encoding (naked and hidden singles). Deciding a cell splits the
// question into cubes; what stays open in a cube often falls into parts that share no house and
// digit, and no rule, whose solutions multiply.
//
//     Cube cube(geometry, puzzle.candidates_after_givens());
//     if (!cube.consistent()) ...                       // no solution
//     for (const Part& part : cube.parts(cells)) ...    // open cells, independent of each other
//     Cube child = cube;
//     if (child.decide(cell, digit)) ...                 // false: that cube is empty
//
// Written for any geometry, from its houses and peers and the puzzle's rules alone.

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/turns.hpp"
#include "core/board/geometry.hpp"
#include "core/board/types.hpp"
#include "core/rules/rulebook.hpp"

namespace clew::sat {

/// Open cells, ascending.
using Part = std::vector<Cell>;

class Cube {
  public:
    /// The closure of the given candidates, one entry a cell of the board; under the filters of the
    /// rules too, if there are any. The geometry and the book must outlive the cube.
    Cube(const Geometry& geometry, std::span<const DigitSet> candidates,
         const rules::Rulebook* book = nullptr);

    /// False once a cell or a house has run out of candidates; then nothing else may be asked.
    bool consistent() const { return consistent_; }
    /// Candidates of each cell of the board.
    std::span<const DigitSet> domains() const { return domains_; }
    DigitSet domain(Cell cell) const { return domains_[cell.index()]; }
    bool is_open(Cell cell) const {
        const std::uint32_t bits = domain(cell).bits();
        return (bits & (bits - 1)) != 0;  // more than one; a library popcount cost 10 % here
    }
    /// Cells with more than one candidate, ascending.
    Part open_cells() const;

    /// Fills in a digit and closes again. False if that contradicts. Requires a candidate.
    bool decide(Cell cell, Digit digit);
    /// Crosses out a candidate and closes again. False if that contradicts.
    bool exclude(Cell cell, Digit digit);
    /// Tries every candidate and crosses out those that contradict at once, until none does or the
    /// cube contradicts itself. False if it is stopped, or `turns` end it, before. Cost: on 25x25
    /// some 2.5 ms a round, and two or three rounds.
    bool shave(const Budget& budget = {}, Turns* turns = nullptr);
    /// What it takes to decide a cell, roughly, in nanoseconds: every rule is filtered once.
    std::uint64_t price() const { return price_; }

    /// The open ones among `cells`, parted so that no cell of one part shares a house and a
    /// candidate digit with a cell of another, or a rule; parts by their first cell. Requires
    /// `cells` ascending, and closed under that sharing (a part, or all open cells).
    std::vector<Part> parts(std::span<const Cell> cells) const;

  private:
    bool remove(Cell cell, Digit digit);
    bool close();
    bool filter(std::size_t rule);
    void touch(Cell cell);
    bool depend(Cell a, Cell b) const;

    const Geometry* geometry_;
    const rules::Rulebook* book_;
    bool consistent_ = true;
    std::uint64_t price_ = 5000;
    std::uint64_t filtered_ = 0;  // the price of all filtering so far
    std::vector<DigitSet> domains_;
    std::vector<std::uint8_t> places_;  // house * size + digit: cells of the house that can take it
    std::vector<Cell> decided_;         // to be taken from their peers
    std::vector<std::uint32_t> last_place_;  // house * size + digit, down to one place
    std::vector<std::uint32_t> waiting_;     // rules whose cells lost a candidate
    std::vector<std::uint8_t> waits_;        // per rule: is in waiting_
};

}  // namespace clew::sat
