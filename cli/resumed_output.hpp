#pragma once
// ResumedOutput: answers of a batch appended to a file, so that a killed run can be taken up again.
//
//     ResumedOutput output{host, path};             // no path: standard output
//     run_batch(output.host(), input, {.skip = output.answered(), ...}, question);
//     output.finish();
//
// A batch prints one line a puzzle, in order; so the whole lines that stand in the file say how
// many puzzles are answered. A last line without its end is cut off and asked again.

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>

#include "cli/arguments.hpp"
#include "cli/host.hpp"

namespace clew::cli {

/// Adds --resume FILE.
void declare_resume(Arguments& arguments, std::optional<std::string>& path);

class ResumedOutput {
  public:
    /// Errors: std::ios_base::failure if the file cannot be read or written.
    ResumedOutput(Host& host, const std::optional<std::string>& path);

    /// The host with its output going to the file.
    Host& host() { return host_; }
    /// How many puzzles the file already answers; 0 without a file.
    std::uint64_t answered() const { return answered_; }
    bool is_file() const { return path_.has_value(); }
    /// Errors: std::ios_base::failure if the file could not be written.
    void finish();

  private:
    std::optional<std::string> path_;
    std::ofstream file_;
    std::uint64_t answered_ = 0;
    Host host_;
};

}  // namespace clew::cli
