#pragma once
// Batch: the same question about a stream of records, on several threads, answers in order.
//
//     map_in_order<Puzzle>({.threads = 4},
//         [&]() -> std::optional<Puzzle> { return reader.next(); },
//         [](const Puzzle& p) { return count(p, {.limit = 2}); },
//         [&](const CountResult& r) { std::puts(r.solutions.to_string().c_str()); });
//
//     PuzzleBatch batch;                       // those of a chunk together: fastest
//     for (const Puzzle& p : puzzles) batch.add(p);
//     BatchAnswers answers{batch, Witnesses::none};
//     answers.validity(0)
//
// Memory is constant: a bounded number of records is under way, however long the stream and however
// long one of them takes. Threads take records in chunks, small at first, so that the first answers
// come at once, then larger, so that a million small puzzles do not spend their time in locks.

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/base/workers.hpp"
#include "core/board/puzzle.hpp"
#include "solve/solve.hpp"
#include "solve/solver.hpp"

namespace clew {

struct StreamOptions {
    unsigned threads = 1;
    std::size_t largest_chunk = 256;  ///< records that a thread takes at once, in the long run
    std::size_t window = 16;          ///< chunks a thread that may be ahead of the oldest open one
    const StopFlag* stop = nullptr;   ///< raised: no further record is taken
};

/// How a stream ended.
struct StreamResult {
    std::uint64_t records = 0;  ///< whose answers were given
    /// Or interrupted; or limit_reached if `give` said stop.
    Ending ending = Ending::exhausted;
};

/// Takes records from `next` until it returns nothing, maps each with `map` (which may take it
/// apart), and hands the answers to `give` in the records' order. `next` and `give` are never
/// called by two threads at once, `map` is. If `give` returns a Flow, Flow::stop ends the work.
/// `pause` is called between answers when those to all records taken so far are given: the time to
/// flush, for somebody who may be waiting for them before there are more records. An exception from
/// any of them ends the work and is thrown to the caller, after the answers of all records before
/// it have been given (unless `give` itself threw). Requires threads, largest_chunk and window
/// above 0.
template <class Record, class Next, class Map, class Give>
StreamResult map_in_order(
    const StreamOptions& options, Next&& next, Map&& map, Give&& give,
    const std::function<void()>& pause = [] {}) {
    using Answer = std::invoke_result_t<Map&, Record&>;
    struct Chunk {
        std::vector<Answer> answers;
        std::exception_ptr failure;
    };
    std::mutex in, out;
    std::condition_variable given;
    // guarded by `in`
    std::uint64_t taken = 0;
    std::size_t chunk_size = 1;
    bool ended = false;
    // guarded by `out`
    std::uint64_t read = 0;
    std::uint64_t front = 0;
    std::map<std::uint64_t, Chunk> parked;
    bool halted = false;
    std::exception_ptr failure;
    StreamResult result;

    const std::uint64_t window = std::uint64_t{options.window} * options.threads;
    const auto interrupted = [&] { return options.stop != nullptr && options.stop->raised(); };

    const auto give_one = [&](Answer& answer) {
        ++result.records;
        if constexpr (std::is_same_v<std::invoke_result_t<Give&, Answer&>, Flow>) {
            return give(answer);
        } else {
            give(answer);
            return Flow::go_on;
        }
    };
    const auto hand_over = [&](std::uint64_t number, Chunk&& chunk) {
        const std::lock_guard lock(out);
        parked.emplace(number, std::move(chunk));
        try {
            for (auto at = parked.find(front); at != parked.end() && !halted;
                 at = parked.find(front)) {
                Chunk ready = std::move(at->second);
                parked.erase(at);
                for (Answer& answer : ready.answers)
                    if (give_one(answer) == Flow::stop) {
                        halted = true;
                        result.ending = Ending::limit_reached;
                        break;
                    }
                if (!halted && ready.failure) std::rethrow_exception(ready.failure);
                ++front;
            }
            if (!halted && front == read) pause();
        } catch (...) {
            failure = std::current_exception();
            halted = true;
        }
        given.notify_all();
    };

    const auto work = [&] {
        std::vector<Record> records;
        for (;;) {
            Chunk chunk;
            std::uint64_t number = 0;
            records.clear();
            {
                const std::lock_guard lock(in);
                if (ended) return;
                number = taken++;
                {
                    std::unique_lock wait(out);
                    given.wait(wait, [&] { return halted || number < front + window; });
                    ended = halted;
                    if (!ended && interrupted()) {
                        ended = true;
                        result.ending = Ending::interrupted;
                    }
                    if (ended) return;
                }
                try {
                    while (records.size() < chunk_size) {
                        std::optional<Record> record = next();
                        if (!record) {
                            ended = true;
                            break;
                        }
                        records.push_back(std::move(*record));
                    }
                } catch (...) {
                    ended = true;
                    chunk.failure = std::current_exception();
                }
                if (taken % (std::uint64_t{8} * options.threads) == 0)
                    chunk_size = std::min(2 * chunk_size, options.largest_chunk);
                const std::lock_guard count(out);
                ++read;
            }
            chunk.answers.reserve(records.size());
            try {
                for (Record& record : records) chunk.answers.push_back(map(record));
            } catch (...) {
                chunk.failure = std::current_exception();
            }
            hand_over(number, std::move(chunk));
        }
    };
    run_workers(options.threads, [&](unsigned) {
        try {
            work();
        } catch (...) {
            // No memory for the bookkeeping itself: nobody may wait for this thread's chunk.
            const std::lock_guard lock(out);
            failure = std::current_exception();
            halted = true;
            given.notify_all();
        }
    });
    if (failure) std::rethrow_exception(failure);
    return result;
}

/// Puzzles that are asked together, each answered as if alone, on several threads: plain 9x9 ones
/// in the search's own shape. Different batches share nothing; one belongs to one thread at a time.
class PuzzleBatch {
  public:
    PuzzleBatch();
    ~PuzzleBatch();
    PuzzleBatch(PuzzleBatch&&) noexcept;
    PuzzleBatch& operator=(PuzzleBatch&&) noexcept;

    /// True for puzzles that are answered faster together than one by one.
    static bool gains(const Puzzle& puzzle);

    void add(const Puzzle& puzzle);
    /// The question as it stands, which may be changed afterwards. Costs no more than a copy.
    void add(const Solver& question);
    /// A plain 9x9 puzzle as 81 characters: 1-9, and . or 0 for blank. Errors: ContractViolation.
    void add_line(std::string_view cells);

    /// Makes room for so many, as they are to come.
    void reserve(std::size_t puzzles);
    std::size_t size() const;
    void clear();

  private:
    friend class BatchAnswers;
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// What a batch is asked for beyond none, one, several.
enum class Witnesses : std::uint8_t {
    none,
    first,  ///< a solution of each puzzle that has one: the one that solve() finds
};

/// For each puzzle of a batch what verify() would say. With the stop flag raised the rest is
/// `unknown`; a node budget is for each puzzle, and plain 9x9 puzzles ignore it. Immutable, and
/// cheap to copy; any number of threads may read it.
class BatchAnswers {
  public:
    /// Asks. Uses options.engine, budget and threads.
    BatchAnswers(const PuzzleBatch& batch, Witnesses witnesses, const SolveOptions& options = {});

    std::size_t size() const;
    Validity validity(std::size_t i) const;
    /// Requires that such a witness was asked for, and that there is one.
    Grid solution(std::size_t i) const;
    /// Appends that solution's line, without line end.
    void append_line(std::size_t i, std::string& text) const;

  private:
    struct Impl;
    std::shared_ptr<const Impl> impl_;
};

}  // namespace clew
