#pragma once
// Boards, puzzles with their rules, grids: the question and the answer, their text form, and the
// plain checker.
//
//     clew::Puzzle puzzle = clew::Puzzle::from_line("..9.....2...31.8..2.8.6.....5..2...1...");
//     clew::to_line(grid), clew::is_solution(puzzle, grid), clew::canonical(grid)
//     puzzle.add_rule({.kind = clew::RuleKind::killer_cage, .cells = {a, b}, .numbers = {10}});
//     clew::rules::words(puzzle.rules()[0], puzzle.geometry())
//
// Values; a Geometry is immutable and shared. Const calls on one object may be made by any number
// of threads at once.

#include "core/base/input_error.hpp"
#include "core/board/geometry.hpp"
#include "core/board/notation.hpp"
#include "core/board/puzzle.hpp"
#include "core/board/symmetry.hpp"
#include "core/board/types.hpp"
#include "core/rules/registry.hpp"
#include "core/rules/verify.hpp"
