#pragma once
// The table of commands, in the order of `clew help`.

#include <memory>
#include <vector>

#include "cli/command.hpp"

namespace clew::cli {

/// One fresh object of every command.
std::vector<std::unique_ptr<Command>> make_commands();

std::unique_ptr<Command> make_bench();
