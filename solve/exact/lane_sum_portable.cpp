// lane_sum for any processor.

#include "solve/exact/lane_loop.hpp"

namespace clew::exact {

namespace {

struct Lanes {
    std::uint32_t lane[lane_pairs] = {};

    static Lanes load(const std::uint32_t* from) {
        Lanes lanes;
        for (std::size_t l = 0; l < lane_pairs; ++l) lanes.lane[l] = from[l];
        return lanes;
    }
    void add(const std::uint16_t* b, const std::uint16_t* c) {
        for (std::size_t l = 0; l < lane_pairs; ++l)
            lane[l] +=
                std::uint32_t{b[2 * l]} * c[2 * l] + std::uint32_t{b[2 * l + 1]} * c[2 * l + 1];
    }
    void add(const Lanes& other) {
        for (std::size_t l = 0; l < lane_pairs; ++l) lane[l] += other.lane[l];
    }
    void store(std::uint32_t* into) const {
        for (std::size_t l = 0; l < lane_pairs; ++l) into[l] = lane[l];
    }
};

struct Total {
    std::uint64_t total = 0;

    void add(const Lanes& lanes, const std::uint32_t* z) {
        for (std::size_t l = 0; l < lane_pairs; ++l) total += std::uint64_t{lanes.lane[l]} * z[l];
    }
    std::uint64_t sum() const { return total; }
};

}  // namespace

LaneLoops lane_loops_portable() { return loops_of<Lanes, Total>(); }

}  // namespace clew::exact
