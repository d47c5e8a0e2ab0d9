// Threads take parts in order. Solutions have to leave in order too, and only the part at the
// front, the first that is not finished, may hand them to the sink. The walk of a later part
// collects its solutions; a finished part parks them until its turn; a walk whose collection is
// full waits to become the front. The front's own thread never waits, so there is always progress,
// and nobody starts a part more than a window ahead of the front, so that memory is bounded however
// large the answer.

#include "encode/search/drive.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <utility>

#include "encode/base/workers.hpp"

namespace clew::search {
namespace {

constexpr std::size_t front_batch = 64;     // solutions between two turns at the sink, at the front
constexpr std::size_t behind_batch = 4096;  // solutions that a part behind the front may collect

class Drive {
  public:
    Drive(const std::vector<double>& shares,
          const std::function<std::unique_ptr<PartWalk>(std::size_t)>& make,
          const DriveOptions& options, const SolutionSink* sink)
        : shares_(shares),
          make_(make),
          options_(options),
          sink_(sink),
          threads_(
              std::clamp<std::size_t>(options.threads, 1, std::max<std::size_t>(shares.size(), 1))),
          window_(8 * threads_),
          left_(options.budget.max_nodes),
          parked_(sink != nullptr ? shares.size() : 0),
          live_(threads_, 0.0) {
        double open = 0;
        for (double share : shares) open += share;
        finished_share_ = 1 - open;
    }

    Report run() {
        run_workers(static_cast<unsigned>(threads_), [this](unsigned i) { work(i); });
        if (failure_) std::rethrow_exception(failure_);
        Report report;
        report.solutions = solutions_;
        report.nodes = nodes_;
        report.ending = ending_;
        report.explored = ending_ == Ending::exhausted ? 1.0 : explored();
        return report;
    }

  private:
    using Batch = std::vector<Grid>;
    struct Parked {
        bool finished = false;
        Batch batch;
    };

    void work(std::size_t thread) {
        try {
            for (;;) {
                const std::size_t part = claim();
                if (part == shares_.size()) return;
                walk(thread, part);
            }
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
            closed_ = true;
            halt(Ending::interrupted);
        }
    }

    /// The next part, or their number if there is nothing left to do.
    std::size_t claim() {
        std::unique_lock lock(mutex_);
        const std::size_t part = next_part_;
        if (part == shares_.size()) return part;
        ++next_part_;
        if (sink_ != nullptr)
            changed_.wait(lock, [&] { return halted_ || part < front_ + window_; });
        return halted_ ? shares_.size() : part;
    }

    void walk(std::size_t thread, std::size_t part) {
        const std::unique_ptr<PartWalk> walk = make_(part);
        Batch batch;
        std::size_t used = 0;  // grids in the batch are kept and written over
        const SolutionSink collect = [&](const Grid& grid) {
            if (threads_ == 1) return hand_over(grid);
            if (used < batch.size()) {
                batch[used] = grid;
            } else {
                batch.push_back(grid);
            }
            ++used;
            const std::size_t full =
                front_.load(std::memory_order_relaxed) == part ? front_batch : behind_batch;
            return used < full ? Flow::go_on : flush(part, batch, used);
        };
        for (;;) {
            const std::uint64_t grant = take_nodes();
            if (grant == 0) {
                const std::lock_guard lock(mutex_);
                return halt(Ending::out_of_budget);
            }
            const Slice slice = walk->run({options_.budget.stop, grant}, limit_of_walk(),
                                          sink_ != nullptr ? &collect : nullptr);
            left_ += grant - std::min(grant, slice.nodes);
            const std::lock_guard lock(mutex_);
            nodes_ += slice.nodes;
            if (sink_ == nullptr) {
                solutions_ += slice.solutions;
                if (solutions_ >= options_.limit) {
                    solutions_ = options_.limit;
                    halt(Ending::limit_reached);
                }
            }
            live_[thread] = shares_[part] * slice.explored;
            if (options_.on_progress && !halted_)
                options_.on_progress({solutions_, nodes_, explored()});
            deliver_at_front(part, batch, used);
            if (slice.ending == Ending::interrupted) halt(Ending::interrupted);
            if (halted_) return;
            if (slice.ending == Ending::exhausted) {
                live_[thread] = 0;
                finished_share_ += shares_[part];
                if (sink_ != nullptr) park(part, batch, used);
                return;
            }
        }
    }

    std::uint64_t take_nodes() {
        std::uint64_t left = left_.load();
        std::uint64_t grant = 0;
        do {
            grant = std::min(left, options_.slice_nodes);
        } while (!left_.compare_exchange_weak(left, left - grant));
        return grant;
    }

    /// Counting, no walk needs more than what is left. Handing out, only a walk alone knows how
    /// many of its solutions will be wanted.
    std::uint64_t limit_of_walk() {
        if (sink_ != nullptr && threads_ > 1) return unlimited;
        const std::lock_guard lock(mutex_);
        return options_.limit - std::min(solutions_, options_.limit);
    }

    /// Requires the lock, or a single thread.
    Flow hand_over(const Grid& grid) {
        if (closed_) return Flow::stop;
        ++solutions_;
        if ((*sink_)(grid) == Flow::stop || solutions_ == options_.limit) {
            closed_ = true;
            halt(Ending::limit_reached);
            return Flow::stop;
        }
        return Flow::go_on;
    }

    Flow deliver(const Batch& batch, std::size_t used) {
        for (std::size_t i = 0; i < used; ++i)
            if (hand_over(batch[i]) == Flow::stop) return Flow::stop;
        return Flow::go_on;
    }

    Flow flush(std::size_t part, const Batch& batch, std::size_t& used) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return halted_ || front_ == part; });
        return halted_ ? Flow::stop : deliver(batch, std::exchange(used, 0));
    }

    void deliver_at_front(std::size_t part, const Batch& batch, std::size_t& used) {
        if (sink_ != nullptr && !closed_ && front_ == part) deliver(batch, std::exchange(used, 0));
    }

    void park(std::size_t part, Batch& batch, std::size_t used) {
        batch.resize(used);
        parked_[part] = {true, std::move(batch)};
        while (front_ < parked_.size() && parked_[front_].finished && !halted_) {
            const Batch ready = std::move(parked_[front_].batch);
            deliver(ready, ready.size());
            ++front_;
        }
        changed_.notify_all();
    }

    /// The first reason to end stands, but for the limit: what had been found when the budget ran
    /// out may still reach it. Requires the lock, or a single thread.
    void halt(Ending why) {
        if (!halted_ || why == Ending::limit_reached) ending_ = why;
        halted_ = true;
        changed_.notify_all();
    }

    double explored() const {
        double sum = finished_share_;
        for (double share : live_) sum += share;
        return std::clamp(sum, 0.0, 1.0);
    }

    const std::vector<double>& shares_;
    const std::function<std::unique_ptr<PartWalk>(std::size_t)>& make_;
    const DriveOptions& options_;
    const SolutionSink* sink_;
    const std::size_t threads_;
    const std::size_t window_;
    std::atomic<std::uint64_t> left_;  // nodes not granted yet

    std::mutex mutex_;  // guards all below; front_ is also read without it, as a hint
    std::condition_variable changed_;
    std::size_t next_part_ = 0;
    std::atomic<std::size_t> front_{0};
    std::vector<Parked> parked_;
    std::vector<double> live_;  // a thread: the share of its part that it has walked
    double finished_share_ = 0;
    std::uint64_t solutions_ = 0;
    std::uint64_t nodes_ = 0;
    bool halted_ = false;  // no more work
    bool closed_ = false;  // no more solutions to the sink
    Ending ending_ = Ending::exhausted;
    std::exception_ptr failure_;
};

}  // namespace

Report drive(const std::vector<double>& shares,
             const std::function<std::unique_ptr<PartWalk>(std::size_t)>& make,
             const DriveOptions& options, const SolutionSink* sink) {
    if (options.limit == 0) return {.ending = Ending::limit_reached};
    if (options.budget.stopped()) return {.ending = Ending::interrupted};
    return Drive(shares, make, options, sink).run();
}

}  // namespace clew::search
