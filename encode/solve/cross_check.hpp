#pragma once
// Cross-check: a second, independent engine counts too, and must agree.
//
//     CrossCheck c = cross_check(puzzle, {}, Engine::sat);
//     if (c.agreement == Agreement::disagree) ...   // a bug in one of them: both counts are there

#include <cstdint>

#include "encode/board/puzzle.hpp"
#include "encode/solve/solve.hpp"

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

/// Counts twice, with the same limit and budget. Where the second engine is the one that answered
/// first, the first answer is asked of another engine instead: nobody confirms himself.
/// Errors: ContractViolation unless can_count(second, puzzle), or `second` is `automatic`.
CrossCheck cross_check(const Puzzle& puzzle, const SolveOptions& options, Engine second);

}  // namespace clew
