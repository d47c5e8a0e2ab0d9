#include "cli/process.hpp"

#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <streambuf>

namespace clew::cli {
namespace {

StopFlag interrupted;

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
static_assert(std::atomic<std::int64_t>::is_always_lock_free);

extern "C" void on_signal(int signal) {
    const std::int64_t now = milliseconds_now();
    if (!interrupted.raised()) {
        first_signal_milliseconds = now;
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

// How long a puzzle that is whole waits for what may follow it and make it another one: longer than
// a writer takes between two lines, shorter than somebody minds who waits for the answer.
constexpr int a_moment_milliseconds = 100;

/// A file, and a pipe that was closed, are always ready: reading returns at once.
bool input_ready(int milliseconds) {
    pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    return poll(&input, 1, milliseconds) > 0;
}

/// Standard input, which ends when the stop flag is raised: the one of <iostream> waits on whatever
/// happens, and a signal may come to a thread that does not read.
class StandardInput : public std::streambuf {
  private:
    int_type underflow() override {
        constexpr int look_up_milliseconds = 50;
        ssize_t size = -1;
        do {
            while (!input_ready(look_up_milliseconds))
                if (interrupted.raised()) return traits_type::eof();
            size = read(STDIN_FILENO, buffer_.data(), buffer_.size());
        } while (size < 0 && errno == EINTR);
        if (size < 0)
            throw std::ios_base::failure("standard input cannot be read",
                                         std::error_code(errno, std::generic_category()));
        if (size == 0) return traits_type::eof();
        setg(buffer_.data(), buffer_.data(), buffer_.data() + size);
        return traits_type::to_int_type(buffer_[0]);
    }

    std::streamsize showmanyc() override { return input_ready(0) ? 1 : 0; }

    std::array<char, 1 << 16> buffer_;  // as much as a pipe holds
};

}  // namespace

Host process_host() {
    // Batches give back and take again megabytes a thousand times; kept, they cost no page faults
    // (a fifth of the time for a file of easy puzzles).
    mallopt(M_MMAP_THRESHOLD, 64 << 20);
    mallopt(M_TRIM_THRESHOLD, 256 << 20);

    std::ios::sync_with_stdio(false);
    static StandardInput input_buffer;
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
            .in_ready = [] { return input_ready(0); },
            .in_soon = [] { return input_ready(a_moment_milliseconds); }};
}

}  // namespace clew::cli
