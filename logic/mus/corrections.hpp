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
// A rule of the puzzle is violated where one of its cells does not hold just one digit, or its
// cells do not keep it. By another price the bound adds up what the cheapest violated constraint of
// each looks at, of those that have no cell, or no candidate, in common.

#include <array>
#include <bitset>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/random.hpp"
#include "logic/candidates.hpp"
#include "logic/mus/instance.hpp"
#include "logic/mus/possible.hpp"
#include "logic/mus/search.hpp"

namespace clew::logic::inline mus {

/// Not for two threads at once.
class Corrections {
  public:
    /// Looks for corrections from the solutions on; without any, from the empty board.
    explicit Corrections(const Possible& possible, Price price = Price::constraints)
        : possible_(possible), price_(price) {}

    /// Forgets what the state has made void. Requires a state that follows from the last one, or
    /// clear() before, and `instance` to be of it and to live until the next call.
    void follow(const logic::State& state, const Instance& instance);
    void clear();

    /// Changes so many candidates, starting at a solution with the claim denied, away from what
    /// bounds the claim already. What it finds serves every claim that it denies, if it is not
    /// bounded by `enough`.
    void look_for(const Claim& claim, std::size_t flips, std::size_t enough);

    /// What assignments violate that deny the claim and keep these constraints, ascending; those
    /// that violate few first, at most so many. They start at a solution or, if it is given, at
    /// candidates that may hold together: then there is at least one. What is small is known from
    /// then on. Requires that `model` keeps the constraints and denies the claim.
    using Sets = std::vector<std::vector<std::uint16_t>>;
    Sets beside(const Claim& claim, std::span<const std::uint16_t> kept, std::size_t flips,
                std::size_t at_most, const std::vector<std::uint16_t>* model = nullptr);

    /// By candidate, whether it holds in a solution; nothing holds if there is none.
    std::vector<std::uint8_t> near() const;

    /// No argument for the claim costs less than this; 1 at least.
    std::size_t bound(const Claim& claim) const { return known_[place(claim)].bound; }

    /// As was found out otherwise.
    void raise(const Claim& claim, std::size_t bound) {
        std::size_t& known = known_[place(claim)].bound;
        known = std::max(known, bound);
    }

    /// The ways to hit those that are known for the claim, the fewest ways first; valid until
    /// the next that is not const.
    std::vector<std::span<const Chosen>> of(const Claim& claim, std::size_t at_most) const;

  private:
    static constexpr std::size_t widest = 8;  // constraints that a correction violates at most

    struct Record {
        // The violated constraints: by Instance::slot(), and numbered as in the instance.
        std::array<std::uint32_t, widest> slots;
        std::array<Chosen, widest> ways;
        std::uint32_t size, mark;  // how many; a number from what they are
    };
    // What is known of a claim.
    struct Known {
        std::vector<std::uint32_t> records;
        std::size_t bound = 1;   // what those that have nothing in common cost
        std::size_t apart = 0;   // the same, 0 before the first
        std::bitset<2048> seen;  // marks of records
    };

    static std::size_t place(const Claim& claim) {
        return 2 * claim.candidate + (claim.truth == logic::Truth::fails ? 0U : 1U);
    }
    std::span<std::uint64_t> packed(std::size_t claim) {
        return {packed_.data() + claim * unit_words_, unit_words_};
    }
    bool is_rule(std::size_t k) const { return k >= instance_->first_rule(); }
    bool violated(std::size_t k) const {
        if (is_rule(k)) return count_[k] != 0;
        return count_[k] > 1 || (count_[k] == 0 && must_hold_[k] != 0);
    }
    bool breaks(std::size_t k) const;
    void forget(const logic::State& state, const Instance& instance);
    void number(const logic::State& state, const Instance& instance);
    void start(const Claim& claim);
    void mend(const Claim& claim);
    void flip(std::size_t v);
    void note(std::uint16_t k);
    void record(std::size_t enough);
    void weigh(std::span<const Chosen> ways);
    bool file(std::size_t claim, std::uint32_t mark, std::uint32_t number);
    std::int64_t gain(std::size_t v);
    std::size_t any_below(std::size_t bound) {
        return static_cast<std::size_t>(((random_.next() >> 32U) * bound) >> 32U);
    }
    std::size_t slot(Candidate c) const { return c.cell.index() * size_ + c.digit.index(); }

    Possible possible_;
    Price price_;
    const Instance* instance_ = nullptr;
    std::size_t size_ = 0;
    Random random_{1};
    std::vector<Record> records_;
    std::vector<std::uint64_t> held_;  // by record: by cell * size + digit, a bit each
    std::size_t words_ = 0;            // of these
    std::vector<Known> known_;         // by claim
    std::vector<std::uint64_t> placed_;
    std::vector<std::uint8_t> can_hold_;   // by candidate: in some solution
    std::vector<std::uint8_t> must_hold_;  // by constraint

    // By constraint: what the price counts of it. By claim: what is counted of those that have
    // nothing in common, a bit each; and of what is being filed.
    std::vector<std::vector<std::uint16_t>> units_;
    std::size_t unit_words_ = 0;
    std::vector<std::uint64_t> packed_, filed_;
    std::size_t least_ = 0;  // of what is being filed: the cheapest constraint

    // The assignment of look_for().
    std::vector<std::uint8_t> holds_;    // by candidate
    std::vector<std::uint16_t> count_;   // by constraint: members that hold; of a rule: 1 if broken
    std::vector<std::int32_t> weight_;   // by constraint
    std::vector<std::uint16_t> broken_;  // the violated constraints
    std::vector<std::int32_t> place_of_;   // by constraint: its place in broken_, or -1
    std::vector<std::uint16_t> denied_;    // candidates that no claim would have so
    std::vector<std::int32_t> denied_at_;  // by candidate: its place there, or -1
};

}  // namespace clew::logic::inline mus
