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
#include <span>
#include <string>
#include <vector>

#include "cli/puzzle_input.hpp"
#include "cli/watch.hpp"
#include "cli/work_options.hpp"

namespace clew::cli {

struct Asking;
/// A question to many puzzles at once; see BatchOptions::at_once.
using ManyAtOnce =
    std::function<std::vector<std::optional<Answer>>(std::span<const Record* const>, Asking&)>;

/// What a question may use.
struct Asking {
    Host& host;  ///< the output is where the answers go: for colours and the like
    Watch& watch;
    SolveOptions options;  ///< with as many threads as this puzzle may use
};

/// True if the front door answers many puzzles together for this choice of engine.
inline bool batches(Engine engine) {
    return engine == Engine::automatic || engine == Engine::search;
}
std::vector<const Puzzle*> puzzles_of(std::span<const Record* const> records);

struct BatchCommand {
    PuzzleInput::Options input;
    WorkOptions work;
    std::optional<std::string> resume;
    bool json = false;
    bool quiet = false;

    void declare(Arguments& arguments, Limit limit);
    /// Reads, asks on all threads, prints in order; progress, time limit, interrupts, exit code.
    /// `at_once`, if it is not empty, is asked first, of many puzzles together (see BatchOptions).
    ExitCode run(Host& host, const char* schema,
                 const std::function<Answer(const Record&, Asking&)>& question,
                 const ManyAtOnce& at_once = {}) const;
};

}  // namespace clew::cli
