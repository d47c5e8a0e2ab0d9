#pragma once
// Exit codes: what a script learns from $?. The one place that defines them; `clew help
// exit-codes`, the man page and docs/command-line.md print this table.
//
//     return ExitCode::several;      // a verdict, not an error

#include <cstddef>
#include <cstdint>
#include <span>

namespace clew::cli {

enum class ExitCode : std::uint8_t {
    ok = 0,             ///< done; for verify: exactly one solution
    internal = 1,       ///< a bug in Clew
    usage = 2,          ///< arguments that do not fit
    bad_input = 3,      ///< a puzzle that cannot be read
    io = 4,             ///< a file that cannot be read or written
    no_solution = 10,   ///< solve, verify: the puzzle has no solution
    several = 11,       ///< verify: the puzzle has several solutions
    not_found = 12,     ///< logic is stuck, no proposal, no puzzle within the budget
    disagree = 13,      ///< two engines, or a result and its check, disagree
    but_for = 14,       ///< check: accepted, but for what could not be decided
    partial = 20,       ///< a time limit or budget ended the work: the output is partial
    interrupted = 130,  ///< SIGINT: the output is partial
    terminated = 143,   ///< SIGTERM: the output is partial
};

struct ExitCodeInfo {
    ExitCode code;
    const char* name;
    const char* meaning;
};

/// That of an enumerator, of codes in the order of the enumeration.
template <class Enum, std::size_t count>
constexpr ExitCode exit_code_by(Enum value, const ExitCode (&codes)[count]) {
    return codes[static_cast<std::size_t>(value)];
}

/// All exit codes, ascending.
std::span<const ExitCodeInfo> exit_codes();

/// The graver of two, for batches: internal, then I/O and input errors, terminated, interrupted,
/// partial, disagreement, but for, not found, several, no solution, ok.
ExitCode worse(ExitCode a, ExitCode b);

}  // namespace clew::cli
