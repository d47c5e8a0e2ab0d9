#pragma once
// CPOG: checks that a formula and a graph of products and sums have the same models, and counts
// them on the graph.
//
//     const Result found = check_cpog(formula, proof, "p92.cpog", nullptr);
//     found.accepted            the formula has *found.count models
//
// The format [Bryant, Nawrocki, Avigad and Heule 2023], one step a line, c for comments:
//
//     ID p NODE PART... 0           NODE, a new variable, is the product of literals: all hold
//     ID s NODE A B HINT... 0       NODE is the sum of two: one holds, and by the hints never both
//     ID a LITERAL... 0 HINT... 0   a clause, implied by the clauses that the hints name
//     d ID HINT... 0                a clause goes, implied by others that stay (also "dc")
//     r LITERAL                     the root of the graph; 0: the formula has no model
//     D ID... 0                     clauses that were added go
//
// Both forms: of 2023, where every clause but the root is deleted in the end, and of 2025, where
// the formula's clauses may stay, and are found to hold wherever the graph does.
//
// Reads one line at a time. In place of hints "*" asks the checker to search for them, by unit
// propagation in all clauses.

#include <iosfwd>
#include <string>

#include "core/base/outcome.hpp"
#include "proof/checker/cnf.hpp"
#include "proof/checker/result.hpp"

namespace clew::proof::inline checker {

/// Errors: InputError with line and column for a text that is no such proof.
Result check_cpog(const Cnf& formula, std::istream& proof, const std::string& source,
                  const StopFlag* stop);

}  // namespace clew::proof::inline checker
