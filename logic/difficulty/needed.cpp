// Smallest first. An argument that cites one constraint is a single (a cell with one digit left, a
// digit with one place left in a house), so the template runs as long as it finds something; where
// it is stuck, Explainer gives the smallest argument.
//
// Why a bound on one state bounds the puzzle: say that no argument of a state on the walk cites
// fewer than b constraints, and that its end is not reached. What steps of less than b can show
// from the start, the state has: the first of them that it did not have would be an argument of the
// state. So they do not come to the end. The state may have been reached by larger steps than
// needed; it knows only more for that.

#include "logic/difficulty/needed.hpp"

#include <algorithm>
#include <limits>

#include "core/base/enum_name.hpp"
#include "logic/mus/smallest.hpp"
#include "logic/path/path.hpp"

namespace clew::logic::inline difficulty {

using logic::State;
using logic::Step;

const char* to_string(NeededEnding ending) {
    return enum_name(ending, {"solved", "settled", "impossible", "beyond", "interrupted"});
}

NeededSteps needed_steps(const State& start, const NeededOptions& options) {
    NeededSteps result{.price = options.price, .state = start};
    const auto stopped = [&] { return options.stop != nullptr && options.stop->raised(); };
    const auto take = [&](const Step& step) {
        if (options.on_step) options.on_step(step);
        const std::size_t size = step.size;
        result.largest = std::max(result.largest, size);
        result.sum += size;
        ++result.steps;
        result.profile.resize(result.largest);
        ++result.profile[size - 1];
    };
    const auto end = [&](NeededEnding ending) {
        result.ending = ending;
        return result;
    };

    ProofOptions proofs;
    proofs.price = options.price;
    proofs.nodes = options.nodes;
    proofs.stop = options.stop;
    proofs.told_whole = std::numeric_limits<std::size_t>::max();  // sizes alone are wanted
    MusFinder explainer{start, proofs};
    if (explainer.ending() != Ending::exhausted) return end(NeededEnding::interrupted);
    if (!explainer.solvable()) return end(NeededEnding::impossible);

    logic::PathOptions singles;
    singles.rules = logic::built_in_rules("template");
    singles.guess = logic::Guess::off;
    singles.stop = options.stop;
    for (;;) {
        const logic::Path path = walk(result.state, singles);
        for (const logic::Entry& entry : path.entries) {
            Step step = entry.step;
            step.size = step.none_below = 1;
            result.at_least = std::max(result.at_least, step.none_below);
            take(step);
        }
        result.state = path.state;
        if (result.state.solved()) return end(NeededEnding::solved);
        if (stopped()) return end(NeededEnding::interrupted);
        SmallestStep next = explainer.next(result.state);
        if (next.step || next.impossible > 0)
            result.at_least = std::max(result.at_least, next.none_below);
        if (!next.step) {
            if (stopped()) return end(NeededEnding::interrupted);
            return end(next.ending == Ending::exhausted ? NeededEnding::settled
                                                        : NeededEnding::beyond);
        }
        take(*next.step);
        apply(*next.step, result.state);
    }
}

}  // namespace clew::logic::inline difficulty
