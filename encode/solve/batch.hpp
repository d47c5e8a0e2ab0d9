#pragma once
// Batch: the same question about a stream of records, on several threads, answers in order.
//
//     map_in_order<Puzzle>({.threads = 4},
//         [&]() -> std::optional<Puzzle> { return reader.next(); },
//         [](const Puzzle& p) { return count(p, {.limit = 2}); },
//         [&](const CountResult& r) { std::puts(r.count.to_string().c_str()); });
//
//     std::vector<Validity> all = verify_all(puzzles);       // a span of them at once: fastest
//
// Memory is constant: a bounded number of records is under way, however long the stream and however
// long one of them takes. Threads take records in chunks, small at first, so that the first answers
// come at once, then larger, so that a million small puzzles do not spend their time in locks.

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "encode/base/outcome.hpp"
#include "encode/base/workers.hpp"
#include "encode/board/puzzle.hpp"
#include "encode/search9/search9.hpp"
#include "encode/solve/solve.hpp"

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
template <class Record, class Next, class Map, class Give, class Pause>
StreamResult map_in_order(const StreamOptions& options, Next&& next, Map&& map, Give&& give,
                          Pause&& pause) {
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
/// The same without pauses.
template <class Record, class Next, class Map, class Give>
StreamResult map_in_order(const StreamOptions& options, Next&& next, Map&& map, Give&& give) {
    return map_in_order<Record>(options, std::forward<Next>(next), std::forward<Map>(map),
                                std::forward<Give>(give), [] {});
}

/// For each puzzle what verify() would say, without the witnesses. Classic puzzles are searched
/// together, hundreds at once, which is several times as fast as one by one when there are
/// thousands. With the stop flag raised the rest is `unknown`; a node budget is for each puzzle,
/// and classic puzzles ignore it. Uses options.engine, budget and threads.
std::vector<Validity> verify_all(std::span<const Puzzle> puzzles, const SolveOptions& options = {});

/// The same for classic puzzles in the shape that the search takes, on this thread.
std::vector<Validity> verify_all(std::span<const search9::Marks9> puzzles, const StopFlag* stop);
/// The same, with the solution that solve() finds for each puzzle that has one: the first of
/// several, whatever other puzzles are asked with it. Requires solutions.size() == puzzles.size();
/// what stands there for a puzzle without solution is not promised.
std::vector<Validity> solve_all(std::span<const search9::Marks9> puzzles,
                                std::span<search9::Solution9> solutions, const StopFlag* stop);

}  // namespace clew
