#pragma once
// PuzzleInput: the puzzles of a command line, from files and standard input, one after another.
//
//     PuzzleInput::Options input_{.rules = Rules::known};
//     input_.declare(arguments);                    // FILE..., --input-format, --keep-going
//     PuzzleInput input{host, input_};
//     while (auto record = input.next()) ...
//
// No file, or "-", is standard input; a line of cells or a link, where no file is called so, is the
// puzzle itself. Each of them must hold a puzzle: an empty answer would look like a good one. When
// the stop flag of the host is raised, the puzzles end. Who asks something of every puzzle:
// cli/batch.hpp.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <istream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/host.hpp"
#include "cli/input_file.hpp"
#include "core/formats/formats.hpp"

namespace clew::cli {

/// Whether a command knows rules that are no houses (cages, arrows, ...). One that does not refuses
/// such a puzzle as it is read, like a puzzle that cannot be read.
enum class Rules : std::uint8_t { refused, known };

class PuzzleInput {
  public:
    struct Options {
        std::vector<std::string> files{};
        std::string format{};
        std::vector<std::string> without{};  ///< as ReaderOptions::without
        bool keep_going = false;
        Rules rules = Rules::refused;
        bool digits_from_0 = false;  ///< as ReaderOptions::digits_from_0
        std::string command{};       ///< for what is said when rules are refused

        void declare(Arguments& arguments);
    };

    /// Errors: UsageError at --input-format; when no file is named and standard input is a
    /// terminal.
    PuzzleInput(Host& host, const Options& options);

    /// The next puzzle, or nothing at the end. Errors: InputError for a bad puzzle, or a file
    /// without any, FileError for a file that cannot be opened or read; after either the call may
    /// be repeated.
    std::optional<Record> next();
    /// See PuzzleReader::next_lines().
    void next_lines(PlainLines& lines, std::size_t most);

    /// True if the next puzzle can be had without waiting for somebody to write it. Errors: as
    /// next().
    bool ready();
    /// The same, after a moment if need be.
    bool ready_soon();

    /// The one puzzle of commands that take one; nothing if a stop came first. Errors: InputError
    /// if there is none, or a second, which is looked for until the end of the input, or until
    /// nothing comes for a moment.
    std::optional<Record> only();

  private:
    bool open_next();
    void refuse_unknown(const Record& record) const;
    bool cut_short() const;  // by a stop: what came last may be half a puzzle

    Host& host_;
    Options options_;
    std::size_t next_file_ = 0;
    std::function<bool()> soon_{};  // waits a moment for the writer of what reader_ reads, if any
    bool standard_input_ = false;   // is what reader_ reads
    std::string source_;            // the name of that
    bool any_ = false;              // puzzle, good or bad, was in what reader_ reads
    std::optional<InputFile> bytes_;
    std::istream file_{nullptr};
    std::istringstream text_{};  // an argument that is a puzzle itself
    std::optional<PuzzleReader> reader_;
};

/// What is said of bad input, to the end of its line; with the options by which what is no rule may
/// be left out, if that is all that is wrong.
std::string told(const InputError& error);

/// Errors: FileError for the first of these files that is a folder or cannot be read.
void check_files(const PuzzleInput::Options& options);

}  // namespace clew::cli
