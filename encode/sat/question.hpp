#pragma once
// Question: what a session is asked about a board. Private to the module.
//
//     const Question q = open_question(geometry, cube.domains(), cells);
//     Session session = ...; q.put_to(session);
//     q.literal({cell, digit})                  q.candidates[i] is the meaning of q.literals[i]
//
// Two ways to write it: over the open candidates alone, a few dozen variables; or whole, as
// cnf::encode writes the puzzle, with a variable for each candidate of the board and the helpers of
// the encoding.

#include <span>
#include <vector>

#include "core/board/puzzle.hpp"
#include "core/rules/rulebook.hpp"
#include "encode/cnf/encoding.hpp"
#include "encode/sat/session.hpp"

namespace clew::sat {

struct SolverInput {
    std::vector<Candidate>
        candidates;             ///< those that a model is read by; cells ascending, then digits
    std::vector<Lit> literals;  ///< of each of them
    std::size_t var_count = 0;
    cnf::Formula formula;

    /// Requires one of the candidates. Cost: a binary search.
    Lit literal(Candidate candidate) const;
    void put_to(Session& session) const {
        session.add_vars(var_count);
        session.add(formula);
    }
    /// Copies the session's model into the cells that the candidates speak of.
    void read(const Session& session, Grid& grid) const {
        for (std::size_t i = 0; i < candidates.size(); ++i)
            if (session.value(literals[i])) grid.set(candidates[i].cell, candidates[i].digit);
    }
};

/// The board's constraints, and the rules of `book`, over the open candidates of `cells`: see
/// cnf::encode_open.
SolverInput open_question(const Geometry& geometry, std::span<const DigitSet> domains,
                          std::span<const Cell> cells, const rules::Rulebook* book = nullptr);

/// The whole puzzle in an encoding of choice; candidates of `cells` as `domains` have them.
/// Requires an encoding without selectors.
SolverInput whole_question(const Puzzle& puzzle, const cnf::EncodeOptions& encoding,
                           std::span<const DigitSet> domains, std::span<const Cell> cells);

}  // namespace clew::sat
