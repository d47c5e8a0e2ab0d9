#pragma once
// Queue: work for a few threads, given out in fair shares.
//
//     Queue queue{{.threads = 4, .each = 2, .waiting = 100, .waiting_each = 10}};
//     const Queue::Ticket t = queue.add({"127.0.0.1", "page 7"}, [](unsigned threads) { ... });
//     if (!t.taken()) ...                   // t.refusal says whose fault it is
//     queue.withdraw(t.number);             // whoever asked has gone
//
// Who has least work in hand is served next, first among the addresses, then among the pages of
// that address; among equals who was served longest ago. One page has no more than `each` pieces of
// work in hand, so that its flood leaves threads for others. Thread-safe.

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace clew::serve {

/// For whom work is done.
struct Client {
    std::string address;
    std::string page;  ///< one of several at that address

    auto operator<=>(const Client&) const = default;
};

class Queue {
  public:
    struct Options {
        std::size_t threads = 1;       ///< pieces of work done at once
        std::size_t each = 1;          ///< of them, of one page
        std::size_t waiting = 1;       ///< pieces that wait
        std::size_t waiting_each = 1;  ///< of them, of one page
        unsigned processors = 1;       ///< that the work at hand shares
    };
    /// Told how many threads of its own it may use. Must not throw.
    using Work = std::function<void(unsigned threads)>;

    enum class Refusal : std::uint8_t {
        none,
        too_many_of_yours,
        full,
        closed,
    };
    struct Ticket {
        Refusal refusal = Refusal::none;
        std::uint64_t number = 0;

        bool taken() const { return refusal == Refusal::none; }
    };

    explicit Queue(const Options& options);
    /// As close().
    ~Queue();
    Queue(const Queue&) = delete;
    Queue& operator=(const Queue&) = delete;

    Ticket add(const Client& client, Work work);
    /// Takes back a piece of work that waits; false if it does not wait (any more).
    bool withdraw(std::uint64_t number);
    /// Drops what waits and returns when all threads have ended. Whoever wants that soon stops the
    /// work in hand first.
    void close();

    std::size_t waiting() const;
    std::size_t working() const;

  private:
    struct Waiting {
        std::uint64_t number;
        Work work;
    };
    struct Share {
        std::deque<Waiting> waiting{};
        std::size_t working = 0;
        std::uint64_t served = 0;  // when, by turns
    };

    void run();
    std::map<Client, Share>::iterator next();
    void forget_the_idle();

    const Options options_;
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::map<Client, Share> shares_;                         // of those who have something here
    std::map<std::string, std::uint64_t> addresses_served_;  // when, those of shares_ alone
    std::vector<std::thread> threads_;
    std::size_t waiting_ = 0;
    std::size_t working_ = 0;
    std::size_t idle_ = 0;
    std::uint64_t numbers_ = 0;
    std::uint64_t turns_ = 0;
    bool closed_ = false;
};

}  // namespace clew::serve
