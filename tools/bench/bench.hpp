#pragma once
// clew-bench as a command, which its program and the tests run.

#include <memory>

#include "cli/command.hpp"

namespace clew::bench {

std::unique_ptr<cli::Command> make_bench();

}  // namespace clew::bench
