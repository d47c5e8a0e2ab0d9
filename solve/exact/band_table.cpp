// How a slice is counted.
//
// Fix the class of the first box; a filling of the band is then
//
//   * a row map r1 that goes with it (216 in an empty box),
//   * one of the 56 pairs (r2, r3) that make a related triple with r1,
//   * a class t2 that goes with r2 and a class t3 that goes with r3 (36 each).
//
// With chi(r) the 0/1 vector of the classes that go with row map r, the slice is
//
//     N[t1] = sum over (r1, r2, r3) of chi(r2) * transposed chi(r3),
//
// computed in two steps that are both additions of whole rows:
//
//     Y[type of r2] += chi(type of r3)      for every (r1, r2, r3): 12 096 rows
//     N[t2]         += Y[type]              for every t2 and type that go together: 280 * 36 rows
//
// Stepping through the fillings one by one, as a first version did, took 9.5e11 steps for an empty
// band where this takes 280 slices of some 2e5 vector steps.
//
// Bounds: Y <= 6 * 56, N <= 12^3, so 16 bits hold both.

#include "solve/exact/band_table.hpp"

#include <utility>

namespace clew::exact {

namespace {

constexpr std::size_t lane = 64;  // rows are read in pieces of this many numbers

std::size_t stride_for(std::size_t classes) { return (classes + lane - 1) / lane * lane; }

struct SliceTask {
    const BoxFillings& first;
    const BoxFillings& second;
    const BoxFillings& third;
    std::size_t first_class;
    std::size_t stride;
    const std::uint16_t* third_types;
    std::uint16_t* sums;
    std::uint16_t* slice;
};

[[gnu::always_inline]] inline void add_row(std::uint16_t* into, const std::uint16_t* from,
                                           std::size_t stride) {
    for (std::size_t i = 0; i < stride; ++i)
        into[i] = static_cast<std::uint16_t>(into[i] + from[i]);
}

[[gnu::always_inline]] inline void build_slice(const SliceTask& task) {
    const Maps& maps = Maps::get();
    for (MapId r1 : task.first.rows_of_class(task.first_class))
        for (auto [r2, r3] : maps.related(r1)) {
            const std::uint16_t type2 = task.second.type_of(r2);
            const std::uint16_t type3 = task.third.type_of(r3);
            if (type2 == no_class || type3 == no_class) continue;
            add_row(task.sums + type2 * task.stride, task.third_types + type3 * task.stride,
                    task.stride);
        }
    for (std::size_t type = 0; type < task.second.type_count(); ++type)
        for (std::uint16_t t2 : task.second.classes_of_type(type))
            add_row(task.slice + t2 * task.stride, task.sums + type * task.stride, task.stride);
}

void build_portable(const SliceTask& task) { build_slice(task); }

#if CLEW_X86
[[gnu::target("avx2")]] void build_avx2(const SliceTask& task) { build_slice(task); }
[[gnu::target(CLEW_TARGET_AVX512)]] void build_avx512(const SliceTask& task) { build_slice(task); }
#endif

}  // namespace

BandTable::BandTable(const BoxFillings& first, const BoxFillings& second, const BoxFillings& third,
                     std::vector<std::uint16_t> first_classes, InstructionSet instructions)
    : first_(first),
      second_(second),
      third_(third),
      first_classes_(std::move(first_classes)),
      instructions_(instructions),
      stride_(stride_for(third.class_count())),
      slices_(first_classes_.size() * (second.class_count() + 1) * stride_),
      types_(third.type_count() * stride_) {
    for (std::size_t type = 0; type < third.type_count(); ++type)
        for (std::uint16_t cls : third.classes_of_type(type)) types_[type * stride_ + cls] = 1;
}

void BandTable::build(std::size_t slot, Scratch& scratch) {
    const std::size_t needed = second_.type_count() * stride_;
    if (scratch.sums_.size() < needed)
        scratch.sums_.reset(needed);
    else
        scratch.sums_.clear();
    const SliceTask task{first_,
                         second_,
                         third_,
                         first_classes_[slot],
                         stride_,
                         types_.data(),
                         scratch.sums_.data(),
                         slices_.data() + slot * (second_count() + 1) * stride_};
#if CLEW_X86
    if (instructions_ >= InstructionSet::avx512) return build_avx512(task);
    if (instructions_ >= InstructionSet::avx2) return build_avx2(task);
#endif
    build_portable(task);
}

std::size_t BandTable::slice_bytes(std::size_t second_classes, std::size_t third_classes) {
    return (second_classes + 1) * stride_for(third_classes) * sizeof(std::uint16_t);
}

}  // namespace clew::exact
