#include "cli/progress.hpp"

#include <fmt/format.h>

#include <chrono>
#include <ostream>

#include "cli/watch.hpp"
#include "core/base/numbers.hpp"

namespace clew::cli {

ProgressLine::ProgressLine(Host& host, std::string unit, Quiet quiet)
    : host_(host), unit_(std::move(unit)) {
    if (quiet == Quiet::yes || !host.err_is_terminal) return;
    thread_ = std::thread([this] {
        const auto start = std::chrono::steady_clock::now();
        auto next = start + std::chrono::seconds(1);
        std::unique_lock lock(mutex_);
        while (!wake_.wait_until(lock, next, [this] { return over_; })) {
            next += std::chrono::milliseconds(250);
            show(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        }
    });
}

ProgressLine::~ProgressLine() { finish(); }

void ProgressLine::finish() {
    {
        const std::lock_guard lock(mutex_);
        over_ = true;
    }
    wake_.notify_all();
    if (thread_.joinable()) thread_.join();
    wipe();
}

void ProgressLine::wipe() {
    const std::lock_guard lock(mutex_);
    erase();
}

void ProgressLine::doing(std::string what) {
    const std::lock_guard lock(mutex_);
    doing_ = std::move(what);
}

std::string ProgressLine::line(double seconds) {
    const std::lock_guard lock(mutex_);
    return text(seconds);
}

void ProgressLine::say(const std::string& line) {
    const std::lock_guard lock(mutex_);
    erase();
    host_.err << line << std::endl;
}

void ProgressLine::erase() {
    if (!shown_) return;
    host_.err << "\r\x1b[K" << std::flush;
    shown_ = false;
}

std::string ProgressLine::text(double seconds) const {
    const std::uint64_t done = done_.load(std::memory_order_relaxed);
    const double share = share_.load(std::memory_order_relaxed);
    std::string line;
    if (done > 0)
        line =
            fmt::format("{} {}, {}/s, ", grouped(done), unit_,
                        grouped(static_cast<std::uint64_t>(static_cast<double>(done) / seconds)));
    if (share >= 0) line += fmt::format("{:.1f}%, ", share * 100);
    if (!doing_.empty()) line += doing_ + ", ";
    return line + duration_text(seconds);
}

void ProgressLine::show(double seconds) {
    std::string line = text(seconds);
    if (line.size() >= host_.columns && host_.columns > 0) line.resize(host_.columns - 1);
    host_.err << "\r\x1b[K" << line << std::flush;
    shown_ = true;
}

}  // namespace clew::cli
