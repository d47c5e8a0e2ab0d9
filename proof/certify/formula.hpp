#pragma once
// The formula of a certificate: the puzzle's clauses over the candidates that its clues leave.
//
//     const CertifiedFormula f = certified_formula(puzzle);
//     write_formula(out, puzzle, f, 0, nullptr);
//
// A tenth of what encode() writes, for a reader to look through: a candidate that a clue in the
// same house takes away has no variable, and nothing else is left out, no single drawn. Variables
// in the order of cells, then digits; behind them the helpers of rules. The text names each:
//
//     c variable 17 r1c3=5

#include <cstdint>
#include <iosfwd>
#include <span>
#include <vector>

#include "core/board/puzzle.hpp"
#include "encode/cnf/formula.hpp"

namespace clew::certify {

struct CertifiedFormula {
    cnf::Formula formula;
    std::size_t variables = 0;
    std::vector<Candidate> candidates;  ///< of the first variables
    /// The variables that a blocking clause names: those of cells without a clue, ascending.
    std::vector<cnf::Var> open;
};

/// Errors: InputError without place for a rule that nobody knows.
CertifiedFormula certified_formula(const Puzzle& puzzle);

/// The grid of a model: a literal of each variable.
Grid grid_of(const CertifiedFormula& formula, const Puzzle& puzzle,
             std::span<const cnf::Lit> model);

/// DIMACS, with `more` clauses behind the formula's own, copied from a text of one a line.
void write_formula(std::ostream& out, const Puzzle& puzzle, const CertifiedFormula& formula,
                   std::uint64_t more, std::istream* text);

}  // namespace clew::certify
