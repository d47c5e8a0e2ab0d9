#pragma once
// LRAT proofs of an enumeration: as DRAT's (write_drat.hpp), with a number for every clause and the
// clauses that each lemma follows from, so that a checker searches for nothing.
//
//     LratWriter proof{out, blocking, open, formula.size(), solutions};
//     walk(formula, variables, candidates, budget, proof);
//
//     1480 -12 0 1391 17 1479 0        a lemma, and what it follows from, in that order
//     1481 d 1479 1480 0               these go
//
// The numbers of lemmas come behind those of all clauses, and so behind those of the blocking
// clauses: how many solutions there will be has to be known. Both texts are whole when the empty
// clause was told, or the writer is gone.

#include <cstdint>
#include <iosfwd>
#include <vector>

#include "core/base/text_buffer.hpp"
#include "proof/certify/blocking.hpp"
#include "proof/certify/walk.hpp"

namespace clew::certify {

class LratWriter final : public ProofSink {
  public:
    /// `open` are the variables that a blocking clause may name, ascending; `clauses` the formula's
    /// own, `solutions` what the walk will find: with any other number the proof is none.
    LratWriter(std::ostream& proof, std::ostream& blocking, std::span<const cnf::Var> open,
               std::size_t clauses, std::uint64_t solutions);

    void begin(const Propagator& state) override;
    LemmaId solution(const FoundModel& found, const Propagator& state) override;
    LemmaId lemma(std::span<const cnf::Lit> clause,
                  std::span<const Antecedent> antecedents) override;
    void forget(std::span<const LemmaId> lemmas) override;
    /// How many lemmas come before the walk's: what the formula alone decides.
    std::uint64_t lemmas_before() const { return before_; }

  private:
    LemmaId write(std::span<const cnf::Lit> clause, std::span<const Antecedent> antecedents,
                  LemmaId last);

    TextBuffer proof_;
    Blocking blocking_;
    std::size_t clauses_;
    std::uint64_t solutions_ = 0;  // so far
    std::uint64_t before_ = 0;
    LemmaId next_;
    // Of the clause that says what is true from the start, by variable; of a clause of the formula;
    // of a literal, by its code.
    std::vector<ShortText> units_, inputs_, words_;
};

}  // namespace clew::certify
