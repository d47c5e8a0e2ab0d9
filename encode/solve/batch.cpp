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

/// Splits the puzzles into those that the batch engine takes and the others, and calls `batch` with
/// ranges of the former (positions, their marks) and `single` with each position of the latter.
template <class Batch, class Single>
void divide(std::span<const Puzzle* const> puzzles, const SolveOptions& options, const Batch& batch,
            const Single& single) {
    std::vector<std::size_t> classic, other;
    const bool batchable = options.engine == Engine::automatic || options.engine == Engine::search;
    for (std::size_t i = 0; i < puzzles.size(); ++i)
        (batchable && puzzles[i]->geometry().is_classic() ? classic : other).push_back(i);
    in_ranges(other.size(), apart, options.threads, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) single(other[i]);
    });
    in_ranges(classic.size(), together, options.threads, [&](std::size_t first, std::size_t last) {
        if (options.budget.stopped()) return;
        std::vector<search::Marks9> marks;
        marks.reserve(last - first);
        for (std::size_t i = first; i < last; ++i)
            marks.push_back(search::marks9(*puzzles[classic[i]]));
        batch(std::span(classic).subspan(first, last - first), marks);
    });
}

Grid grid_of(const search::Solution9& solution) {
    std::vector<Digit> digits;
    digits.reserve(solution.size());
    for (std::uint8_t digit : solution) digits.push_back(Digit{digit});
    return Grid{std::move(digits)};
}

}  // namespace

std::vector<Validity> verify_all(std::span<const Puzzle> puzzles, const SolveOptions& options) {
    std::vector<const Puzzle*> places;
    places.reserve(puzzles.size());
    for (const Puzzle& puzzle : puzzles) places.push_back(&puzzle);
    return verify_all(std::span<const Puzzle* const>(places), options);
}

std::vector<Validity> verify_all(std::span<const Puzzle* const> puzzles,
                                 const SolveOptions& options) {
    std::vector<Validity> result(puzzles.size(), Validity::unknown);
    SolveOptions each = options;
    each.threads = 1;
    divide(
        puzzles, options,
        [&](std::span<const std::size_t> at, const std::vector<search::Marks9>& marks) {
            std::vector<std::uint32_t> counts(marks.size());
            search::count_batch(marks, counts, {}, {.limit = 2, .stop = options.budget.stop});
            for (std::size_t k = 0; k < at.size(); ++k) result[at[k]] = validity_of(counts[k]);
        },
        [&](std::size_t i) { result[i] = verify(*puzzles[i], each).validity; });
    return result;
}

std::vector<SolveResult> solve_all(std::span<const Puzzle* const> puzzles,
                                   const SolveOptions& options) {
    SolveResult unfinished;
    unfinished.ending = Ending::interrupted;
    unfinished.engine = Engine::search;
    std::vector<SolveResult> result(puzzles.size(), unfinished);
    SolveOptions each = options;
    each.threads = 1;
    divide(
        puzzles, options,
        [&](std::span<const std::size_t> at, const std::vector<search::Marks9>& marks) {
            std::vector<std::uint32_t> counts(marks.size());
            std::vector<search::Solution9> first(marks.size());
            search::count_batch(marks, counts, first, {.limit = 1, .stop = options.budget.stop});
            for (std::size_t k = 0; k < at.size(); ++k) {
                if (counts[k] == search::unfinished9) continue;
                SolveResult& one = result[at[k]];
                one.ending = counts[k] == 0 ? Ending::exhausted : Ending::limit_reached;
                if (counts[k] != 0) one.solution = grid_of(first[k]);
            }
        },
        [&](std::size_t i) { result[i] = solve(*puzzles[i], each); });
    return result;
}

}  // namespace clew
