#pragma once
// MemoryAccount: the bytes that a piece of work holds, with a bound.
//
//     MemoryPool pool{4 << 30};                           // for all work at hand
//     StopFlag stop;
//     MemoryAccount account{pool, 1 << 30, stop};         // for this one
//     {
//         const Charged charged{&account};                // this thread, and the workers it starts
//         work({.stop = &stop});
//     }
//     if (account.exceeded()) ...                         // its answer is what was found so far
//
// An account that holds more than its bound raises the stop flag, so the work ends as it does when
// its time is over, with what it has. No allocation is refused: destructors and functions that must
// not throw allocate, too, and would end the program. Work that goes on to twice the bound is ended
// where it asks, by memory::check(). When the accounts of a pool hold more together than the pool's
// bound, the heaviest is stopped.
//
// Who allocates tells the account: a program that wants such bounds replaces the global operator
// new by one that calls memory::charge() and the like, as `clew serve` does. In any other program
// the accounts stay at zero and cost nothing. What work leaves behind when its account ends is no
// longer counted.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "core/base/outcome.hpp"

namespace clew::inline base {

class MemoryAccount;

/// The accounts that share a bound; must outlive them. Any number of threads may use it at once.
class MemoryPool {
  public:
    explicit MemoryPool(std::size_t most) : most_(most) {}
    MemoryPool(const MemoryPool&) = delete;
    MemoryPool& operator=(const MemoryPool&) = delete;

    /// Held by all accounts together.
    std::size_t bytes() const;

  private:
    friend class MemoryAccount;
    void stop_heaviest() noexcept;

    const std::size_t most_;
    std::atomic<std::int64_t> bytes_{0};
    mutable std::mutex mutex_;
    std::vector<MemoryAccount*> accounts_;
};

/// What one piece of work holds, in any number of threads at once.
class MemoryAccount {
  public:
    /// The flag is raised beyond `most` bytes. Pool and flag must outlive the account.
    MemoryAccount(MemoryPool& pool, std::size_t most, StopFlag& stop);
    ~MemoryAccount();
    MemoryAccount(const MemoryAccount&) = delete;
    MemoryAccount& operator=(const MemoryAccount&) = delete;

    std::size_t bytes() const;
    /// Whether the work was stopped for its memory.
    bool exceeded() const { return exceeded_.load(std::memory_order_relaxed); }

    /// Whether it holds more than twice its bound; or was stopped, and all of its pool together
    /// hold more than twice theirs.
    bool overdrawn() const;
    /// So many more are held, or fewer.
    void add(std::int64_t bytes) noexcept;

  private:
    friend class MemoryPool;
    void exceed() noexcept;

    MemoryPool& pool_;
    const std::int64_t most_;
    StopFlag& stop_;
    std::atomic<std::int64_t> bytes_{0};
    std::atomic<bool> exceeded_{false};
};

namespace memory {

/// Who pays for what this thread allocates, and what is not told to it yet.
struct Payer {
    MemoryAccount* account = nullptr;
    std::int64_t pending = 0;
};
inline thread_local constinit Payer payer{};

/// What is told at once: an account is shared by threads, a thread's own number is not.
inline constexpr std::int64_t told_at_once = std::int64_t{64} * 1024;

/// So many bytes were taken.
inline void charge(std::size_t bytes) noexcept {
    if (payer.account == nullptr) return;
    payer.pending += static_cast<std::int64_t>(bytes);
    if (payer.pending < told_at_once) return;
    payer.account->add(payer.pending);
    payer.pending = 0;
}

/// So many bytes were given back.
inline void discharge(std::size_t bytes) noexcept {
    if (payer.account == nullptr) return;
    payer.pending -= static_cast<std::int64_t>(bytes);
    if (payer.pending > -told_at_once) return;
    payer.account->add(payer.pending);
    payer.pending = 0;
}

/// For work between two of its steps. Throws std::bad_alloc if whoever pays for this thread is
/// overdrawn.
void check();

}  // namespace memory

/// While it lives, the account pays for what this thread allocates; nobody, if it is null.
class Charged {
  public:
    explicit Charged(MemoryAccount* account) noexcept : before_(memory::payer) {
        memory::payer = {.account = account};
    }
    ~Charged() {
        if (memory::payer.account != nullptr) memory::payer.account->add(memory::payer.pending);
        memory::payer = before_;
    }
    Charged(const Charged&) = delete;
    Charged& operator=(const Charged&) = delete;

  private:
    memory::Payer before_;
};

}  // namespace clew::inline base
