#pragma once
// The programs that `clew-bench` runs: Clew itself, and others where they are installed.
//
//     const Program counts = ours("clew count", {"count"});
//     run_child(counts.command("puzzles.sdm"))

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/scratch_folder.hpp"
#include "tools/bench/figures.hpp"

namespace clew::bench {

enum class Reads {
    puzzles,         ///< a file of puzzles, named among the arguments
    standard_input,  ///< the same, as standard input
    formulas,        ///< one DIMACS file a run, named among the arguments
};

struct Program {
    std::string name;
    std::function<std::vector<std::string>(const std::string& file)> command;
    Reads reads = Reads::puzzles;
    /// The bytes that a run has written, where that is asked for.
    std::function<std::uint64_t()> written{};
    /// The exit code of a run that went well, where anything else must not pass for a figure.
    std::optional<int> must_end_with{};
    Clock clock = Clock::processor;
};

/// The program clew that stands beside this one.
std::string clew_program();
/// It with these words, quiet and on so many threads.
Program ours(const std::string& name, std::vector<std::string> words,
             const std::string& threads = "1");
Program qqwing(std::vector<std::string> words);
/// "0" models are all of them.
Program clasp(const std::string& most_models);

/// What certifies a puzzle of so many solutions, in each format, and what checks that behind it: by
/// `clew check`, and by public checkers that are in PATH (drat-trim, lrat-check, cpog-check) unless
/// `peers` is false; with `peers` also the way by hand, `clew encode --blocking` and cadical.
/// Formats and checkers that would not come to an end are left out. Certificates go to `folder`,
/// which must outlive the programs; `name` tells those of several puzzles apart.
std::vector<Program> certificate_programs(const cli::ScratchFolder& folder, const std::string& name,
                                          std::uint64_t solutions, bool peers);

/// The first `number` of the lines, again from the start when they run out, as a file.
std::string write_lines(const cli::ScratchFolder& folder, const std::string& name,
                        const std::vector<std::string>& lines, std::size_t number);

}  // namespace clew::bench
