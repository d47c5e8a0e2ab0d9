#pragma once
// Search: every argument of at most such a price for one claim.
//
//     const Instance instance{state};
//     Search search{instance, solutions, Price::constraints};
//     search.run({v, Truth::fails}, 7, {}, [&](std::span<const Chosen> argument) {
//         return Flow::go_on;
//     });
//
// Complete: when a run ends as exhausted, every argument of at most that price holds one that was
// handed out. What makes it fast is told in search.cpp.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/board/puzzle.hpp"
#include "logic/mus/hitting.hpp"
#include "logic/mus/instance.hpp"

namespace clew::logic::inline mus {

using logic::Price;

/// Not for two threads at once.
class HittingSetSearch {
  public:
    /// Requires `instance` to outlive the search and `solutions` to be solutions of its state.
    /// Without any the search is complete too, but slow but for a few dozen constraints.
    HittingSetSearch(const Instance& instance, std::span<const Grid> solutions,
                     Price price = Price::constraints);

    /// From now on only arguments that hold one of these constraints, as a truth if the price is
    /// Price::constraints, in either use otherwise. Empty: all again.
    void require_one_of(std::span<const std::uint16_t> constraints);

    /// From now on only arguments from these constraints. Empty: from all again.
    void confine(std::span<const std::uint16_t> constraints);

    /// Every argument has one of the ways of each of these, as is known of the claim that is asked
    /// about next. It is the faster for them, by the price of constraints; it is right without.
    void know(std::span<const std::span<const Chosen>> corrections) { hitting_.know(corrections); }

    /// How many of what it was told have nothing in common: as Hitting::apart().
    std::size_t apart(std::size_t enough, std::size_t changes, Random& random);

    /// Hands out arguments of at most that price, until the sink says stop. Not only those from
    /// which nothing can be left out. Ending: exhausted if there are no others; out_of_budget after
    /// so many nodes, each well under a microsecond. An argument cites at most max_size
    /// constraints.
    Ending run(const Claim& claim, std::size_t price, const Budget& budget,
               const std::function<Flow(std::span<const Chosen>)>& found);
    /// Nodes of all runs so far.
    std::uint64_t nodes() const { return nodes_; }

    static constexpr std::size_t max_size = 60;

  private:
    using Mask = std::uint64_t;                            // of places in chosen_
    enum class Order : std::uint8_t { known, narrowest };  // as they are told; fewest ways first
    // An assignment that violates nothing; by constraint the candidate that holds, or -1.
    struct Base {
        std::vector<std::uint8_t> holds;
        std::vector<std::int32_t> at;
    };
    struct Move {
        bool upgrade;
        std::size_t place;
        std::size_t distance;  // before
        bool met;              // before
    };

    void extend(std::size_t left);
    bool find_options(std::size_t left);
    void branch(std::size_t left);
    bool cover(std::size_t left, std::size_t& apart, std::vector<Chosen>& options);
    bool correct(std::size_t left, std::size_t apart, std::vector<Chosen>& options);
    bool packs(std::size_t left, std::size_t& apart, Order order = Order::known);
    bool only_packed(std::size_t left, std::vector<Chosen>& options);
    void ban(std::size_t k, Ban ban);
    void lift_bans(std::size_t start);
    bool is_allowed(const Chosen& way) const {
        return ban_[way.constraint] == Ban::none ||
               (ban_[way.constraint] == Ban::truth && way.use == logic::Use::link);
    }
    bool anchor(std::size_t left, std::vector<Chosen>& options);
    bool models(std::size_t next, Mask used);
    bool fill(std::size_t next, Mask used);
    bool is_rule(std::size_t k) const { return k >= instance_.first_rule(); }
    /// As what a constraint comes in to cover a candidate.
    Chosen as_cover(std::uint16_t k) const {
        return {k, is_rule(k) ? logic::Use::truth : logic::Use::link};
    }
    bool breaks(std::uint16_t k, const Base* base) const;
    void weigh(Mask used);
    void weigh(Mask used, const Base* base);
    std::size_t cost(const Chosen& option) const;
    bool leads_on(std::size_t link) const;
    std::size_t least(const Chosen& option, std::size_t enough);
    bool allowed(const Chosen& option, std::size_t left) { return least(option, left) <= left; }
    bool admitted(const Chosen& option);
    bool denied_holds() const { return claim_.truth == logic::Truth::fails; }
    void choose(const Chosen& option);
    void unchoose();

    const Instance& instance_;
    std::vector<Base> bases_;

    Claim claim_;
    Budget budget_;
    const std::function<Flow(std::span<const Chosen>)>* found_ = nullptr;
    std::uint64_t nodes_ = 0, last_node_ = 0, fills_ = 0;

    std::vector<Chosen> chosen_;
    std::vector<std::uint8_t> place_;   // by constraint: 1 + its place in chosen_, or 0
    std::vector<Ban> ban_;              // by constraint
    std::vector<Mask> in_;              // by candidate: the chosen constraints that hold it
    std::vector<std::uint8_t> truths_;  // by candidate: how many of them are truths
    std::vector<std::uint16_t> bare_;   // by constraint: members that no chosen one holds
    std::vector<std::uint16_t> looks_;  // by cell: how many chosen constraints look at it
    std::vector<Move> moves_;
    std::vector<std::pair<std::uint16_t, Ban>> bans_;  // what branch() has to restore
    std::vector<std::vector<Chosen>> options_;         // by depth
    std::size_t depth_ = 0;

    std::vector<bool> wanted_;            // by constraint; empty: no requirement
    std::vector<std::uint8_t> distance_;  // by constraint: to a wanted one
    std::size_t nearest_ = 0;             // of the chosen ones, and of the claim

    Hitting hitting_;
    std::vector<Hitting::Level> levels_;  // by depth
    std::vector<std::uint16_t> covers_;   // that cover() counts
    std::vector<std::uint16_t> kept_;     // by only_packed()
    // Corrections with nothing in common: at this node, and at one that they ended.
    std::vector<std::uint16_t> packing_, last_packing_;

    Mask rules_ = 0;                     // the chosen rules
    std::vector<std::uint16_t> picked_;  // of a model
    std::vector<bool> is_picked_;        // by candidate
    std::size_t model_count_ = 0;
    std::size_t filled_ = 0;  // rules filled to the last cell since the last model
    bool shared_first_ = false, filled_in_vain_ = false;
    std::vector<Chosen> best_, scratch_;
    std::size_t left_ = 0, apart_ = 0;
    std::vector<std::int8_t> holding_;  // by constraint, where stamped
    std::vector<std::uint16_t> touched_;
    struct Stamps {
        std::vector<std::uint32_t> at;
        std::uint32_t now = 0;
        void clear() { ++now; }
        bool set(std::size_t i) {  // false if it was
            const bool fresh = at[i] != now;
            at[i] = now;
            return fresh;
        }
        bool test(std::size_t i) const { return at[i] == now; }
    };
    Stamps seen_, covered_, packed_;      // by constraint
    Stamps changed_;                      // by candidate: not as in the base
    Stamps judged_;                       // by constraint and use: of admitted()
    std::vector<std::uint8_t> verdicts_;  // likewise

    // The small ones, side by side.
    Chosen last_{};  // choice
    Price price_;
    Ending ending_ = Ending::exhausted;
    bool met_ = true;  // the requirement
    bool have_best_ = false;
};

}  // namespace clew::logic::inline mus
