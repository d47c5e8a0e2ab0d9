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

#include "encode/base/count.hpp"
#include "encode/base/outcome.hpp"
#include "encode/solve/batch.hpp"
#include "encode/solve/candidates.hpp"
#include "encode/solve/cross_check.hpp"
#include "encode/solve/estimate.hpp"
#include "encode/solve/forecast.hpp"
#include "encode/solve/sample.hpp"
#include "encode/solve/solve.hpp"
#include "encode/solve/solver.hpp"
