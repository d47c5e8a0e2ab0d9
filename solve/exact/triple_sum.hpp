#pragma once
// TripleSum: the sum over the arrangements of three stacks, once a plan is chosen.
//
//     TripleSum sum{outlook, plan, best_instructions()};
//     auto part = sum.run(outlook.outer_list(plan), {.threads = 2});
//     part.sums[i]         // solutions whose outer stack is arranged as outer[i]
//
// The weight of an outer arrangement is left to the caller.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/base/processor.hpp"
#include "solve/exact/lane_sum.hpp"
#include "solve/exact/lanes.hpp"
#include "solve/exact/plan.hpp"
#include "solve/exact/u128.hpp"

namespace clew::exact {

class TripleSum {
  public:
    struct Options {
        Budget budget{};  ///< max_nodes: terms
        unsigned threads = 1;
        /// So many outer arrangements at most are summed together: fewer tell their sums sooner,
        /// and pay for tables once more each time.
        std::size_t together = static_cast<std::size_t>(-1);
        /// Called by the calling thread with the place of the first and the sums of those that were
        /// summed together, which are final.
        std::function<void(std::size_t begin, std::span<const U128> sums)> on_sums{};
    };
    struct Outcome {
        std::vector<U128> sums;  ///< one for each outer arrangement; less if the work was ended
        Ending ending = Ending::exhausted;
        std::uint64_t terms = 0;
    };

    /// Requires has_instructions(instructions).
    TripleSum(const Outlook& outlook, const Plan& plan, InstructionSet instructions);

    /// Requires arrangements of the plan's outer stack, and threads >= 1.
    Outcome run(std::span<const Arrangement> outer, const Options& options) const;

  private:
    PlanBoxes boxes_;
    InstructionSet instructions_;
    LaneLoops loops_;
    InnerList inner_;
    std::vector<LaneBlock> blocks_;
    std::uint64_t weight_ = 1;  // of an inner and a lane arrangement together
};

}  // namespace clew::exact
