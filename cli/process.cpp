#include "cli/process.hpp"

#include <malloc.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <iostream>

#include "cli/input_file.hpp"

namespace clew::cli {
namespace {

StopFlag interrupted;
std::atomic<int> first_signal{0};

/// Milliseconds that only grow; may be called in a signal handler.
std::int64_t milliseconds_now() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t{now.tv_sec} * 1'000 + now.tv_nsec / 1'000'000;
}

// A second signal ends the process at once. But timeout(1) and job schedulers signal the process
// and then its group: what comes so soon behind the first is the same wish.
constexpr std::int64_t same_wish_milliseconds = 250;
std::atomic<std::int64_t> first_signal_milliseconds{0};
static_assert(std::atomic<std::int64_t>::is_always_lock_free &&
              std::atomic<int>::is_always_lock_free);

extern "C" void on_signal(int signal) {
    const std::int64_t now = milliseconds_now();
    if (!interrupted.raised()) {
        first_signal_milliseconds = now;
        first_signal = signal;
        interrupted.raise();
    } else if (now - first_signal_milliseconds > same_wish_milliseconds) {
        _exit(128 + signal);
    }
}

std::size_t terminal_columns() {
    winsize size{};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return 80;
}

// The hardest puzzles and boards of 25x25 were done with 256 KiB, P-92 was not rated with 192;
// threads get as much.
constexpr rlim_t stack_bytes = rlim_t{512} << 10;

}  // namespace

std::string lacking() {
    rlimit limit{};
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= stack_bytes) return {};
    return "the stack is limited to " + std::to_string(limit.rlim_cur >> 10) +
           " KiB\n  expected: " + std::to_string(stack_bytes >> 10) + " KiB or more (ulimit -s)\n";
}

Host process_host() {
    // Batches give back and take again megabytes a thousand times; kept, they cost no page faults
    // (a fifth of the time for a file of easy puzzles).
    mallopt(M_MMAP_THRESHOLD, 64 << 20);
    mallopt(M_TRIM_THRESHOLD, 256 << 20);

    std::ios::sync_with_stdio(false);
    static InputFile input_buffer{STDIN_FILENO, "standard input", &interrupted};
    static std::istream input{&input_buffer};
    struct sigaction action = {};
    action.sa_handler = on_signal;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);

    const char* no_color = std::getenv("NO_COLOR");
    return {.in = input,
            .out = std::cout,
            .err = std::cerr,
            .in_is_terminal = isatty(STDIN_FILENO) != 0,
            .out_is_terminal = isatty(STDOUT_FILENO) != 0,
            .err_is_terminal = isatty(STDERR_FILENO) != 0,
            .no_color = no_color != nullptr && *no_color != '\0',
            .columns = terminal_columns(),
            .interrupt = &interrupted,
            .signal = &first_signal,
            .in_soon = input_buffer.has_writer() ? [] { return input_buffer.ready_soon(); }
                                                 : std::function<bool()>{}};
}

}  // namespace clew::cli
