#pragma once
// The command line as a function: parse, dispatch, turn exceptions into messages and exit codes.
//
//     int main(int argc, char** argv) { ... return to_int(run({argv + 1, argv + argc}, host)); }
//
// `clew help`, `clew help COMMAND`, `clew help exit-codes`, `clew help --man`, `clew help
// --completion bash|zsh|fish`, `clew COMMAND --help` and `clew --version` are handled here.

#include <string>
#include <vector>

#include "cli/command.hpp"

namespace clew::cli {

/// Runs one command line (without the program's name). Never throws.
ExitCode run(const std::vector<std::string>& arguments, Host& host);

/// The same for a program that has this command alone, which knows --help and --version too.
ExitCode run_alone(Command& command, const std::vector<std::string>& arguments, Host& host);

}  // namespace clew::cli
