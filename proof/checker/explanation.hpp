#pragma once
// Explanation: that each step of an explanation follows from what it cites.
//
//     const Verdict verdict = check_explanation({.puzzle = puzzle, .formula = &cnf, .proof = &drat,
//                                                .steps = &txt});
//
// The list of steps has a line each, of five fields parted by tabs: number, title, conclusions
// ("r1c2=3 r4c5<>7"), what they follow from ("r1c1; 5 in row 3; 5 in box 1 (at most one)", "the
// rules", "the whole puzzle") and how many lemmas of the proof lead to them. The formula must say
// that some step is wrong: that what it cites and all that was concluded before hold, and one of
// its conclusions does not; and the proof must refute it. Each constraint has a variable for each
// half of it, which switches its clauses on.

#include <iosfwd>

#include "core/base/outcome.hpp"
#include "core/board/puzzle.hpp"
#include "proof/checker/certificate.hpp"
#include "proof/checker/justify.hpp"

namespace clew::proof::inline checker {

struct ExplanationProof {
    const Puzzle& puzzle;
    std::istream* formula = nullptr;  ///< DIMACS
    std::istream* proof = nullptr;
    ProofKind kind = ProofKind::drat;  ///< any but cpog
    std::istream* steps = nullptr;
    const StopFlag* stop = nullptr;
};

/// Whether a formula says of a list of steps what it should, and that it is about the puzzle; with
/// what its clauses say. Errors: as variable_map().
Justification justify_steps(const Cnf& formula, const Puzzle& puzzle, std::istream& steps,
                            const StopFlag* stop = nullptr);

/// Verdict::count: how many conclusions were shown. Errors: as check_certificate().
CheckResult check_explanation(const ExplanationProof& explanation);

}  // namespace clew::proof::inline checker
