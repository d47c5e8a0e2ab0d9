#pragma once
// Open encoding: part of a board as clauses over the candidates that are still open, and no others.
//
// encode() in encoding.hpp is the whole question with one variable a candidate of the board; this
// is what is left of it once clues and singles are done: a few dozen variables instead of hundreds.
// The cost of a call of a SAT library grows with the variables, needed or not.
//
//     OpenEncoding part = encode_open(geometry, domains, cells);
//     part.candidates[v]                        what variable v means
//     part.literal({cell, digit})               nothing if that candidate is not open
//
// Says the same as the extended encoding, each clause once.

#include <optional>
#include <span>
#include <vector>

#include "core/board/geometry.hpp"
#include "core/board/puzzle.hpp"
#include "core/rules/parts.hpp"
#include "core/rules/rulebook.hpp"
#include "encode/cnf/formula.hpp"
#include "encode/cnf/literals.hpp"

namespace clew::cnf {

/// Clauses over the open candidates of some cells, and behind them the helpers of rules.
struct OpenEncoding {
    std::vector<Candidate> candidates;  ///< of each variable; in the order of cells, then digits
    std::size_t var_count = 0;          ///< candidates and helpers
    Formula formula;

    /// The literal of a candidate; nothing if it is not open. Cost: a binary search.
    std::optional<Lit> literal(Candidate candidate) const;
};

/// The grid of a model: the clues, and what `truth(v)` says of the candidate of each variable.
template <class Truth>
Grid grid_of(const Puzzle& puzzle, std::span<const Candidate> candidates, Truth truth) {
    std::vector<Digit> digits(puzzle.geometry().cell_count());
    for (std::size_t i = 0; i < digits.size(); ++i)
        digits[i] = puzzle.given(Cell{i}).value_or(Digit{0});
    for (std::size_t v = 0; v < candidates.size(); ++v)
        if (truth(v)) digits[candidates[v].cell.index()] = candidates[v].digit;
    return Grid{std::move(digits)};
}

/// The constraints of the board restricted to `cells`, whose candidates are `domains` (one entry a
/// cell of the board). The other cells keep their domains and nothing is said of them, but that a
/// cell of one digit excludes it from its peers. Its models are the ways to fill `cells`; where
/// another undecided cell shares a house, the house may take its digit from there. The rules of
/// `book`, if it is not null, that speak of one of `cells` are written too.
/// Requires cells ascending, one domain a cell of the board, and that such a rule has no undecided
/// cell elsewhere.
OpenEncoding encode_open(const Geometry& geometry, std::span<const DigitSet> domains,
                         std::span<const Cell> cells, const rules::Rulebook* book = nullptr);

/// Adds the clauses of one rule as a thing by itself, whatever the board says of its cells; the
/// helpers come behind the variables that there are. `domains` and `cells` as for encode_open(),
/// and all its cells among them.
void add_part(OpenEncoding& encoding, std::span<const DigitSet> domains,
              std::span<const Cell> cells, const rules::RulePart& part);

}  // namespace clew::cnf
