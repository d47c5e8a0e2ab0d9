#pragma once
// Needed steps: how much has to be looked at together to get through a puzzle, whatever the names.
//
//     const NeededSteps needed = needed_steps(logic::State{puzzle}, {});
//     needed.largest, needed.at_least      "no way through with steps of less than so much"
//     needed.profile[k]                    how many steps cited k + 1 constraints
//
// The walk always takes the cheapest argument: the one that cites the fewest constraints
// [Espasa2021], or looks at the fewest cells or candidates; and all that its citations rule out. An
// argument stays one, at no higher price, when other candidates have gone. So the largest step of
// this walk, if each was proved smallest, is no matter of taste: every walk that comes as far, by
// whatever techniques, has a step that needs as many constraints. The sum and the number of steps
// are those of this walk; another may take fewer.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/outcome.hpp"
#include "logic/candidates.hpp"
#include "logic/step.hpp"

namespace clew::logic::inline difficulty {

enum class NeededEnding : std::uint8_t {
    solved,       ///< every cell has its digit
    settled,      ///< several solutions: each candidate left is in one of them
    impossible,   ///< no solution: there is nothing to explain, no step was taken
    beyond,       ///< no argument for the next step was found within the nodes
    interrupted,  ///< by the stop flag
};
/// "solved", "settled", "impossible", "beyond", "interrupted".
const char* to_string(NeededEnding ending);

struct NeededSteps {
    NeededEnding ending = NeededEnding::impossible;
    /// What the sizes count.
    logic::Price price = logic::Price::constraints;
    /// Of the largest step taken; 0 if there was none. Steps of that size are enough, if the walk
    /// came to its end (solved, settled).
    std::size_t largest = 0;
    /// Proved: a walk to the end has a step of at least this size.
    std::size_t at_least = 0;
    std::size_t sum = 0;                 ///< of the sizes of all steps
    std::size_t steps = 0;               ///< arguments
    std::vector<std::size_t> profile{};  ///< steps of size 1, 2, ..., largest
    logic::State state;                  ///< where the walk ended

    /// Whether the walk came to its end.
    bool complete() const {
        return ending == NeededEnding::solved || ending == NeededEnding::settled;
    }
    /// Whether `largest` is what the puzzle needs, no more and no less.
    bool proved() const { return complete() && at_least == largest; }
};

struct NeededOptions {
    /// What an argument costs.
    logic::Price price = logic::Price::constraints;
    /// For each state: see ProofOptions::nodes.
    std::uint64_t nodes = 300'000;
    const StopFlag* stop = nullptr;
    /// Called with each step, before it is made; may be empty. Singles come as the rules find them,
    /// of size 1.
    std::function<void(const logic::Step&)> on_step{};
};

/// Walks to the end. Several solutions: to where every candidate left is in one of them.
/// Cost: milliseconds for most puzzles, seconds for the hardest known.
NeededSteps needed_steps(const logic::State& start, const NeededOptions& options = {});

}  // namespace clew::logic::inline difficulty
