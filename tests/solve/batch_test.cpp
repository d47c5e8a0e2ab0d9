#include "solve/batch.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/base/contract.hpp"
#include "core/base/random.hpp"
#include "core/board/notation.hpp"
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
    std::vector<Puzzle> puzzles;
    std::vector<SolveResult> expected;
    std::vector<Validity> validity;
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        Random random{seed};
        puzzles.push_back(reference::random_puzzle(
            random, seed % 7 == 0 ? reference::random_geometry(random, 6) : Geometry::classic()));
        expected.push_back(solve(puzzles.back()));
        validity.push_back(verify(puzzles.back()).validity);
    }
    for (std::size_t size : {std::size_t{1}, std::size_t{9}, std::size_t{64}, puzzles.size()})
        for (std::size_t first = 0; first + size <= puzzles.size(); first += size) {
            PuzzleBatch batch;
            for (std::size_t i = first; i < first + size; ++i) {
                if (i % 2 == 0)
                    batch.add(puzzles[i]);
                else
                    batch.add(Solver{puzzles[i]});
            }
            ASSERT_EQ(batch.size(), size);
            for (const Witnesses witnesses : {Witnesses::none, Witnesses::first}) {
                const BatchAnswers answers{batch, witnesses};
                ASSERT_EQ(answers.size(), size);
                for (std::size_t i = 0; i < size; ++i) {
                    ASSERT_EQ(answers.validity(i), validity[first + i]) << "seed " << first + i;
                    const std::optional<Grid>& solution = expected[first + i].solution;
                    if (!solution || witnesses == Witnesses::none) continue;
                    ASSERT_EQ(answers.solution(i), *solution) << "seed " << first + i;
                    std::string line = "> ";
                    answers.append_line(i, line);
                    ASSERT_EQ(line, "> " + to_line(*solution, puzzles[first + i].geometry()));
                }
            }
        }
    PuzzleBatch batch;
    for (const Puzzle& puzzle : puzzles) batch.add(puzzle);
    StopFlag stop;
    stop.raise();
    const BatchAnswers stopped{batch, Witnesses::first, {.budget = {.stop = &stop}}};
    for (std::size_t i = 0; i < batch.size(); ++i)
        EXPECT_EQ(stopped.validity(i), Validity::unknown);
    batch.clear();
    batch.add_line(std::string(81, '.'));
    EXPECT_EQ(BatchAnswers(batch, Witnesses::none, {.engine = Engine::sat}).validity(0),
              Validity::several);
    EXPECT_THROW(batch.add_line("12"), ContractViolation);
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
    PuzzleBatch batch;
    for (const Puzzle& p : puzzles) batch.add(p);
    const auto all = [&](const SolveOptions& options) {
        const BatchAnswers answers{batch, Witnesses::none, options};
        std::vector<Validity> found;
        for (std::size_t i = 0; i < answers.size(); ++i) found.push_back(answers.validity(i));
        return found;
    };
    for (unsigned threads : {1U, 3U}) EXPECT_EQ(all({.threads = threads}), expected);
    StopFlag stop;
    stop.raise();
    EXPECT_EQ(all({.budget = {.stop = &stop}}),
              std::vector<Validity>(puzzles.size(), Validity::unknown));
    EXPECT_EQ(BatchAnswers(PuzzleBatch{}, Witnesses::none).size(), 0U);
}

}  // namespace
}  // namespace clew
