#pragma once
// Blocking clauses: what a formula gets behind its own clauses when its solutions are excluded.
//
//     Blocking blocking{out, open};
//     blocking.add(found);                  -17 -23 ... 0: not these candidates together
//
// A clause names the candidates of a solution in the cells without a clue, ascending.

#include <cstdint>
#include <iosfwd>
#include <span>
#include <vector>

#include "core/base/text_buffer.hpp"
#include "proof/certify/walk.hpp"

namespace clew::certify {

class Blocking {
  public:
    /// `open` are the variables that a clause may name. The stream must outlive the object.
    Blocking(std::ostream& out, std::span<const cnf::Var> open);

    /// Writes the clause of a solution, and returns it; it lasts until the next one. Requires to
    /// be told of every model of a walk.
    std::span<const cnf::Lit> add(const FoundModel& found);
    void flush() { text_.flush(); }

  private:
    TextBuffer text_;
    std::vector<std::uint64_t> open_, holds_;  // bits by variable
    std::vector<ShortText> words_;             // by variable, of its negation
    cnf::Clause clause_;
};

}  // namespace clew::certify
