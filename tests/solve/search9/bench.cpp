// Benchmarks of the 9x9 engine: puzzles, on each instruction set, and many
// solutions, on generated sets. Names are `set of instructions/set of puzzles`; items a second are
// puzzles or solutions.
//
//     clew_search9_bench --benchmark_filter=hard
//     CLEW_BENCH_PUZZLES=puzzles.txt clew_search9_bench      one puzzle a line, as a further set

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/random.hpp"
#include "solve/search9/search9.hpp"

namespace clew::search9 {
namespace {

constexpr std::uint16_t open_cell = 0x1FF;

Solution9 random_grid(Random& random) {
    for (;;) {
        Marks9 marks;
        marks.fill(open_cell);
        for (int i = 0; i < 12; ++i)
            marks[random.below(81)] = static_cast<std::uint16_t>(1U << random.below(9));
        Solution9 grid;
        if (count_up_to(marks, 1, {&grid, 1}) == 1) return grid;
    }
}

/// A puzzle with one solution, clues taken away in random order down to `clues` or as far as goes.
Marks9 puzzle_of(Random& random, std::size_t clues) {
    const Solution9 grid = random_grid(random);
    Marks9 marks;
    std::vector<std::size_t> cells(81);
    for (std::size_t c = 0; c < 81; ++c) {
        marks[c] = static_cast<std::uint16_t>(1U << grid[c]);
        cells[c] = c;
    }
    random.shuffle(cells);
    std::size_t left = 81;
    for (const std::size_t c : cells) {
        if (left <= clues) break;
        const std::uint16_t given = std::exchange(marks[c], open_cell);
        if (has_one_solution(marks)) {
            --left;
        } else {
            marks[c] = given;
        }
    }
    return marks;
}

using Set = std::vector<Marks9>;

Set many_of(std::size_t n, std::size_t clues) {
    Random random{clues + 1};
    Set set;
    while (set.size() < n) set.push_back(puzzle_of(random, clues));
    return set;
}

/// The twentieth of the minimal puzzles that takes most nodes.
Set hard_ones(const Set& minimal) {
    std::vector<std::pair<std::uint64_t, std::size_t>> cost;
    for (std::size_t i = 0; i < minimal.size(); ++i)
        cost.emplace_back(count9(minimal[i], {.limit = 2}).nodes, i);
    std::ranges::sort(cost, std::ranges::greater{});
    Set set;
    for (std::size_t i = 0; i < cost.size() / 20; ++i) set.push_back(minimal[cost[i].second]);
    return set;
}

/// Each puzzle with one clue less, hence several solutions, or with one clue changed until it has
/// none.
Set spoiled(const Set& minimal, bool solvable) {
    Random random{99};
    Set set;
    for (Marks9 marks : minimal) {
        for (;;) {
            const std::size_t c = random.below(81);
            if (marks[c] == open_cell) continue;
            Marks9 other = marks;
            other[c] = solvable ? open_cell : static_cast<std::uint16_t>(1U << random.below(9));
            const std::uint64_t n = count_up_to(other, 2);
            if (solvable ? n != 2 : n != 0) continue;
            set.push_back(other);
            break;
        }
    }
    return set;
}

Set from_file(const char* path) {
    Set set;
    std::ifstream in{path};
    for (std::string line; std::getline(in, line);)
        if (line.size() >= 81)
            if (const auto marks = marks9(std::string_view{line}.substr(0, 81)))
                set.push_back(*marks);
    return set;
}

void single(benchmark::State& state, const Set& set, InstructionSet instructions) {
    std::size_t i = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(
            count9(set[i], {.limit = 2, .instructions = instructions}).solutions);
        if (++i == set.size()) i = 0;
    }
    state.SetItemsProcessed(state.iterations());
}

/// A grid's clues in fixed random order, `clues` of them: 10^3 solutions and more.
Marks9 underconstrained(std::size_t clues) {
    Random random{31};
    const Solution9 grid = random_grid(random);
    std::vector<std::size_t> cells(81);
    for (std::size_t c = 0; c < 81; ++c) cells[c] = c;
    random.shuffle(cells);
    Marks9 marks;
    marks.fill(open_cell);
    for (std::size_t i = 0; i < clues; ++i)
        marks[cells[i]] = static_cast<std::uint16_t>(1U << grid[cells[i]]);
    return marks;
}

void count_many(benchmark::State& state) {
    const Marks9 marks = underconstrained(static_cast<std::size_t>(state.range(0)));
    std::uint64_t n = 0;
    for (auto _ : state) n += count9(marks, {.limit = 2'000'000}).solutions;
    state.SetItemsProcessed(static_cast<std::int64_t>(n));
}

void list_many(benchmark::State& state) {
    const Marks9 marks = underconstrained(static_cast<std::size_t>(state.range(0)));
    std::uint64_t n = 0;
    std::uint64_t sum = 0;
    auto sink = [&](const Solution9& s) {
        sum += s[80];
        return Flow::go_on;
    };
    for (auto _ : state) n += enumerate9(marks, {.limit = 2'000'000}, sink).solutions;
    benchmark::DoNotOptimize(sum);
    state.SetItemsProcessed(static_cast<std::int64_t>(n));
}

BENCHMARK(count_many)->DenseRange(18, 26, 2)->Unit(benchmark::kMillisecond);
BENCHMARK(list_many)->DenseRange(18, 26, 2)->Unit(benchmark::kMillisecond);

const bool registered = [] {
    const Set minimal = many_of(4000, 0);
    std::vector<std::pair<std::string, Set>> sets{{"easy_36_clues", many_of(2000, 36)},
                                                  {"minimal", minimal},
                                                  {"hard", hard_ones(minimal)},
                                                  {"several", spoiled(minimal, true)},
                                                  {"none", spoiled(minimal, false)}};
    if (const char* path = std::getenv("CLEW_BENCH_PUZZLES"))
        if (Set set = from_file(path); !set.empty()) sets.emplace_back("file", std::move(set));
    for (const auto& [name, set] : sets) {
        for (const auto& [isa, label] : {std::pair{InstructionSet::portable, "portable"},
                                         {InstructionSet::avx2, "avx2"},
                                         {InstructionSet::avx512_vbmi, "avx512"}})
            if (has_instructions(isa))
                benchmark::RegisterBenchmark(
                    (label + ("/" + name)).c_str(),
                    [set, isa = isa](benchmark::State& s) { single(s, set, isa); });
    }
    return true;
}();

}  // namespace
}  // namespace clew::search9
