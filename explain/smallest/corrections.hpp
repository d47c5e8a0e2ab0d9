#pragma once
// Corrections: assignments that deny a claim and violate few constraints. Every argument for the
// claim has one of the violated constraints of each; so those that have none in common bound its
// size from below.
//
//     Corrections corrections{possible};
//     corrections.follow(state, instance);       what is still one, with the numbers of this state
//     corrections.look_for({v, Truth::fails}, 1'000);
//     corrections.bound({v, Truth::fails})       no argument cites fewer constraints
//
// What an assignment violates it violates in every later state too, as long as it puts back
// nothing that has gone. So a walk looks for new ones only for what has been lost.
//
// Not for boards with rules that are no houses.

#include <bitset>
#include <cstdint>
#include <span>
#include <vector>

#include "encode/base/random.hpp"
#include "explain/smallest/instance.hpp"
#include "explain/smallest/possible.hpp"
#include "explain/smallest/search.hpp"
#include "logic/candidates.hpp"

namespace clew::explain {

/// Not for two threads at once.
class Corrections {
  public:
    /// Looks for corrections from the solutions on; without any, from the empty board.
    explicit Corrections(const Possible& possible) : possible_(possible) {}

    /// Forgets what the state has made void. Requires a state that follows from the last one, or
    /// clear() before, and `instance` to be of it and to live until the next call.
    void follow(const logic::State& state, const Instance& instance);
    void clear();

    /// Changes so many candidates, starting at a solution with the claim denied, away from what
    /// bounds the claim already. What it finds serves every claim that it denies, if it is not
    /// bounded by `enough`.
    void look_for(const Claim& claim, std::size_t flips, std::size_t enough);

    /// No argument for the claim cites fewer constraints than this; 1 at least.
    std::size_t bound(const Claim& claim) const { return known_[place(claim)].bound; }

    /// The ways to hit those that are known for the claim, the fewest ways first.
    std::vector<std::vector<Chosen>> of(const Claim& claim, std::size_t at_most) const;

  private:
    struct Record {
        std::vector<std::uint64_t> held;             // by cell * size + digit, a bit each
        std::vector<logic::Constraint> constraints;  // that it violates
        std::vector<Chosen> ways;                    // the same, numbered as in the instance
        std::uint64_t hash = 0;                      // of the constraints
    };
    // What is known of a claim.
    struct Known {
        std::vector<std::uint32_t> records;
        std::size_t bound = 1;              // so many of them have nothing in common
        std::vector<std::uint64_t> packed;  // the constraints of these, a bit each
        std::bitset<2048> seen;             // hashes of records
    };

    static std::size_t place(const Claim& claim) {
        return 2 * claim.candidate + (claim.truth == logic::Truth::fails ? 0U : 1U);
    }
    bool violated(std::size_t k) const {
        return count_[k] > 1 || (count_[k] == 0 && instance_->must_hold(k));
    }
    void flip(std::size_t v);
    void record(std::size_t enough);
    bool file(std::size_t known, const Record& record, std::uint32_t number);
    std::int64_t gain(std::size_t v) const;
    std::size_t slot(Candidate c) const { return c.cell.index() * size_ + c.digit.index(); }

    Possible possible_;
    const Instance* instance_ = nullptr;
    std::size_t size_ = 0;
    Random random_{1};
    std::vector<Record> records_;
    std::vector<Known> known_;  // by claim
    std::vector<std::uint64_t> placed_;
    std::vector<bool> can_hold_;  // by candidate: in some solution

    // The assignment of look_for().
    std::vector<std::uint8_t> holds_;     // by candidate
    std::vector<std::uint16_t> count_;    // by constraint: members that hold
    std::vector<std::uint32_t> weight_;   // by constraint
    std::vector<std::uint16_t> broken_;   // the violated constraints
    std::vector<std::int32_t> place_of_;  // by constraint: its place in broken_, or -1
};

}  // namespace clew::explain
