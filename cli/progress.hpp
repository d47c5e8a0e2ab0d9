#pragma once
// ProgressLine: one line on standard error, rewritten a few times a second, for work that lasts
// longer than a second, on a terminal only.
//
//     ProgressLine progress{host, "solutions"};
//     progress.add(1);                      // from any thread
//     progress.reach(17);                   // the total, from one thread
//     progress.share(0.25);                 // explored so far, if it is known
//     progress.doing("no argument of ...")  // what it is at, where numbers do not say it
//     progress.say("clew: a word");         // a line of its own, above
//     progress.wipe();                      // before something else is printed on the terminal
//     progress.finish();                    // wipes the line; the destructor does it too
//
// Shows "1 234 567 solutions, 2 345 678/s, 25%, 3.2 s", "no argument of up to 6 constraints, 3.2
// s".

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "cli/host.hpp"

namespace clew::cli {

enum class Quiet : std::uint8_t { no, yes };

class ProgressLine {
  public:
    ProgressLine(Host& host, std::string unit, Quiet quiet = Quiet::no);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    void add(std::uint64_t n) { done_.fetch_add(n, std::memory_order_relaxed); }
    /// So many by now, where work tells its total; a total below an earlier one is passed over.
    void reach(std::uint64_t total) {
        if (total > done_.load(std::memory_order_relaxed))
            done_.store(total, std::memory_order_relaxed);
    }
    /// The explored share of the whole, 0 .. 1.
    void share(double share) { share_.store(share, std::memory_order_relaxed); }
    /// What it is doing, in words; nothing for nothing. From any thread; the last one counts.
    void doing(std::string what);
    /// What is shown after so long.
    std::string line(double seconds);
    /// A line on standard error, terminal or not. From any thread.
    void say(const std::string& line);
    /// Takes the line away, until it is shown again.
    void wipe();
    void finish();

  private:
    void show(double seconds);  // these three with the lock held
    void erase();
    std::string text(double seconds) const;

    Host& host_;
    std::string unit_;
    std::atomic<std::uint64_t> done_{0};
    std::atomic<double> share_{-1};
    std::mutex mutex_;
    std::string doing_;  // under the lock, as what follows
    std::condition_variable wake_;
    bool over_ = false;
    bool shown_ = false;
    std::thread thread_;
};

}  // namespace clew::cli
