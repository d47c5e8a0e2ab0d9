#pragma once
// DeepRefutation: an argument where plain search finds none, by a SAT session that learns; not a
// smallest one.
//
//     DeepRefutation deep{instance};
//     if (auto all = deep.conflict({v, Truth::fails}, {}))
//         auto argument = deep.shrink({v, Truth::fails}, *all, {});
//
// Sums over many cages are what plain search is worst at: they fall to no few cases.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/outcome.hpp"
#include "encode/sat/session.hpp"
#include "logic/mus/instance.hpp"
#include "logic/mus/search.hpp"

namespace clew::logic::inline mus {

/// Not for two threads at once.
class DeepRefutation {
  public:
    /// Whether some of the constraints can be asked about. Of all, always, a conflict is found in
    /// less time.
    enum class Among : std::uint8_t { some, all };

    /// `instance` must outlive it.
    explicit DeepRefutation(const Instance& instance, Among among = Among::some);

    /// Constraints that cannot all hold if the claim is denied, ascending. Nothing if the claim
    /// does not follow or the budget (of conflicts) ended first.
    std::optional<std::vector<std::uint16_t>> conflict(const Claim& claim, const Budget& budget);
    /// The same within these constraints. Nothing too if they do not suffice: model() says how.
    std::optional<std::vector<std::uint16_t>> conflict(std::span<const std::uint16_t> constraints,
                                                       const Claim& claim, const Budget& budget);
    /// The candidates that hold where the last conflict() was not one; nothing if there was one, or
    /// the budget ended first.
    const std::optional<std::vector<std::uint16_t>>& model() const { return model_; }
    /// Leaves out of a conflict what can be left out, as far as the budget of each question goes;
    /// those of many candidates first. Cost: a question for each constraint.
    std::vector<std::uint16_t> shrink(const Claim& claim, std::vector<std::uint16_t> conflict,
                                      const Budget& budget);

    /// Of all calls so far.
    std::uint64_t conflicts() const { return session_.conflicts(); }

  private:
    bool refuted(std::span<const std::uint16_t> constraints, const Claim& claim,
                 const Budget& budget);

    const Instance& instance_;
    sat::Session session_;
    std::vector<std::uint16_t> core_;  // of the last refutation
    Among among_;
    std::optional<std::vector<std::uint16_t>> model_;
};

}  // namespace clew::logic::inline mus
