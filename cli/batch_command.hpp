#pragma once
// What the commands that ask one question of every puzzle have in common: count, solve, verify,
// rate, minimal, repair, sample, unavoidable, density, hint, steps, explain, show.
//
//     BatchCommand batch_;
//     batch_.declare(arguments, Limit::none);     // FILE, --engine, --resume, --json, --quiet, ...
//     return batch_.run(host, "clew/count/1", [&](const Record& record, Asking& asking) {
//         ... count(record.puzzle, asking.options) ...
//     });

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "cli/batch.hpp"
#include "cli/progress.hpp"
#include "cli/watch.hpp"
#include "cli/work_options.hpp"
#include "explain/report/csv.hpp"
#include "explain/report/question.hpp"

namespace clew::cli {

/// What a question may use.
struct BatchContext {
    Host& host;  ///< the output is where the answers go: for colours and the like
    Watch& watch;
    ProgressLine& progress;  ///< counts puzzles, or what BatchCommand::unit says
    SolveOptions options;    ///< with as many threads as this puzzle may use
    Say say{};               ///< empty where an answer is asked for as a whole
};

/// A question to many puzzles together; see BatchOptions::at_once. An empty AnswerTogether if this
/// question has to be asked of each.
using Together = std::function<AnswerTogether(const PuzzleBatch&, BatchContext&)>;

/// True if the facade answers many puzzles together for this choice of engine.
inline bool batches(Engine engine) {
    return engine == Engine::automatic || engine == Engine::search;
}

/// "the frontier count does boards without rules alone": what an engine that does not count every
/// puzzle needs.
const char* needs_of(Engine engine);
/// The answer to a puzzle that the engine asked for cannot do, which says what it needs.
std::optional<BatchAnswer> refuse_engine(const Record& record, Engine engine);
/// Why the exact counter is refused where its sum is to be cut.
inline constexpr const char* cuts_plain_boards = "the exact counter cuts plain 9x9 boards alone";
/// "... this one is 9x9 with windows".
BatchAnswer refusal(const Record& record, const char* why, const char* expected);

/// How many puzzles a command takes.
enum class Takes : std::uint8_t { many, one };

struct BatchCommand {
    PuzzleInput::Options input{};
    report::About about = report::About::puzzle;
    WorkOptions work{};
    Takes takes = Takes::many;
    std::optional<std::string> resume{};
    std::optional<std::string> output{};
    std::function<bool(const Record&)> passes{};  ///< see BatchOptions
    std::string unit = "puzzles";  ///< of progress; if it is another, the question counts it
    std::string between{};         ///< printed between two answers
    Naming naming = Naming::beside;
    Names names = Names::automatic;
    report::Columns columns{};  ///< of --csv, besides those that all answers have
    bool json = false;
    bool csv = false;
    bool quiet = false;

    /// For answers of one line a puzzle: with --resume and --csv. Declares --engine too.
    void declare(Arguments& arguments, Limit limit);
    /// The same for questions that no engine of the facade answers: without --engine.
    void declare_plain(Arguments& arguments);
    /// For answers of any length: with --output.
    void declare_with_file(Arguments& arguments);
    /// What both begin with: FILE, --json, --names, --quiet.
    void declare_answers(Arguments& arguments);
    /// Adds --csv, for commands with one answer a puzzle, after either.
    void declare_csv(Arguments& arguments);

    /// Whether answers are to be objects: line() of them.
    bool structured() const { return json || csv; }
    /// An answer as --json or --csv wants it.
    std::string line(nlohmann::ordered_json answer) const;
    /// Reads, asks on all threads, prints in order; progress, time limit, interrupts, exit code. A
    /// file named by --output is left as it was if a puzzle cannot be read, unless --keep-going.
    /// `together`, if it is not empty, is asked first.
    ExitCode run(Host& host, const char* schema,
                 const std::function<BatchAnswer(const Record&, BatchContext&)>& question,
                 const Together& together = {}) const;

    const Arguments* table = nullptr;  ///< the table that declare() was given
};

}  // namespace clew::cli
