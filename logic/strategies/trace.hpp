#pragma once
// Trace: follow an assumption by the closure rules and remember why everything happened.
//
//     Trace trace{state, {Cell{4}, Digit{3}}, {.closure = ClosureRules::singles}};
//     if (trace.refuted()) Branch why = trace.conflict();     // the shortest chain to a conflict
//     Branch why = trace.because({cell, digit}, Truth::fails);
//
// The slow, talkative twin of closure.hpp and, where assumptions may nest, of refuter.hpp: same
// rules, same fixpoint.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "logic/candidates.hpp"
#include "logic/closure/closure.hpp"
#include "logic/step.hpp"

namespace clew::logic::inline strategies {

/// What a thread may be followed with.
struct Reasoning {
    ClosureRules closure = ClosureRules::singles;
    /// Assumptions within the assumption: what n nested ones refute falls, told as a lemma.
    std::size_t nested = 0;
};

/// How long a chain of reasons is, as far as that is told.
struct TraceLength {
    std::size_t placements = 0;  ///< the assumption among them
    std::size_t lines = 0;

    friend auto operator<=>(const TraceLength&, const TraceLength&) = default;
};

class ClosureTrace {
  public:
    /// Places `assumed` and goes on to the fixpoint or to the first conflicts. Keeps a reference to
    /// the state. Requires a candidate of an open cell.
    ClosureTrace(const State& base, Candidate assumed, Reasoning reasoning);

    bool refuted() const { return !conflicts_.empty(); }
    /// The state at the end; candidates are those left if the assumption holds.
    const State& state() const { return now_; }
    /// The chain to the conflict with the fewest placements, then the fewest lines, among those met
    /// in the first round that has any. Requires refuted().
    Branch conflict() const;
    /// The chain that ends with the candidate holding (placed) or failing (gone).
    /// Requires that it came about: it was a candidate before, and see state().
    Branch because(Candidate candidate, Truth truth) const;
    /// Their lengths; a lemma counts one line, and the placements that it takes. Requirements as
    /// above. Cost: a fraction of the chain's. Nothing if it takes more than so many placements.
    std::optional<TraceLength> conflict_length(std::size_t most_placements) const;
    TraceLength length(Candidate candidate, Truth truth) const;

  private:
    using Index = std::uint32_t;
    static constexpr Index never = static_cast<Index>(-1);

    // Why a line holds.
    enum class Reason : std::uint8_t { assumption, single, seen, step, lemma };
    struct Line {
        Candidate candidate;
        Reason reason = Reason::assumption;
        Technique technique = Technique::guess;
        Constraint by{};  // of a single: what it is the last of; of `seen`: what holds both
        Index from = 0;   // `seen`: the placement; `step`, `lemma`: into steps_ or rounds_
        Truth truth() const {
            return reason == Reason::assumption || reason == Reason::single ? Truth::holds
                                                                            : Truth::fails;
        }
    };
    // The state in which a round of lemmas was found, after so many lines.
    struct Round {
        State state;
        Index lines = 0;
        Reasoning reasoning;
    };

    // A lemma as it is told, its lines counted on from the line that it supports.
    struct Lemma {
        std::size_t at = 0;
        Branch branch;
        std::size_t placements = 0;        // told in it, its own assumption among them
        std::vector<std::size_t> outside;  // the lines that it rests on, ascending
    };

    void place(const Line& line);
    bool round_of_singles();
    bool round_of_steps();
    bool round_of_lemmas();
    bool note_conflicts();
    /// Lines before `limit` that took candidates from the constraint.
    void taken_from(const Constraint& constraint, Index limit, std::vector<std::size_t>& out) const;
    std::vector<std::size_t> premises(std::size_t at) const;
    template <class Visit>
    void each_taken(const Constraint& constraint, Index limit, Visit&& visit) const;
    template <class Visit>
    void each_premise(std::size_t at, Visit&& visit) const;
    const Lemma& lemma(std::size_t at) const;
    void rest_outside(Branch& branch, Index limit, std::vector<std::size_t>& outside) const;
    /// Marks in needed_ what the wanted lines rest on, and measures it; nothing past so many
    /// placements.
    std::optional<TraceLength> measure(std::span<const std::size_t> wanted,
                                       std::size_t most_placements) const;
    std::optional<std::pair<TraceLength, Constraint>> best_conflict(
        std::size_t most_placements) const;
    Branch extract(std::span<const std::size_t> wanted) const;
    std::vector<std::size_t> wanted_for(const Constraint& conflict) const;
    std::size_t line_of(Candidate candidate, Truth truth) const;

    const State& base_;
    Reasoning reasoning_;
    State now_;
    std::vector<Line> lines_;
    std::vector<Index> fell_;    // by candidate: the line that took it, or never
    std::vector<Index> placed_;  // by candidate: the line that placed it, or never
    std::vector<Step> steps_;
    std::vector<std::unique_ptr<Round>> rounds_;  // lemmas refer to the states
    std::vector<Constraint> conflicts_;
    std::vector<Mask> open_places_;     // by house: positions of cells that are not placed
    mutable std::vector<char> needed_;  // by line
    mutable std::deque<Lemma> lemmas_;  // those asked for so far
};

}  // namespace clew::logic::inline strategies
