#pragma once
// The formula that a puzzle is compiled from: what its clues leave open, as clauses.
//
//     cnf::OpenEncoding f = compile::open_formula(puzzle);
//     f.candidates[v]                    what variable v means
//     write_formula(out, puzzle, f);     DIMACS, with the variables' meaning in comments
//
// The smaller brother of cnf::encode(): a cell with a clue has no variables, nor has a digit in a
// cell that sees a clue of that digit. The rest is told as in every encoding: each open cell holds
// a digit (one clause a cell) and no two (one a pair); cells that see each other do not hold the
// same digit (one a pair and digit); a house that holds every digit holds each that no clue of it
// has (one a house and digit). Nothing else is worked out: whoever wants to check the formula by
// eye needs the puzzle alone. Two equal clues that see each other leave a cell without candidates,
// and with it the empty clause.
//
// The models are the solutions of the puzzle, one each, although sums and automata bring helper
// variables behind those of candidates: the cells decide them all.

#include <cstdint>
#include <iosfwd>
#include <vector>

#include "core/board/puzzle.hpp"
#include "encode/cnf/open_encoding.hpp"
#include "solve/compile/compiler.hpp"

namespace clew::compile {

/// The clauses, over the candidates that the clues leave and the helpers of rules. Errors:
/// InputError without place for a rule that nobody knows.
cnf::OpenEncoding open_formula(const Puzzle& puzzle);

/// Orders of decision for compile(): box after box by bands and by stacks; on a board without boxes
/// rows and columns.
std::vector<std::vector<std::uint32_t>> board_orders(const Geometry& geometry,
                                                     const cnf::OpenEncoding& formula);

/// What a puzzle's formula is compiled with. Errors: InputError without place for one of more than
/// most_variables.
CompileOptions board_options(const Geometry& geometry, const cnf::OpenEncoding& formula);

/// DIMACS: the puzzle's size and variables in comments, "c variable 17 r1c3=5", then the clauses.
void write_formula(std::ostream& out, const Puzzle& puzzle, const cnf::OpenEncoding& formula);

}  // namespace clew::compile
