#pragma once
// VeriPB: enumerations as pseudo-Boolean proof logs.
//
//     const Result found = check_veripb(formula, proof, "proof.pbp", {});
//     found.count                                     "12"
//
// What is read, of versions 2 and 3 of the format: f, rup, pol, e, ea, i, ia, red and pbc with
// their subproofs and goals, sol, solx, del, deld, delc, core, setlvl, wiplvl, output, conclusion,
// end, over any pseudo-Boolean constraints, with labels. Any other rule (orders, objectives) is
// rejected by name: a checker that guesses is none.
//
//     solx x1 x5       under these literals unit propagation gives every variable a value without
//                      conflict: a model. It is excluded from then on.
//     rup 1 ~x1 >= 1   follows by reverse unit propagation from formula, exclusions and lemmas
//     red 1 ~x9 1 x1 >= 1 : x9 -> 0     wherever it fails, the witness leads to where it and all that
//                      is known hold, by unit propagation or by a subproof. x9 may be new. A witness
//                      that changes variables which count is for refutations alone.
//     conclusion ENUMERATION_COMPLETE 12 : 40     twelve were logged, and constraint 40, there and
//                      empty, says that there are no more; so does UNSAT in version 2
//
// No model can be logged twice: an exclusion leaves only when the newest lemma says at least as
// much and takes over its part; any other deletion of one is ignored. (Knowing more than a proof
// asks for is never wrong.) So memory is bounded by what the proof keeps.

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "core/base/outcome.hpp"
#include "proof/checker/cnf.hpp"
#include "proof/checker/result.hpp"

namespace clew::proof::inline checker {

/// Looks at a model that is counted: for each variable, from 1 on, whether it is true. Returns what
/// is wrong with it, or an empty string.
using ModelCheck = std::function<std::string(const std::vector<bool>& model)>;

struct VeripbOptions {
    /// Models that agree on the variables 1 .. counted are one; without it all variables count.
    std::optional<std::size_t> counted{};
    ModelCheck model_check{};  ///< may be empty
    LiteralsSink added{};      ///< may be empty
    const StopFlag* stop = nullptr;
};

/// Accepted: `count` models, no more. Errors: InputError for a text that is no proof log.
Result check_veripb(const Cnf& formula, std::istream& proof, const std::string& source,
                    const VeripbOptions& options);

}  // namespace clew::proof::inline checker
