#pragma once
// Cross-check: a second, independent engine counts too, and must agree.
//
//     CrossCheck c = cross_check(puzzle, {}, Engine::sat);
//     if (c.agreement == Agreement::disagree) ...   // a bug in one of them: both counts are there

#include <cstdint>

#include "core/board/puzzle.hpp"
#include "solve/solve.hpp"

namespace clew {

enum class Agreement : std::uint8_t {
    agree,      ///< both exact and equal, or both stopped at the same limit
    disagree,   ///< no number of solutions fits both answers
    undecided,  ///< one of them ended early, and what it found contradicts nothing
};

/// "agree", "disagree", "undecided".
const char* to_string(Agreement agreement);

/// What two answers for the same puzzle and limit say about each other.
Agreement compare(const CountResult& first, const CountResult& second);

struct CrossCheck {
    Agreement agreement = Agreement::undecided;
    CountResult first;   ///< by options.engine
    CountResult second;  ///< by the second engine
};

/// Counts again, by `second`, what `first` has counted, with the same limit and budget. Nobody
/// confirms himself: where `second` is the engine that answered first, the exact counter sums over
/// the other side of the board, and in place of any other an engine counts that shares no search
/// with it. The answer says who it was.
/// Errors: ContractViolation unless can_count(second, puzzle), or `second` is `automatic`;
/// InputError if no other engine of this build can count the puzzle.
CountResult confirm(const Puzzle& puzzle, const SolveOptions& options, const CountResult& first,
                    Engine second);

/// Counts, and confirms the count: `second` is the answer of the engine asked for, `first` the
/// other's. Errors: as count() and confirm().
CrossCheck cross_check(const Puzzle& puzzle, const SolveOptions& options, Engine second);

}  // namespace clew
