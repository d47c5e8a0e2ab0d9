#include "cli/watch.hpp"

#include <fmt/format.h>

#include <csignal>

#include "core/base/enum_name.hpp"

namespace clew::cli {

Watch::Watch(Host& host, std::optional<double> timeout_seconds)
    : host_(host), start_(std::chrono::steady_clock::now()) {
    if (host_.interrupt == nullptr) host_.interrupt = &own_;
    // Further off than the clock counts: nobody waits that long.
    constexpr double never_seconds = 1e9;
    if (!timeout_seconds || *timeout_seconds > never_seconds) return;
    const auto end = start_ + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                  std::chrono::duration<double>(*timeout_seconds));
    timer_ = std::thread([this, end] {
        std::unique_lock lock(mutex_);
        if (wake_.wait_until(lock, end, [this] { return done_; })) return;
        if (flag().raised()) return;  // SIGINT came first
        timed_out_ = true;
        flag().raise();
    });
}

Watch::~Watch() {
    {
        const std::lock_guard lock(mutex_);
        done_ = true;
    }
    wake_.notify_all();
    if (timer_.joinable()) timer_.join();
    if (host_.interrupt == &own_) host_.interrupt = nullptr;
}

Watch::Reason Watch::fired() {
    if (timed_out_) return Reason::timeout;
    if (!flag().raised()) return Reason::none;
    return host_.signal != nullptr && *host_.signal == SIGTERM ? Reason::terminate
                                                               : Reason::interrupt;
}

ExitCode Watch::exit_code() {
    return exit_code_by(
        fired(), {ExitCode::ok, ExitCode::partial, ExitCode::interrupted, ExitCode::terminated});
}

const char* Watch::why() {
    return enum_name(fired(), {"", "time is over", "interrupted", "terminated"});
}

double Watch::elapsed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

std::string duration_text(double seconds) {
    if (seconds < 10) return fmt::format("{:.3f} s", seconds);
    if (seconds < 60) return fmt::format("{:.1f} s", seconds);
    const auto whole = static_cast<long>(seconds);
    if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
    return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

}  // namespace clew::cli
