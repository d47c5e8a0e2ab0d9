#include "encode/solve/batch.hpp"

#include <atomic>

#include "encode/search/search9.hpp"

namespace clew {
namespace {

constexpr std::size_t together = 4096;  // puzzles in one call of the batch engine
constexpr std::size_t apart = 16;       // puzzles that a thread takes otherwise

Validity validity_of(std::uint32_t count) {
    switch (count) {
        case 0:
            return Validity::none;
        case 1:
            return Validity::unique;
        case search::unfinished9:
            return Validity::unknown;
        default:
            return Validity::several;
    }
}

/// Calls work(first, last) for ranges of `step` out of 0 .. size-1, from several threads.
template <class Work>
void in_ranges(std::size_t size, std::size_t step, unsigned threads, const Work& work) {
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::exception_ptr failure;
    const auto loop = [&] {
        try {
            for (std::size_t first = next.fetch_add(step); first < size;
                 first = next.fetch_add(step))
                work(first, std::min(size, first + step));
        } catch (...) {
            const std::lock_guard lock(mutex);
            if (!failure) failure = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> helpers;
        for (unsigned i = 1; i < threads && i * step < size; ++i) helpers.emplace_back(loop);
        loop();
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace

std::vector<Validity> verify_all(std::span<const Puzzle> puzzles, const SolveOptions& options) {
    std::vector<Validity> result(puzzles.size(), Validity::unknown);
    std::vector<std::size_t> classic, other;
    const bool batchable = options.engine == Engine::automatic || options.engine == Engine::search;
    for (std::size_t i = 0; i < puzzles.size(); ++i)
        (batchable && puzzles[i].geometry().is_classic() ? classic : other).push_back(i);

    SolveOptions each = options;
    each.threads = 1;
    in_ranges(other.size(), apart, options.threads, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i)
            result[other[i]] = verify(puzzles[other[i]], each).validity;
    });
    in_ranges(classic.size(), together, options.threads, [&](std::size_t first, std::size_t last) {
        if (options.budget.stopped()) return;
        std::vector<search::Marks9> marks;
        for (std::size_t i = first; i < last; ++i)
            marks.push_back(search::marks9(puzzles[classic[i]]));
        std::vector<std::uint32_t> counts(marks.size());
        search::count_batch(marks, counts, {}, {.limit = 2, .stop = options.budget.stop});
        for (std::size_t i = first; i < last; ++i)
            result[classic[i]] = validity_of(counts[i - first]);
    });
    return result;
}

}  // namespace clew
