#pragma once
// Refuter: is a candidate refuted by the closure rules, if assumptions may nest so deep?
//
//     Refuter refuter{geometry, ClosureRules::singles, spending};
//     refuter.refutes(marks_of(state), {Cell{4}, Digit{3}}, 1)
//
// Nothing nested: place the candidate, close; a conflict refutes it. Nested once: where the closure
// is stuck, whatever it refutes from there falls too, and the closure goes on; and so forth. That
// is "trial and error of depth n": few of all known 9x9 puzzles need more than two assumptions at
// once.

#include <cstdint>
#include <vector>

#include "core/base/outcome.hpp"
#include "logic/candidates.hpp"
#include "logic/closure/closure.hpp"
#include "logic/strategies/trace.hpp"

namespace clew::logic::inline strategies {

using Marks = std::vector<DigitSet>;  ///< digits left, one set a cell

/// The candidates of a state.
Marks marks_of(const State& state);

/// What may be spent; shared by all that work on one search.
struct Spending {
    std::uint64_t nodes = 0;  ///< left: a closure of singles on a classic board is one
    const StopFlag* stop = nullptr;

    bool over() const { return nodes == 0 || (stop != nullptr && stop->raised()); }
    void pay(std::uint64_t price) { nodes -= price < nodes ? price : nodes; }
};

class Refuter {
  public:
    Refuter(const GeometryPtr& geometry, ClosureRules rules, Spending& spending);

    /// Whether the candidate is refuted with `nested` assumptions inside its own. False once the
    /// spending is over.
    bool refutes(const Marks& marks, Candidate candidate, std::size_t nested);

    /// The candidates that are refuted with no more than `nested` assumptions inside theirs, in
    /// order of cell and digit, each on the marks as they are.
    std::vector<Candidate> refuted(const Marks& marks, std::size_t nested);

    /// Looks for a solution with the candidate, up to so many nodes. `unknown` past them.
    enum class Found : std::uint8_t { solution, none, unknown };
    /// Writes the solution to `grid`, one digit a cell, if there is one.
    Found solve(const Marks& marks, Candidate candidate, std::uint64_t max_nodes, Marks& grid);

  private:
    Closure& level(std::size_t depth);
    bool refutes_from(std::size_t depth, Candidate candidate, std::size_t nested);
    bool exhausts(std::size_t depth, Marks marks, std::size_t nested);
    bool sweep(std::size_t depth, Marks& marks, std::size_t nested, std::vector<Candidate>* found);
    Found dive(std::size_t depth, const Marks& marks, std::uint64_t& nodes, Marks& grid);

    GeometryPtr geometry_;
    ClosureRules rules_;
    Spending& spending_;
    std::uint64_t single_price_, price_;  // of a closure: about a microsecond each
    std::vector<Closure> levels_;
};

}  // namespace clew::logic::inline strategies
