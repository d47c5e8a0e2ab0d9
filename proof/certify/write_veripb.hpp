#pragma once
// Pseudo-Boolean proof logs of an enumeration, as VeriPB and CakePB read them.
//
//     VeripbWriter proof{out, formula.size()};
//     const WalkReport done = walk(formula, variables, candidates, budget, proof);
//     if (done.ending == Ending::exhausted) proof.finish(done);       // else: no conclusion, no proof
//
//     pseudo-Boolean proof version 3.0
//     f 12012;                                    as many constraints as the CNF has clauses
//     solx x12 x345;                              a solution, by the literals from which all follow
//     rup 1 ~x12 1 ~x345 >= 1;                    that it is excluded, in its shortest words
//     rup 1 ~x12 >= 1;                            a lemma
//     core id 12015;                              it stands for what goes now
//     del id 12013 12014;                         so do its like, and what their `solx` excluded
//     output NONE;
//     conclusion ENUMERATION_COMPLETE 12 : 12040;
//     end pseudo-Boolean proof;
//
// What `solx` itself excludes differs between versions of the checkers (the literals listed, or all
// that follow from them); the rup line behind it is right for all of them.

#include <iosfwd>

#include "core/base/text_buffer.hpp"
#include "proof/certify/veripb_options.hpp"
#include "proof/certify/walk.hpp"

namespace clew::certify {

class VeripbWriter final : public ProofSink {
  public:
    VeripbWriter(std::ostream& out, std::size_t clauses,
                 Exclusions exclusions = Exclusions::forgotten);

    void begin(const Propagator& state) override;
    LemmaId solution(const FoundModel& found, const Propagator& state) override;
    LemmaId lemma(std::span<const cnf::Lit> clause,
                  std::span<const Antecedent> antecedents) override;
    void forget(std::span<const LemmaId> lemmas) override;
    /// Requires an exhausted walk.
    void finish(const WalkReport& done);

  private:
    void end_line();
    /// The last lemma, unless it is there.
    void keep_in_core();
    void put_clause(std::span<const cnf::Lit> clause);

    TextBuffer text_;
    Exclusions exclusions_;
    LemmaId last_;
    LemmaId core_ = 0;  // the last lemma that was moved to the core
    /// Lemmas that say what the `solx` before them excludes, which is not deleted yet; ascending.
    std::vector<LemmaId> pending_;
    std::vector<ShortText> named_, counted_;  // by code of the literal: " ~x5", "1 ~x5 "
};

}  // namespace clew::certify
