#pragma once
// Smallest: the least that one has to look at to see a conclusion, whether it has a name or not.
//
//     if (auto step = smallest_proof(state, {Cell{0}, Digit{3}}, Truth::fails))
//         narrate(state, *step)              // why r1c1 is not 4, from as few constraints as any
//     SmallestStep next = smallest_step(state);      // the conclusion with the smallest proof
//     Path path = walk_on(State{puzzle}, options);   // rules first; where they are stuck, proofs
//
// The price of an argument is the number of constraints (a cell, or a digit in a house) that it
// cites [Espasa2021]: single 1, locked candidates 2, X-wing and pairs 4,
// XY-wing 7. Which conclusions are true is asked of a solver; why they are true is then proved from
// the cited constraints alone, as a step that narrates, draws, audits and replays like any other.

#include <cstdint>
#include <functional>
#include <optional>

#include "encode/base/outcome.hpp"
#include "logic/candidates.hpp"
#include "logic/path.hpp"
#include "logic/step.hpp"

namespace clew::explain {

/// Whether the proof has to be the smallest, or may merely have nothing to spare.
enum class Aim : std::uint8_t {
    minimal,   ///< no citation can be left out: milliseconds
    smallest,  ///< no proof has fewer: may be exponential, bounded by the budget
};

struct ProofOptions {
    Aim aim = Aim::smallest;
    /// max_nodes counts conflicts and calls of the SAT library, for each conclusion.
    Budget budget{nullptr, 20'000};
    /// smallest_step: how many conclusions are worked out in full, those with the smallest minimal
    /// proofs first.
    std::size_t finalists = 6;
    /// Called after each conclusion that was worked out.
    std::function<void()> on_proof{};
};

/// A step with this one conclusion and as few citations as can be; nothing if the conclusion does
/// not follow, or the budget ended first. What else follows from the same citations is added to its
/// eliminations. Requires a candidate of an open cell.
std::optional<logic::Step> smallest_proof(const logic::State& state, Candidate candidate,
                                          logic::Truth truth, const ProofOptions& options = {});

struct SmallestStep {
    std::optional<logic::Step> step;
    /// Candidates that are in no solution. 0 and no step: what is left is all possible, and nothing
    /// more can follow.
    std::size_t impossible = 0;
    Ending ending = Ending::exhausted;
};

/// The conclusion with the smallest proof, eliminations and placements alike; among equals a
/// placement, then the first by cell and digit. A state without solution has none.
SmallestStep smallest_step(const logic::State& state, const ProofOptions& options = {});

/// Walks by the rules; where they are stuck, by a smallest proof; then by the rules again. Guessing
/// is off.
logic::Path walk_on(const logic::State& start, const logic::PathOptions& options,
                    const ProofOptions& proofs = {});

}  // namespace clew::explain
