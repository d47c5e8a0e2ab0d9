// Puzzles a second by rule set, one thread: puzzles that singles solve, puzzles that also need
// intersections, subsets and fish, and puzzles that need contradiction tests. Generated from a
// fixed seed; CLEW_BENCH_PUZZLES names a file of 81-character lines to use instead.

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "logic/closure/closure.hpp"
#include "logic/path/path.hpp"
#include "setter/generate.hpp"

namespace clew::logic {
namespace {

const RuleSet& basic() {
    static const RuleSet rules = [] {
        const std::string name = CLEW_SOURCE_DIR "/examples/bench/basic.json";
        std::ifstream file{name};
        return read_rules(std::string(std::istreambuf_iterator<char>{file}, {}), name);
    }();
    return rules;
}

const std::vector<Puzzle>& puzzles() {
    static const std::vector<Puzzle> all = [] {
        std::vector<Puzzle> list;
        if (const char* name = std::getenv("CLEW_BENCH_PUZZLES")) {
            std::ifstream file{name};
            for (std::string line; std::getline(file, line) && list.size() < 2000;)
                if (line.size() >= 81) list.push_back(Puzzle::from_line(line.substr(0, 81)));
            return list;
        }
        const setter::Generator generator{{.seed = 2006}};
        for (std::uint64_t i = 0; i < 1000; ++i)
            if (auto made = generator.make(i).puzzle) list.push_back(*made);
        return list;
    }();
    return all;
}

/// Solved by `rules`, but not by `less`.
std::vector<State> between(const RuleSet* less, const RuleSet& rules) {
    std::vector<State> list;
    for (const Puzzle& p : puzzles()) {
        const State state{p};
        if (less != nullptr && walk(state, {.rules = less}).status == Status::solved) continue;
        if (walk(state, {.rules = &rules}).status == Status::solved) list.push_back(state);
    }
    return list;
}

void explain(benchmark::State& bench, const std::vector<State>& states, const RuleSet& rules) {
    if (states.empty()) {
        bench.SkipWithError("no such puzzle in the set");
        return;
    }
    std::size_t i = 0;
    for (auto _ : bench) {
        benchmark::DoNotOptimize(walk(states[i], {.rules = &rules}));
        i = (i + 1) % states.size();
    }
    bench.SetItemsProcessed(static_cast<std::int64_t>(bench.iterations()));
    bench.SetLabel(std::to_string(states.size()) + " puzzles");
}

void singles(benchmark::State& bench) {
    const RuleSet& rules = *built_in_rules("template");
    explain(bench, between(nullptr, rules), rules);
}
BENCHMARK(singles);

void intersections_subsets_and_fish(benchmark::State& bench) {
    explain(bench, between(built_in_rules("template"), basic()), basic());
}
BENCHMARK(intersections_subsets_and_fish);

void contradiction_tests(benchmark::State& bench) {
    const RuleSet& rules = *built_in_rules("sudokujm");
    explain(bench, between(&basic(), rules), rules);
}
BENCHMARK(contradiction_tests);

void every_puzzle(benchmark::State& bench, const char* name) {
    std::vector<State> states;
    for (const Puzzle& p : puzzles()) states.emplace_back(p);
    explain(bench, states, *built_in_rules(name));
}
BENCHMARK_CAPTURE(every_puzzle, template, "template");
BENCHMARK_CAPTURE(every_puzzle, sudokujm, "sudokujm");
BENCHMARK_CAPTURE(every_puzzle, methods, "methods");
BENCHMARK_CAPTURE(every_puzzle, gromley, "gromley");
BENCHMARK_CAPTURE(every_puzzle, structures, "structures");
BENCHMARK_CAPTURE(every_puzzle, all, "all");

/// The same conclusions without steps.
void closure_of_sudokujm(benchmark::State& bench) {
    Closure closure{Geometry::classic()};
    std::size_t i = 0;
    for (auto _ : bench) {
        if (closure.load(puzzles()[i].candidates_after_givens()) != ClosureStatus::impossible)
            benchmark::DoNotOptimize(closure.extend(ClosureRules::sudokujm));
        i = (i + 1) % puzzles().size();
    }
    bench.SetItemsProcessed(static_cast<std::int64_t>(bench.iterations()));
}
BENCHMARK(closure_of_sudokujm);

}  // namespace
}  // namespace clew::logic
