#pragma once
// The 9x9 engine of search9.hpp behind the same calls as the general search of enumerate.hpp, with
// threads, progress and resuming.
//
//     Report r = count_classic(puzzle, {.threads = 2});
//
// The order of solutions is the engine's own and differs from the general search's.

#include "encode/base/outcome.hpp"
#include "encode/board/puzzle.hpp"
#include "encode/search/enumerate.hpp"

namespace clew::search9 {

/// As count(). Requires a classic board; Task::within must be empty.
search::Report count_classic(const Puzzle& puzzle, const search::Task& task = {});

/// As enumerate(). Requires a classic board; Task::within must be empty.
search::Report enumerate_classic(const Puzzle& puzzle, const search::Task& task,
                                 const SolutionSink& sink);

}  // namespace clew::search9
