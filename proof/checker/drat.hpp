#pragma once
// DRAT: refutations as SAT solvers write them.
//
//     const Result found = check_drat(formula, proof, "all.drat", nullptr);
//
// A line adds a clause ("1 -2 0") or deletes one ("d 1 -2 0"); in the binary form a byte 'a' or
// 'd', the literals as variable-length numbers, a zero byte. Which of the two it is, is seen by the
// first bytes that text cannot have. An added clause must follow by reverse unit propagation (RUP),
// or be a resolution asymmetric tautology on its first literal (RAT): then the formula has a model
// with it if it has one without. The proof holds once the empty clause follows [Wetzler2014].
//
// Forward: each line is checked as it is read, and forgotten when it is deleted. A deletion of what
// is not there is passed over, and literals that hold without assumption stay known, as in other
// checkers.

#include <iosfwd>
#include <string>

#include "core/base/outcome.hpp"
#include "proof/checker/cnf.hpp"
#include "proof/checker/result.hpp"

namespace clew::proof::inline checker {

/// Accepted: the formula has no model. `stop` may be null, `added` empty. Errors: InputError for a
/// text that is no DRAT proof.
Result check_drat(const Cnf& formula, std::istream& proof, const std::string& source,
                  const StopFlag* stop, const LiteralsSink& added = {});

/// LRAT: every line carries a name, and an added clause names the clauses from which it follows, in
/// the order in which they become unit: "7 1 -2 0 3 5 0", "7 d 3 5 0". Many times as fast. A RAT
/// step names with a minus each clause to be resolved with, and behind it what its resolvent
/// follows from: "7 1 -2 0 3 -4 5 -6 0".
Result check_lrat(const Cnf& formula, std::istream& proof, const std::string& source,
                  const StopFlag* stop, const LiteralsSink& added = {});

}  // namespace clew::proof::inline checker
