#pragma once
// Explanation: that every conclusion of an explanation's steps follows from the puzzle; and that a
// list of what a proof says of a decision tree is about that proof.
//
//     const Verdict verdict = check_explanation({.puzzle = puzzle, .formula = &cnf, .proof = &drat,
//                                                .steps = &txt});
//
// The list of steps has a line each: number, title, conclusions ("r1c2=3 r4c5<>7") and how many
// lemmas of the proof lead to it, parted by tabs. The formula's last clause must say that one of
// the conclusions fails, and no more; the others must be the puzzle's; and the proof must refute
// them together.
//
// The list beside a decision tree's proof has a line for each clause that the walk along the tree
// adds, in that order: number, node, the choices that cannot all hold ("r1c2=3 r4c5=7"), and why.

#include <iosfwd>

#include "encode/base/outcome.hpp"
#include "encode/board/puzzle.hpp"
#include "encode/proof/certificate.hpp"
#include "encode/proof/result.hpp"

namespace clew::proof {

struct ExplanationProof {
    const Puzzle& puzzle;
    std::istream* formula = nullptr;  ///< DIMACS
    std::istream* proof = nullptr;
    ProofKind kind = ProofKind::drat;  ///< any but cpog
    std::istream* steps = nullptr;
    const StopFlag* stop = nullptr;
};

/// Verdict::count: how many conclusions were shown. Errors: as check_certificate().
Verdict check_explanation(const ExplanationProof& explanation);

/// Whether each line of a tree's list names the choices of its clause in the proof (as text; any
/// kind but cpog). The list may begin with another number than 1, behind lines of which it says
/// nothing: an LRAT proof begins with what the formula alone decides. Clauses' literals of helper
/// variables are passed over. Says nothing of the nodes and the reasons. `formula` as text, for its
/// variables' names.
Result check_tree_lines(std::istream& formula, const Geometry& board, ProofKind kind,
                        std::istream& proof, std::istream& list);

}  // namespace clew::proof
