#pragma once
// What `clew check --ledger` finds: the audit of the text, and the lines counted again.
//
//     const LedgerVerdict found = check_ledger(host, stream, "p92.ledger", &puzzle, {.sample = 50});
//     if (found.why.empty()) host.out << found.text;
//
// Stops when the host's flag is raised; what it says then is nothing.

#include <cstdint>
#include <istream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "cli/host.hpp"
#include "core/board/puzzle.hpp"
#include "solve/solve.hpp"

namespace clew::cli {

struct LedgerCheck {
    std::uint64_t sample = 50;
    std::optional<std::uint64_t> seed{};  ///< none: a fresh one, which the verdict names
    Engine engine = Engine::search;
    std::optional<std::string> root{};  ///< as it was published
};

// NOLINTNEXTLINE(bugprone-exception-escape): the library's JSON values may throw when destroyed
struct LedgerVerdict {
    std::string why{};  ///< it is rejected; empty if it is not
    std::string text{};
    nlohmann::ordered_json json{};  ///< clew/check/1
};

/// Errors: UsageError for a root that is none; InputError for a text that is no ledger.
LedgerVerdict check_ledger(Host& host, std::istream& in, const std::string& name,
                           const Puzzle* puzzle, const LedgerCheck& options);

}  // namespace clew::cli
