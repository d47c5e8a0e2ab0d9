#pragma once
// Justify: whether a formula says what a puzzle asks, no more and no less.
//
//     const Justification found = justify(formula, formula.size(), puzzle);
//     found.why                          "clause 812 is none that the puzzle makes"
//     found.families                     {"a cell holds a digit", 81}, ...
//
// The clauses are made here once more, from the houses' cell lists, the givens and the marks, and
// compared as sets: each one that is needed must be there, and each one that is there must be
// known. What the variables mean is taken from the formula's comments; a candidate without a
// variable must be one that the clues decide. Shares no line with encode/cnf.
//
// The clauses of rules are not compared with a list, which would be the encoder's own. They are
// asked instead (fillings.hpp): clauses that share helper variables must leave a model for each
// filling of their cells that some rule's check() allows; and each filling that a rule forbids must
// be refused by those clauses, or, of rules about pairs of cells, by unit propagation. What cannot
// be decided within bounded memory is named.

#include <string>
#include <utility>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/board/puzzle.hpp"
#include "proof/checker/cnf.hpp"

namespace clew::proof::inline checker {

struct Justification {
    bool holds = false;
    std::string why{};  ///< why not
    /// What the clauses say, and how many of them say it.
    std::vector<std::pair<std::string, std::size_t>> families{};
    /// Each solution decides the helper variables of rules too: as many models as solutions.
    bool decided = true;
    /// Rules of which it could not be decided whether the clauses say the same.
    std::vector<std::string> undecided{};
    bool stopped = false;  ///< by the stop flag: it says nothing
};

/// What the variables of a formula mean: its comments "c variable 17 r1c3=5".
struct VariableMap {
    std::vector<Candidate> candidates;  ///< of variables 1, 2, ...; those behind are helpers
    std::vector<Literal> of_candidate;  ///< by Geometry::candidate_index(); 0 for none

    Literal literal(const Geometry& geometry, Candidate c) const {
        return of_candidate[geometry.candidate_index(c)];
    }
};

/// Errors: InputError without place for comments that name no candidate of the board, or one twice.
VariableMap variable_map(const Cnf& formula, const Geometry& geometry);

/// Of the first `clauses` of the formula. `stop` may be null. Errors: as variable_map(); InputError
/// for a rule that nobody knows.
Justification justify(const Cnf& formula, std::size_t clauses, const Puzzle& puzzle,
                      const StopFlag* stop = nullptr);

}  // namespace clew::proof::inline checker
