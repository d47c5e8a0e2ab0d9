// The door of the 9x9 engine: whole runs over the tree that search9_walk.cpp knows how to settle.
//
// A node is a settled position; its branches are the digits of the cell that choose() names, in
// ascending order. Both are functions of the node's marks alone, so a branch can be cut out of the
// tree as a puzzle of its own (split9) or found again by its number (Path9).

#include "encode/search/search9.hpp"

#include <algorithm>
#include <bit>

#include "encode/board/contract.hpp"
#include "encode/search/search9_lanes.hpp"
#include "encode/search/search9_walk.hpp"

namespace clew::search {
namespace {

using detail::Choice;
using detail::Position;

constexpr unsigned all_digits = 0x1FF;

struct Level {
    Position position;
    Choice choice;
    std::uint8_t arity = 0;
    std::uint8_t index = 0;  // of the branch that is being walked
};

/// Stop flag and node budget are looked at once in so many nodes.
constexpr std::uint64_t poll_nodes = 1024;

template <class OnSolution>
Result9 walk(const Marks9& marks, const Options9& options, OnSolution&& on_solution) {
    Result9 result;
    std::array<Level, detail::max_depth> levels;
    std::size_t depth = 0;             // levels in use above the current node
    std::size_t replay = 0;            // how far the path still follows options.from
    const Path9& from = options.from;  // NOLINT(misc-const-correctness)

    // The number of the child to begin with, when a node at `depth` is entered.
    const auto first_child = [&](std::uint8_t arity) -> std::uint8_t {
        if (replay != depth || depth >= from.size()) return 0;
        CLEW_REQUIRE(from[depth] < arity, "search9: resume path does not fit the puzzle");
        ++replay;
        return from[depth];
    };
    const auto stop = [&](Ending why) {
        result.ending = why;
        for (std::size_t i = 0; i < depth; ++i) result.next.push_back(levels[i].index);
        double share = 1;
        for (std::size_t i = 0; i < depth; ++i) {
            share /= levels[i].arity;
            result.explored += share * levels[i].index;
        }
        return result;
    };
    // Moves to the next branch that was not walked; false if there is none.
    const auto next_branch = [&] {
        while (depth > 0 && levels[depth - 1].index + 1 == levels[depth - 1].arity) --depth;
        if (depth == 0) return false;
        Level& level = levels[depth - 1];
        ++level.index;
        level.choice.digits &= level.choice.digits - 1;
        return true;
    };

    detail::load(levels[0].position, marks);
    bool alive = true;
    unsigned dirty = all_digits;
    std::uint64_t until_poll = 0;
    for (;;) {
        // levels[depth].position is the node to visit, not yet settled.
        if (until_poll == 0) {
            if (options.budget.stopped()) return stop(Ending::interrupted);
            if (result.nodes >= options.budget.max_nodes) return stop(Ending::out_of_budget);
            until_poll = std::min(poll_nodes, options.budget.max_nodes - result.nodes);
        }
        if (options.limit == result.solutions) return stop(Ending::limit_reached);
        --until_poll;
        ++result.nodes;
        Level& here = levels[depth];
        alive = detail::settle(here.position, dirty);
        if (alive) {
            here.choice = detail::choose(here.position);
            if (here.choice.cell == 81) {
                CLEW_REQUIRE(replay >= from.size() || replay != depth,
                             "search9: resume path does not fit the puzzle");
                ++result.solutions;
                const Flow flow = on_solution(here.position);
                alive = false;
                if (flow == Flow::stop) {
                    if (next_branch()) return stop(Ending::limit_reached);
                    break;
                }
            } else {
                here.arity = static_cast<std::uint8_t>(std::popcount(here.choice.digits));
                here.index = first_child(here.arity);
                for (unsigned i = 0; i < here.index; ++i)
                    here.choice.digits &= here.choice.digits - 1;
                ++depth;
            }
        }
        if (!alive && !next_branch()) break;
        const Level& parent = levels[depth - 1];
        levels[depth].position = parent.position;
        dirty = detail::place(levels[depth].position, parent.choice.cell,
                              static_cast<unsigned>(std::countr_zero(parent.choice.digits)));
    }
    result.ending = Ending::exhausted;
    result.explored = 1;
    return result;
}

/// The batch engine for an instruction set; a null `run` if this processor has it not.
detail::BatchRunner runner(Isa9 isa) {
    bool avx2 = false;
    bool avx512 = false;
#if defined(__x86_64__) && defined(__GNUC__)
    avx2 = __builtin_cpu_supports("avx2");
    avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
             __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
             __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("gfni");
#endif
    const detail::BatchRunner wide = avx512 ? detail::batch_avx512() : detail::BatchRunner{};
    const detail::BatchRunner middle = avx2 ? detail::batch_avx2() : detail::BatchRunner{};
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

}  // namespace

std::optional<Marks9> marks9(std::string_view line) {
    if (line.size() != 81) return std::nullopt;
    Marks9 marks;
    for (std::size_t i = 0; i < 81; ++i) {
        const char c = line[i];
        if (c == '.' || c == '0') {
            marks[i] = all_digits;
        } else if (c >= '1' && c <= '9') {
            marks[i] = static_cast<std::uint16_t>(1U << (c - '1'));
        } else {
            return std::nullopt;
        }
    }
    return marks;
}

Marks9 marks9(const Puzzle& puzzle) {
    CLEW_REQUIRE(puzzle.geometry().is_classic(), "search9: not a classic board");
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
    Options9 options;
    options.limit = limit;
    std::size_t n = 0;
    return walk(marks, options,
                [&](const Position& p) {
                    if (n < found.size()) detail::read_solution(p, found[n]);
                    return ++n == limit ? Flow::stop : Flow::go_on;
                })
        .solutions;
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
    return walk(marks, options, [](const Position&) { return Flow::go_on; });
}

Result9 count9(const Puzzle& puzzle, const Options9& options) {
    return count9(marks9(puzzle), options);
}

Result9 enumerate9(const Marks9& marks, const Options9& options, Sink9 sink) {
    Solution9 solution;
    return walk(marks, options, [&](const Position& p) {
        detail::read_solution(p, solution);
        return sink(solution);
    });
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
    std::vector<Position> level(1);
    detail::load(level[0], marks);
    if (!detail::settle(level[0], all_digits)) return {};
    // Breadth first, a whole layer at a time, so that the order is that of the walk.
    for (bool grew = true; grew && level.size() < parts && !level.empty();) {
        grew = false;
        std::vector<Position> below;
        for (const Position& p : level) {
            const Choice choice = detail::choose(p);
            if (choice.cell == 81) {
                below.push_back(p);
                continue;
            }
            grew = true;
            for (unsigned digits = choice.digits; digits != 0; digits &= digits - 1) {
                Position child = p;
                const unsigned dirty = detail::place(
                    child, choice.cell, static_cast<unsigned>(std::countr_zero(digits)));
                if (detail::settle(child, dirty)) below.push_back(child);
            }
        }
        level = std::move(below);
    }
    std::vector<Marks9> cut;
    cut.reserve(level.size());
    for (const Position& p : level) cut.push_back(detail::unload(p));
    return cut;
}

std::vector<Puzzle> split9(const Puzzle& puzzle, std::size_t parts) {
    std::vector<Puzzle> cut;
    for (const Marks9& marks : split9(marks9(puzzle), parts)) cut.push_back(puzzle9(marks));
    return cut;
}

}  // namespace clew::search
