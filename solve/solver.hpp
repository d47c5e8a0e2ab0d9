#pragma once
// Solver: a question that is changed cell by cell and asked again and again.
//
//     Solver solver{puzzle};
//     solver.allow(Cell{4}, others);                        // another digit there?
//     if (solver.count_to(1).solutions == 0) ...            // no
//     solver.allow(Cell{4}, before);
//
//     Grid grid;
//     if (solver.solve(grid).solutions == 1) ...
//
// The facade of solve.hpp for whoever asks often: a generator, a search for repairs. Made once;
// on a classic board changing it and asking for a few solutions allocates nothing and costs what
// the search itself does.
//
// Movable. A solver belongs to one thread at a time; different ones share nothing that is written.

#include <cstdint>
#include <memory>

#include "core/base/outcome.hpp"
#include "core/base/report.hpp"
#include "core/board/puzzle.hpp"
#include "solve/solve.hpp"

namespace clew {

class PuzzleBatch;

/// A question that is changed and asked often. Used by one thread at a time; different solvers by
/// different threads.
class Solver {
  public:
    /// Copies the question.
    explicit Solver(const Puzzle& puzzle);
    ~Solver();
    Solver(Solver&&) noexcept;
    Solver& operator=(Solver&&) noexcept;

    // --- the question ---

    const Geometry& geometry() const;
    /// The digits that the question allows in a cell: Puzzle::options().
    DigitSet allowed(Cell cell) const;
    /// Allows these digits there and no others; one alone is a given. None makes the puzzle
    /// unsolvable.
    void allow(Cell cell, DigitSet digits);
    /// The question as it stands; where a solver says given, a puzzle may have said a single mark.
    Puzzle puzzle() const;

    // --- short answers: by search on this thread ---

    /// Counts up to `limit` solutions. On boards other than classic ones, and from 10 000 solutions
    /// on, the same as count(). Report::ending is limit_reached where there may be more.
    Report count_to(std::uint64_t limit, const Budget& budget = {}) const;
    /// Writes the first solution to `solution`; Report::solutions is 1 if there is one.
    Report solve(Grid& solution, const Budget& budget = {}) const;

  private:
    friend class PuzzleBatch;
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace clew
