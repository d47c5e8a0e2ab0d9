#pragma once
// What the commands that ask one question of every puzzle have in common: count, solve, verify.
//
//     BatchCommand batch_;
//     batch_.declare(arguments);                  // FILE, --resume, --json, --quiet, ...
//     return batch_.run(host, "clew/count/1", [&](const Record& record, Asking& asking) {
//         ... count(record.puzzle, asking.options) ...
//     });

#include <functional>
#include <optional>
#include <string>

#include "cli/puzzle_input.hpp"
#include "cli/watch.hpp"
#include "cli/work_options.hpp"

namespace clew::cli {

/// What a question may use.
struct Asking {
    Host& host;  ///< the output is where the answers go: for colours and the like
    Watch& watch;
    SolveOptions options;  ///< with as many threads as this puzzle may use
};

struct BatchCommand {
    PuzzleInput::Options input;
    WorkOptions work;
    std::optional<std::string> resume;
    bool json = false;
    bool quiet = false;

    void declare(Arguments& arguments, Limit limit);
    /// Reads, asks on all threads, prints in order; progress, time limit, interrupts, exit code.
    ExitCode run(Host& host, const char* schema,
                 const std::function<Answer(const Record&, Asking&)>& question) const;
};

}  // namespace clew::cli
