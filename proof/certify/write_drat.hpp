#pragma once
// DRAT proofs of an enumeration: the formula, and behind it one clause a solution that forbids it,
// has no model.
//
//     DratWriter proof{out, blocking, open};
//     walk(formula, variables, candidates, budget, proof);
//
// The blocking clauses go to a stream of their own, one a line, in the order in which the walk
// finds the solutions: they belong behind the clauses of the formula, whose number is known at the
// end only. Each names the true candidates of cells that are open, like sat::blocking_clauses.
// Lemmas are RUP, which every DRAT checker knows; nothing more is used. Both texts are whole when
// the empty clause was told, or the writer is gone.

#include <iosfwd>
#include <string>
#include <vector>

#include "core/base/text_buffer.hpp"
#include "proof/certify/blocking.hpp"
#include "proof/certify/walk.hpp"

namespace clew::certify {

class DratWriter final : public ProofSink {
  public:
    /// `open` are the variables that a blocking clause may name, ascending.
    DratWriter(std::ostream& proof, std::ostream& blocking, std::span<const cnf::Var> open);

    LemmaId solution(const FoundModel& found, const Propagator& state) override;
    LemmaId lemma(std::span<const cnf::Lit> clause,
                  std::span<const Antecedent> antecedents) override;
    void forget(std::span<const LemmaId> lemmas) override;

  private:
    TextBuffer proof_;
    Blocking blocking_;
    std::vector<ShortText> words_;    // by code of the literal
    std::vector<std::string> texts_;  // of the lemmas alive, by name; freed names are used again
    std::vector<LemmaId> free_;
};

}  // namespace clew::certify
