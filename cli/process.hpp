#pragma once
// The Host of a real process: standard streams, terminal, environment, SIGINT.

#include <string>

#include "cli/host.hpp"

namespace clew::cli {

/// Call once, from main. Installs a SIGINT (and SIGTERM) handler that raises the host's stop flag;
/// a second signal ends the process at once.
Host process_host();

/// What the process lacks to run any command, in words with a line feed: a stack that is deep
/// enough. Empty if nothing.
std::string lacking();

}  // namespace clew::cli
