#pragma once
// Clauses of a puzzle's formula in words: what runs out where one is false.
//
//     what_runs_out(formula, board, clause)      "r5c6 has no digit left"
//                                                "row 3 has no place for 5"
//                                                "two 5s: r1c2 and r1c7"

#include <span>
#include <string>

#include "proof/certify/formula.hpp"

namespace clew::certify {

/// Of a clause of the formula that is false. One that speaks of helpers, or is of no kind that the
/// board makes, is "a rule".
std::string what_runs_out(const CertifiedFormula& formula, const Geometry& board,
                          std::span<const cnf::Lit> clause);

}  // namespace clew::certify
