#pragma once
// PuzzleInput: the puzzles of a command line, from files and standard input, one after another.
//
//     PuzzleInput::Options input_;
//     input_.declare(arguments);                    // FILE..., --input-format, --keep-going
//     PuzzleInput input{host, input_};
//     while (auto record = input.next()) ...
//
// No file, or "-", is standard input. With --keep-going a puzzle that cannot be read is reported on
// standard error and counted, and the next one follows.

#include <cstddef>
#include <fstream>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"
#include "cli/host.hpp"
#include "encode/board/formats.hpp"

namespace clew::cli {

class PuzzleInput {
  public:
    struct Options {
        std::vector<std::string> files;
        std::string format;
        bool keep_going = false;

        void declare(Arguments& arguments);
    };

    /// Errors: InputError at --input-format; when no file is named and standard input is a
    /// terminal.
    PuzzleInput(Host& host, const Options& options);

    /// True if the next puzzle can be had without waiting for somebody to write it.
    bool ready() const;
    /// The next puzzle, or nothing at the end. Errors: InputError for a bad puzzle (after which the
    /// call may be repeated), std::ios_base::failure for a file that cannot be opened.
    std::optional<Record> next();

    /// The one puzzle of commands that take one. Errors: InputError if there is none or a second.
    Record only();

  private:
    bool open_next();

    Host& host_;
    Options options_;
    std::size_t next_file_ = 0;
    std::vector<char> buffer_;  // of file_
    std::ifstream file_;
    std::optional<PuzzleReader> reader_;
};

/// What one puzzle of a batch gave.
struct Answer {
    std::string out;  ///< for standard output, with its line end
    std::string err;  ///< for standard error
    ExitCode code = ExitCode::ok;
    bool unfinished = false;  ///< a stop came in the middle: `out` is a partial answer
};

/// What to do with the answer that a stop left unfinished.
enum class Unfinished : std::uint8_t {
    print,  ///< it is better than nothing
    drop,   ///< the run will be resumed
};

/// What a batch does besides asking.
struct BatchOptions {
    unsigned threads = 1;
    StopFlag* stop = nullptr;  ///< raised: no further puzzle is begun
    /// The line on standard output that stands for a puzzle that could not be read, with
    /// --keep-going.
    std::function<std::string(const InputError&)> unreadable;
    std::string between{};            ///< written between two answers
    std::function<void()> on_done{};  ///< after each answer, for progress
    /// Asked first, of many puzzles at once, where that is faster than one by one: an answer for
    /// each, or nothing for those that `question` must be asked of. May be empty.
    std::function<std::vector<std::optional<Answer>>(std::span<const Record* const>)> at_once{};
    std::uint64_t skip = 0;  ///< so many puzzles are passed over at the start
    Unfinished unfinished = Unfinished::print;
};

/// Asked of each puzzle. `threads` is how many it may use itself: one in a batch, all of them for a
/// puzzle that is alone.
using Question = std::function<Answer(const Record& record, unsigned threads)>;

/// Asks `question` of every puzzle, on several threads, and prints the answers in the puzzles'
/// order. Memory: a bounded number of puzzles at a time. Returns the worst exit code.
/// Errors: the InputError of a bad puzzle unless keep_going, after all answers before it.
ExitCode run_batch(Host& host, const PuzzleInput::Options& input, const BatchOptions& options,
                   const Question& question);

/// "examples/p92.sdk:4": where a puzzle came from, for messages and JSON.
std::string name_of(const Record& record);

}  // namespace clew::cli
