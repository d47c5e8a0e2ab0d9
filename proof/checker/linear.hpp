#pragma once
// Linear: a pseudo-Boolean constraint, a weighted sum of literals that is at least a number, and
// the rules of cutting planes that make new ones from old [CookCoullardTuran1987].
//
//     Linear c = Linear::of({{2, 1}, {1, -3}}, 2);       2 x1 + 1 ~x3 >= 2
//     c.add(other); c.divide(2); c.saturate();
//     c.is_clause()                                       at least one of its literals
//
// Kept in one form: ascending variables, each once, all weights positive. Numbers that 64 bits do
// not hold are refused (Overflow).

#include <cstdint>
#include <span>
#include <vector>

#include "proof/checker/cnf.hpp"

namespace clew::proof::inline checker {

class Linear {
  public:
    struct Term {
        std::int64_t weight;
        Literal literal;
        bool operator==(const Term&) const = default;
    };

    Linear() = default;
    /// Any weights, any order, a variable as often as you like. Errors: Overflow.
    static Linear of(std::vector<Term> terms, std::int64_t degree);
    /// At least one of these.
    static Linear clause(std::span<const Literal> literals);

    std::span<const Term> terms() const { return terms_; }
    std::int64_t degree() const { return degree_; }
    /// The sum of all weights.
    std::int64_t total() const { return total_; }
    /// Holds whatever the literals are.
    bool is_trivial() const { return degree_ <= 0; }
    /// Holds never.
    bool is_contradiction() const { return total_ < degree_; }
    /// Says that one of its literals holds, and no more: each alone is enough.
    bool is_clause() const;
    std::vector<Literal> literals() const;

    /// Each of these follows from this one (and the other). Errors: Overflow. Requires k >= 1.
    void add(const Linear& other);
    void multiply(std::int64_t k);
    /// Rounding up.
    void divide(std::int64_t k);
    void saturate();
    /// Takes a variable away, as if its literal held.
    void weaken(Literal variable);
    /// The opposite.
    Linear negation() const;
    /// True if `weaker` follows by weakening literals and adding some.
    bool implies(const Linear& weaker) const;

    bool operator==(const Linear&) const = default;

  private:
    std::vector<Term> terms_;
    std::int64_t degree_ = 0;
    std::int64_t total_ = 0;
};

}  // namespace clew::proof::inline checker
