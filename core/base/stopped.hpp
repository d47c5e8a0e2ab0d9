#pragma once
// Stopped: reading that was given up because somebody asked for it, in the midst of a long text.
//
//     Hearing hearing{[&] { return stop.raised(); }};
//     for (...) hearing.tick();                          // throws Stopped
//
// It is no fault of the text, and whoever reads catches it. A short text is read whole, so that a
// stop that comes early still finds a question to be asked about.

#include <cstdint>
#include <exception>
#include <functional>
#include <utility>

namespace clew::inline base {

class Stopped : public std::exception {
  public:
    const char* what() const noexcept override { return "stopped while reading"; }
};

/// Counts the steps of reading, and asks now and then whether to go on. Used by one thread.
class Hearing {
  public:
    static constexpr std::uint64_t unheard = 1 << 16;  ///< steps of a short text
    static constexpr std::uint64_t between = 1 << 10;  ///< steps from one asking to the next

    /// `stopped` may be empty: then nobody stops.
    explicit Hearing(std::function<bool()> stopped) : stopped_(std::move(stopped)) {}

    /// Errors: Stopped; what `stopped` throws.
    void tick(std::uint64_t steps = 1) {
        steps_ += steps;
        if (steps_ < next_ || !stopped_) return;
        next_ = steps_ + between;
        if (stopped_()) throw Stopped{};
    }

  private:
    std::function<bool()> stopped_;
    std::uint64_t steps_ = 0, next_ = unheard;
};

}  // namespace clew::inline base
