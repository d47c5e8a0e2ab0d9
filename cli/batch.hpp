#pragma once
// Batch: the same question about every puzzle of the input, on several threads, answers in order.
//
//     return run_batch(host, input, {.threads = 4, .unreadable = unreadable(json, schema)},
//                      [&](const Record& record, unsigned threads, const Say& say) {
//                          Answer answer;
//                          answer.out = ...;
//                          return answer;
//                      });
//
// Memory is bounded, whatever the number of puzzles. Threads take puzzles in chunks, single ones at
// first, so that the first answers come at once; chunks grow as long as they take no more than some
// milliseconds. Answers do not depend on the chunks. Whoever writes a puzzle and waits for its
// answer before writing the next gets it.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cli/exit_code.hpp"
#include "cli/puzzle_digest.hpp"
#include "cli/puzzle_input.hpp"
#include "explain/report/question.hpp"
#include "solve/batch.hpp"

namespace clew::cli {

/// What one puzzle of a batch gave, or several that follow each other.
struct BatchAnswer {
    std::string out;  ///< for standard output, with its line end
    std::string err;  ///< for standard error, after `out`
    ExitCode code = ExitCode::ok;
};

/// A puzzle of a batch, whose record is made when it is asked for.
class Asked {
  public:
    explicit Asked(const Record& record) : record_(&record) {}
    Asked(const PlainLines& lines, std::size_t number) : lines_(&lines), number_(number) {}

    const Record& record() {
        if (record_ == nullptr) record_ = &made_.emplace(lines_->record(number_));
        return *record_;
    }

  private:
    const Record* record_ = nullptr;
    const PlainLines* lines_ = nullptr;
    std::size_t number_ = 0;
    std::optional<Record> made_{};
};

/// What became known of many puzzles together: adds the k-th one's answer to `answer`, or returns
/// false if that puzzle is to be asked by itself.
using AnswerTogether = std::function<bool(std::size_t k, Asked& asked, BatchAnswer& answer)>;

/// Where a text answer says which puzzle it is about.
enum class Naming : std::uint8_t {
    none,    ///< nowhere, or the answer says it itself
    beside,  ///< before the answer, which is one line: "puzzles.sdm:17: 12"
    above,   ///< on a line before the answer, which may be several: "puzzles.sdm:17:"
};

/// When it says so.
enum class Names : std::uint8_t {
    automatic,  ///< where more than one puzzle is asked about: see declare_names()
    always,
    never,
};

/// Adds --names auto|always|never. Automatic: where several inputs are named, or the one input
/// holds more than one puzzle. A writer who neither goes on nor ends within a moment may write
/// more: his answers are named, from the first on.
Argument& declare_names(Arguments& arguments, Names& names);

/// What to do with an answer that a stop came before the end of.
enum class Unfinished : std::uint8_t {
    print,  ///< it is better than nothing
    drop,   ///< the run will be resumed
};

/// Answers that were just printed.
struct Printed {
    std::uint64_t puzzles = 0;
    ExitCode code = ExitCode::ok;            ///< the gravest of these puzzles
    std::span<const std::uint64_t> digests;  ///< of the puzzles; empty unless they are kept
};

/// Whether the digests of the puzzles are handed to BatchOptions::on_done.
enum class Digests : std::uint8_t { none, kept };

/// What a batch does besides asking.
struct BatchOptions {
    unsigned threads = 1;
    StopFlag* stop = nullptr;  ///< raised: no further puzzle is begun
    /// The line on standard output that stands for a puzzle that could not be read, with
    /// --keep-going.
    std::function<std::string(const InputError&)> unreadable;
    /// Called before answers are printed.
    std::function<void()> before_print{};
    /// Called behind answers that were printed. A puzzle that could not be read is among them with
    /// --keep-going alone. May throw.
    std::function<void(const Printed&)> on_done{};
    /// Asked first, of many puzzles together, where that is faster than one by one. May be empty.
    std::function<AnswerTogether(const PuzzleBatch&)> at_once{};
    /// False of a puzzle that is passed over as if it were not there. Called in the puzzles' order.
    std::function<bool(const Record&)> passes{};
    std::uint64_t skip = 0;  ///< so many puzzles are passed over at the start
    /// Called when they are passed over, with the number of those there were and the digest of
    /// them. May throw.
    std::function<void(std::uint64_t, const Digest&)> on_skipped{};
    Digests digests = Digests::none;
    std::string between{};  ///< printed between two answers that print anything: "\n"
    bool follows = false;   ///< on answers printed by an earlier run: parted from those too
    Unfinished unfinished = Unfinished::print;
    Naming naming = Naming::none;
    Names names = Names::automatic;
    /// What report::remark_on() says goes to standard error.
    std::optional<report::About> remarks{};
};

/// Says a part of an answer before the rest is known. It is printed at once if all answers before
/// are, otherwise as soon as they are.
using Say = std::function<void(std::string_view text)>;

/// Asked of each puzzle. `threads` is how many it may use itself: one in a batch, all of them for a
/// puzzle that is alone. What was said is not in the answer again.
using PuzzleQuestion =
    std::function<BatchAnswer(const Record& record, unsigned threads, const Say& say)>;

/// What report::remark_on() says of a puzzle as a line for standard error; empty if nothing.
std::string remark_line(const Record& record, report::About about = report::About::puzzle);

/// For BatchOptions::unreadable: the line "error", or a JSON object that says where and why.
std::function<std::string(const InputError&)> unreadable(bool json, const char* schema,
                                                         const std::string& command);

/// Asks `question` of every puzzle, on several threads, and prints the answers in the puzzles'
/// order. Returns the worst exit code. With keep_going an InputError about the puzzle itself is
/// reported like a puzzle that cannot be read, and so is a file that cannot be opened. Errors:
/// whatever else `question` throws, and FileError for a file, after all answers before.
ExitCode run_batch(Host& host, const PuzzleInput::Options& input, const BatchOptions& options,
                   const PuzzleQuestion& question);

}  // namespace clew::cli
