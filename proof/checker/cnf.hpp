#pragma once
// Cnf: a formula as a checker sees it, numbers with signs, and the reader of its DIMACS text.
//
//     const Cnf formula = read_cnf(file, "formula.cnf");
//     for (std::size_t i = 0; i < formula.size(); ++i) use(formula[i]);      // in the file's order
//
// Shares nothing with encode/cnf, which writes such files: a checker that trusts the writer's own
// types would trust its mistakes. Comments are skipped, but for those that name a variable.

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "core/base/outcome.hpp"

namespace clew::proof::inline checker {

/// A variable from 1 on, or its negation.
using Literal = std::int32_t;

/// Requires a literal whose negation is one too.
constexpr Literal variable_of(Literal l) { return l < 0 ? -l : l; }

/// The largest variable that a text may name.
inline constexpr std::int64_t max_variable = 1 << 28;
/// The largest where every variable has lists of clauses: a header alone must not take all memory.
inline constexpr std::int64_t max_watched_variable = 1 << 24;

/// A list of clauses. A value: may be read by several threads at once.
class Cnf {
  public:
    std::size_t variables = 0;
    /// Of variables 1, 2, ...: from comments "c variable 17 r1c3=5".
    std::vector<std::string> names{};

    void add(std::span<const Literal> clause) {
        literals_.insert(literals_.end(), clause.begin(), clause.end());
        ends_.push_back(literals_.size());
    }
    std::size_t size() const { return ends_.size(); }
    /// Requires i < size().
    std::span<const Literal> operator[](std::size_t i) const {
        const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
        return std::span(literals_).subspan(begin, ends_[i] - begin);
    }

  private:
    std::vector<Literal> literals_;
    std::vector<std::size_t> ends_;
};

/// Reads "p cnf VARIABLES CLAUSES" and as many clauses, each ended by 0. Errors: InputError with
/// line for anything else: another number of clauses, an unknown variable, a clause without end;
/// Stopped (scan.hpp) once `stop` is raised, which may be null.
Cnf read_cnf(std::istream& input, const std::string& source, const StopFlag* stop = nullptr);

}  // namespace clew::proof::inline checker
