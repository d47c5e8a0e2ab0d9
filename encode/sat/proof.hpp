#pragma once
// Proof: a certificate that a list of solutions is complete, for checkers that know nothing of
// Clew.
//
// The certificate is a CNF file: the puzzle's clauses and one blocking clause for each solution. It
// is unsatisfiable exactly if the list holds every solution; and each solution can be looked at by
// hand. Any SAT solver can be asked, and a proof-writing one gives a proof that a DRAT checker
// verifies:
//
//     clew encode --blocking examples/p92.sdk -o p92.cnf        # finds and blocks all solutions
//     cadical p92.cnf p92.drat                                  # "s UNSATISFIABLE", exit code 20
//     drat-trim p92.cnf p92.drat                                # "s VERIFIED"
//
// cadical is a Debian package; a checker such as drat-trim is not, and has to be built.
// The proof is written by a solver that has never seen the search: one call, no incremental state.

#include <iosfwd>
#include <span>

#include "core/board/puzzle.hpp"
#include "encode/cnf/encoding.hpp"

namespace clew::sat {

/// One clause a solution that forbids it: "not this digit here, or not that one there", over the
/// cells that the clues leave open. For a puzzle that has no open cell the clause is empty.
/// Requires grids that solve the puzzle.
cnf::Formula blocking_clauses(const Puzzle& puzzle, std::span<const Grid> solutions);

/// Writes the certificate in DIMACS, with the comments of cnf::write_dimacs. Selectors are not
/// allowed: with its clues on switches the puzzle would have other models.
void write_certificate(std::ostream& out, const Puzzle& puzzle, std::span<const Grid> solutions,
                       const cnf::EncodeOptions& options = {});

}  // namespace clew::sat
