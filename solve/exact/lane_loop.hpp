#pragma once
// The loops of lane_sum.hpp, written once for all instruction sets.
//
// lane_sum_portable.cpp, lane_sum_avx2.cpp and lane_sum_avx512.cpp include this, each with its own
// `Lanes` and compiled for its own processor. Whatever is used here must be inlined or belong to
// the including file alone, or a linker could pick the wrong processor's copy.
//
//     struct Lanes {                             16 sums of 32 bits, zero to begin with
//         static Lanes load(const std::uint32_t*);
//         void add(b, c);                        lane l += b[2l] c[2l] + b[2l+1] c[2l+1]
//         void add(other);
//         void store(std::uint32_t*) const;
//     };
//     struct Total {                             a sum of 64 bits, zero to begin with
//         void add(lanes, z);                    += lanes[0] z[0] + ... + lanes[15] z[15]
//         std::uint64_t sum() const;
//     };

#include "solve/exact/lane_sum.hpp"

namespace clew::exact {

// Two sums, so that one multiplication need not wait for the other.
template <class Lanes>
[[gnu::always_inline]] inline Lanes sum_group(Lanes even, const std::uint16_t* b,
                                              const std::uint16_t* c, const InnerList::Pair*& pair,
                                              const InnerList::Pair* end) {
    Lanes odd{};
    for (; end - pair >= 2; pair += 2) {
        even.add(b + pair[0].second, c + pair[0].third);
        odd.add(b + pair[1].second, c + pair[1].third);
    }
    if (pair != end) {
        even.add(b + pair->second, c + pair->third);
        ++pair;
    }
    even.add(odd);
    return even;
}

template <class Lanes, class Total>
std::uint64_t sum_lanes(const std::uint32_t* a, const std::uint16_t* b, const std::uint16_t* c,
                        const InnerView& inner) {
    Total total{};
    const InnerList::Pair* pair = inner.pairs;
    for (const InnerList::Group* group = inner.groups; group != inner.groups_end; ++group) {
        const Lanes lanes = sum_group(Lanes{}, b, c, pair, inner.pairs + group->end);
        total.add(lanes, a + group->first_class * lane_pairs);
    }
    return total.sum();
}

template <class Lanes>
void gather_lanes(const std::uint16_t* b, const std::uint16_t* c, const InnerView& inner,
                  std::uint32_t* into) {
    const InnerList::Pair* pair = inner.pairs;
    for (const InnerList::Group* group = inner.groups; group != inner.groups_end; ++group) {
        sum_group(Lanes::load(into), b, c, pair, inner.pairs + group->end).store(into);
        into += lane_pairs;
    }
}

// A template only so that each including file has its own.
template <class Lanes>
void widen_lanes(const std::uint32_t* from, std::size_t n, std::uint32_t weight,
                 std::uint64_t* into) {
    for (std::size_t i = 0; i < n; ++i) into[i] += std::uint64_t{from[i]} * weight;
}

template <class Lanes, class Total>
LaneLoops loops_of() {
    return {sum_lanes<Lanes, Total>, gather_lanes<Lanes>, widen_lanes<Lanes>};
}

}  // namespace clew::exact
