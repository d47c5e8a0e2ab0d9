#pragma once
// Redundant clauses: those of a formula that follow from its others, and how.
//
//     Redundant search{formula, variables, facts};
//     if (const auto why = search.follows(17, 400)) ...       // clause 17 goes, in so many words
//
// The clauses of a puzzle say most things several times: that a digit stands once in a row follows
// from its having a place in each house and each cell having one digit, and the other way around. A
// clause that follows by unit propagation, or by trying out a few candidates, need not be looked
// for in a graph. Clauses that went are not used for those that come later.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "encode/cnf/formula.hpp"
#include "proof/certify/propagator.hpp"

namespace clew::compile {

/// Used by one thread at a time.
class Redundant {
  public:
    /// A step towards a clause; the last is the clause itself, or a part of it.
    struct Step {
        cnf::Clause clause;
        /// Clauses of the formula; steps, by their place; facts, by their variable.
        std::vector<certify::Antecedent> antecedents;
    };

    /// Literals of which no clause is needed: `facts` must be closed under unit propagation.
    /// The formula must outlive the object.
    Redundant(const cnf::Formula& formula, std::size_t variables, std::span<const cnf::Lit> facts);

    /// Why a clause follows from those that are left, and takes it away; nothing if that was not
    /// found within so many literals and antecedents. Requires a clause that is there.
    std::optional<std::vector<Step>> follows(std::size_t clause, std::size_t most);

  private:
    std::optional<certify::Blame> refute();
    std::optional<cnf::Lit> pick() const;
    std::uint64_t keep(const certify::Blame& blame);

    const cnf::Formula& formula_;
    certify::Propagator state_;
    std::vector<bool> removed_;
    std::vector<std::uint32_t> choices_;  // clauses of positive literals
    std::vector<Step> steps_;
    std::size_t length_ = 0, most_ = 0;
};

}  // namespace clew::compile
