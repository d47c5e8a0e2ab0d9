#pragma once
// Short refutation: the fewest inferences by which a candidate runs out.
//
//     ShortRefutation short_way{state, {cell, digit}, ClosureRules::sudokujm, 5};
//     if (auto branch = short_way.chain(5, nodes)) ...      // assumption, lines, conflict
//
// Trace (trace.hpp) keeps the first reason of everything, so its chain is the shallowest; here all
// reasons are kept, and of the ways through them the one with the fewest inferences is looked for.
// Locked candidates and subsets are open to it from the first round on, not only where singles are
// stuck.

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "logic/candidates.hpp"
#include "logic/closure/closure.hpp"
#include "logic/step.hpp"

namespace clew::logic::inline strategies {

class ShortRefutation {
  public:
    /// Follows the candidate by the rules for so many rounds, in each all that can be inferred.
    /// Keeps a reference to the state. Requires a candidate of an open cell.
    /// `giving`, if not empty, is that of the state: shared, it makes each of many cheaper.
    ShortRefutation(const State& base, Candidate assumed, ClosureRules rules, std::size_t rounds,
                    std::span<const char> giving = {});

    /// The houses of a state in which a locked candidate or a subset rules something out, a flag
    /// each.
    static std::vector<char> giving(const State& base);

    Candidate assumed() const { return assumed_; }
    /// No refutation takes fewer inferences; nothing if none was met.
    std::optional<std::size_t> at_least() const;
    /// One of at most so many inferences; nothing if there is none among the reasons that were met,
    /// or the nodes are spent, of which each look at a fact takes one.
    std::optional<Branch> chain(std::size_t most, std::uint64_t& nodes);

  private:
    ShortRefutation(const State& base, Candidate assumed);

    using Index = std::uint32_t;
    using Round = std::uint16_t;
    static constexpr Round never = static_cast<Round>(-1);

    // What is inferred at once: a placement, or all that a set rules out.
    struct Inferred {
        Round round = 0;    // the first
        Index earlier = 0;  // so many were inferred in rounds before
        Technique technique = Technique::guess;
        std::optional<Candidate> placed{};
        std::vector<Candidate> gone{};      // of a set
        std::vector<Candidate> premises{};  // have to have failed before
        std::vector<Citation> by{};
    };
    // A candidate that has to fail by one of the first so many inferences.
    struct Goal {
        Index candidate = 0;
        Index until = 0;
    };

    std::size_t index(Candidate c) const {
        return c.cell.index() * base_->size() + c.digit.index();
    }
    bool sees(Candidate holder, Candidate other) const;
    bool rules_out(const Inferred& what, Candidate other) const;
    std::vector<Candidate> failed(const Constraint& constraint) const;
    bool without(Candidate single, const std::vector<Candidate>& premises) const;

    void fall(Candidate c, Round round);
    void hold(Candidate c, Round round);
    void single(Candidate c, Technique technique, const Constraint& by, Round round);
    void singles(Round round);
    void locked(House house, Round round);
    void subsets(House house, Round round);
    void naked(House house, const std::vector<Cell>& cells, DigitSet digits, Round round);
    void hidden(House house, DigitSet digits, Mask places, Round round);
    void set(Technique technique, std::vector<Candidate> gone, std::vector<Citation> by,
             Round round);
    void note_conflicts(Round round);

    const std::uint64_t* rulers(std::size_t candidate);
    bool met(const Goal& goal);
    bool reach(std::vector<Goal>& goals, std::size_t most, std::uint64_t& nodes);
    Branch told(const Constraint& conflict) const;

    const State* base_;
    Candidate assumed_;
    std::vector<CellSet> left_;      // by digit
    std::vector<DigitSet> digits_;   // by cell
    std::vector<Mask> positions_;    // by house, then digit
    std::vector<Round> fell_;        // by candidate: the first round, 0 by the assumption
    std::vector<char> used_;         // by constraint: that gave a single, or ran out
    std::vector<char> look_;         // by house: a candidate fell since its sets were looked for
    std::vector<Candidate> placed_;  // in order, the assumption first
    std::vector<Inferred> inferred_;
    std::vector<std::pair<Round, Constraint>> conflicts_;
    std::vector<Candidate> fresh_holds_, fresh_fails_;  // of the round
    std::size_t words_ = 0;                             // of bits, one for what is inferred
    std::vector<std::uint64_t> rulers_;                 // by candidate, as far as that is known
    std::vector<char> known_;
    std::vector<std::uint64_t> barred_;
    std::vector<Index> chosen_;
};

}  // namespace clew::logic::inline strategies
