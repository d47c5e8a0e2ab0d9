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
// clauses: how many solutions there will be has to be known.

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "encode/certify/walk.hpp"

namespace clew::certify {

class LratWriter final : public ProofSink {
  public:
    /// `open` are the variables that a blocking clause may name, ascending; `clauses` the formula's
    /// own, `solutions` what the walk will find: with any other number the proof is none.
    LratWriter(std::ostream& proof, std::ostream& blocking, std::vector<cnf::Var> open,
               std::size_t clauses, std::uint64_t solutions);

    void begin(const Propagator& state) override;
    LemmaId solution(std::span<const cnf::Lit> decisions, std::span<const cnf::Lit> excluded,
                     std::span<const cnf::Lit> model, const Propagator& state) override;
    LemmaId lemma(std::span<const cnf::Lit> clause,
                  std::span<const Antecedent> antecedents) override;
    void forget(std::span<const LemmaId> lemmas) override;
    /// How many lemmas come before the walk's: what the formula alone decides.
    std::uint64_t lemmas_before() const { return before_; }

  private:
    LemmaId write(std::span<const cnf::Lit> clause, std::span<const Antecedent> antecedents,
                  LemmaId last);

    std::ostream& proof_;
    std::ostream& blocking_;
    std::vector<cnf::Var> open_;
    std::size_t clauses_;
    std::uint64_t solutions_ = 0;  // so far
    std::uint64_t before_ = 0;
    LemmaId next_;
    std::vector<LemmaId> units_;  // by variable: the clause that says what is true from the start
    std::string line_;
};

}  // namespace clew::certify
