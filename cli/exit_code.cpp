#include "cli/exit_code.hpp"

#include <algorithm>
#include <array>

namespace clew::cli {

std::span<const ExitCodeInfo> exit_codes() {
    static constexpr std::array<ExitCodeInfo, 13> table = {{
        {ExitCode::ok, "ok", "done; for verify: exactly one solution"},
        {ExitCode::internal, "internal", "a bug in Clew: please report it"},
        {ExitCode::usage, "usage", "arguments that do not fit"},
        {ExitCode::bad_input, "bad-input", "a puzzle or option file that cannot be read"},
        {ExitCode::io, "io", "a file that cannot be opened or written"},
        {ExitCode::no_solution, "no-solution",
         "solve, verify, rate, density, sample, minimal, unavoidable, judge, compile --show "
         "samples: "
         "the puzzle has no solution"},
        {ExitCode::several, "several", "verify, rate: the puzzle has several solutions"},
        {ExitCode::not_found, "not-found",
         "nothing was found: logic is stuck, no proposal, no such puzzle"},
        {ExitCode::disagree, "disagree",
         "two engines, or an answer and its check, disagree; judge: something is not right"},
        {ExitCode::but_for, "but-for",
         "check: accepted, except for rules that it could not decide"},
        {ExitCode::partial, "partial", "a time limit or a budget ended the work early"},
        {ExitCode::interrupted, "interrupted", "SIGINT ended the work early"},
        {ExitCode::terminated, "terminated", "SIGTERM ended the work early"},
    }};
    return table;
}

ExitCode worse(ExitCode a, ExitCode b) {
    if (a == b) return a;  // for every puzzle of a batch
    static constexpr std::array order = {
        ExitCode::ok,         ExitCode::no_solution, ExitCode::several,   ExitCode::not_found,
        ExitCode::but_for,    ExitCode::disagree,    ExitCode::partial,   ExitCode::interrupted,
        ExitCode::terminated, ExitCode::usage,       ExitCode::bad_input, ExitCode::io,
        ExitCode::internal,
    };
    const auto rank = [](ExitCode code) { return std::ranges::find(order, code); };
    return rank(a) < rank(b) ? b : a;
}

}  // namespace clew::cli
