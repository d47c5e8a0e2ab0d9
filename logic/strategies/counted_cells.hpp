#pragma once
// Counted cells: n cells that hold at most n values, and how often each value fits into them. The
// argument behind every wing, bent set and Sue de Coq, and the general n-cell form.
//
//     CountedCells set{state, cells};
//     set.slack()                            // 0: every value is used as often as it fits
//     if (auto step = set.step(Technique::sue_de_coq)) ...
//
// Let fit(v) be the largest number of the cells that could all hold v: the largest set of its cells
// no two of which see each other. The n cells need n values, so
//
//     slack = sum of fit(v) over all v, less n
//
// is how many of those places may stay unused. A candidate v outside the set that would make
// fit(v) fall by more than the slack is false. Such a v needs fit(v) >= slack + 1, and the other
// values count at least 1 each, so an elimination needs at most n values in n cells: K. Gromley's
// premise [Gromley2014] is no restriction, if "exactly n" is read as "at most n".

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "logic/candidates.hpp"
#include "logic/step.hpp"

namespace clew::logic::inline strategies {

class CountedCells {
  public:
    static constexpr std::size_t max_cells_counted = 8;

    /// Requires 1 to max_cells_counted open cells.
    CountedCells(const State& state, std::span<const Cell> cells);

    std::size_t size() const { return size_; }
    DigitSet values() const { return values_; }
    /// Below 0 the cells contradict each other.
    int slack() const { return slack_; }
    /// How many of the cells could all hold the digit.
    int fit(Digit d) const { return fit(holders(d)); }
    /// How many of them still could if the candidate, of a cell outside, held.
    int fit_beside(Candidate c) const { return fit(holders(c.digit) & ~seen_from(c.cell)); }
    /// Cells with exactly two candidates.
    bool all_binary() const;

    /// What the whole set eliminates outside itself and no smaller part of it does, ascending.
    /// Cost: 2^n counts a candidate that the whole set eliminates.
    std::vector<Candidate> eliminations() const;

    /// The step that the set shows, under this name and with its evidence; nothing if it eliminates
    /// nothing. The first cell that sees all others is the pivot, if there is one and the set is
    /// not a Sue de Coq.
    std::optional<Step> step(Technique name) const;

  private:
    using Part = std::uint32_t;  // bit i: cells_[i]

    int fit(Part holders) const;
    int slack_of(Part part) const;
    Part holders(Digit d) const { return holders_[d.index()]; }
    /// The cells that `cell` sees.
    Part seen_from(Cell cell) const;
    bool proves(Part part, Candidate candidate, Part seen) const;
    void explain(Step& step) const;
    void cite_fit(Step& step, Digit d, Part holders) const;
    CellSet cells_of(Part part) const;

    const State& state_;
    std::array<Cell, max_cells_counted> cells_{};
    std::size_t size_;
    std::array<Part, max_cells_counted> sees_{};
    std::array<Part, max_size> holders_{};
    DigitSet values_;
    int slack_ = 0;
};

}  // namespace clew::logic::inline strategies
