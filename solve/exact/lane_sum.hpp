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
//     LaneLoops loops = lane_loops(InstructionSet::avx2);
//     std::uint64_t n = loops.sum(a, b, c, inner.view());
//
// All rows start on a 64-byte line. Exact for entries up to 1728.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/processor.hpp"
#include "solve/exact/maps.hpp"

namespace clew::exact {

inline constexpr std::size_t lane_count = 32;
inline constexpr std::size_t lane_pairs = lane_count / 2;

struct InnerView;

/// Inner arrangements, in classes of the three boxes, grouped by the first. The groups with fewest
/// pairs come first: a run of groups of one length needs no guess where each of them ends.
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

    InnerView view() const;
    /// Pairs of the longest group.
    std::size_t longest() const {
        const std::size_t before = groups.size() > 1 ? groups[groups.size() - 2].end : 0;
        return groups.empty() ? 0 : groups.back().end - before;
    }
};

/// The same as addresses, for loops that are compiled for another processor than the rest.
struct InnerView {
    const InnerList::Group* groups;
    const InnerList::Group* groups_end;
    const InnerList::Pair* pairs;
};

inline InnerView InnerList::view() const {
    return {groups.data(), groups.data() + groups.size(), pairs.data()};
}

struct LaneLoops {
    /// The sum above. a: rows of lane_pairs numbers; b, c: rows of lane_count numbers.
    std::uint64_t (*sum)(const std::uint32_t* a, const std::uint16_t* b, const std::uint16_t* c,
                         const InnerView& inner);
    /// The same without the first band: for the group in place g and lane pair l
    ///
    ///     into[g * lane_pairs + l] += sum over its pairs of B[t2][2l] C[t3][2l] + (2l+1)
    ///
    /// modulo 2^32. `into` starts on a 64-byte line.
    void (*gather)(const std::uint16_t* b, const std::uint16_t* c, const InnerView& inner,
                   std::uint32_t* into);
    /// into[i] += weight * from[i], for i < n.
    void (*widen)(const std::uint32_t* from, std::size_t n, std::uint32_t weight,
                  std::uint64_t* into);
};

/// Requires has_instructions(set).
LaneLoops lane_loops(InstructionSet set);

/// One for each instruction set; empty where it is not compiled.
LaneLoops lane_loops_portable();
LaneLoops lane_loops_avx2();
LaneLoops lane_loops_avx512();

}  // namespace clew::exact
