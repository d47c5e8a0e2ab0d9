#pragma once
// Watch: one stop flag for a command, raised by SIGINT, SIGTERM or when --timeout is over.
//
//     Watch watch{host, timeout_seconds};
//     count(puzzle, {.budget = {.stop = &watch.flag()}});
//     if (watch.fired() == Watch::Reason::timeout) ...
//
// The time limit is for the whole command, from the making of the watch.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "cli/exit_code.hpp"
#include "cli/host.hpp"

namespace clew::cli {

class Watch {
  public:
    enum class Reason : std::uint8_t { none, timeout, interrupt, terminate };

    Watch(Host& host, std::optional<double> timeout_seconds);
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    /// The flag of the host, which has one as long as the watch lives: who reads hears it too.
    StopFlag& flag() { return *host_.interrupt; }
    bool stopped() { return flag().raised(); }
    Reason fired();
    /// ok, partial (time is over), interrupted or terminated.
    ExitCode exit_code();
    /// "time is over", "interrupted", "terminated", or "".
    const char* why();
    /// Seconds since the watch was made.
    double elapsed() const;

  private:
    Host& host_;
    StopFlag own_;
    std::atomic<bool> timed_out_{false};
    std::chrono::steady_clock::time_point start_;
    std::mutex mutex_;
    std::condition_variable wake_;
    bool done_ = false;
    std::thread timer_;
};

/// "0.004 s", "12.3 s", "2 min 05 s", "1 h 02 min".
std::string duration_text(double seconds);

}  // namespace clew::cli
