#pragma once
// Host: what the command line runs on. Streams, terminal, environment, the stop flag: everything
// that a command may touch of the outside, so that tests can run whole commands inside the process.
//
//     std::istringstream in{"..9..."};
//     std::ostringstream out, err;
//     Host host{.in = in, .out = out, .err = err};
//     run({"count", "-"}, host);

#include <atomic>
#include <cstddef>
#include <functional>
#include <iosfwd>
#include <string>

#include "core/base/outcome.hpp"

namespace clew::cli {

struct Host {
    std::istream& in;
    std::ostream& out;
    std::ostream& err;
    bool in_is_terminal = false;
    bool out_is_terminal = false;
    bool err_is_terminal = false;
    bool no_color = false;                     ///< NO_COLOR is set to something
    std::size_t columns = 80;                  ///< width of the terminal
    StopFlag* interrupt = nullptr;             ///< raised by SIGINT or SIGTERM; may be null
    const std::atomic<int>* signal = nullptr;  ///< which of them raised it; may be null
    /// True if reading `in` returns at once, after waiting a moment (a tenth of a second) if need
    /// be for a writer who is at it; empty: it always does. When the stop flag is raised, `in`
    /// ends.
    std::function<bool()> in_soon{};
    std::string command{};  ///< "count --limit 2": see Arguments::asked()
};

/// The same host with its results going elsewhere than to a terminal.
inline Host with_output(const Host& host, std::ostream& out) {
    return {.in = host.in,
            .out = out,
            .err = host.err,
            .in_is_terminal = host.in_is_terminal,
            .out_is_terminal = false,
            .err_is_terminal = host.err_is_terminal,
            .no_color = host.no_color,
            .columns = host.columns,
            .interrupt = host.interrupt,
            .signal = host.signal,
            .in_soon = host.in_soon,
            .command = host.command};
}

}  // namespace clew::cli
