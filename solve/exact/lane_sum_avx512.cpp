// lane_sum for AVX-512 with VNNI. CMakeLists.txt sets the instruction set.

#include "solve/exact/lane_loop.hpp"

#if defined(__AVX512VNNI__)
#include <immintrin.h>

namespace clew::exact {

namespace {

struct Lanes {
    __m512i lanes = _mm512_setzero_si512();

    static Lanes load(const std::uint32_t* from) { return {_mm512_load_si512(from)}; }
    void add(const std::uint16_t* b, const std::uint16_t* c) {
        lanes = _mm512_dpwssd_epi32(lanes, _mm512_load_si512(b), _mm512_load_si512(c));
    }
    void add(const Lanes& other) { lanes = _mm512_add_epi32(lanes, other.lanes); }
    void store(std::uint32_t* into) const { _mm512_store_si512(into, lanes); }
};

struct Total {
    __m512i total = _mm512_setzero_si512();

    void add(const Lanes& lanes, const std::uint32_t* at) {
        const __m512i z = _mm512_load_si512(at);
        total = _mm512_add_epi64(total, _mm512_mul_epu32(lanes.lanes, z));
        total = _mm512_add_epi64(
            total, _mm512_mul_epu32(_mm512_srli_epi64(lanes.lanes, 32), _mm512_srli_epi64(z, 32)));
    }
    std::uint64_t sum() const {
        alignas(64) std::uint64_t parts[8];
        _mm512_store_si512(parts, total);
        std::uint64_t sum = 0;
        for (std::uint64_t part : parts) sum += part;
        return sum;
    }
};

}  // namespace

LaneLoops lane_loops_avx512() { return loops_of<Lanes, Total>(); }

}  // namespace clew::exact

#else

namespace clew::exact {

LaneLoops lane_loops_avx512() { return {}; }

}  // namespace clew::exact

#endif
