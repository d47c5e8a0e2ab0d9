#pragma once
// Refutation length: how long the chain to a conflict of singles is, without following it in words.
//
//     Waves waves;
//     closure.assign_within(candidate, rounds, &waves);         // impossible
//     measure.length(waves, most_placements)                    // what Trace would tell
//
// Trace (trace.hpp) writes every change down with its reason; most of those who ask want to know
// which of many refutations is the shortest, and then have that one told. The length is Trace's to
// the line: conflict_length of the same candidate.

#include <optional>
#include <vector>

#include "logic/closure/closure.hpp"
#include "logic/strategies/trace.hpp"

namespace clew::logic::inline strategies {

class RefutationLength {
  public:
    /// Keeps a reference to the state. Requires one without singles: those that are there before
    /// anything is assumed are no wave's.
    explicit RefutationLength(const State& base) : base_(base), layout_(base.layout()) {}

    /// Of the waves of a candidate that a closure of this state finds impossible; nothing if the
    /// chain takes more than so many placements. Cost: a fraction of a trace's.
    std::optional<TraceLength> length(const Waves& waves, std::size_t most_placements);

  private:
    struct Placement {
        Candidate candidate;
        Constraint by;  // what it is the last of

        bool operator<(const Placement& o) const { return by < o.by; }
    };

    Constraint reason_of(Candidate single) const;
    void place(Candidate candidate);
    void list_conflicts(std::size_t from);
    std::optional<TraceLength> length_of(const Constraint& conflict, std::size_t most_placements);
    void need(const Constraint& constraint, std::optional<Candidate> but);
    void need(Candidate fallen);

    const State& base_;
    const Layout& layout_;
    std::vector<CellSet> left_;  // by digit
    std::vector<Placement> placed_;
    std::vector<Constraint> conflicts_;
    std::vector<char> needed_;      // by placement
    std::vector<CellSet> counted_;  // by digit: candidates that the chain says have fallen
    std::size_t lines_ = 0;
};

}  // namespace clew::logic::inline strategies
