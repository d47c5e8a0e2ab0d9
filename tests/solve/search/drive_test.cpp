// The ordered driver with walks whose solutions are known: order, limits, budgets, shares, faults.

#include "solve/search/drive.hpp"

#include <gtest/gtest.h>

#include <mutex>
#include <stdexcept>

#include "core/base/random.hpp"

namespace clew::search {
namespace {

/// The n-th of many different "solutions".
std::vector<std::uint8_t> digits_of(std::size_t n) {
    std::vector<std::uint8_t> digits;
    for (std::size_t i = 0; i < 16; ++i, n /= 4) digits.push_back(static_cast<std::uint8_t>(n % 4));
    return digits;
}
Grid grid_of(std::size_t n) {
    const std::vector<std::uint8_t> digits = digits_of(n);
    return Grid{std::vector<Digit>(digits.begin(), digits.end())};
}

/// Solutions first .. first+size-1, two nodes each.
class ListWalk : public PartWalk {
  public:
    ListWalk(std::size_t first, std::size_t size) : at_(first), end_(first + size), size_(size) {}

    Report run(const Budget& budget, std::uint64_t limit, const DigitSink* sink) override {
        Report slice;
        while (at_ < end_) {
            if (budget.stopped()) return end(slice, Ending::interrupted);
            if (slice.nodes + 2 > budget.max_nodes) return end(slice, Ending::out_of_budget);
            slice.nodes += 2;
            ++slice.solutions;
            const std::vector<std::uint8_t> digits = digits_of(at_++);
            if (sink != nullptr && (*sink)(digits) == Flow::stop)
                return end(slice, Ending::limit_reached);
            if (slice.solutions == limit) return end(slice, Ending::limit_reached);
        }
        return end(slice, Ending::exhausted);
    }

  private:
    Report end(Report& slice, Ending ending) const {
        slice.ending = ending;
        slice.explored =
            size_ == 0 ? 1 : 1 - static_cast<double>(end_ - at_) / static_cast<double>(size_);
        return slice;
    }
    std::size_t at_, end_, size_;
};

/// Parts of these sizes, numbered through.
class Parts {
  public:
    explicit Parts(std::vector<std::size_t> sizes) : sizes_(std::move(sizes)) {
        for (std::size_t size : sizes_) {
            firsts_.push_back(total_);
            total_ += size;
        }
    }
    std::size_t total() const { return total_; }
    std::vector<double> shares() const {
        return std::vector<double>(sizes_.size(), 1.0 / static_cast<double>(sizes_.size()));
    }
    Report run(const DriveOptions& options, const SolutionSink* sink) const {
        const DigitSink digits = sink != nullptr ? as_grids(*sink) : DigitSink{};
        return drive(
            shares(),
            [this](std::size_t i) { return std::make_unique<ListWalk>(firsts_[i], sizes_[i]); },
            options, sink != nullptr ? &digits : nullptr);
    }

  private:
    std::vector<std::size_t> sizes_, firsts_;
    std::size_t total_ = 0;
};

Parts random_parts(std::uint64_t seed) {
    Random random{seed};
    std::vector<std::size_t> sizes(1 + random.below(40));
    for (std::size_t& size : sizes)
        size = static_cast<std::size_t>(random.below(4) == 0 ? 0 : random.below(6000));
    return Parts{sizes};
}

TEST(Drive, HandsSolutionsOutInOrderWhateverTheThreads) {
    for (std::uint64_t seed = 1; seed <= 12; ++seed)
        for (unsigned threads : {1U, 2U, 3U, 8U}) {
            SCOPED_TRACE("seed " + std::to_string(seed) + ", threads " + std::to_string(threads));
            const Parts parts = random_parts(seed);
            std::size_t next = 0;
            const SolutionSink sink = [&](const Grid& grid) {
                EXPECT_EQ(grid, grid_of(next));
                ++next;
                return Flow::go_on;
            };
            const Report report =
                parts.run({.threads = threads, .slice_nodes = 1 + seed * 37}, &sink);
            ASSERT_EQ(next, parts.total());
            EXPECT_EQ(report.solutions, parts.total());
            EXPECT_EQ(report.nodes, 2 * parts.total());
            EXPECT_EQ(report.ending, Ending::exhausted);
            EXPECT_EQ(report.explored, 1.0);
            EXPECT_EQ(parts.run({.threads = threads}, nullptr).solutions, parts.total());
        }
}

TEST(Drive, StopsAtItsLimitAndWhenTheSinkSaysSo) {
    const Parts parts{{10, 0, 5000, 3, 9000, 1}};
    for (unsigned threads : {1U, 2U, 5U})
        for (std::size_t enough : {1U, 10U, 11U, 5010U, 5013U, 14013U}) {
            SCOPED_TRACE(std::to_string(threads) + " threads, " + std::to_string(enough));
            std::vector<Grid> got;
            const SolutionSink all = keep_in(got);
            const Report limited = parts.run({.limit = enough, .threads = threads}, &all);
            EXPECT_EQ(limited.solutions, enough);
            EXPECT_EQ(limited.ending, Ending::limit_reached);
            ASSERT_EQ(got.size(), enough);
            for (std::size_t i = 0; i < enough; ++i) ASSERT_EQ(got[i], grid_of(i));

            std::size_t taken = 0;
            const SolutionSink some = [&](const Grid& grid) {
                EXPECT_EQ(grid, grid_of(taken));
                return ++taken == enough ? Flow::stop : Flow::go_on;
            };
            EXPECT_EQ(parts.run({.threads = threads}, &some).ending, Ending::limit_reached);
            EXPECT_EQ(taken, enough) << "nothing after the sink said stop";
            EXPECT_EQ(parts.run({.limit = enough, .threads = threads}, nullptr).solutions, enough);
        }
}

TEST(Drive, SpendsItsBudgetAndNoMore) {
    const Parts parts{{100, 100, 100, 100}};
    for (unsigned threads : {1U, 3U})
        // Even: these walks take two nodes at a time, and a walk that takes none goes on for ever.
        for (std::uint64_t nodes : {2U, 98U, 500U, 798U}) {
            const Report report = parts.run(
                {.budget = {.max_nodes = nodes}, .threads = threads, .slice_nodes = 10}, nullptr);
            EXPECT_EQ(report.ending, Ending::out_of_budget) << nodes;
            EXPECT_LE(report.nodes, nodes);
            EXPECT_EQ(report.nodes, 2 * report.solutions);
            EXPECT_LT(report.explored, 1.0);
        }
    StopFlag stop;
    stop.raise();
    EXPECT_EQ(parts.run({.budget = {.stop = &stop}}, nullptr).ending, Ending::interrupted);
}

TEST(Drive, TellsHowFarItHasCome) {
    const Parts parts{{1000, 1000, 1000, 1000}};
    for (unsigned threads : {1U, 3U}) {
        std::mutex mutex;
        Progress last;
        std::size_t calls = 0;
        DriveOptions options{.threads = threads, .slice_nodes = 100};
        options.on_progress = [&](const Progress& now) {
            const std::lock_guard lock(mutex);
            EXPECT_GE(now.solutions, last.solutions);
            EXPECT_GE(now.nodes, last.nodes);
            EXPECT_LE(now.explored, 1 + 1e-9);
            last = now;
            ++calls;
        };
        parts.run(options, nullptr);
        EXPECT_GT(calls, 10U);
        EXPECT_LE(last.solutions, 4000U);
    }
}

TEST(Drive, SharesThatAreMissingCountAsExplored) {
    const std::vector<double> shares = {0.25, 0.25};  // the other half was a dead end
    std::vector<double> explored;
    DriveOptions options{.budget = {.max_nodes = 100}, .slice_nodes = 10};
    const Report report = drive(
        shares, [](std::size_t i) { return std::make_unique<ListWalk>(i * 100, 100); }, options,
        nullptr);
    EXPECT_EQ(report.ending, Ending::out_of_budget);
    EXPECT_NEAR(report.explored, 0.5 + 0.25 * 0.5, 0.06);
    EXPECT_EQ(drive({}, nullptr, {}, nullptr).ending, Ending::exhausted);
}

TEST(Drive, ThrowsWhatTheSinkOrAWalkThrows) {
    const Parts parts{{5000, 5000, 5000, 5000}};
    for (unsigned threads : {1U, 4U}) {
        std::size_t taken = 0;
        const SolutionSink sink = [&](const Grid&) {
            if (++taken == 7000) throw std::runtime_error("full");
            return Flow::go_on;
        };
        EXPECT_THROW(parts.run({.threads = threads}, &sink), std::runtime_error);
        EXPECT_EQ(taken, 7000U);
        const auto make = [](std::size_t i) -> std::unique_ptr<PartWalk> {
            if (i == 2) throw std::logic_error("no such part");
            return std::make_unique<ListWalk>(i * 10, 10);
        };
        EXPECT_THROW(drive(parts.shares(), make, {.threads = threads}, nullptr), std::logic_error);
    }
}

}  // namespace
}  // namespace clew::search
