#pragma once
// Report and Progress: what a run of an engine did, and how far one has come.
//
//     Report r = run.go_on({.limit = 2});
//     if (r.ending == Ending::exhausted) ...     // then r.solutions is all there are
//
// The one shape in which all engines answer. What an engine has to say beyond it stands in a type
// derived from it: search9::Result9 (where to go on), sat::EnumerateResult (the library's part),
// exact::Marginals (of each candidate), the facade's CountResult (who answered).

#include <cstdint>

#include "core/base/outcome.hpp"

namespace clew::inline base {

/// What a run of an engine did. What lists its solutions counts them in a machine word; the exact
/// counter, which does not, needs a wider Number.
template <class Number>
struct BasicReport {
    Number solutions{};  ///< handed out, or counted; a lower bound unless exact()
    Ending ending = Ending::exhausted;
    std::uint64_t nodes = 0;  ///< of a search tree; conflicts of SAT; terms of the exact sum
    double explored = 0;      ///< share of the work that lies behind, 1 if exhausted; 0 where the
                              ///< engine cannot tell

    bool exact() const { return ending == Ending::exhausted; }
};

using Report = BasicReport<std::uint64_t>;

/// How far a run has come that has not ended yet.
struct Progress {
    std::uint64_t solutions = 0;
    std::uint64_t nodes = 0;
    double explored = 0;  ///< as in Report; 0 where the engine cannot tell
};

}  // namespace clew::inline base
