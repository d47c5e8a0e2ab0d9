// The door of the 9x9 engine: what to run where. The one puzzle goes to the walk
// (walk.ipp), the many to the lanes (lanes.ipp).

#include "encode/search9/search9.hpp"

#include <algorithm>
#include <bit>

#include "encode/base/contract.hpp"
#include "encode/search9/lanes.hpp"
#include "encode/search9/walk.hpp"

namespace clew::search9 {
namespace {

constexpr std::uint16_t all_digits = 0x1FF;

/// The digits that a character of a line allows; none if it has no place there.
constexpr std::array<std::uint16_t, 256> meaning = [] {
    std::array<std::uint16_t, 256> table{};
    table['.'] = table['0'] = all_digits;
    for (unsigned d = 0; d < 9; ++d) table['1' + d] = static_cast<std::uint16_t>(1U << d);
    return table;
}();

bool has_avx2() {
#if defined(__x86_64__) && defined(__GNUC__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
#else
    return false;
#endif
}

bool has_avx512() {
#if defined(__x86_64__) && defined(__GNUC__)
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bitalg") &&
           __builtin_cpu_supports("gfni");
#else
    return false;
#endif
}

/// The walk for an instruction set; a null `run` if this processor has it not.
detail::WalkRunner walker(Isa9 isa) {
    switch (isa) {
        case Isa9::avx512:
            return has_avx512() ? detail::walk_avx512() : detail::WalkRunner{};
        case Isa9::avx2:
            return has_avx2() ? detail::walk_avx2() : detail::WalkRunner{};
        case Isa9::portable:
            return detail::walk_portable();
        case Isa9::best:
            break;
    }
    static const detail::WalkRunner best = [] {
        for (const Isa9 wide : {Isa9::avx512, Isa9::avx2})
            if (const detail::WalkRunner found = walker(wide); found.run != nullptr) return found;
        return detail::walk_portable();
    }();
    return best;
}

template <class F>
Result9 walk(const Marks9& marks, const Options9& options, F* sink) {
    CLEW_REQUIRE(runs_here(options.isa), "search9: no such instruction set here");
    detail::WalkJob job;
    job.marks = &marks;
    job.limit = options.limit;
    job.max_nodes = options.budget.max_nodes;
    job.stop = options.budget.stop;
    job.from = options.from.data();
    job.from_size = options.from.size();
    if (sink != nullptr) {
        job.context = sink;
        job.sink = [](void* context, const Solution9& s) { return (*static_cast<F*>(context))(s); };
    }
    detail::WalkOutcome out;
    walker(options.isa).run(job, out);
    CLEW_REQUIRE(out.fits, "search9: the path to resume from is not one of this puzzle's");
    return {out.solutions, out.nodes, out.ending, out.explored,
            Path9(out.next, out.next + out.next_size)};
}

/// The batch engine for an instruction set; a null `run` if this processor has it not.
detail::BatchRunner runner(Isa9 isa) {
    const detail::BatchRunner wide = has_avx512() ? detail::batch_avx512() : detail::BatchRunner{};
    const detail::BatchRunner middle = has_avx2() ? detail::batch_avx2() : detail::BatchRunner{};
    switch (isa) {
        case Isa9::avx512:
            return wide;
        case Isa9::avx2:
            return middle;
        case Isa9::portable:
            return detail::batch_portable();
        case Isa9::best:
            break;
    }
    if (wide.run != nullptr) return wide;
    if (middle.run != nullptr) return middle;
    return detail::batch_portable();
}

/// A pass over the lanes costs the same however few are busy, and every batch ends with few. So
/// many sparse puzzles take as long as so many walks (AVX-512; 256 take 1.6 times as long).
constexpr std::size_t worth_lanes = 1024;

std::uint32_t count_one(const Marks9& marks, const BatchOptions9& options,
                        std::span<Solution9> first) {
    Options9 run;
    run.limit = options.limit;
    run.budget.stop = options.stop;
    std::size_t n = 0;
    auto keep = [&](const Solution9& s) {
        if (n++ == 0) first[0] = s;
        return Flow::go_on;
    };
    const Result9 r =
        first.empty() ? walk<decltype(keep)>(marks, run, nullptr) : walk(marks, run, &keep);
    return r.ending == Ending::interrupted ? unfinished9 : static_cast<std::uint32_t>(r.solutions);
}

}  // namespace

std::optional<Marks9> marks9(std::string_view line) {
    if (line.size() != 81) return std::nullopt;
    Marks9 marks;
    bool sound = true;  // looked at once: a branch a character would cost more than the puzzle
    for (std::size_t i = 0; i < 81; ++i) {
        marks[i] = meaning[static_cast<unsigned char>(line[i])];
        sound &= marks[i] != 0;
    }
    return sound ? std::optional{marks} : std::nullopt;
}

Marks9 marks9(const Puzzle& puzzle) {
    refuse_rules(puzzle, "search9");
    CLEW_REQUIRE(puzzle.is_plain_classic(), "search9: not a classic board");
    Marks9 marks;
    for (std::size_t i = 0; i < 81; ++i)
        marks[i] = static_cast<std::uint16_t>(puzzle.options(Cell{i}).bits());
    return marks;
}

Puzzle puzzle9(const Marks9& marks) {
    Puzzle puzzle{Geometry::classic()};
    for (std::size_t i = 0; i < 81; ++i) {
        const DigitSet digits = DigitSet::from_bits(marks[i] & all_digits);
        if (digits.size() == 1) {
            puzzle.set_given(Cell{i}, digits.first());
        } else if (digits != DigitSet::all(9)) {
            puzzle.set_marks(Cell{i}, digits);
        }
    }
    return puzzle;
}

std::uint64_t count_up_to(const Marks9& marks, std::uint64_t limit, std::span<Solution9> found) {
    if (limit == 0) return 0;
    std::size_t n = 0;
    auto keep = [&](const Solution9& s) {
        found[n] = s;
        // What does not fit is counted, not read; this call costs nothing.
        return ++n == found.size() ? Flow::stop : Flow::go_on;
    };
    detail::WalkJob job;
    job.marks = &marks;
    job.limit = limit;
    if (!found.empty()) {
        job.context = &keep;
        job.sink = [](void* context, const Solution9& s) {
            return (*static_cast<decltype(keep)*>(context))(s);
        };
    }
    const detail::WalkRunner engine = walker(Isa9::best);
    detail::WalkOutcome out;
    engine.run(job, out);
    if (out.next_size == 0 || out.solutions >= limit) return out.solutions;
    // All places are filled: go on counting from here.
    detail::WalkJob rest = job;
    rest.sink = nullptr;
    rest.limit = limit - out.solutions;
    rest.from = out.next;
    rest.from_size = out.next_size;
    detail::WalkOutcome more;
    engine.run(rest, more);
    return out.solutions + more.solutions;
}

bool runs_here(Isa9 isa) { return runner(isa).run != nullptr; }

void count_batch(std::span<const Marks9> puzzles, std::span<std::uint32_t> counts,
                 std::span<Solution9> first, const BatchOptions9& options) {
    CLEW_REQUIRE(counts.size() == puzzles.size(), "count_batch: one count a puzzle");
    CLEW_REQUIRE(first.empty() || first.size() == puzzles.size(),
                 "count_batch: one solution a puzzle, or none");
    CLEW_REQUIRE(options.limit < unfinished9, "count_batch: limit too high");
    const detail::BatchRunner engine = runner(options.isa);
    CLEW_REQUIRE(engine.run != nullptr, "count_batch: no such instruction set here");
    std::ranges::fill(counts, 0U);
    if (puzzles.empty() || options.limit == 0) return;
    if (options.isa == Isa9::best && puzzles.size() < worth_lanes) {
        for (std::size_t i = 0; i < puzzles.size(); ++i)
            counts[i] =
                options.stop != nullptr && options.stop->raised()
                    ? unfinished9
                    : count_one(puzzles[i], options, first.empty() ? first : first.subspan(i, 1));
        return;
    }
    // Left uninitialized: only the levels that are used cost memory.
    const auto stack =
        std::make_unique_for_overwrite<std::uint64_t[]>(detail::stack_words(engine.lanes));
    engine.run({.puzzles = puzzles.data(),
                .size = puzzles.size(),
                .limit = options.limit,
                .counts = counts.data(),
                .first = first.empty() ? nullptr : first.data(),
                .stop = options.stop,
                .stack = stack.get()});
}

Result9 count9(const Marks9& marks, const Options9& options) {
    return walk<Sink9>(marks, options, nullptr);
}

Result9 count9(const Puzzle& puzzle, const Options9& options) {
    return count9(marks9(puzzle), options);
}

Result9 enumerate9(const Marks9& marks, const Options9& options, Sink9 sink) {
    return walk(marks, options, &sink);
}

Result9 enumerate9(const Puzzle& puzzle, const Options9& options, const SolutionSink& sink) {
    Grid grid{std::vector<Digit>(81)};
    const auto hand_out = [&](const Solution9& s) {
        const std::span<Digit> digits = grid.digits();
        for (std::size_t i = 0; i < 81; ++i) digits[i] = Digit{s[i]};
        return sink(grid);
    };
    return enumerate9(marks9(puzzle), options, hand_out);
}

std::vector<Marks9> split9(const Marks9& marks, std::size_t parts) {
    CLEW_REQUIRE(parts > 0, "split9: no parts");
    const detail::WalkRunner engine = walker(Isa9::best);
    // Layer by layer, so that the order is that of the walk; a part without branches stays.
    std::vector<Marks9> layer{marks};
    for (bool grew = true; grew;) {
        grew = false;
        std::vector<Marks9> below;
        std::array<Marks9, detail::max_branches> branches;
        for (const Marks9& part : layer) {
            const unsigned n = engine.expand(part, branches.data());
            grew |= n > 1;
            below.insert(below.end(), branches.begin(), branches.begin() + n);
        }
        layer = std::move(below);
        if (layer.size() >= parts) break;
    }
    return layer;
}

std::vector<Puzzle> split9(const Puzzle& puzzle, std::size_t parts) {
    std::vector<Puzzle> cut;
    for (const Marks9& marks : split9(marks9(puzzle), parts)) cut.push_back(puzzle9(marks));
    return cut;
}

}  // namespace clew::search9
