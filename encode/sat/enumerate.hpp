#pragma once
// Enumerate: every solution of a puzzle, by SAT and blocking clauses.
//
//     auto result = sat::enumerate(puzzle, {.limit = 100}, [](const Grid& g) {
//         std::puts(to_line(g).c_str());
//         return Flow::go_on;
//     });
//     if (result.ending == Ending::exhausted) ...          // there are no more
//     if (result.proved) ...                               // and the library says so: UNSAT
//
// Solutions are streamed as they are found and never held. Each is looked at by the plain checker
// before it is handed out; a wrong one would be a bug, and is a ContractViolation. The order is
// the same in every run. How it is done, and what else was tried: blocking.cpp and cubes.cpp.

#include <cstdint>
#include <optional>

#include "core/base/outcome.hpp"
#include "core/base/report.hpp"
#include "core/base/turns.hpp"
#include "core/board/puzzle.hpp"
#include "encode/cnf/encoding.hpp"

namespace clew::sat {

/// How the solutions are looked for. All strategies find the same ones. The first four are one SAT
/// session with one blocking clause a solution, and end in an UNSAT of the library.
enum class EnumerationMethod : std::uint8_t {
    blocking,   ///< decisions up to a limit of some 16 solutions, otherwise branches
    cells,      ///< a blocking clause names every open cell; the rate falls as they pile up
    decisions,  ///< only as many cells as decide the others by singles
    branches,   ///< and the session works down a tree of assumptions, whose finished branches are
                ///< proved and their blocking clauses dropped: constant rate and memory
    cubes,      ///< cubes and independent parts, SAT within a part alone: fastest, constant memory
};

/// "blocking", "cells", "decisions", "branches", "cubes".
const char* to_string(EnumerationMethod strategy);

struct EnumerateOptions {
    Budget budget{};                  ///< max_nodes counts conflicts and cubes over the whole call
    std::uint64_t limit = unlimited;  ///< stop after so many solutions
    EnumerationMethod strategy = EnumerationMethod::cubes;
    /// How the board is written for the session that sees all of it (small parts of cubes are
    /// always written over their open candidates). Nothing: over the open candidates alone.
    std::optional<cnf::EncodeOptions> encoding{};
    Turns* turns = nullptr;  ///< whoever takes turns with this call, if anybody; not owned
};

/// A report, whose nodes are the library's conflicts, and who did what.
struct EnumerateResult : Report {
    EnumerationMethod strategy =
        EnumerationMethod::blocking;  ///< cells, decisions, branches or cubes
    /// Calls of the SAT library. By blocking, where the budget ended none of them, that is
    /// backbone_calls + solutions + refuted.
    std::uint64_t calls = 0;
    std::uint64_t backbone_calls = 0;  ///< those that looked for the backbone beforehand
    std::uint64_t refuted = 0;  ///< those answered UNSAT, without the backbone's. By cells and
                                ///< decisions 1, by branches one a dead branch, one for some
                                ///< 256 blocking clauses, and the last
    std::uint64_t blocking_clauses = 0;  ///< given to the library
    std::uint64_t sessions = 0;  ///< SAT sessions; a second one where the first had a hard time
    /// The last answer of the session that sees the whole board was UNSAT without assumptions: the
    /// library has proved that there is nothing more. Never with cubes.
    bool proved = false;
    std::uint64_t cubes = 0;  ///< pieces that the board was split into
};

/// Hands every solution to the sink, each once. Requires an encoding without selectors.
EnumerateResult enumerate(const Puzzle& puzzle, const EnumerateOptions& options,
                          const SolutionSink& sink);

}  // namespace clew::sat
