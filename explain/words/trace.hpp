#pragma once
// Trace: "suppose it were so; then ...; and that cannot be", from a handful of constraints.
//
//     if (auto trace = refute(state, step.cites, {cell, digit}))
//         // trace->lines: what would follow, in order; trace->end: the constraint that breaks
//
// The way people read any argument whose shape has no sentence of its own: suppose the candidate,
// follow the cited constraints one at a time, and stop where one of them breaks. A rule is followed
// by its own filter. Only what leads there is kept. Not every sound step has such a trace: some
// need a case distinction.

#include <optional>
#include <span>
#include <vector>

#include "logic/candidates.hpp"
#include "logic/step.hpp"

namespace clew::explain::inline words {

/// One consequence: `candidate` would hold because `by` has no other candidate left; by a rule,
/// since every way to keep it has it, or would fail, since none has.
struct TraceLine {
    Candidate candidate;
    logic::Constraint by;
    logic::Truth truth = logic::Truth::holds;

    bool operator==(const TraceLine&) const = default;
};

/// Whether two are told by one reason: "r4c2 and r5c1 would be 1 by the arrow".
bool said_at_once(const TraceLine& a, const TraceLine& b);

struct Trace {
    Candidate assumption;
    logic::Truth supposed = logic::Truth::holds;
    std::vector<TraceLine> lines;
    logic::Constraint end;
    /// True if `end` would have two of its candidates, otherwise it would have none; a rule could
    /// not be kept.
    bool crowded = false;
    /// Of a rule that could not be kept, by its cells: what the lines leave there.
    std::vector<DigitSet> left{};

    bool operator==(const Trace&) const = default;
};

/// Supposes that the candidate holds (or fails), and that others hold beside it, and follows the
/// citations until one breaks; nothing if none does. The shortest by number of rounds; ties in the
/// order of the citations. Ends before, where another constraint of the board is broken sooner.
std::optional<Trace> refute(const logic::State& state, std::span<const logic::Citation> cites,
                            Candidate assumption, logic::Truth supposed = logic::Truth::holds,
                            std::span<const Candidate> besides = {});

}  // namespace clew::explain::inline words
