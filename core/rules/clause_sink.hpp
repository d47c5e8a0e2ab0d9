#pragma once
// ClauseSink: where a rule writes what it means as clauses, without knowing who keeps them.
//
//     void write(ClauseSink& sink) {
//         const auto a = sink.literal({cell, digit});      // may be `always` or `never`
//         const auto helper = sink.fresh();
//         sink.add({-a, helper});                          // simplified, then handed to keep()
//     }
//
// A literal is a number that is not 0, its negation the negative. A candidate that is ruled out
// already is `never`, the last one of its cell is `always`; clauses with them are simplified here.

#include <initializer_list>
#include <limits>
#include <span>
#include <vector>

#include "core/board/types.hpp"

namespace clew::rules {

/// Where clauses go. Used by one thread at a time.
class ClauseSink {
  public:
    using Literal = int;
    static constexpr Literal always = std::numeric_limits<int>::max();
    static constexpr Literal never = -always;

    virtual ~ClauseSink() = default;

    /// "This digit is in this cell."
    virtual Literal literal(Candidate candidate) = 0;
    /// A new variable, true.
    virtual Literal fresh() = 0;

    /// One of these holds. An empty clause says that the rule cannot be kept.
    void add(std::span<const Literal> clause);
    void add(std::initializer_list<Literal> clause) {
        add(std::span(clause.begin(), clause.size()));
    }

    /// A literal that is true if one of these is, and false otherwise: perhaps one of them.
    Literal any_of(std::span<const Literal> literals);
    Literal any_of(std::initializer_list<Literal> literals) {
        return any_of(std::span(literals.begin(), literals.size()));
    }
    /// So many of these hold. Every helper is fixed by them.
    void exactly(std::size_t many, std::span<const Literal> literals);

  protected:
    /// A clause without `always` and `never`.
    virtual void keep(std::span<const Literal> clause) = 0;

  private:
    std::vector<Literal> scratch_;
};

}  // namespace clew::rules
