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

#include "encode/base/input_error.hpp"
#include "encode/board/geometry.hpp"
#include "encode/board/notation.hpp"
#include "encode/board/puzzle.hpp"
#include "encode/board/symmetry.hpp"
#include "encode/board/types.hpp"
#include "encode/rules/registry.hpp"
#include "encode/rules/verify.hpp"
