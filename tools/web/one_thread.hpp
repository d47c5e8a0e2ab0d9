#pragma once
// What the names of <mutex>, <condition_variable> and <thread> mean where there is one thread, as
// in a WebAssembly module: locks are free, no thread starts (run_workers() lets the caller do the
// work), and whoever waits for another thread has made a mistake. Included before each source of
// the web build; Debian's libc++ for WebAssembly has lock_guard alone.

#if defined(__wasm__) && defined(__cplusplus)

#include <__config>
// Boost's headers name file streams; nothing here opens one.
#undef _LIBCPP_HAS_NO_FILESYSTEM

#include <chrono>
#include <exception>
#include <mutex>
#include <system_error>

namespace std {  // NOLINT(cert-dcl58-cpp)

class mutex {
  public:
    void lock() noexcept {}
    bool try_lock() noexcept { return true; }
    void unlock() noexcept {}
};

template <class Lockable>
class unique_lock {
  public:
    explicit unique_lock(Lockable& lockable) : lockable_(&lockable) {}
    void lock() noexcept {}
    void unlock() noexcept {}
    bool owns_lock() const noexcept { return true; }
    Lockable* mutex() const noexcept { return lockable_; }

  private:
    Lockable* lockable_;
};

template <class... Lockables>
class scoped_lock {
  public:
    explicit scoped_lock(Lockables&...) noexcept {}
};

enum class cv_status { no_timeout, timeout };

class condition_variable {
  public:
    void notify_one() noexcept {}
    void notify_all() noexcept {}
    template <class Lock>
    void wait(Lock&) {
        terminate();
    }
    template <class Lock, class Predicate>
    void wait(Lock&, Predicate done) {
        if (!done()) terminate();
    }
    template <class Lock, class Time>
    cv_status wait_for(Lock&, const Time&) {
        return cv_status::timeout;
    }
    template <class Lock, class Time, class Predicate>
    bool wait_for(Lock&, const Time&, Predicate done) {
        return done();
    }
};

class thread {
  public:
    thread() = default;
    template <class... Arguments>
    explicit thread(Arguments&&...) {
        throw system_error(make_error_code(errc::resource_unavailable_try_again));
    }
    bool joinable() const noexcept { return false; }
    void join() noexcept {}
    static unsigned hardware_concurrency() noexcept { return 1; }
};
using jthread = thread;

}  // namespace std

#endif
