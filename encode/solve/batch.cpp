#include "encode/solve/batch.hpp"

#include "encode/base/contract.hpp"

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
        case search9::unfinished9:
            return Validity::unknown;
        default:
            return Validity::several;
    }
}

/// Calls work(first, last) for ranges of `step` out of 0 .. size-1, from several threads.
template <class Work>
void in_ranges(std::size_t size, std::size_t step, unsigned threads, const Work& work) {
    const auto needed = static_cast<unsigned>(std::min<std::size_t>(threads, size / step + 1));
    map_in_order<std::size_t>(
        {.threads = needed, .largest_chunk = 1},
        [&, next = std::size_t{0}]() mutable -> std::optional<std::size_t> {
            if (next >= size) return std::nullopt;
            return std::exchange(next, next + step);
        },
        [&](std::size_t first) {
            work(first, std::min(size, first + step));
            return first;
        },
        [](std::size_t) {});
}

std::vector<Validity> count_to_two(std::span<const search9::Marks9> puzzles,
                                   std::span<search9::Solution9> solutions, const StopFlag* stop) {
    std::vector<Validity> result(puzzles.size(), Validity::unknown);
    if (stop != nullptr && stop->raised()) return result;
    std::vector<std::uint32_t> counts(puzzles.size());
    search9::count_batch(puzzles, counts, solutions, {.limit = 2, .stop = stop});
    std::ranges::transform(counts, result.begin(), validity_of);
    return result;
}

}  // namespace

std::vector<Validity> verify_all(std::span<const search9::Marks9> puzzles, const StopFlag* stop) {
    return count_to_two(puzzles, {}, stop);
}

std::vector<Validity> solve_all(std::span<const search9::Marks9> puzzles,
                                std::span<search9::Solution9> solutions, const StopFlag* stop) {
    CLEW_REQUIRE(solutions.size() == puzzles.size(), "solve_all: room for a solution a puzzle");
    // Two are asked for, not one: which of several the batch engine meets first depends on the
    // puzzles that share its registers.
    std::vector<Validity> result = count_to_two(puzzles, solutions, stop);
    for (std::size_t i = 0; i < puzzles.size(); ++i)
        if (result[i] == Validity::several)
            search9::enumerate9(puzzles[i], {.limit = 1}, [&](const search9::Solution9& first) {
                solutions[i] = first;
                return Flow::stop;
            });
    return result;
}

std::vector<Validity> verify_all(std::span<const Puzzle> puzzles, const SolveOptions& options) {
    std::vector<std::size_t> classic, other;
    const bool batchable = options.engine == Engine::automatic || options.engine == Engine::search;
    for (std::size_t i = 0; i < puzzles.size(); ++i)
        (batchable && puzzles[i].is_plain_classic() ? classic : other).push_back(i);

    std::vector<Validity> result(puzzles.size(), Validity::unknown);
    SolveOptions each = options;
    each.threads = 1;
    in_ranges(other.size(), apart, options.threads, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i)
            result[other[i]] = verify(puzzles[other[i]], each).validity;
    });
    in_ranges(classic.size(), together, options.threads, [&](std::size_t first, std::size_t last) {
        std::vector<search9::Marks9> marks;
        marks.reserve(last - first);
        for (std::size_t i = first; i < last; ++i)
            marks.push_back(search9::marks9(puzzles[classic[i]]));
        const std::vector<Validity> found = verify_all(marks, options.budget.stop);
        for (std::size_t i = first; i < last; ++i) result[classic[i]] = found[i - first];
    });
    return result;
}

}  // namespace clew
