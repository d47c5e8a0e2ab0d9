// Benchmarks of the exact counter's inner parts: slices of band tables, bringing them into lane
// order, the inner loops on each instruction set; and of what is made of them, counts and
// marginals, by number of clues.
//
//     clew_exact_bench --benchmark_filter=sum
//
// Items are rows of a table, terms of the sum, or puzzles. The puzzles are clues of the plainest
// grid with its lines and digits shuffled, in random cells.

#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.hpp"
#include "solve/exact/band_stack.hpp"
#include "solve/exact/chunk.hpp"
#include "solve/exact/lanes.hpp"
#include "solve/exact/marginals.hpp"
#include "solve/exact/plan.hpp"

namespace clew::exact {
namespace {

std::array<std::size_t, 9> shuffled_lines(Random& random) {
    std::array<std::size_t, 9> lines{};
    std::array<std::size_t, 3> blocks = {0, 1, 2};
    random.shuffle(blocks);
    for (std::size_t b = 0; b < 3; ++b) {
        std::array<std::size_t, 3> within = {0, 1, 2};
        random.shuffle(within);
        for (std::size_t k = 0; k < 3; ++k) lines[b * 3 + k] = blocks[b] * 3 + within[k];
    }
    return lines;
}

Puzzle puzzle_of(Random& random, std::size_t clues) {
    std::array<std::size_t, 9> digits{};
    std::iota(digits.begin(), digits.end(), std::size_t{0});
    random.shuffle(digits);
    const auto rows = shuffled_lines(random);
    const auto columns = shuffled_lines(random);
    std::vector<std::size_t> cells(81);
    std::iota(cells.begin(), cells.end(), std::size_t{0});
    random.shuffle(cells);
    Puzzle puzzle{Geometry::classic()};
    for (std::size_t i = 0; i < clues; ++i) {
        const std::size_t row = rows[cells[i] / 9];
        const std::size_t column = columns[cells[i] % 9];
        puzzle.set_given(Cell{cells[i]}, Digit{digits[(row % 3 * 3 + row / 3 + column) % 9]});
    }
    return puzzle;
}

/// Everything that the inner loop needs, for the first chunk of a puzzle's outer arrangements.
class Stage {
  public:
    Stage(const Puzzle& puzzle, InstructionSet instructions)
        : outlook_(puzzle),
          boxes_(outlook_, outlook_.best()),
          outer_(outlook_.outer_list(outlook_.best())),
          instructions_(instructions),
          inner_(list_inner(outlook_.list(outlook_.best(), LoopRole::inner), boxes_, bands,
                            Grouping::by_class)),
          blocks_(list_lanes(outlook_.list(outlook_.best(), LoopRole::lanes), boxes_, bands,
                             Grouping::by_class)),
          chunk_(boxes_, outer_, 0, 1, instructions) {
        chunk_.build(1, [] { return true; });
        a_.reset(rows(0) * lane_pairs);
        b_.reset(rows(1) * lane_count);
        c_.reset(rows(2) * lane_count);
        bring();
    }

    void bring() {
        bring_into_lanes(chunk_.table(0), blocks_[0], &LaneBlock::first, instructions_, a_);
        bring_into_lanes(chunk_.table(1), blocks_[0], &LaneBlock::second, instructions_, b_);
        bring_into_lanes(chunk_.table(2), blocks_[0], &LaneBlock::third, instructions_, c_);
    }
    std::size_t rows(std::size_t band) const {
        return chunk_.table(band).slot_count() * chunk_.table(band).third_count();
    }
    const PlanBoxes& boxes() const { return boxes_; }
    const InnerList& inner() const { return inner_; }
    const std::uint32_t* a() const { return a_.data(); }
    const std::uint16_t* b() const { return b_.data(); }
    const std::uint16_t* c() const { return c_.data(); }

  private:
    static constexpr BandOrder bands = {0, 1, 2};
    Outlook outlook_;
    PlanBoxes boxes_;
    std::vector<Arrangement> outer_;
    InstructionSet instructions_;
    InnerList inner_;
    std::vector<LaneBlock> blocks_;
    Chunk chunk_;
    Aligned<std::uint32_t> a_;
    Aligned<std::uint16_t> b_;
    Aligned<std::uint16_t> c_;
};

Stage stage_of(std::size_t clues, InstructionSet instructions) {
    Random random{clues + 1};
    return {puzzle_of(random, clues), instructions};
}

void slice(benchmark::State& state, std::size_t clues, InstructionSet set) {
    const Stage stage = stage_of(clues, set);
    const PlanBoxes& boxes = stage.boxes();
    BandTable table{boxes.fillings(0, LoopRole::outer),
                    boxes.fillings(0, LoopRole::lanes),
                    boxes.fillings(0, LoopRole::inner),
                    {0},
                    set};
    BandTable::Scratch scratch;
    for (auto _ : state) table.build(0, scratch);
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(table.second_count()));
}

void bring(benchmark::State& state, std::size_t clues, InstructionSet set) {
    Stage stage = stage_of(clues, set);
    for (auto _ : state) stage.bring();
    state.SetItemsProcessed(
        state.iterations() *
        static_cast<std::int64_t>(stage.rows(0) + stage.rows(1) + stage.rows(2)));
}

void sum(benchmark::State& state, std::size_t clues, InstructionSet set) {
    const Stage stage = stage_of(clues, set);
    const LaneLoops loops = lane_loops(set);
    for (auto _ : state)
        benchmark::DoNotOptimize(loops.sum(stage.a(), stage.b(), stage.c(), stage.inner().view()));
    state.SetItemsProcessed(state.iterations() *
                            static_cast<std::int64_t>(stage.inner().pairs.size() * lane_count));
}

void gather(benchmark::State& state, std::size_t clues, InstructionSet set) {
    const Stage stage = stage_of(clues, set);
    const LaneLoops loops = lane_loops(set);
    Aligned<std::uint32_t> into(stage.inner().groups.size() * lane_pairs);
    for (auto _ : state) loops.gather(stage.b(), stage.c(), stage.inner().view(), into.data());
    benchmark::DoNotOptimize(into[0]);
    state.SetItemsProcessed(state.iterations() *
                            static_cast<std::int64_t>(stage.inner().pairs.size() * lane_count));
}

std::vector<Puzzle> set_of(std::int64_t clues) {
    Random random{static_cast<std::uint64_t>(clues) + 1};
    std::vector<Puzzle> set;
    for (int i = 0; i < (clues == 0 ? 1 : 9); ++i)
        set.push_back(puzzle_of(random, static_cast<std::size_t>(clues)));
    return set;
}

void count_puzzles(benchmark::State& state) {
    const std::vector<Puzzle> set = set_of(state.range(0));
    for (auto _ : state)
        for (const Puzzle& puzzle : set) benchmark::DoNotOptimize(count(puzzle).solutions);
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(set.size()));
}

void marginals_of_puzzles(benchmark::State& state) {
    const std::vector<Puzzle> set = set_of(state.range(0));
    for (auto _ : state)
        for (const Puzzle& puzzle : set) benchmark::DoNotOptimize(marginals(puzzle).solutions);
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(set.size()));
}

void predict_puzzles(benchmark::State& state) {
    const std::vector<Puzzle> set = set_of(state.range(0));
    for (auto _ : state)
        for (const Puzzle& puzzle : set) benchmark::DoNotOptimize(predict(puzzle).work);
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(set.size()));
}

BENCHMARK(predict_puzzles)->Arg(0)->DenseRange(8, 20, 4)->Unit(benchmark::kMillisecond);
BENCHMARK(count_puzzles)->Arg(0)->DenseRange(12, 20, 2)->Unit(benchmark::kMillisecond);
BENCHMARK(marginals_of_puzzles)->Arg(0)->DenseRange(12, 20, 2)->Unit(benchmark::kMillisecond);

const bool registered = [] {
    for (const auto& [set, label] : {std::pair{InstructionSet::portable, "portable"},
                                     {InstructionSet::avx2, "avx2"},
                                     {InstructionSet::avx512, "avx512"}}) {
        if (!has_instructions(set)) continue;
        for (const std::size_t clues : {0U, 10U, 16U})
            for (const auto& [part, name] : {std::pair{&slice, "slice"},
                                             {&bring, "bring"},
                                             {&sum, "sum"},
                                             {&gather, "gather"}})
                benchmark::RegisterBenchmark(
                    (std::string{name} + "_" + label + "/" + std::to_string(clues)).c_str(), part,
                    clues, set)
                    ->Unit(benchmark::kMicrosecond);
    }
    return true;
}();

}  // namespace
}  // namespace clew::exact
