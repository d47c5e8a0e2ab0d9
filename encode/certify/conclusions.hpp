#pragma once
// Conclusions: that what the steps of an explanation conclude follows from the puzzle's formula,
// told as a proof.
//
//     const cnf::Clause claim = not_all(steps);           // one clause behind the formula's own
//     const Derivation done = derive(formula, variables, steps, budget, sink);
//     done.fails                                          // a step that does not follow, if any
//
// The proof refutes the formula together with one clause: "not all that is concluded holds". It
// goes step by step: each conclusion becomes a clause of one literal, which follows by unit
// propagation from the formula and the conclusions before it, or by some lemmas on the way, which
// `lemmas` counts. So a public checker of refutations sees that all of them follow.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "encode/certify/walk.hpp"

namespace clew::certify {

/// Literals that a step concludes: a placement is positive, an elimination negative.
using Conclusions = std::vector<cnf::Lit>;

/// The clause that says that some conclusion does not hold.
cnf::Clause not_all(std::span<const Conclusions> steps);

struct Derivation {
    WalkReport report;
    /// The lines of each step: it ends behind so many lemmas. What propagation sees has none.
    std::vector<std::uint64_t> lemmas{};
    /// The first step that has a conclusion which does not follow; the proof is then none.
    std::optional<std::size_t> fails{};
};

/// Proves that the conclusions follow from the formula. `formula` has not_all(steps) as its last
/// clause. Budget as for walk().
Derivation derive(const cnf::Formula& formula, std::size_t variables,
                  std::span<const Conclusions> steps, const Budget& budget, ProofSink& sink);

}  // namespace clew::certify
