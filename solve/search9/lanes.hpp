#pragma once
// Lanes: many puzzles searched at once, one puzzle a bit of a wide register.
//
// Private to the module: count_batch in search9.hpp is the door. The same source is compiled once
// for each instruction set (lanes.ipp); which of them may run is asked at run time.
//
//     batch_avx2().run(job);

#include <cstddef>
#include <cstdint>

#include "core/base/outcome.hpp"
#include "solve/search9/search9.hpp"

namespace clew::search9::detail {

/// What a batch is asked to do. All pointers outlive the call.
struct BatchJob {
    const Marks9* puzzles = nullptr;
    std::size_t size = 0;
    std::uint32_t limit = 2;
    std::uint32_t* counts = nullptr;  ///< `size` entries, all zero on entry
    Solution9* first = nullptr;       ///< `size` entries, or null
    const StopFlag* stop = nullptr;   ///< may be null
    /// Memory for the lanes' stacks: stack_words(lanes) words.
    std::uint64_t* stack = nullptr;
};

/// A saved position is 27 words of 32 bits (digit * 3 + band), in 14 words of 64.
inline constexpr std::size_t state_words = 14;
inline constexpr std::size_t lane_depth = 82;

constexpr std::size_t stack_words(std::size_t lanes) { return lanes * lane_depth * state_words; }

/// How a batch can be run.
struct BatchRunner {
    void (*run)(const BatchJob& job) = nullptr;
    std::size_t lanes = 0;
};

// One of each source file; null where the file was compiled without its instruction set.
BatchRunner batch_portable();
BatchRunner batch_avx2();
BatchRunner batch_avx512();

}  // namespace clew::search9::detail
