#pragma once
// Refutation: an argument from which nothing can be left out, quickly; not a smallest one.
//
//     Refutation refutation{instance};
//     if (auto all = refutation.conflict({v, Truth::fails}, {}))
//         auto argument = refutation.shrink({v, Truth::fails}, *all, {});

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/outcome.hpp"
#include "logic/mus/instance.hpp"
#include "logic/mus/search.hpp"

namespace clew::logic::inline mus {

/// Not for two threads at once.
class Refutation {
  public:
    /// Requires `instance` to outlive it.
    explicit Refutation(const Instance& instance);

    /// From now on, of the cases of a constraint these candidates come first; by candidate, a flag
    /// each. So a model is near an assignment that is known. Empty: in their order again.
    void prefer(std::vector<std::uint8_t> candidates) { preferred_ = std::move(candidates); }

    /// Constraints that cannot all hold if the claim is denied, ascending: all that one refutation
    /// used. Nothing if the claim does not follow or the nodes were spent.
    std::optional<std::vector<std::uint16_t>> conflict(const Claim& claim, const Budget& budget);
    /// The same within these constraints. Nothing too if they do not suffice: model() says how.
    std::optional<std::vector<std::uint16_t>> conflict(std::span<const std::uint16_t> constraints,
                                                       const Claim& claim, const Budget& budget);
    /// The candidates that hold where the last conflict() was not one, as far as its constraints
    /// say; nothing if there was one, or the nodes were spent.
    const std::optional<std::vector<std::uint16_t>>& model() const { return model_; }

    /// A conflict with less of its constraints.
    struct Shrunk {
        std::vector<std::uint16_t> conflict;  ///< ascending
        bool minimal = true;                  ///< false: the nodes were spent first
    };
    /// Leaves out of a conflict what can be left out, those of many candidates first; another seed
    /// takes another order among equals. A question may take a tenth of the nodes, and what takes
    /// more stays. Cost: a refutation for each constraint.
    Shrunk shrink(const Claim& claim, std::vector<std::uint16_t> conflict, const Budget& budget,
                  std::uint64_t seed = 0);

    /// How many candidates are settled without a case where the claim is granted: by constraints of
    /// which one candidate is left and by the filters of rules.
    std::size_t reach(const Claim& claim);

    /// Nodes of all calls so far.
    std::uint64_t nodes() const { return nodes_; }

  private:
    enum class Value : std::uint8_t { open, holds, fails };
    enum class Outcome : std::uint8_t { refuted, model, spent };
    struct Conflict {
        std::vector<std::uint64_t> constraints;  // that it rests on, a bit each
        std::uint64_t decisions = 0;             // and which decisions, by depth

        bool has(std::size_t k) const { return ((constraints[k / 64] >> (k % 64)) & 1U) != 0; }
        void add(std::size_t k) { constraints[k / 64] |= std::uint64_t{1} << (k % 64); }
        void clear();
    };
    struct Count {  // of a constraint's members
        std::uint16_t open = 0, holding = 0;
        bool active = false, must_hold = false;
        bool due = false;  // of a rule: a candidate of it was settled since it was looked at
    };
    // What a level of the search works with; kept, as there are millions of levels to visit.
    struct Level {
        Conflict all, one;
        std::vector<std::uint16_t> cases;
    };
    static constexpr std::uint16_t none = 0xffff;

    Outcome refute(const Claim& claim, Conflict& conflict);
    Outcome branch(std::size_t depth, Conflict& conflict);
    bool set(std::size_t v, Value value, std::uint16_t why, std::size_t depth);
    bool propagate(Conflict& conflict, std::size_t depth);
    bool propagate_rules(Conflict& conflict, std::size_t depth);
    bool look_at_rule(std::uint16_t k, Conflict& conflict, std::size_t depth);
    std::size_t narrowest(std::uint16_t& best, Instance::Seat& seat, std::size_t fewest) const;
    void trace(Conflict& conflict);
    void undo(std::size_t length);
    void set_budget(const Budget& budget);
    void activate(std::span<const std::uint16_t> constraints);
    bool suppose(std::size_t v, logic::Truth truth, Conflict& conflict);

    const Instance& instance_;
    Budget budget_;
    std::uint64_t nodes_ = 0, last_node_ = 0;
    std::vector<Count> counts_;         // by constraint
    std::vector<std::uint16_t> among_;  // the active ones
    std::vector<Value> value_;          // by candidate
    std::vector<std::uint16_t> why_;    // by candidate: the constraint, or none for a decision
    std::vector<std::uint8_t> depth_;   // by candidate: of its decision
    std::vector<std::uint16_t> turn_;   // by candidate: its place in the trail
    std::vector<std::uint16_t> due_;    // rules that are to be looked at
    std::vector<DigitSet> domains_;     // of a rule
    std::vector<std::uint16_t> trail_;
    std::size_t next_ = 0;
    std::vector<Level> levels_;         // by depth
    std::vector<std::uint16_t> to_do_;  // of trace(): candidates whose reasons are to be added
    std::vector<std::uint16_t> all_;    // constraints
    std::vector<std::uint32_t> seen_;   // by candidate: the last trace that met it
    std::uint32_t traces_ = 0;
    std::optional<std::vector<std::uint16_t>> model_;
    std::vector<std::uint8_t> preferred_;
};

}  // namespace clew::logic::inline mus
