#pragma once
// Prover: the smallest arguments of a state, and of all that follow in a walk.
//
//     Prover prover{what_is_possible(puzzle, {}), {}};
//     Smallest found = prover.smallest(state);
//     if (found.argument) ... found.argument->cites, found.argument->claim
//     found.none_below                  proved: no argument of this state costs less
//
// A prover remembers what it has searched: where a few candidates have gone since, only arguments
// that rest on their absence are new. So a walk costs little more than its hardest state.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "core/base/outcome.hpp"
#include "logic/candidates.hpp"
#include "logic/mus/corrections.hpp"
#include "logic/mus/instance.hpp"
#include "logic/mus/possible.hpp"
#include "logic/mus/refutation.hpp"
#include "logic/mus/search.hpp"
#include "logic/step.hpp"

namespace clew::logic::inline mus {

/// Why a candidate must hold or must fail.
struct Mus {
    Candidate candidate;
    logic::Truth truth = logic::Truth::fails;
    std::vector<logic::Citation> cites;  ///< ascending
    std::size_t price = 0;
    std::size_t cells = 0;       ///< looked at: those that the cited constraints range over
    std::size_t candidates = 0;  ///< likewise

    bool operator==(const Mus&) const = default;
};

struct Smallest {
    /// The cheapest; among equals a placement, then the fewest cells and then candidates looked at,
    /// then by cell and digit. Nothing if nothing follows, or nothing was found in time. Beside
    /// rules, where none was found that a person could follow: a placement of which most follows.
    std::optional<Mus> argument;
    /// The cheapest that was found, where one that brings on more was chosen instead of it.
    std::optional<Mus> otherwise{};
    /// No argument of the state costs less than this: its own price if it is proved smallest. (Of
    /// arguments that cite totals only those of totals.hpp are known.)
    std::size_t none_below = 1;
    /// Claims that are true in the state's solutions and not yet seen; 0 and no argument: nothing
    /// can follow any more.
    std::size_t open_claims = 0;
    /// exhausted: the argument is smallest. out_of_budget: the best found, if any.
    Ending ending = Ending::exhausted;

    bool proved() const { return argument && none_below >= argument->price; }
};

/// How far the search for an argument has come.
struct ProofProgress {
    enum class Stage : std::uint8_t {
        possible,  ///< which candidates are in some solution: so many are settled
        smallest,  ///< whether an argument costs `none_below`: so many claims are done
        any,       ///< that takes too long: arguments that need not be smallest
        telling,   ///< an argument is found and put into words
    } stage = Stage::possible;
    std::size_t none_below = 1;  ///< proved: no argument costs less
    std::size_t done = 0;
    std::size_t of = 0;  ///< 0: nobody knows
};

struct ProverOptions {
    Price price = Price::constraints;
    /// Nodes of the search for each state.
    std::uint64_t nodes = 1'000'000;
    /// Nodes of one refutation, where the search found nothing in its own: what takes more of them
    /// for every claim is given up.
    std::uint64_t refutation_nodes = 4'000'000;
    /// Constraints of an argument that a person could still follow, beside rules that are no
    /// houses: where none so small is found, the placement of which most follows is chosen.
    std::size_t followed = 40;
    /// May be empty.
    std::function<void(const ProofProgress&)> on_progress{};
};

/// Not for two threads at once.
class Prover {
  public:
    /// What is possible must be of the states asked about, or of those that they came from.
    Prover(Possible possible, const ProverOptions& options);

    const Possible& possible() const { return possible_; }

    /// The smallest argument for anything that holds and is not yet seen.
    Smallest smallest(const logic::State& state, const StopFlag* stop = nullptr);
    /// The smallest argument for one candidate: that it holds, if it is in all solutions, or fails,
    /// if it is in none. No argument and no open claims if it is in some.
    Smallest smallest(const logic::State& state, Candidate candidate,
                      const StopFlag* stop = nullptr);

  private:
    struct Known {
        logic::Truth truth = logic::Truth::fails;
        std::vector<std::size_t> since{};  // by price - 1: how much had gone when last searched
        std::uint64_t tried = 0;           // nodes that a quick refutation was granted
        std::size_t asked = 0;             // how much had gone then, and one
        std::vector<logic::Constraint> conflict{};  // that it found, until it is shrunk
        std::vector<Mus> arguments{};               // the best of those seen, in order
        // The argument that was last shrunk in vain, the one whose surroundings were last searched,
        // and how much had gone by then: not again until something of it goes.
        struct Tried {
            std::vector<logic::Citation> cites{};
            std::size_t at = 0;
        };
        Tried shrunk{}, searched{};
    };
    struct Work;

    Smallest run(const logic::State& state, const StopFlag* stop, std::optional<Candidate> only);
    void follow(const logic::State& state);
    void refresh(Work& work);
    using Claims = std::vector<std::pair<std::size_t, Known*>>;
    bool still(const Known::Tried& tried, const Known& known) const;
    void shrink(Work& work, Refutation& refutation, std::size_t v, Known& known,
                std::span<const std::uint16_t> around, std::size_t times, std::uint64_t nodes);
    static const Mus* cheapest(const Work& work, const Claims& claims);
    void know_corrections(Work& work);
    static void see(Work& work, std::size_t v, const Known& known);
    void by_totals(Work& work, const Claims& claims);
    void settle(Work& work, const Claims& claims, Smallest& result);
    void leap(Work& work, const Claims& claims);
    void correct(Work& work, const Claims& claims, std::size_t enough, std::size_t changes);
    bool deep(Work& work, const Claims& claims, std::uint64_t nodes, bool small);
    void ask(const Work& work, Refutation& refutation, const Claims& claims, std::uint64_t nodes,
             std::uint64_t all_nodes);
    // Where an argument is looked for: for what, at which price one is known, among what.
    struct Start {
        std::size_t price, v;
        Known* known;
        std::vector<std::uint16_t> around;
    };
    static std::size_t cheapest_yet(const Claims& claims);
    std::vector<Start> earlier(Work& work, Refutation& refutation, const Claims& claims);
    void fresh(Work& work, Refutation& refutation, const Claims& claims, std::vector<Start>& starts,
               bool leap_ahead, bool ask_anew);
    void refine(Work& work, Refutation& refutation, std::vector<Start>& starts,
                std::size_t none_below);
    void quick(Work& work, const Claims& claims, std::size_t none_below, bool leap_ahead);
    Ending search(Work& work, std::size_t v, Known& known, std::size_t price);
    static void keep(Work& work, std::size_t v, Known& known, std::vector<logic::Citation> cites);

    Possible possible_;
    ProverOptions options_;
    std::optional<logic::State> last_;
    std::vector<Candidate> gone_;  // in the order in which they went
    std::map<Candidate, Known> known_;
    std::optional<Corrections> corrections_;
};

}  // namespace clew::logic::inline mus
