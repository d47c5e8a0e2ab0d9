#pragma once
// CPOG: a proof that a formula and a graph have the same models, for checkers that know nothing of
// Clew.
//
//     CpogReport r = write_cpog(out, formula.formula, formula.var_count, {});
//     r.count                    what the checker will find, if it accepts
//
// The format and its checkers: Bryant, Nawrocki, Avigad and Heule 2023, "Certified Knowledge
// Compilation with Application to Verified Model Counting"; its later form 2025, for projected
// counts too. Clauses have numbers, those of the formula from 1 on; nodes are variables behind
// those of the formula:
//
//     id p node parts.. 0           node is the product of these; makes 1 + parts clauses
//     id s node a b hints.. 0       node is the sum of two that exclude each other, as the hints show
//     id a literals.. 0 hints.. 0   a clause that follows by unit propagation from the hints
//     r node                        the root
//
// The formula implies the graph: everything added follows, the root as a unit clause at last. That
// the graph implies the formula, checkers see for themselves, as each clause is false nowhere in a
// graph of independent parts.

#include <cstdint>
#include <iosfwd>

#include "core/base/count.hpp"
#include "core/base/outcome.hpp"
#include "encode/cnf/formula.hpp"
#include "solve/compile/compiler.hpp"

namespace clew::compile {

struct CpogReport {
    Ending ending = Ending::exhausted;  ///< anything else: what was written is no proof
    Count count{};
    std::uint64_t decisions = 0;  ///< of the compiler; set if it did not come to its end too
    std::uint64_t nodes = 0;      ///< of the graph
    std::uint64_t lemmas = 0;     ///< clauses added
    std::uint64_t hints = 0;      ///< in the whole proof
};

/// Compiles and writes the proof. Memory: the graph and its derivation; the text is streamed.
CpogReport write_cpog(std::ostream& out, const cnf::Formula& formula, std::size_t variables,
                      const CompileOptions& options = {});
/// The same of a derivation made before.
CpogReport write_cpog(std::ostream& out, const cnf::Formula& formula, std::size_t variables,
                      const Derivation& derivation, const CompileOptions& options = {});

}  // namespace clew::compile
