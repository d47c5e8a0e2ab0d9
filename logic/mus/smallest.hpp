#pragma once
// Smallest: the least that one has to look at to see a conclusion, whether it has a name or not.
//
//     if (auto step = smallest_proof(state, {Cell{0}, Digit{3}}, Truth::fails))
//         narrate(state, *step)              // why r1c1 is not 4, from as few constraints as any
//     SmallestStep next = smallest_step(state);      // the conclusion with the smallest proof
//     Path path = walk_on(State{puzzle}, options);   // rules first; where they are stuck, proofs
//
// The price of an argument is the number of constraints (a cell, or a digit in a house) that it
// cites [Espasa2021]: single 1, locked candidates 2, X-wing and pairs 4, XY-wing 7; or the number
// of cells or candidates that these range over. Which conclusions are true is asked of a solver;
// why they are true is then proved from the cited constraints alone, as a step that narrates,
// draws, audits and replays like any other.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/outcome.hpp"
#include "logic/candidates.hpp"
#include "logic/mus/prover.hpp"
#include "logic/path/path.hpp"
#include "logic/step.hpp"

namespace clew::logic::inline mus {

struct ProofOptions {
    Price price = Price::constraints;
    /// Nodes of the search for a smallest argument in each state, well under a microsecond each.
    /// Where they end first, the best argument found is given, with a bound.
    std::uint64_t nodes = 300'000;
    /// Of a refutation, where the search found nothing in its own.
    std::uint64_t refutation_nodes = 4'000'000;
    /// As ProverOptions::followed.
    std::size_t followed = ProverOptions{}.followed;
    const StopFlag* stop = nullptr;
    /// An argument of more constraints is told as a sequence of smaller inferences, if it can be.
    std::size_t told_whole = 6;
    /// And one of more than so many is not told at all: it is given without reasons.
    std::size_t told_most = 1'000;
    /// Called after each argument that was worked out.
    std::function<void()> on_proof{};
    /// Called as the search for each goes on. May be empty.
    std::function<void(const ProofProgress&)> on_progress{};
};

struct SmallestStep {
    /// Its none_below says what is proved of its size. What else follows from the same citations
    /// is among its eliminations.
    std::optional<logic::Step> step;
    /// Conclusions that hold and are not yet drawn. 0 and no step: what is left is all possible,
    /// and nothing more can follow.
    std::size_t impossible = 0;
    /// No argument costs less than this.
    std::size_t none_below = 0;
    /// exhausted: the step is smallest, or there is none.
    Ending ending = Ending::exhausted;
};

/// The smallest steps of a state and of those that follow from it. What was searched is remembered,
/// so that a walk costs little more than its hardest state. Not for two threads at once.
class MusFinder {
  public:
    /// Asks a solver what is possible from this state on.
    explicit MusFinder(const logic::State& start, const ProofOptions& options = {});
    ~MusFinder();
    MusFinder(MusFinder&&) noexcept;
    MusFinder& operator=(MusFinder&&) noexcept;

    /// Whether the question was settled, and has a solution. If it has none, every candidate can be
    /// refuted, and the steps lead to where something runs out.
    Ending ending() const;
    bool solvable() const;
    /// The digits that a cell takes in some solution. Requires ending() to be exhausted.
    DigitSet possible(Cell cell) const;

    /// The conclusion with the smallest argument; among equals a placement, then the one that looks
    /// at the fewest cells and candidates, then the first by cell and digit. `instead` may be
    /// empty: asked with how many constraints the argument cites, unlimited if there is none, it
    /// may give a step that is taken for it. Then the argument is not put into words.
    SmallestStep next(
        const logic::State& state,
        const std::function<std::optional<logic::Step>(std::size_t constraints)>& instead = {});
    /// Why this candidate must hold, if it does in all solutions, or cannot, if it is in none.
    /// Requires a candidate of an open cell.
    SmallestStep why(const logic::State& state, Candidate candidate);

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// As Explainer::why(); nothing if `truth` is not what holds.
std::optional<logic::Step> smallest_proof(const logic::State& state, Candidate candidate,
                                          logic::Truth truth, const ProofOptions& options = {});

/// As Explainer::next().
SmallestStep smallest_step(const logic::State& state, const ProofOptions& options = {});

/// What each rule of the puzzle rules out by itself, a step for each that rules something out, in
/// the order of the rules; none without rules or in a contradiction. What takes an audit long is
/// left out. Cost: an audit for each candidate of a rule's open cells.
std::vector<logic::Step> rule_steps(const logic::State& state, const StopFlag* stop = nullptr);

/// Walks by the rules; where they are stuck, by a smallest argument; then by the rules again.
/// Guessing is off. A puzzle with one solution is solved; with several the walk is settled when
/// every candidate left is in one of them; without, it ends where it contradicts itself. `toward`,
/// if it is given, ends it as stuck before the first proof at which that candidate is decided.
logic::Path walk_on(const logic::State& start, const logic::PathOptions& options,
                    const ProofOptions& proofs = {}, std::optional<Candidate> toward = {});

}  // namespace clew::logic::inline mus
