// Benchmarks of the general search on boards of every kind: setting up, proving one solution,
// counting and listing many, random descents. Names are `what/board`; items a second are puzzles,
// solutions or descents, and `nodes` is nodes of the tree a second.
//
//     clew_search_bench --benchmark_filter=unique
//
// The 9x9 engine has its own, clew_search9_bench.

#include <benchmark/benchmark.h>

#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.hpp"
#include "solve/search/search.hpp"
#include "tests/reference/searches.hpp"

namespace clew::search {
namespace {

constexpr std::uint64_t solutions_a_turn = 20'000;
constexpr Budget patience{.max_nodes = 20'000};  // a clue whose loss asks for more stays

struct Board {
    std::string name;
    GeometryPtr geometry;
    BoxShape boxes;         // 0x0 where the board has more or other houses
    std::size_t clues;      // of the puzzles with one solution; 0: as few as can be
    std::size_t few_clues;  // that leave a great many solutions, and yet are soon solved
};

GeometryPtr jigsaw() {
    // Nine pieces, each a box that has swapped a cell with the next box of its band.
    std::vector<std::size_t> regions;
    for (std::size_t cell = 0; cell < 81; ++cell) regions.push_back(cell / 27 * 3 + cell % 9 / 3);
    for (std::size_t band = 0; band < 3; ++band)
        for (const std::size_t column : {2U, 5U})
            std::swap(regions[band * 27 + column], regions[band * 27 + 18 + column + 1]);
    return Geometry::make({.size = 9, .regions = regions});
}

const std::vector<Board>& boards() {
    static const std::vector<Board> list = {
        {"6x6", Geometry::standard(6), {2, 3}, 0, 4},
        {"9x9_jigsaw", jigsaw(), {0, 0}, 0, 14},
        {"9x9_diagonals",
         Geometry::make(
             {.size = 9, .boxes = BoxShape{3, 3}, .main_diagonal = true, .anti_diagonal = true}),
         {0, 0},
         0,
         8},
        {"12x12", Geometry::standard(12), {3, 4}, 0, 50},
        {"16x16", Geometry::standard(16), {4, 4}, 100, 110},
        {"25x25", Geometry::standard(25), {5, 5}, 330, 330},
    };
    return list;
}

/// A full grid of a board of boxes: rows shifted against each other, then rows, columns and digits
/// shuffled as the boxes allow.
Grid shifted_grid(const BoxShape& boxes, Random& random) {
    const std::size_t n = boxes.rows * boxes.columns;
    const auto shuffled_bands = [&](std::size_t bands, std::size_t lines) {
        std::vector<std::size_t> order(bands), result;
        std::iota(order.begin(), order.end(), 0);
        random.shuffle(order);
        for (const std::size_t band : order) {
            std::vector<std::size_t> inside(lines);
            std::iota(inside.begin(), inside.end(), band * lines);
            random.shuffle(inside);
            result.insert(result.end(), inside.begin(), inside.end());
        }
        return result;
    };
    const std::vector<std::size_t> rows = shuffled_bands(boxes.columns, boxes.rows);
    const std::vector<std::size_t> columns = shuffled_bands(boxes.rows, boxes.columns);
    const std::vector<std::size_t> names = shuffled_bands(1, n);
    std::vector<Digit> digits;
    for (const std::size_t r : rows)
        for (const std::size_t c : columns)
            digits.emplace_back(names[(boxes.columns * (r % boxes.rows) + r / boxes.rows + c) % n]);
    return Grid{std::move(digits)};
}

/// A full grid of a small board: random clues one after another, each kept while a solution is soon
/// found.
Grid searched_grid(const Board& board, Random& random) {
    const std::size_t cells = board.geometry->cell_count();
    Puzzle puzzle{board.geometry};
    Grid grid;
    for (std::size_t clues = 0; clues < board.geometry->size();) {
        const Cell cell{static_cast<std::size_t>(random.below(cells))};
        const DigitSet open = puzzle.candidates_after_givens()[cell.index()];
        if (puzzle.given(cell) || open.empty()) continue;
        std::vector<Digit> digits(open.begin(), open.end());
        puzzle.set_given(cell, digits[static_cast<std::size_t>(random.below(digits.size()))]);
        Search search{puzzle};
        if (search.next(patience) == Ending::limit_reached) {
            search.copy_to(grid);
            ++clues;
        } else {
            puzzle.clear_given(cell);
        }
    }
    return grid;
}

/// Clues of a random grid, taken away in random order as long as `keep` says so.
template <class Keep>
Puzzle puzzle_of(const Board& board, Random& random, std::size_t clues, const Keep& keep) {
    const Grid grid =
        board.boxes.rows > 0 ? shifted_grid(board.boxes, random) : searched_grid(board, random);
    Puzzle puzzle{board.geometry};
    std::vector<Cell> order;
    for (std::size_t i = 0; i < board.geometry->cell_count(); ++i) {
        order.emplace_back(i);
        puzzle.set_given(Cell{i}, grid[Cell{i}]);
    }
    random.shuffle(order);
    for (const Cell cell : order) {
        if (puzzle.given_count() <= clues) break;
        const Digit was = *puzzle.given(cell);
        puzzle.clear_given(cell);
        if (!keep(puzzle)) puzzle.set_given(cell, was);
    }
    return puzzle;
}

bool is_unique(const Puzzle& puzzle) {
    const Report r = count(puzzle, {.budget = patience, .limit = 2});
    return r.ending == Ending::exhausted && r.solutions == 1;
}

void set_up(benchmark::State& state, const Puzzle& puzzle) {
    for (auto _ : state) benchmark::DoNotOptimize(Search{puzzle});
    state.SetItemsProcessed(state.iterations());
}

void unique(benchmark::State& state, const std::vector<Puzzle>& puzzles) {
    std::size_t i = 0;
    std::uint64_t nodes = 0;
    for (auto _ : state) {
        nodes += count(puzzles[i], {.limit = 2}).nodes;
        if (++i == puzzles.size()) i = 0;
    }
    state.SetItemsProcessed(state.iterations());
    state.counters["nodes"] = {static_cast<double>(nodes), benchmark::Counter::kIsRate};
}

void count_many(benchmark::State& state, const Puzzle& puzzle) {
    std::uint64_t solutions = 0, nodes = 0;
    for (auto _ : state) {
        const Report r = count(puzzle, {.limit = solutions_a_turn});
        solutions += r.solutions;
        nodes += r.nodes;
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(solutions));
    state.counters["nodes"] = {static_cast<double>(nodes), benchmark::Counter::kIsRate};
}

void list_many(benchmark::State& state, const Puzzle& puzzle) {
    std::uint64_t solutions = 0;
    std::size_t sum = 0;
    const SolutionSink sink = [&](const Grid& grid) {
        sum += grid[Cell{0}].index();
        return Flow::go_on;
    };
    for (auto _ : state)
        solutions += enumerate(puzzle, {.limit = solutions_a_turn}, sink).solutions;
    benchmark::DoNotOptimize(sum);
    state.SetItemsProcessed(static_cast<std::int64_t>(solutions));
}

void probes(benchmark::State& state, const Puzzle& puzzle) {
    Search search{puzzle};
    Random random{1};
    for (auto _ : state) benchmark::DoNotOptimize(search.probe(random));
    state.SetItemsProcessed(state.iterations());
}

const bool registered = [] {
    for (const Board& board : boards()) {
        Random random{7};
        std::vector<Puzzle> puzzles;
        for (int i = 0; i < 10; ++i)
            puzzles.push_back(puzzle_of(board, random, board.clues, is_unique));
        const Puzzle sparse =
            puzzle_of(board, random, board.few_clues, [](const Puzzle&) { return true; });
        const auto add = [&](const char* what, auto run, const auto& set) {
            benchmark::RegisterBenchmark((what + ("/" + board.name)).c_str(),
                                         [run, set](benchmark::State& s) { run(s, set); })
                ->Unit(benchmark::kMicrosecond);
        };
        add("set_up", set_up, puzzles.front());
        add("unique", unique, puzzles);
        add("count_many", count_many, sparse);
        add("list_many", list_many, sparse);
        add("probe", probes, sparse);
    }
    return true;
}();

}  // namespace
}  // namespace clew::search
