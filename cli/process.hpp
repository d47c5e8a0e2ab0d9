#pragma once
// The Host of a real process: standard streams, terminal, environment, SIGINT.

#include "cli/host.hpp"

namespace clew::cli {

/// Call once, from main. Installs a SIGINT (and SIGTERM) handler that raises the host's stop flag;
/// a second signal ends the process at once.
Host process_host();

}  // namespace clew::cli
