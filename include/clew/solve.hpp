#pragma once
// What is true of a puzzle: a solution, the number of them, all of them, none or one or several.
//
//     clew::count(puzzle).solutions.to_string()
//     clew::enumerate(puzzle, {}, [](const clew::Grid& grid) { ...; return clew::Flow::go_on; });
//
//     clew::Solver solver{puzzle};                    // one question, changed and asked often
//     clew::BatchAnswers answers{batch, clew::Witnesses::none};    // thousands together
//
// Free functions without shared state: any number of threads may call them at once. A sink is never
// called by two threads at once for one call. A Solver or a PuzzleBatch belongs to one thread at a
// time; BatchAnswers may be read by all.

#include "core/base/count.hpp"
#include "core/base/outcome.hpp"
#include "solve/batch.hpp"
#include "solve/candidates.hpp"
#include "solve/cross_check.hpp"
#include "solve/estimate.hpp"
#include "solve/forecast.hpp"
#include "solve/sample.hpp"
#include "solve/solve.hpp"
#include "solve/solver.hpp"
