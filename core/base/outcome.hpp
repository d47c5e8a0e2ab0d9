#pragma once
// How a piece of work is bounded, how it hands out solutions, and how it says that it ended.
//
// Shared by all engines, so that they can be exchanged and compared. Libraries never read the
// clock: whoever wants a time limit sets the StopFlag from a timer, as cli does for --timeout and
// for SIGINT (storing to the flag is safe in a signal handler).
//
//     StopFlag stop;
//     auto result = engine.enumerate(puzzle, {.stop = &stop}, [&](const Grid& g) {
//         std::puts(to_line(g).c_str());
//         return Flow::go_on;
//     });
//     if (result.ending == Ending::exhausted) ...   // there are no more

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace clew::inline base {

/// Why the work ended. Only `exhausted` proves that there is nothing more.
enum class Ending : std::uint8_t {
    exhausted,      ///< everything was seen: counts are exact
    limit_reached,  ///< as many as asked for were found, or the sink said stop
    out_of_budget,  ///< the node or conflict budget is spent
    interrupted,    ///< the stop flag was raised
};

/// "exhausted", "limit reached", "out of budget", "interrupted".
const char* to_string(Ending ending);

/// Raised by a timer or a signal handler, polled by engines at least every few milliseconds.
/// Any thread may raise or ask it at any time.
class StopFlag {
  public:
    StopFlag() = default;
    /// Where nobody else can raise it, as there is one thread: `asked` is called whenever the flag
    /// is polled and is not raised, and raises it by a number that is not 0.
    explicit StopFlag(int (*asked)()) : asked_(asked) {}

    void raise() noexcept { raised_.store(true, std::memory_order_relaxed); }
    bool raised() const noexcept {
        if (raised_.load(std::memory_order_relaxed)) return true;
        if (asked_ == nullptr || asked_() == 0) return false;
        raised_.store(true, std::memory_order_relaxed);
        return true;
    }

  private:
    static_assert(std::atomic<bool>::is_always_lock_free);
    mutable std::atomic<bool> raised_{false};
    int (*asked_)() = nullptr;
};

inline constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
/// The same for what is counted in memory, on every processor.
inline constexpr std::size_t unlimited_size = std::numeric_limits<std::size_t>::max();

/// What a call may spend. The default is everything.
struct Budget {
    const StopFlag* stop = nullptr;       ///< polled; not owned; may be null
    std::uint64_t max_nodes = unlimited;  ///< search nodes, or conflicts for SAT

    bool stopped() const noexcept { return stop != nullptr && stop->raised(); }
};

/// A sink's answer: more, or enough.
enum class Flow : std::uint8_t { go_on, stop };

/// A sink that adds all it is given to `list`, which must outlive it.
template <class T>
auto keep_in(std::vector<T>& list) {
    return [&list](const T& one) {
        list.push_back(one);
        return Flow::go_on;
    };
}

}  // namespace clew::inline base
