#pragma once
// Walk: one depth-first search over one 9x9 puzzle, in the puzzle's own order, without allocation.
//
// Private to the module: search9.hpp is the door. The same source is compiled once for each
// instruction set (walk.ipp); all walk the same tree.
//
//     WalkOutcome out;
//     walk_portable().run({.marks = &marks}, out);

#include <cstddef>
#include <cstdint>

#include "core/base/outcome.hpp"
#include "solve/search9/search9.hpp"

namespace clew::search9::detail {

/// What a walk is asked to do. All pointers outlive the call.
struct WalkJob {
    const Marks9* marks = nullptr;
    std::uint64_t limit = unlimited;
    std::uint64_t max_nodes = unlimited;
    const StopFlag* stop = nullptr;      ///< may be null
    const std::uint8_t* from = nullptr;  ///< where to begin: the path of an unvisited node
    std::size_t from_size = 0;
    Flow (*sink)(void* context, const Solution9& solution) = nullptr;
    void* context = nullptr;
    std::uint64_t handed = 0;  ///< so many are handed to the sink, the rest is only counted
    /// False: where the run stands when its limit or its sink ends it is not asked for.
    bool resumable = true;
    /// False: nor whether there are more solutions than the limit.
    bool more_told = true;
};

/// Longer than any path: a cell is chosen once at most.
inline constexpr std::size_t max_path = 96;

/// More than any node has branches.
inline constexpr std::size_t max_branches = 128;

struct WalkOutcome {
    std::uint64_t solutions = 0;
    std::uint64_t nodes = 0;
    Ending ending = Ending::exhausted;
    double explored = 0;
    bool fits = true;  ///< false: `from` is no path of this puzzle's tree; nothing else is set
    std::uint8_t next[max_path] = {};
    std::size_t next_size = 0;
};

struct WalkRunner {
    void (*run)(const WalkJob& job, WalkOutcome& out) = nullptr;
    /// The branches of the root as puzzles, in order: none if there is no solution, one if it has
    /// one. Returns how many. Requires room for max_branches.
    unsigned (*expand)(const Marks9& marks, Marks9* branches) = nullptr;
};

// One of each source file; null where the file was compiled without its instruction set.
WalkRunner walk_portable();
WalkRunner walk_avx2();
WalkRunner walk_avx512();

}  // namespace clew::search9::detail
