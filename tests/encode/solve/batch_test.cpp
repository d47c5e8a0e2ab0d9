#include "encode/solve/batch.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "encode/base/random.hpp"
#include "tests/reference/random_puzzle.hpp"

namespace clew {
namespace {

/// Work of very uneven length, so that chunks finish out of order.
int uneven(int i) {
    std::uint64_t x = static_cast<std::uint64_t>(i);
    const int rounds = i % 97 == 0 ? 100000 : i % 7;
    Random random{x};
    for (int k = 0; k < rounds; ++k) x ^= random.next();
    return x == 1234567 ? -1 : i * 2;
}

auto numbers(int size) {
    return [i = 0, size]() mutable -> std::optional<int> {
        if (i == size) return std::nullopt;
        return i++;
    };
}

TEST(Batch, KeepsTheOrderWhateverTheThreads) {
    for (unsigned threads : {1U, 2U, 5U})
        for (int size : {0, 1, 2, 1000, 20000}) {
            int expected = 0;
            const StreamResult r =
                map_in_order<int>({.threads = threads}, numbers(size), uneven, [&](int answer) {
                    ASSERT_EQ(answer, 2 * expected);
                    ++expected;
                });
            EXPECT_EQ(expected, size);
            EXPECT_EQ(r.records, static_cast<std::uint64_t>(size));
            EXPECT_EQ(r.ending, Ending::exhausted);
        }
}

TEST(Batch, NeverHoldsMoreThanItsWindow) {
    std::atomic<int> taken{0}, given{0}, most{0};
    const StreamOptions options{.threads = 4, .largest_chunk = 8, .window = 2};
    map_in_order<int>(
        options,
        [&]() -> std::optional<int> {
            if (taken == 20000) return std::nullopt;
            most = std::max(most.load(), taken - given);
            return taken++;
        },
        [](int i) { return i == 0 ? uneven(97) + uneven(970) : uneven(i); }, [&](int) { ++given; });
    EXPECT_EQ(given, 20000);
    EXPECT_LE(most, 8 * (2 * 4 + 1));
}

TEST(Batch, AnswersAllThatCameBeforeAFailure) {
    for (unsigned threads : {1U, 3U}) {
        int given = 0;
        const auto count_given = [&](int) { ++given; };
        EXPECT_THROW(map_in_order<int>(
                         {.threads = threads}, numbers(5000),
                         [](int i) {
                             if (i == 3210) throw std::runtime_error("bad");
                             return uneven(i);
                         },
                         count_given),
                     std::runtime_error);
        EXPECT_EQ(given, 3210);
        given = 0;
        EXPECT_THROW(map_in_order<int>(
                         {.threads = threads},
                         [i = 0]() mutable -> std::optional<int> {
                             if (i == 777) throw std::runtime_error("unreadable");
                             return i++;
                         },
                         uneven, count_given),
                     std::runtime_error);
        EXPECT_EQ(given, 777);
        given = 0;
        EXPECT_THROW(map_in_order<int>({.threads = threads}, numbers(5000), uneven,
                                       [&](int) {
                                           if (++given == 500)
                                               throw std::runtime_error("disk full");
                                       }),
                     std::runtime_error);
        EXPECT_EQ(given, 500);
    }
}

TEST(Batch, StopsWhenToldTo) {
    StopFlag stop;
    std::uint64_t given = 0;
    const StreamResult r =
        map_in_order<int>({.threads = 2, .stop = &stop}, numbers(1000000), uneven, [&](int) {
            if (++given == 100) stop.raise();
        });
    EXPECT_EQ(r.ending, Ending::interrupted);
    EXPECT_EQ(r.records, given);
    EXPECT_LT(given, 1000000U);
}

TEST(Batch, EndsWhenItsAnswersAreNotWanted) {
    for (unsigned threads : {1U, 3U}) {
        std::uint64_t given = 0;
        const StreamResult r =
            map_in_order<int>({.threads = threads}, numbers(100000), uneven,
                              [&](int) { return ++given == 300 ? Flow::stop : Flow::go_on; });
        EXPECT_EQ(given, 300U);
        EXPECT_EQ(r.records, 300U);
        EXPECT_EQ(r.ending, Ending::limit_reached);
    }
}

TEST(Batch, PausesBeforeItWaitsForARecordThatNeedsTheAnswers) {
    // Each record comes only when the answer to the one before was flushed: a dialogue.
    for (unsigned threads : {1U, 4U}) {
        std::mutex mutex;
        std::condition_variable changed;
        int given = 0, flushed = 0;
        int next = 0;
        map_in_order<int>(
            {.threads = threads, .largest_chunk = 1},
            [&]() -> std::optional<int> {
                std::unique_lock lock(mutex);
                changed.wait(lock, [&] { return flushed >= next; });
                if (next == 200) return std::nullopt;
                return next++;
            },
            [](int i) { return i; }, [&](int) { ++given; },
            [&] {
                const std::lock_guard lock(mutex);
                flushed = given;
                changed.notify_all();
            });
        EXPECT_EQ(given, 200);
    }
}

TEST(Batch, SolvesAsOneByOneWhateverTheCompany) {
    std::vector<search9::Marks9> marks;
    std::vector<SolveResult> expected;
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        Random random{seed};
        const Puzzle puzzle = reference::random_puzzle(random, Geometry::classic());
        marks.push_back(search9::marks9(puzzle));
        expected.push_back(solve(puzzle));
    }
    for (std::size_t size : {std::size_t{1}, std::size_t{9}, std::size_t{64}, marks.size()})
        for (std::size_t first = 0; first + size <= marks.size(); first += size) {
            const auto some = std::span(marks).subspan(first, size);
            std::vector<search9::Solution9> solutions(size);
            const std::vector<Validity> found = solve_all(some, solutions, nullptr);
            EXPECT_EQ(found, verify_all(some, nullptr));
            for (std::size_t i = 0; i < size; ++i) {
                const std::optional<Grid>& solution = expected[first + i].solution;
                ASSERT_EQ(found[i] == Validity::none, !solution) << "seed " << first + i;
                if (!solution) continue;
                const Grid grid{std::vector<Digit>(solutions[i].begin(), solutions[i].end())};
                ASSERT_EQ(grid, *solution) << "seed " << first + i;
            }
        }
    StopFlag stop;
    stop.raise();
    std::vector<search9::Solution9> solutions(marks.size());
    for (Validity v : solve_all(marks, solutions, &stop)) EXPECT_EQ(v, Validity::unknown);
}

TEST(Batch, VerifiesMixedBoardsAsOneByOne) {
    std::vector<Puzzle> puzzles;
    for (std::uint64_t seed = 0; seed < 1500; ++seed) {
        Random random{seed};
        puzzles.push_back(reference::random_puzzle(
            random, seed % 3 == 0 ? reference::random_geometry(random, 6) : Geometry::classic()));
    }
    std::vector<Validity> expected;
    for (const Puzzle& p : puzzles) expected.push_back(verify(p).validity);
    for (unsigned threads : {1U, 3U})
        EXPECT_EQ(verify_all(puzzles, {.threads = threads}), expected);
    StopFlag stop;
    stop.raise();
    for (Validity v : verify_all(puzzles, {.budget = {.stop = &stop}}))
        EXPECT_EQ(v, Validity::unknown);
    EXPECT_TRUE(verify_all(std::vector<Puzzle>{}).empty());
}

}  // namespace
}  // namespace clew
