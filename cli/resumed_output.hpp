#pragma once
// ResumedOutput: answers of a batch in a file, so that a killed run can be taken up again.
//
//     ResumedOutput output{host, path, "count --limit 2"};   // no path: standard output
//     run_batch(output.host(), input,
//               {.on_done = [&](const Printed& p) { output.take(p); },
//                .skip = output.answered(),
//                .on_skipped = [&](auto n, const auto& d) { output.skipped(n, d); },
//                .digests = Digests::kept, ...}, question);
//     code = worse(code, output.finish(Ended::whole));
//
// Whether a text is answers of this question to these puzzles cannot be seen from the text, so a
// journal beside the file, FILE.resume, says it: its first line the question and the version, then
// a line for each stretch of answers, written after them, with how many puzzles are answered, the
// gravest exit code of these, and digests of the puzzles and of the answers' bytes.
//
// The file is only ever appended to. What a kill left behind the last line of the journal, an
// answer without its end perhaps, is compared with the answers that come out again, and what is
// not what Clew would have written is refused.

#include <chrono>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>

#include "cli/arguments.hpp"
#include "cli/batch.hpp"
#include "cli/host.hpp"

namespace clew::cli {

/// Adds --resume FILE.
void declare_resume(Arguments& arguments, std::optional<std::string>& path);

/// Whether all puzzles of a batch were asked.
enum class Ended : std::uint8_t { whole, early };

class ResumedOutput {
  public:
    /// `question` names all that the answers depend on besides the puzzles. Errors, with the file
    /// untouched: FileError if it cannot be read and written or is no regular file; InputError if
    /// it does not hold answers to this question by this version of Clew.
    ResumedOutput(Host& host, const std::optional<std::string>& path, const std::string& question);
    /// Keeps what was taken.
    ~ResumedOutput();
    ResumedOutput(const ResumedOutput&) = delete;
    ResumedOutput& operator=(const ResumedOutput&) = delete;

    /// The host with its output going to the file.
    Host& host() { return host_; }
    /// How many puzzles the file already answers; 0 without a file.
    std::uint64_t answered() const { return at_.puzzles; }
    /// True if these answers printed anything.
    bool follows() const { return at_.bytes > 0; }
    bool is_file() const { return path_.has_value(); }
    /// Errors: InputError if these are not the puzzles that the file answers.
    void skipped(std::uint64_t puzzles, const Digest& digest);
    /// What the host was given are these answers. Errors: FileError; InputError if the file holds
    /// something else in their place.
    void take(const Printed& printed);
    /// The gravest exit code of all puzzles that the file answers. Errors: as take(); InputError if
    /// the file goes on behind the last answer.
    ExitCode finish(Ended ended);

  private:
    /// How far the file is answered: a line of the journal.
    struct Mark {
        std::uint64_t puzzles = 0;
        std::uint64_t bytes = 0;
        ExitCode code = ExitCode::ok;
        Digest asked;
        Digest written;
    };

    bool is_journal() const;  // ours, of whatever question
    void read_journal(const std::string& question);
    /// The place where the file goes on behind a mark, for messages.
    Place behind(std::uint64_t bytes) const;
    /// Writes, or finds written, what the host was given.
    void keep();

    std::optional<std::string> path_;
    std::string journal_path_;
    int file_ = -1, journal_ = -1;
    std::uint64_t size_ = 0;  // of the file
    Mark at_;
    Mark kept_;                               // what the journal knows
    std::optional<std::size_t> journal_end_;  // what of it is true, until it is written to
    bool sound_ = true;
    std::chrono::steady_clock::time_point kept_when_{};
    std::ostringstream text_;
    Host host_;
};

}  // namespace clew::cli
