#pragma once
// Runs a program as a child and measures it by the operating system's own accounting: for `clew
// bench`.
//
//     ChildRun r = run_child({"qqwing", "--solve"}, {.input_file = "puzzles.sdm"});
//     r.cpu_seconds, r.wall_seconds, r.peak_kib, r.exit_code
//
// The child's standard output is thrown away or written to a file; its standard error is thrown
// away. A child that outlives the time limit is killed and says so.

#include <string>
#include <vector>

namespace clew::cli {

struct ChildOptions {
    std::string input_file{};       ///< standard input; empty: nothing
    std::string output_file{};      ///< standard output; empty: thrown away
    double time_limit_seconds = 0;  ///< wall time; 0: none
};

struct ChildRun {
    double cpu_seconds = 0;  ///< user and system
    double wall_seconds = 0;
    /// Largest resident set, but never less than ours when it was started: Linux counts that in.
    long peak_kib = 0;
    int exit_code = 0;  ///< 128 + signal if it was killed
    bool timed_out = false;
};

/// Runs `command` (program and arguments, the program looked up in PATH) to its end.
/// Errors: std::system_error if it cannot be started.
ChildRun run_child(const std::vector<std::string>& command, const ChildOptions& options = {});

/// True if a program of that name is in PATH.
bool is_installed(const std::string& program);

/// The running program itself, to measure Clew as a whole process too.
std::string own_program();

}  // namespace clew::cli
