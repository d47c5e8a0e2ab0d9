#pragma once
// lane_sum: the inner loop of the exact counter.
//
// For one arrangement of the outer stack and a block of 32 arrangements of the lane stack:
//
//     sum over inner arrangements (t1, t2, t3) and lanes l of  A[t1][l] * B[t2][l] * C[t3][l]
//
// where A, B, C are rows of band tables brought into lane order. Lanes 2k and 2k+1 share the first
// band's number, so A has 16 columns. The inner arrangements come in groups of equal t1.
//
//     LaneSum sum = lane_sum(InstructionSet::avx2);
//     std::uint64_t n = sum(a, b, c, inner);
//
// All rows start on a 64-byte line. Exact for entries up to 1728.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "encode/exact/instructions.hpp"
#include "encode/exact/maps.hpp"

namespace clew::exact {

inline constexpr std::size_t lane_count = 32;
inline constexpr std::size_t lane_pairs = lane_count / 2;

/// Inner arrangements, in classes of the three boxes, grouped by the first.
struct InnerList {
    struct Group {
        std::uint32_t first_class;
        std::uint32_t end;  ///< one past its last pair
        MapId map;          ///< if grouped by map, see lanes.hpp
    };
    struct Pair {
        std::uint32_t second;  ///< class times lane_count: where its row starts
        std::uint32_t third;
    };
    std::vector<Group> groups;  ///< at most 336 pairs each, so that 32 bits hold a lane's sum
    std::vector<Pair> pairs;
};

/// a: rows of lane_pairs numbers; b, c: rows of lane_count numbers.
using LaneSum = std::uint64_t (*)(const std::uint32_t* a, const std::uint16_t* b,
                                  const std::uint16_t* c, const InnerList& inner);

/// Requires has_instructions(set).
LaneSum lane_sum(InstructionSet set);

/// The same without the first band: for each group g and lane pair l
///
///     into[g * lane_pairs + l] += weight * sum over its pairs of B[t2][2l] C[t3][2l] + (2l+1)
using LaneGather = void (*)(const std::uint16_t* b, const std::uint16_t* c, const InnerList& inner,
                            std::uint32_t weight, std::uint64_t* into);

/// Requires has_instructions(set).
LaneGather lane_gather(InstructionSet set);

}  // namespace clew::exact
