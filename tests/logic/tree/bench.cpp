// How many candidates a second the closure and the tree manage.

#include <benchmark/benchmark.h>

#include <vector>

#include "logic/tree/decision_tree.hpp"
#include "tests/reference/puzzles.hpp"

namespace clew::logic {
namespace {

Puzzle p92() { return Puzzle::from_line(reference::p92); }

/// Every candidate of every pattern of P-92's tree, closed from its pattern.
void close_candidates(benchmark::State& state, logic::ClosureRules rules) {
    const DecisionTree tree = DecisionTree::grow(p92(), {});
    const Geometry& geometry = tree.puzzle().geometry();
    std::vector<std::vector<DigitSet>> marks;
    std::vector<std::vector<Candidate>> candidates;
    for (Node v = 0; v < tree.node_count(); ++v) {
        if (tree[v].kind != NodeKind::pattern) continue;
        marks.push_back(tree.candidates(v));
        candidates.emplace_back();
        for (const Outcome& o : tree.outcomes(v))
            candidates.back().push_back(geometry.candidate(o.candidate));
    }
    logic::Closure closure{tree.puzzle().geometry_ptr()};
    std::int64_t closures = 0;
    for (auto _ : state)
        for (std::size_t i = 0; i < marks.size(); ++i) {
            closure.load(marks[i]);
            for (const Candidate& c : candidates[i]) {
                benchmark::DoNotOptimize(closure.assign({&c, 1}, rules));
                ++closures;
            }
        }
    state.SetItemsProcessed(closures);
}
BENCHMARK_CAPTURE(close_candidates, singles, logic::ClosureRules::singles)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(close_candidates, sudokujm, logic::ClosureRules::sudokujm)
    ->Unit(benchmark::kMillisecond);

void grow_p92(benchmark::State& state, TreeMode mode) {
    TreeOptions options;
    options.mode = mode;
    std::int64_t candidates = 0;
    for (auto _ : state) {
        const DecisionTree tree = DecisionTree::grow(p92(), options);
        candidates += static_cast<std::int64_t>(tree.totals().candidates);
    }
    state.SetItemsProcessed(candidates);
}
BENCHMARK_CAPTURE(grow_p92, paris, TreeMode::paris)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(grow_p92, alternates, TreeMode::alternates)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(grow_p92, lean, TreeMode::lean)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace clew::logic
