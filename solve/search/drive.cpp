// Threads take parts in order. Solutions have to leave in order too, and only the part at the
// front, the first that is not finished, may hand them to the sink. The walk of a later part
// collects its solutions; a finished part parks them until its turn; a walk whose collection is
// full waits to become the front. The front's own thread never waits, so there is always progress,
// and nobody starts a part more than a window ahead of the front, so that memory is bounded however
// large the answer.

#include "solve/search/drive.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "core/base/workers.hpp"

namespace clew::search {
namespace {

constexpr std::size_t front_batch = 64;     // solutions between two turns at the sink, at the front
constexpr std::size_t behind_batch = 4096;  // solutions that a part behind the front may collect

class Drive {
  public:
    Drive(const std::vector<double>& shares,
          const std::function<std::unique_ptr<PartWalk>(std::size_t)>& make,
          const DriveOptions& options, const DigitSink* sink)
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
        run_workers(static_cast<unsigned>(threads_), [this](unsigned thread) { work(thread); });
        Report report;
        report.solutions = solutions_;
        report.nodes = nodes_;
        report.ending = ending_;
        report.explored = ending_ == Ending::exhausted ? 1.0 : explored();
        return report;
    }

  private:
    /// Solutions that wait, one behind the other.
    class Batch {
      public:
        void add(std::span<const std::uint8_t> solution) {
            cells_ = solution.size();
            digits_.insert(digits_.end(), solution.begin(), solution.end());
            ++size_;
        }
        std::size_t size() const { return size_; }
        std::span<const std::uint8_t> operator[](std::size_t i) const {
            return std::span(digits_).subspan(i * cells_, cells_);
        }
        void clear() {
            digits_.clear();
            size_ = 0;
        }

      private:
        std::vector<std::uint8_t> digits_;
        std::size_t cells_ = 0;
        std::size_t size_ = 0;
    };
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
            closed_ = true;
            halt(Ending::interrupted);
            throw;  // to the caller, when all have come back
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
        const DigitSink collect = [&](std::span<const std::uint8_t> solution) {
            if (threads_ == 1) return hand_over(solution);
            batch.add(solution);
            const std::size_t full =
                front_.load(std::memory_order_relaxed) == part ? front_batch : behind_batch;
            return batch.size() < full ? Flow::go_on : flush(part, batch);
        };
        for (;;) {
            const std::uint64_t grant = take_nodes();
            if (grant == 0) {
                const std::lock_guard lock(mutex_);
                return halt(Ending::out_of_budget);
            }
            const Report slice = walk->run({options_.budget.stop, grant}, limit_of_walk(),
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
            deliver_at_front(part, batch);
            if (slice.ending == Ending::interrupted) halt(Ending::interrupted);
            if (halted_) return;
            if (slice.ending == Ending::exhausted) {
                live_[thread] = 0;
                finished_share_ += shares_[part];
                if (sink_ != nullptr) park(part, batch);
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
    Flow hand_over(std::span<const std::uint8_t> solution) {
        if (closed_) return Flow::stop;
        ++solutions_;
        if ((*sink_)(solution) == Flow::stop || solutions_ == options_.limit) {
            closed_ = true;
            halt(Ending::limit_reached);
            return Flow::stop;
        }
        return Flow::go_on;
    }

    /// Empties the batch.
    Flow deliver(Batch& batch) {
        Flow flow = Flow::go_on;
        for (std::size_t i = 0; i < batch.size() && flow == Flow::go_on; ++i)
            flow = hand_over(batch[i]);
        batch.clear();
        return flow;
    }

    Flow flush(std::size_t part, Batch& batch) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return halted_ || front_ == part; });
        return halted_ ? Flow::stop : deliver(batch);
    }

    void deliver_at_front(std::size_t part, Batch& batch) {
        if (sink_ != nullptr && !closed_ && front_ == part) deliver(batch);
    }

    void park(std::size_t part, Batch& batch) {
        parked_[part] = {true, std::move(batch)};
        while (front_ < parked_.size() && parked_[front_].finished && !halted_) {
            Batch ready = std::move(parked_[front_].batch);
            deliver(ready);
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

    /// Never less than before, however the shares are rounded.
    double explored() {
        double sum = finished_share_;
        for (double share : live_) sum += share;
        explored_ = std::clamp(sum, explored_, 1.0);
        return explored_;
    }

    const std::vector<double>& shares_;
    const std::function<std::unique_ptr<PartWalk>(std::size_t)>& make_;
    const DriveOptions& options_;
    const DigitSink* sink_;
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
    double explored_ = 0;
    std::uint64_t solutions_ = 0;
    std::uint64_t nodes_ = 0;
    bool halted_ = false;  // no more work
    bool closed_ = false;  // no more solutions to the sink
    Ending ending_ = Ending::exhausted;
};

}  // namespace

DigitSink as_grids(const SolutionSink& sink) {
    return [&sink, grid = Grid{}](std::span<const std::uint8_t> solution) mutable {
        if (grid.cell_count() != solution.size()) grid = Grid{std::vector<Digit>(solution.size())};
        std::ranges::transform(solution, grid.digits().begin(),
                               [](std::uint8_t d) { return Digit{d}; });
        return sink(grid);
    };
}

Report drive(const std::vector<double>& shares,
             const std::function<std::unique_ptr<PartWalk>(std::size_t)>& make,
             const DriveOptions& options, const DigitSink* sink) {
    if (options.limit == 0) return {.ending = Ending::limit_reached};
    if (options.budget.stopped()) return {.ending = Ending::interrupted};
    return Drive(shares, make, options, sink).run();
}

}  // namespace clew::search
