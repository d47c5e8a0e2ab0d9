#pragma once
// Density: for every candidate, whether it is in some solution, in all, and in how many.
//
//     Density d = density(puzzle);
//     d.possible(cell)                    // digits that the cell takes in some solution
//     d.in_all({Cell{0}, Digit{4}})       // the backbone
//     d.of({Cell{0}, Digit{4}})           // in how many solutions, exactly, if d.counted()
//     d.share({Cell{0}, Digit{4}})        // as a part of all solutions
//
// Two questions of different cost. Which candidates are true in some solution, and which in all, is
// asked of a SAT session, some milliseconds however many solutions there are. In how many needs a
// count: by listing, or on classic boards by the exact counter's sum, whichever is predicted to be
// cheaper.

#include <functional>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/board/puzzle.hpp"
#include "solve/solve.hpp"

namespace clew::setter {

enum class Counting : std::uint8_t {
    counts,  ///< in how many, too
    none,    ///< only in some and in all
};

struct DensityOptions {
    Counting counting = Counting::counts;
    Engine engine = Engine::automatic;  ///< of the counts: search, sat or exact
    Budget budget{};                    ///< of the counts; the stop flag holds for everything
    unsigned threads = 1;
    /// As in SolveOptions.
    std::function<void(const Progress&, Engine)> on_progress{};
};

/// What density() found. Immutable: may be read by several threads at once.
class Density {
  public:
    /// Why the counts ended: exhausted, if they are exact.
    Ending ending() const { return ending_; }
    /// True if the numbers of solutions are known, and exact.
    bool counted() const { return !counts_.empty(); }
    /// True if possible() and in_all() are known: not if the stop flag came before, nor if the
    /// count ended early in a build without SAT.
    bool known() const { return !possible_.empty(); }
    /// Who counted; automatic if nobody did.
    Engine engine() const { return engine_; }

    /// Number of solutions. Requires counted().
    const Count& total() const { return total_; }
    /// Number of solutions with the candidate. Requires counted().
    const Count& of(Candidate c) const { return counts_[geometry_->candidate_index(c)]; }
    /// of(c) / total(); 0 if there is no solution. Requires counted().
    double share(Candidate c) const;

    /// The digits of a cell in some solution; empty everywhere if there is none. Requires known().
    DigitSet possible(Cell cell) const { return possible_[cell.index()]; }
    /// Whether all solutions, of which there is one, have the candidate. Requires known().
    bool in_all(Candidate c) const { return possible(c.cell) == DigitSet{c.digit}; }
    /// The number of cells with one digit in all solutions. Requires known().
    std::size_t backbone_size() const;
    /// Uncertainty of a cell in bits: 0 for the backbone, log2(size) if all digits are equally
    /// frequent. Requires counted().
    double entropy(Cell cell) const;

    const Geometry& geometry() const { return *geometry_; }

  private:
    friend Density density(const Puzzle& puzzle, const DensityOptions& options);
    explicit Density(GeometryPtr geometry) : geometry_(std::move(geometry)) {}

    GeometryPtr geometry_;
    Count total_{};
    std::vector<Count> counts_;       // by candidate_index, or empty
    std::vector<DigitSet> possible_;  // per cell, or empty
    Ending ending_ = Ending::exhausted;
    Engine engine_ = Engine::automatic;
};

/// Works it out. Errors: ContractViolation if options.engine is exact and the board is not classic;
/// InputError for Counting::none in a build without SAT.
Density density(const Puzzle& puzzle, const DensityOptions& options = {});

}  // namespace clew::setter
