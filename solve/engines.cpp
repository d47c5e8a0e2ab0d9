#include "solve/engines.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/contract.hpp"
#include "encode/sat/enumerate.hpp"
#include "solve/exact/band_stack.hpp"

namespace clew::engines {
namespace {

std::variant<search9::ClassicRun, search::Run> begin(const Puzzle& puzzle) {
    if (is_plain9(puzzle)) return search9::ClassicRun{search9::marks9(puzzle)};
    return search::Run{puzzle};
}

/// The answer of who counts without listing, up to the limit.
CountResult counted_whole(CountResult result, const SolveOptions& options) {
    result.crosswise = options.crosswise;
    if (options.limit != unlimited && result.solutions >= Count{options.limit}) {
        result.solutions = Count{options.limit};
        result.ending = Ending::limit_reached;
    }
    return result;
}

}  // namespace

bool is_plain9(const Puzzle& puzzle) { return puzzle.is_plain_classic(); }

SearchRun::SearchRun(const Puzzle& puzzle) : run_(begin(puzzle)) {}

void SearchRun::skip(const Grid& solution) {
    std::visit([&](auto& run) { run.skip(solution); }, run_);
}

CountResult result_of(const Report& report, Engine engine) {
    CountResult result;
    result.solutions = report.solutions;
    result.ending = report.ending;
    result.nodes = report.nodes;
    result.explored = report.explored;
    result.engine = engine;
    return result;
}

Count count_of(const exact::U128& number) {
    return Count::from_u128(static_cast<std::uint64_t>(number >> 64),
                            static_cast<std::uint64_t>(number));
}

CountResult result_of(const exact::Report128& report) {
    CountResult result = result_of(
        Report{.ending = report.ending, .nodes = report.nodes, .explored = report.explored},
        Engine::exact);
    result.solutions = count_of(report.solutions);
    return result;
}

CountResult result_of(const frontier::SweepReport& report) {
    CountResult result{report};
    result.engine = Engine::frontier;
    return result;
}

frontier::SweepOptions sweep_of(const SolveOptions& options, std::uint64_t most_swept) {
    frontier::SweepOptions how{
        .budget = options.budget,
        .route = options.crosswise ? frontier::Route::second : frontier::Route::cheapest,
        .most_swept = most_swept,
        .threads = options.threads};
    if (options.on_progress)
        how.on_progress = [&](double explored) {
            options.on_progress({.explored = explored}, Engine::frontier);
        };
    if (options.on_forecast && options.limit == unlimited)
        how.on_price = [&, named = most_swept == unlimited](const frontier::SweepSize& price) {
            if (!price.begins && !named) return Flow::go_on;  // another engine's price will come
            return options.on_forecast({.engine = Engine::frontier,
                                        .sure = price.sure ? Sure::about : Sure::at_least,
                                        .seconds = price.seconds,
                                        .bytes = price.bytes});
        };
    return how;
}

CountResult SearchRun::go_on(const SolveOptions& options, const DigitSink* sink) {
    search::Leg leg{.budget = options.budget, .limit = options.limit, .threads = options.threads};
    if (options.on_progress)
        leg.on_progress = [&](const Progress& h) { options.on_progress(h, Engine::search); };
    const Report report = std::visit([&](auto& run) { return run.go_on(leg, sink); }, run_);
    return result_of(report, Engine::search);
}

CountResult run_sat(const Puzzle& puzzle, const SolveOptions& options, Engine engine,
                    const DigitSink* sink, Turns* turns) {
    const sat::EnumerationMethod strategy =
        engine == Engine::sat ? options.sat_strategy : sat::EnumerationMethod::cubes;
    CLEW_REQUIRE(engine == Engine::cubes || strategy != sat::EnumerationMethod::cubes,
                 "SolveOptions: sat works in one session");
    std::uint64_t found = 0;
    std::vector<std::uint8_t> digits;
    const SolutionSink each = [&](const Grid& grid) {
        ++found;
        if (options.on_progress) options.on_progress({found, 0, 0.0}, engine);
        if (sink == nullptr) return Flow::go_on;
        digits.resize(grid.cell_count());
        std::ranges::transform(grid.digits(), digits.begin(),
                               [](Digit d) { return static_cast<std::uint8_t>(d.index()); });
        return (*sink)(digits);
    };
    // One thread: several would hand out the solutions in another order every time.
    const sat::EnumerateResult run = sat::enumerate(puzzle,
                                                    {.budget = options.budget,
                                                     .limit = options.limit,
                                                     .strategy = strategy,
                                                     .encoding = options.encoding,
                                                     .turns = turns},
                                                    each);
    if (!is_built(engine)) return result_of(run, Engine::search);  // by our own solver
    CountResult result = result_of(run, engine);
    result.sat = run;
    return result;
}

CountResult run_exact(const Puzzle& puzzle, const SolveOptions& options) {
    if (!PlainPuzzles::supports(puzzle)) refuse_rules(puzzle, "the exact counter");
    CLEW_REQUIRE(can_count(Engine::exact, puzzle),
                 "count: the exact counter needs a 9x9 board with 3x3 boxes");
    if (options.limit == 0)
        return result_of(Report{.ending = Ending::limit_reached}, Engine::exact);
    if (!is_plain9(puzzle)) return run_exact({puzzle, options.budget, most_plain_puzzles}, options);
    CountResult result = result_of(exact::count(
        puzzle,
        {.budget = options.budget, .threads = options.threads, .crosswise = options.crosswise}));
    return counted_whole(std::move(result), options);
}

CountResult run_exact(const PlainPuzzles& plain, const SolveOptions& options) {
    if (!plain.listed()) return result_of(Report{.ending = plain.ending()}, Engine::exact);
    return counted_whole(result_of(plain.count(plain_puzzles_of(options))), options);
}

PlainPuzzles::Options plain_puzzles_of(const SolveOptions& options) {
    PlainPuzzles::Options how{
        .budget = options.budget, .threads = options.threads, .crosswise = options.crosswise};
    if (options.on_progress)
        how.on_progress = [&](double explored) {
            options.on_progress({.explored = explored}, Engine::exact);
        };
    return how;
}

CountResult run_frontier(const Puzzle& puzzle, const SolveOptions& options,
                         std::uint64_t most_swept) {
    return counted_whole(result_of(frontier::count(puzzle, sweep_of(options, most_swept))),
                         options);
}

SolveOptions with_nodes(SolveOptions options, std::uint64_t nodes) {
    options.budget.max_nodes = std::min(options.budget.max_nodes, nodes);
    return options;
}

SolveOptions rest_of(SolveOptions options, const CountResult& done) {
    options.budget.max_nodes = less(options.budget.max_nodes, done.nodes);
    options.limit = less(options.limit, done.solutions.to_u64().value_or(0));
    if (options.on_progress)
        options.on_progress = [found = done.solutions.to_u64().value_or(0), nodes = done.nodes,
                               explored = done.explored, tell = std::move(options.on_progress)](
                                  const Progress& h, Engine by) {
            tell({found + h.solutions, nodes + h.nodes, std::max(explored, h.explored)}, by);
        };
    return options;
}

CountResult joined(const CountResult& earlier, CountResult later) {
    later.solutions += earlier.solutions;
    later.nodes += earlier.nodes;
    return later;
}

std::uint64_t less(std::uint64_t budget, std::uint64_t spent) {
    return budget == unlimited ? unlimited : budget - std::min(budget, spent);
}

}  // namespace clew::engines
