// lane_sum for AVX2. CMakeLists.txt sets the instruction set.

#include "solve/exact/lane_loop.hpp"

#if defined(__AVX2__)
#include <immintrin.h>

namespace clew::exact {

namespace {

inline __m256i load_line(const void* p) {
    return _mm256_load_si256(static_cast<const __m256i*>(p));
}

struct Lanes {
    __m256i low = _mm256_setzero_si256();
    __m256i high = _mm256_setzero_si256();

    static Lanes load(const std::uint32_t* from) { return {load_line(from), load_line(from + 8)}; }
    void add(const std::uint16_t* b, const std::uint16_t* c) {
        low = _mm256_add_epi32(low, _mm256_madd_epi16(load_line(b), load_line(c)));
        high = _mm256_add_epi32(high, _mm256_madd_epi16(load_line(b + 16), load_line(c + 16)));
    }
    void add(const Lanes& other) {
        low = _mm256_add_epi32(low, other.low);
        high = _mm256_add_epi32(high, other.high);
    }
    void store(std::uint32_t* into) const {
        _mm256_store_si256(reinterpret_cast<__m256i*>(into), low);
        _mm256_store_si256(reinterpret_cast<__m256i*>(into + 8), high);
    }
};

// The products of eight 32-bit numbers each, added in pairs into 64 bits.
inline __m256i times(__m256i x, __m256i y) {
    return _mm256_add_epi64(_mm256_mul_epu32(x, y),
                            _mm256_mul_epu32(_mm256_srli_epi64(x, 32), _mm256_srli_epi64(y, 32)));
}

struct Total {
    __m256i total = _mm256_setzero_si256();

    void add(const Lanes& lanes, const std::uint32_t* z) {
        total = _mm256_add_epi64(total, times(lanes.low, load_line(z)));
        total = _mm256_add_epi64(total, times(lanes.high, load_line(z + 8)));
    }
    std::uint64_t sum() const {
        alignas(32) std::uint64_t parts[4];
        _mm256_store_si256(reinterpret_cast<__m256i*>(parts), total);
        return parts[0] + parts[1] + parts[2] + parts[3];
    }
};

}  // namespace

LaneLoops lane_loops_avx2() { return loops_of<Lanes, Total>(); }

}  // namespace clew::exact

#else

namespace clew::exact {

LaneLoops lane_loops_avx2() { return {}; }

}  // namespace clew::exact

#endif
