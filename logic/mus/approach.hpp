#pragma once
// Approach: a small argument from below, where to prove one smallest takes too long.
//
//     Approach approach{instance, corrections, &deep};
//     argument = approach.below(claim, std::move(argument), {}, stop);    // smaller, if one is met
//
// What it gives is an argument; nothing is said of whether there are smaller ones.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/base/random.hpp"
#include "logic/mus/corrections.hpp"
#include "logic/mus/deep_refutation.hpp"
#include "logic/mus/instance.hpp"
#include "logic/mus/refutation.hpp"

namespace clew::logic::inline mus {

/// How far it goes.
struct ApproachEffort {
    std::size_t rounds = 400;           ///< sets that are asked whether they suffice
    std::size_t flips = 400;            ///< changes of an assignment in each
    std::uint64_t nodes = 2'000;        ///< of a refutation; of a deep one as many conflicts
    std::uint64_t all_nodes = 200'000;  ///< of all of them
};

/// Not for two threads at once.
class Approach {
  public:
    /// Requires all of them to be of one state, and to outlive it; `deep` may be null.
    Approach(const Instance& instance, Corrections& corrections, DeepRefutation* deep)
        : instance_(instance), corrections_(corrections), refutation_(instance), deep_(deep) {
        refutation_.prefer(corrections.near());
    }

    /// The smallest argument that is met, ascending; `best`, which is one, if none is smaller.
    std::vector<std::uint16_t> below(const Claim& claim, std::vector<std::uint16_t> best,
                                     const ApproachEffort& effort, const StopFlag* stop);

  private:
    using Constraints = std::vector<std::uint16_t>;
    std::optional<Constraints> conflict(const Claim& claim, const Constraints& asked,
                                        const Budget& budget);
    Constraints shrink(const Claim& claim, Constraints conflict, const Budget& budget);
    enum class Answer : std::uint8_t { suffices, does_not, not_known };
    Answer ask(const Claim& claim, const ApproachEffort& effort, Constraints& best,
               const StopFlag* stop);
    void start(const Claim& claim);
    void add(std::span<const std::uint16_t> set);
    void choose(std::uint16_t k);
    void drop(std::uint16_t k);
    enum class Idle : std::uint8_t { out, stays };
    void complete(Idle idle);
    void improve();

    const Instance& instance_;
    Corrections& corrections_;
    Refutation refutation_;
    DeepRefutation* deep_;
    std::optional<Constraints> model_;  // candidates, where the last set did not suffice
    std::uint64_t asked_ = 0;           // nodes and conflicts
    Random random_{1};
    std::vector<std::vector<std::uint16_t>> sets_;  // each has one of every argument
    std::vector<std::uint16_t> hits_;               // by set: how many of it are chosen
    std::vector<std::uint32_t> unhit_;              // the sets of which none is
    std::vector<std::vector<std::uint32_t>> in_;    // by constraint: its sets
    std::vector<std::uint32_t> score_;              // by constraint: those of them that are not hit
    std::vector<std::uint32_t> alone_;  // by constraint, if chosen: those that nothing else hits
    std::vector<std::uint16_t> chosen_;
    std::vector<bool> is_chosen_;
};

}  // namespace clew::logic::inline mus
