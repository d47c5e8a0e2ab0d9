// Three times the same loop. Within a group the first band's number is the same, so the products
// of the other two are added up first: 16-bit by 16-bit multiplication that adds neighbours into
// 32 bits, 32 products an instruction with AVX-512 VNNI. A lane of the sum is at most
// 336 pairs * 2 neighbours * 1728^2 = 2.007e9 < 2^31. Multiplying by the first band's number then
// takes 64 bits, and the whole of a block stays below 94080 * 32 * 1728^3 = 1.6e16 < 2^54.

#include "encode/exact/lane_sum.hpp"

#include "encode/board/contract.hpp"

#if CLEW_EXACT_X86
#include <immintrin.h>
// The headers of GCC 12 make "undefined" vectors that its own warning then finds in our loops.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#endif

namespace clew::exact {

namespace {

std::uint64_t sum_portable(const std::uint32_t* a, const std::uint16_t* b, const std::uint16_t* c,
                           const InnerList& inner) {
    std::uint64_t total = 0;
    std::size_t at = 0;
    for (const InnerList::Group& group : inner.groups) {
        std::uint32_t lanes[lane_pairs] = {};
        for (; at < group.end; ++at) {
            const std::uint16_t* x = b + inner.pairs[at].second;
            const std::uint16_t* y = c + inner.pairs[at].third;
            for (std::size_t l = 0; l < lane_pairs; ++l)
                lanes[l] +=
                    std::uint32_t{x[2 * l]} * y[2 * l] + std::uint32_t{x[2 * l + 1]} * y[2 * l + 1];
        }
        const std::uint32_t* z = a + group.first_class * lane_pairs;
        for (std::size_t l = 0; l < lane_pairs; ++l) total += std::uint64_t{lanes[l]} * z[l];
    }
    return total;
}

void gather_portable(const std::uint16_t* b, const std::uint16_t* c, const InnerList& inner,
                     std::uint32_t weight, std::uint64_t* into) {
    std::size_t at = 0;
    for (const InnerList::Group& group : inner.groups) {
        std::uint32_t lanes[lane_pairs] = {};
        for (; at < group.end; ++at) {
            const std::uint16_t* x = b + inner.pairs[at].second;
            const std::uint16_t* y = c + inner.pairs[at].third;
            for (std::size_t l = 0; l < lane_pairs; ++l)
                lanes[l] +=
                    std::uint32_t{x[2 * l]} * y[2 * l] + std::uint32_t{x[2 * l + 1]} * y[2 * l + 1];
        }
        for (std::size_t l = 0; l < lane_pairs; ++l) into[l] += std::uint64_t{lanes[l]} * weight;
        into += lane_pairs;
    }
}

#if CLEW_EXACT_X86

[[gnu::target("avx2")]] inline __m256i load(const void* p) {
    return _mm256_load_si256(static_cast<const __m256i*>(p));
}

// The products of eight 32-bit numbers each, added in pairs into 64 bits.
[[gnu::target("avx2")]] inline __m256i times(__m256i x, __m256i y) {
    return _mm256_add_epi64(_mm256_mul_epu32(x, y),
                            _mm256_mul_epu32(_mm256_srli_epi64(x, 32), _mm256_srli_epi64(y, 32)));
}

[[gnu::target("avx2")]] std::uint64_t sum_avx2(const std::uint32_t* a, const std::uint16_t* b,
                                               const std::uint16_t* c, const InnerList& inner) {
    __m256i total = _mm256_setzero_si256();
    const InnerList::Pair* pair = inner.pairs.data();
    for (const InnerList::Group& group : inner.groups) {
        const InnerList::Pair* const end = inner.pairs.data() + group.end;
        __m256i low = _mm256_setzero_si256();
        __m256i high = _mm256_setzero_si256();
        for (; pair != end; ++pair) {
            const std::uint16_t* x = b + pair->second;
            const std::uint16_t* y = c + pair->third;
            low = _mm256_add_epi32(low, _mm256_madd_epi16(load(x), load(y)));
            high = _mm256_add_epi32(high, _mm256_madd_epi16(load(x + 16), load(y + 16)));
        }
        const std::uint32_t* z = a + group.first_class * lane_pairs;
        total = _mm256_add_epi64(total, times(low, load(z)));
        total = _mm256_add_epi64(total, times(high, load(z + 8)));
    }
    alignas(32) std::uint64_t parts[4];
    _mm256_store_si256(reinterpret_cast<__m256i*>(parts), total);
    return parts[0] + parts[1] + parts[2] + parts[3];
}

// into[0..3] += weight times the four numbers.
[[gnu::target("avx2")]] inline void add_times(__m128i lanes, __m256i weight, std::uint64_t* into) {
    auto* at = reinterpret_cast<__m256i*>(into);
    const __m256i more = _mm256_mul_epu32(_mm256_cvtepu32_epi64(lanes), weight);
    _mm256_store_si256(at, _mm256_add_epi64(_mm256_load_si256(at), more));
}

[[gnu::target("avx2")]] void gather_avx2(const std::uint16_t* b, const std::uint16_t* c,
                                         const InnerList& inner, std::uint32_t weight,
                                         std::uint64_t* into) {
    const __m256i times = _mm256_set1_epi64x(static_cast<long long>(weight));
    const InnerList::Pair* pair = inner.pairs.data();
    for (const InnerList::Group& group : inner.groups) {
        const InnerList::Pair* const end = inner.pairs.data() + group.end;
        __m256i low = _mm256_setzero_si256();
        __m256i high = _mm256_setzero_si256();
        for (; pair != end; ++pair) {
            const std::uint16_t* x = b + pair->second;
            const std::uint16_t* y = c + pair->third;
            low = _mm256_add_epi32(low, _mm256_madd_epi16(load(x), load(y)));
            high = _mm256_add_epi32(high, _mm256_madd_epi16(load(x + 16), load(y + 16)));
        }
        add_times(_mm256_castsi256_si128(low), times, into);
        add_times(_mm256_extracti128_si256(low, 1), times, into + 4);
        add_times(_mm256_castsi256_si128(high), times, into + 8);
        add_times(_mm256_extracti128_si256(high, 1), times, into + 12);
        into += lane_pairs;
    }
}

// One group: two sums, so that one multiplication need not wait for the other.
[[gnu::target("avx512f,avx512bw,avx512vl,avx512vnni")]] inline __m512i group_avx512(
    const std::uint16_t* b, const std::uint16_t* c, const InnerList::Pair*& pair,
    const InnerList::Pair* end) {
    __m512i even = _mm512_setzero_si512();
    __m512i odd = _mm512_setzero_si512();
    for (; pair + 1 < end; pair += 2) {
        even = _mm512_dpwssd_epi32(even, _mm512_load_si512(b + pair[0].second),
                                   _mm512_load_si512(c + pair[0].third));
        odd = _mm512_dpwssd_epi32(odd, _mm512_load_si512(b + pair[1].second),
                                  _mm512_load_si512(c + pair[1].third));
    }
    if (pair != end) {
        even = _mm512_dpwssd_epi32(even, _mm512_load_si512(b + pair->second),
                                   _mm512_load_si512(c + pair->third));
        ++pair;
    }
    return _mm512_add_epi32(even, odd);
}

[[gnu::target("avx512f,avx512bw,avx512vl,avx512vnni")]] void gather_avx512(const std::uint16_t* b,
                                                                           const std::uint16_t* c,
                                                                           const InnerList& inner,
                                                                           std::uint32_t weight,
                                                                           std::uint64_t* into) {
    const __m512i times = _mm512_set1_epi64(static_cast<long long>(weight));
    const InnerList::Pair* pair = inner.pairs.data();
    for (const InnerList::Group& group : inner.groups) {
        const __m512i lanes = group_avx512(b, c, pair, inner.pairs.data() + group.end);
        const __m512i low = _mm512_cvtepu32_epi64(_mm512_castsi512_si256(lanes));
        const __m512i high = _mm512_cvtepu32_epi64(_mm512_extracti64x4_epi64(lanes, 1));
        _mm512_store_si512(into,
                           _mm512_add_epi64(_mm512_load_si512(into), _mm512_mul_epu32(low, times)));
        _mm512_store_si512(
            into + 8, _mm512_add_epi64(_mm512_load_si512(into + 8), _mm512_mul_epu32(high, times)));
        into += lane_pairs;
    }
}

[[gnu::target("avx512f,avx512bw,avx512vl,avx512vnni")]] std::uint64_t sum_avx512(
    const std::uint32_t* a, const std::uint16_t* b, const std::uint16_t* c,
    const InnerList& inner) {
    __m512i total = _mm512_setzero_si512();
    const InnerList::Pair* pair = inner.pairs.data();
    for (const InnerList::Group& group : inner.groups) {
        const __m512i lanes = group_avx512(b, c, pair, inner.pairs.data() + group.end);
        const __m512i z = _mm512_load_si512(a + group.first_class * lane_pairs);
        total = _mm512_add_epi64(total, _mm512_mul_epu32(lanes, z));
        total = _mm512_add_epi64(
            total, _mm512_mul_epu32(_mm512_srli_epi64(lanes, 32), _mm512_srli_epi64(z, 32)));
    }
    alignas(64) std::uint64_t parts[8];
    _mm512_store_si512(parts, total);
    std::uint64_t sum = 0;
    for (std::uint64_t part : parts) sum += part;
    return sum;
}

#endif

}  // namespace

LaneSum lane_sum(InstructionSet set) {
    CLEW_REQUIRE(has_instructions(set), "exact::lane_sum: the processor lacks these instructions");
    switch (set) {
        case InstructionSet::portable:
            return sum_portable;
#if CLEW_EXACT_X86
        case InstructionSet::avx2:
            return sum_avx2;
        case InstructionSet::avx512:
            return sum_avx512;
#else
        case InstructionSet::avx2:
        case InstructionSet::avx512:
            break;
#endif
    }
    return sum_portable;
}

LaneGather lane_gather(InstructionSet set) {
    CLEW_REQUIRE(has_instructions(set),
                 "exact::lane_gather: the processor lacks these instructions");
    switch (set) {
        case InstructionSet::portable:
            return gather_portable;
#if CLEW_EXACT_X86
        case InstructionSet::avx2:
            return gather_avx2;
        case InstructionSet::avx512:
            return gather_avx512;
#else
        case InstructionSet::avx2:
        case InstructionSet::avx512:
            break;
#endif
    }
    return gather_portable;
}

}  // namespace clew::exact
