#pragma once
// Guardians: the candidates of a deadly pattern's cells that are not of the pattern. One of them
// holds; what follows from that is the same for every pattern.
//
//     const Guardians guardians{state, pattern};
//     guardians.visit(Guarding::one_cell, 0, [&](Step&& step) { ...; return Flow::go_on; });
//
// The steps come with their evidence and without a name, which depends on the pattern as well.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "logic/step.hpp"
#include "logic/strategies/deadly_patterns.hpp"

namespace clew::logic::inline strategies {

/// How a conclusion follows.
enum class Guarding : std::uint8_t {
    one_cell,  ///< all guardians in one cell: it holds no digit of the pattern
    common,    ///< several cells: what every guardian rules out, by its digit or its cell
    subset,    ///< several cells of a house: with other cells they use up the guardians' digits
    locked,    ///< two cells of a house, where a digit of the pattern has no other place: neither
               ///< holds another digit of the pattern
    linked,    ///< a digit of the pattern in some cell of it would fill the rest, by places of its
               ///< digits in houses and by cells that hold nothing else
};

class Guardians {
  public:
    /// Both must outlive it.
    Guardians(const State& state, const DeadlyPattern& pattern);

    /// None: the pattern is there, or cannot be kept away.
    std::span<const Candidate> candidates() const { return candidates_; }
    /// The cells that have any.
    const CellSet& cells() const { return cells_; }
    DigitSet digits() const { return digits_; }

    /// Adds the pattern and its guardians to a step: what rests on one of them.
    void show(Step& step) const;

    /// Hands over each step of that kind, without a name. Subsets are of at most `largest` other
    /// cells. Linked are those that are not locked; for rectangles and loops.
    /// Cost: subsets choose(open cells of a house, largest), the others small.
    Flow visit(Guarding kind, std::size_t largest, const std::function<Flow(Step&&)>& sink) const;

  private:
    DigitSet of_pattern(Cell cell) const;
    /// A step with the pattern and its guardians, and nothing yet that follows.
    Step begin() const;
    bool excludes(Candidate a, Candidate b) const;
    void cite_exclusion(Step& step, Candidate a, Candidate b) const;
    Flow one_cell(const std::function<Flow(Step&&)>& sink) const;
    Flow common(const std::function<Flow(Step&&)>& sink) const;
    Flow subsets(std::size_t largest, const std::function<Flow(Step&&)>& sink) const;
    Flow grow_subset(House house, CellSet later, std::size_t largest, std::vector<Cell>& chosen,
                     DigitSet digits, const std::function<Flow(Step&&)>& sink) const;
    bool says_all(const std::vector<Cell>& chosen) const;
    Flow report_subset(House house, const std::vector<Cell>& chosen, DigitSet digits,
                       const std::function<Flow(Step&&)>& sink) const;
    Flow locked(const std::function<Flow(Step&&)>& sink) const;
    Flow linked(const std::function<Flow(Step&&)>& sink) const;

    const State& state_;
    const Layout& layout_;
    const DeadlyPattern& pattern_;
    std::vector<Candidate> candidates_;
    CellSet cells_;
    DigitSet digits_;
};

}  // namespace clew::logic::inline strategies
