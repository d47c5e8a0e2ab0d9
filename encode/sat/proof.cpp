// Why a file, and not the session's own proof: the packaged CryptoMiniSat writes FRAT only, set
// before the first variable, and when used incrementally emits every live clause again at each call
// (10 GB for 7 309 solutions). The file and one call of Debian's cadical for the same puzzle: 0.18
// s, a proof of 3.6 MB, verified by a public checker in 0.9 s.

#include "encode/sat/proof.hpp"

#include "core/base/contract.hpp"
#include "core/rules/verify.hpp"
#include "encode/cnf/dimacs.hpp"

namespace clew::sat {

cnf::Formula blocking_clauses(const Puzzle& puzzle, std::span<const Grid> solutions) {
    const cnf::VarMap map{puzzle.geometry_ptr()};
    const std::vector<DigitSet> candidates = puzzle.candidates_after_givens();
    cnf::Formula formula;
    cnf::Clause clause;
    for (const Grid& grid : solutions) {
        CLEW_REQUIRE(is_solution(puzzle, grid), "sat::blocking_clauses: not a solution");
        clause.clear();
        for (std::size_t i = 0; i < candidates.size(); ++i)
            if (candidates[i].size() > 1) clause.push_back(~map.literal({Cell{i}, grid[Cell{i}]}));
        formula.add(clause);
    }
    return formula;
}

void write_certificate(std::ostream& out, const Puzzle& puzzle, std::span<const Grid> solutions,
                       const cnf::EncodeOptions& options) {
    CLEW_REQUIRE(options.selectors == cnf::Selectors::none,
                 "sat::write_certificate: selectors in a certificate");
    cnf::write_dimacs(out, puzzle, options, blocking_clauses(puzzle, solutions));
}

}  // namespace clew::sat
