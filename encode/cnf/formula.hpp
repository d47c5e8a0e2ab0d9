#pragma once
// Formula: a list of clauses, packed.
//
//     Formula f;
//     Clause clause = {a, ~b};
//     f.add(clause);
//     for (std::span<const Lit> c : f) ...        // in the order they were added
//
// Knows nothing of puzzles. The number of variables is kept by whoever numbers them (VarMap).

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <span>
#include <vector>

#include "encode/cnf/literals.hpp"

namespace clew::cnf {

using Clause = std::vector<Lit>;

/// A list of clauses. A value: const calls on one formula may be made by several threads at once.
class Formula {
  public:
    /// Iterates over the clauses; each is a view, valid until the next add.
    class Iterator {
      public:
        using value_type = std::span<const Lit>;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::input_iterator_tag;
        using reference = value_type;
        using pointer = void;
        Iterator() = default;
        Iterator(const Formula* formula, std::size_t at) : formula_(formula), at_(at) {}
        value_type operator*() const { return (*formula_)[at_]; }
        Iterator& operator++() {
            ++at_;
            return *this;
        }
        Iterator operator++(int) {
            Iterator before = *this;
            ++at_;
            return before;
        }
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }

      private:
        const Formula* formula_ = nullptr;
        std::size_t at_ = 0;
    };

    void add(std::span<const Lit> clause) {
        literals_.insert(literals_.end(), clause.begin(), clause.end());
        ends_.push_back(literals_.size());
    }
    void add(std::initializer_list<Lit> clause) { add(std::span(clause.begin(), clause.size())); }

    /// Number of clauses.
    std::size_t size() const { return ends_.size(); }
    /// Number of literals in all clauses together.
    std::size_t literal_count() const { return literals_.size(); }
    /// The clause at a position. Requires i < size().
    std::span<const Lit> operator[](std::size_t i) const {
        const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
        return std::span(literals_).subspan(begin, ends_[i] - begin);
    }
    Iterator begin() const { return {this, 0}; }
    Iterator end() const { return {this, size()}; }

    friend bool operator==(const Formula&, const Formula&) = default;

  private:
    std::vector<Lit> literals_;
    std::vector<std::size_t> ends_;  // one past the last literal of each clause
};

}  // namespace clew::cnf
