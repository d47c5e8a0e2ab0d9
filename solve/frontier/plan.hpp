#pragma once
// SweepPlan: the order in which the frontier count visits the open cells, and what it must remember
// at each step.
//
//     const SweepPlan plan = make_plan(open_cells(puzzle), Route::cheapest);
//     plan.steps[t].forbids        // slots: a digit in one of them cannot go here
//     plan.steps[t].alike          // slots that may change places behind this step
//
// What is remembered is, for each digit, a set of slots. A slot stands for a house that is begun
// and not done ("this digit is in column 3") or for a cell that unvisited cells must differ from.
// Two slots are alike when an exchange of their unvisited cells changes nothing of what is still to
// be filled: columns of one box whose cells below are blank, say. Digits are alike when all
// unvisited cells allow both or neither.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/board/puzzle.hpp"

namespace clew::frontier {

/// A set of slots; at most 64 are open at once.
using Slots = std::uint64_t;
inline constexpr std::size_t most_slots = 64;

/// The puzzle without what is decided at sight.
struct OpenCells {
    const Geometry* geometry = nullptr;
    std::vector<DigitSet> digits;  ///< per cell; one digit where it is decided
    bool contradiction = false;    ///< a cell has no digit left
};
/// Naked singles are filled in until there are none. The puzzle's geometry must outlive the result.
OpenCells open_cells(const Puzzle& puzzle);

struct SweepStep {
    Cell cell{0};
    Slots forbids = 0;                            ///< as they are before the step
    Slots sets = 0;                               ///< those that the digit placed here is in
    Slots closes = 0;                             ///< those that nobody asks for behind this step
    std::vector<std::vector<std::size_t>> alike;  ///< classes of slots behind this step
    /// Behind this step: of each place in SweepPlan::digits, the first place of its class.
    std::vector<std::size_t> digit_class;
};

struct SweepPlan {
    std::vector<SweepStep> steps;
    /// The digits in an order that keeps those of one class together at every step.
    std::vector<Digit> digits;
    std::vector<std::size_t> digit_class;  ///< before the first step
    std::size_t width = 0;                 ///< slots open at once
    /// An upper bound of the states over all steps, too high by orders of magnitude: to compare
    /// plans by. Infinite if more slots would be open than fit.
    double bound = 0;
};

/// How the cells are ordered: by rows, by columns, or across bands or stacks of boxes.
enum class Route : std::uint8_t {
    cheapest,  ///< of all of them that of the lowest bound
    second,    ///< the next: a second opinion by other sums
};
/// Requires no contradiction.
SweepPlan make_plan(const OpenCells& cells, Route route);
/// Of each step the first one whose cell holds each digit in as many solutions.
std::vector<std::size_t> like_cells(const OpenCells& cells, const SweepPlan& plan);

}  // namespace clew::frontier
