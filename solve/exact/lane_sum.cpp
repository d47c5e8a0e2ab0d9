// Three times the same loop (lane_loop.hpp). Within a group the first band's number is the same, so
// the products of the other two are added up first: 16-bit by 16-bit multiplication that adds
// neighbours into 32 bits, 32 products an instruction with AVX-512 VNNI. A lane of the sum is at
// most 336 pairs * 2 neighbours * 1728^2 = 2.007e9 < 2^31. Multiplying by the first band's number
// then takes 64 bits, and the whole of a block stays below 94080 * 32 * 1728^3 = 1.6e16 < 2^54.

#include "solve/exact/lane_sum.hpp"

#include "core/base/contract.hpp"

namespace clew::exact {

LaneLoops lane_loops(InstructionSet set) {
    CLEW_REQUIRE(has_instructions(set),
                 "exact::lane_loops: the processor lacks these instructions");
    LaneLoops loops{};
    if (set >= InstructionSet::avx2) loops = lane_loops_avx2();
    if (set >= InstructionSet::avx512) loops = lane_loops_avx512();
    return loops.sum != nullptr ? loops : lane_loops_portable();
}

}  // namespace clew::exact
