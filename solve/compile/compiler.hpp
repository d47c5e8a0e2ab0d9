#pragma once
// The compiler: from clauses to a graph of decisions and independent parts.
//
//     Compiled c = compile(formula, variables);
//     if (c.ending == Ending::exhausted) c.graph.count() ...
//
//     Derived d = derive(formula, variables);    // the same, and why the formula implies the graph
//     write_cpog(out, formula, variables, d.derivation);
//
// Works on any formula; what it is quick on are those of puzzles (formula.hpp). Memory grows with
// the graph: a budget of nodes bounds both. A run that ends early has no graph: part of a graph
// says nothing.

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/outcome.hpp"
#include "encode/cnf/formula.hpp"
#include "solve/compile/derivation.hpp"
#include "solve/compile/graph.hpp"

namespace clew::compile {

struct CompileOptions {
    Budget budget{};  ///< max_nodes: of decisions
    /// Orders of decision, each with the rank of every variable; of several the first to come to
    /// an end is taken. None: the variables' own order. See board_orders().
    std::vector<std::vector<std::uint32_t>> orders{};
    /// Variables from here on are decided by those before them and never asked, if it can be
    /// helped.
    std::size_t asked = static_cast<std::size_t>(-1);
    /// Called every few thousand decisions with the number of nodes so far.
    std::function<void(std::uint64_t nodes)> on_progress{};
};

struct Compiled {
    Ending ending = Ending::exhausted;
    Graph graph{};
    std::uint64_t decisions = 0;
    std::uint64_t met_again = 0;  ///< parts that were there already
};

struct Derived {
    Ending ending = Ending::exhausted;
    Derivation derivation{};
    std::uint64_t decisions = 0;
};

/// As many as a graph of a formula can have.
inline constexpr std::size_t most_variables = 65'536;

/// Requires literals of variables below `variables`, at most most_variables of them.
Compiled compile(const cnf::Formula& formula, std::size_t variables,
                 const CompileOptions& options = {});
/// Requires the same.
Derived derive(const cnf::Formula& formula, std::size_t variables,
               const CompileOptions& options = {});

}  // namespace clew::compile
