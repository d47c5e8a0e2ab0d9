#pragma once
// TripleSum: the sum over the arrangements of three stacks, once a plan is chosen.
//
//     TripleSum sum{outlook, plan, best_instructions()};
//     auto part = sum.run(outlook.outer_list(plan), {.threads = 2});
//     part.sums[i]         // solutions whose outer stack is arranged as outer[i]
//
// The weight of an outer arrangement is left to the caller.

#include <cstdint>
#include <span>
#include <vector>

#include "encode/board/outcome.hpp"
#include "encode/exact/band_table.hpp"
#include "encode/exact/box.hpp"
#include "encode/exact/lane_sum.hpp"
#include "encode/exact/plan.hpp"
#include "encode/exact/u128.hpp"

namespace clew::exact {

class TripleSum {
  public:
    struct Options {
        Budget budget{};  ///< max_nodes: terms
        unsigned threads = 1;
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
    // 32 arrangements of the lane stack, in classes of its boxes.
    struct Block {
        std::array<std::uint16_t, lane_pairs> a;
        std::array<std::uint16_t, lane_count> b;
        std::array<std::uint16_t, lane_count> c;
        std::uint32_t used;
    };
    struct Item {
        std::uint32_t outer;
        std::array<std::uint32_t, 3> slot;
    };
    struct Chunk;

    void list_inner(std::span<const Arrangement> inner);
    void list_lanes(std::span<const Arrangement> lanes);
    std::size_t chunk_end(std::span<const Arrangement> outer, std::size_t begin,
                          unsigned threads) const;
    const BoxFillings& fillings(std::size_t band, Role role) const {
        return fillings_[band * 3 + static_cast<std::size_t>(role)];
    }

    std::vector<Box> boxes_;             // band * 3 + role
    std::vector<BoxFillings> fillings_;  // likewise
    InstructionSet instructions_;
    LaneSum lane_sum_;
    InnerList inner_;
    std::vector<Block> blocks_;
    std::uint64_t weight_ = 1;  // of an inner and a lane arrangement together
};

}  // namespace clew::exact
