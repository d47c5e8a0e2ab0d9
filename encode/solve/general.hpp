#pragma once
// Who answers on boards that are not plain 9x9, when the caller leaves it open. Private to
// encode/solve.
//
//     course.search.emplace(puzzle, course.at_limit);
//     CountResult r = answer_general(course, puzzle, options, &sink);    // or nullptr: count only

#include "encode/solve/engines.hpp"

namespace clew::engines {

/// Search, or SAT, or both in turn until one of them has the answer: see general.cpp. Requires a
/// board that search9 does not take, and course.search not begun.
CountResult answer_general(Course& course, const Puzzle& puzzle, const SolveOptions& options,
                           const DigitSink* sink);

}  // namespace clew::engines
