// Who answers, when the caller leaves it open. The figures behind the thresholds are in
// docs/engines.md.
//
// Classic boards. Listing is always done by search9. So is counting, for a trial of 10 000
// nodes, in which nearly every puzzle anyone counts is finished. After that a forecast compares the
// search tree, estimated by random descents, with the exact counter's work, known beforehand. An
// estimate can be far too low (a heavy branch that no descent met), so the search gets at most
// twice what the exact counter would cost, or 60 000 nodes, and then that takes over.
//
// Other boards: general.cpp. Before it, where all solutions are counted, search has a trial of its
// own. If the estimate then foretells a long one and further houses and rules touch few cells,
// their fillings are listed and priced (plain_puzzles.hpp). Where that is too dear and there are no
// rules, the frontier count gets a quarter of what search would cost. It either ends within that or
// is given up.

#include "solve/solve.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/base/contract.hpp"
#include "core/board/notation.hpp"
#include "encode/sat/session.hpp"
#include "solve/engines.hpp"
#include "solve/forecast.hpp"
#include "solve/frontier/count.hpp"

namespace clew {

namespace engines {
namespace {

constexpr std::uint64_t classic_trial_nodes = 10'000;
constexpr std::uint64_t general_trial_nodes = 2'000;
constexpr std::uint64_t general_trial_work = 4'000'000;
constexpr std::uint64_t trial_piece = 100;   // nodes
constexpr std::uint64_t worth_a_guess = 50;  // solutions of a trial
constexpr std::uint64_t cheap_node = 5'000;  // so that random descents take some milliseconds
constexpr double work_of_a_node = 330;       // of search9, the unit of costs
constexpr double node_seconds = work_of_a_node * 1e-9;
// In nodes of search, of which one costs about as much as one of the frontier count.
constexpr double worth_a_frontier_nodes = 50'000;
constexpr std::uint64_t most_swept_nodes = 100'000'000;
constexpr double most_frontier_nodes = 1e12;  // where the price is known before

/// A trial of so many nodes. On one thread, so that it can be gone on with.
SolveOptions trial_of(SolveOptions options, std::uint64_t nodes) {
    options = with_nodes(std::move(options), nodes);
    options.threads = 1;
    return options;
}

/// What two runs found, of which the later one did not build on the earlier: the better bound.
CountResult better(CountResult later, const CountResult& earlier) {
    if (!later.exact() && earlier.solutions > later.solutions) {
        later.solutions = earlier.solutions;
        later.explored = earlier.explored;
    }
    later.nodes += earlier.nodes;
    return later;
}

/// What search will cost, behind a trial on a board that is not plain 9x9. On one thread.
Forecast price_of_search(const SearchRun& search, const CountResult& tried, const Costs& costs) {
    const auto work = static_cast<double>(search.work()) * 1e-9;
    if (costs.search == 0 || work * 1e9 >= static_cast<double>(tried.nodes * cheap_node))
        return {.sure = Sure::roughly, .seconds = work / std::max(tried.explored, 1e-30)};
    return {.sure = costs.sure,
            .seconds =
                costs.search * work / static_cast<double>(std::max<std::uint64_t>(tried.nodes, 1))};
}

bool out_of_trial(const CountResult& trial, const SolveOptions& options) {
    return trial.ending == Ending::out_of_budget && trial.nodes < options.budget.max_nodes;
}

/// Tells what the rest of a count costs, seconds of one thread. False if that is to end it.
bool tell(const SolveOptions& options, Forecast price) {
    if (!options.on_forecast || options.limit != unlimited) return true;
    price.seconds /= std::max(options.threads, 1U);
    return options.on_forecast(price) == Flow::go_on;
}
CountResult stopped(CountResult so_far) {
    so_far.ending = Ending::interrupted;
    return so_far;
}

CountResult count_plain9(const Puzzle& puzzle, const SolveOptions& options) {
    SearchRun search{puzzle};
    CountResult searched = search.go_on(trial_of(options, classic_trial_nodes), nullptr);
    if (!out_of_trial(searched, options)) return searched;

    const Costs costs = costs_of(puzzle);
    double limited_cost = costs.search;
    if (options.limit != unlimited && costs.solutions > 0)
        limited_cost *= std::min(1.0, static_cast<double>(options.limit) / costs.solutions);
    const bool search_first = limited_cost <= costs.exact;
    if (!tell(options,
              search_first
                  ? Forecast{.engine = Engine::search,
                             .sure = costs.sure,
                             .seconds = std::min(costs.search, 3 * costs.exact) * node_seconds}
                  : Forecast{.engine = Engine::exact, .seconds = costs.exact * node_seconds}))
        return stopped(searched);
    if (search_first) {
        const double patience =
            std::max(2 * costs.exact, 6.0 * static_cast<double>(classic_trial_nodes));
        SolveOptions bounded = rest_of(options, searched);
        if (patience < 1e18)
            bounded = with_nodes(std::move(bounded), static_cast<std::uint64_t>(patience));
        searched = joined(searched, search.go_on(bounded, nullptr));
        if (!out_of_trial(searched, options)) return searched;
    }
    SolveOptions rest = options;
    rest.budget.max_nodes = terms_for_nodes(less(options.budget.max_nodes, searched.nodes));
    return better(run_exact(puzzle, rest), searched);
}

/// What search will cost, where nobody has tried yet; true if there is nothing to tell.
bool tell_of_search(const Puzzle& puzzle, const SolveOptions& options) {
    if (!options.on_forecast || options.limit != unlimited) return true;
    SearchRun search{puzzle};
    if (is_plain9(puzzle)) {
        if (search.go_on(trial_of(options, classic_trial_nodes), nullptr).exact()) return true;
        const Costs costs = costs_of(puzzle);
        return tell(options, {.sure = costs.sure, .seconds = costs.search * node_seconds});
    }
    const CountResult tried = try_search(search, options);
    return !out_of_trial(tried, options) ||
           tell(options, price_of_search(search, tried, cost_of_search(puzzle, search, tried)));
}

CountResult count_by_plain_puzzles(const PlainPuzzles& plain, const SolveOptions& options) {
    if (plain.listed() &&
        !tell(options, {.engine = Engine::exact, .seconds = plain.cost() * node_seconds}))
        return stopped(result_of(Report{}, Engine::exact));
    return run_exact(plain, options);
}

CountResult count_general(const Puzzle& puzzle, const SolveOptions& options) {
    if (options.limit <= few_solutions) return answer_general(puzzle, options, nullptr);
    // Begun again below, where it takes turns with SAT from its first node on.
    SearchRun search{puzzle};
    CountResult searched = try_search(search, options);
    if (!out_of_trial(searched, options)) return searched;
    const Costs costs = cost_of_search(puzzle, search, searched);
    const Forecast by_search = price_of_search(search, searched, costs);
    const double wanted = costs.search;
    if (wanted < worth_a_frontier_nodes)
        return tell(options, by_search) ? answer_general(puzzle, options, nullptr)
                                        : stopped(searched);
    const SolveOptions rest = rest_of(options, searched);
    const double patience = std::min(wanted / 4, most_frontier_nodes);
    const std::unique_ptr<const PlainPuzzles> plain =
        PlainPuzzles::if_cheaper(puzzle, options.budget, wanted, [&](double seconds) {
            const bool go_on = tell(options, {.engine = Engine::exact,
                                              .sure = Sure::at_least,
                                              .seconds = seconds * options.threads,
                                              .begins = false});
            return go_on ? Flow::go_on : Flow::stop;
        });
    const auto by_plain_puzzles = [&] {
        SolveOptions sums = rest;
        sums.budget.max_nodes = terms_for_nodes(rest.budget.max_nodes);
        return better(count_by_plain_puzzles(*plain, sums), searched);
    };
    if (plain && plain->cost() <= patience) return by_plain_puzzles();
    CountResult summed;
    if (frontier::supports(puzzle)) {
        summed = run_frontier(puzzle, with_nodes(rest, static_cast<std::uint64_t>(patience)),
                              most_swept_nodes);
        if (summed.exact() || summed.ending == Ending::interrupted) return better(summed, searched);
    }
    if (plain) return by_plain_puzzles();
    if (!tell(options, by_search)) return stopped(searched);
    return answer_general(puzzle, rest_of(options, summed), nullptr);
}

/// Counts, or hands out to `sink`.
CountResult answer(const Puzzle& puzzle, const SolveOptions& options, const DigitSink* sink) {
    if (options.limit == 0 || options.budget.stopped()) {
        CountResult none;
        none.ending = options.limit == 0 ? Ending::limit_reached : Ending::interrupted;
        none.engine = options.engine == Engine::automatic ? Engine::search : options.engine;
        none.explored = 0;
        return none;
    }
    switch (options.engine) {
        case Engine::sat:
        case Engine::cubes:
            return run_sat(puzzle, options, options.engine, sink);
        case Engine::exact:
            if (can_count(Engine::exact, puzzle) && options.limit > 0 && !is_plain9(puzzle))
                return count_by_plain_puzzles({puzzle, options.budget, most_plain_puzzles},
                                              options);
            if (is_plain9(puzzle) && !tell(options, {.engine = Engine::exact,
                                                     .seconds = exact_cost(puzzle) * node_seconds}))
                return stopped(result_of(Report{}, Engine::exact));
            return run_exact(puzzle, options);
        case Engine::frontier:
            return run_frontier(puzzle, options);
        case Engine::automatic:
        case Engine::search:
            break;
    }
    const bool decided = options.engine == Engine::search || options.resume_behind.has_value();
    if (is_plain9(puzzle)) {
        if (sink == nullptr && !decided) return count_plain9(puzzle, options);
    } else if (!decided) {
        if (sink == nullptr && options.limit == unlimited &&
            (frontier::supports(puzzle) || PlainPuzzles::supports(puzzle)))
            return count_general(puzzle, options);
    }
    if (sink == nullptr && !tell_of_search(puzzle, options))
        return stopped(result_of(Report{}, Engine::search));
    if (!is_plain9(puzzle) && !decided) return answer_general(puzzle, options, sink);
    SearchRun search{puzzle};
    if (options.resume_behind) search.skip(*options.resume_behind);
    return search.go_on(options, sink);
}

}  // namespace

CountResult try_search(SearchRun& search, const SolveOptions& options) {
    CountResult tried;
    do {
        const CountResult before = tried;
        tried =
            joined(before, search.go_on(trial_of(rest_of(options, before), trial_piece), nullptr));
    } while (out_of_trial(tried, options) && tried.nodes < general_trial_nodes &&
             search.work() < general_trial_work);
    return tried;
}

Costs cost_of_search(const Puzzle& puzzle, const SearchRun& search, const CountResult& tried) {
    if (puzzle.rules().empty()) return costs_of(puzzle);
    if (tried.exact() || tried.solutions < Count{worth_a_guess}) return {};
    if (search.work() < tried.nodes * cheap_node) return costs_of(puzzle);
    return {.search = static_cast<double>(search.work()) / std::max(tried.explored, 1e-30) /
                      work_of_a_node,
            .sure = Sure::roughly};
}

double cost_of_search(const Puzzle& puzzle, const Budget& budget) {
    if (puzzle.rules().empty()) return costs_of(puzzle).search;
    SearchRun search{puzzle};
    return cost_of_search(puzzle, search, try_search(search, {.budget = budget})).search;
}

}  // namespace engines

namespace {

/// Lines for a LineSink: the first at once, then twice as many together, until a block is as large
/// as a pipe takes.
class Lines {
  public:
    Lines(const LineSink& sink, const Geometry& board)
        : sink_(sink),
          board_(board),
          plain_(board.is_latin_square() && board.size() == 9 && board.first_digit() == 1) {}

    Flow add(std::span<const std::uint8_t> solution) {
        const std::size_t at = block_.size(), cells = board_.cells().size();
        block_.resize(at + cells + 1);
        char* to = block_.data() + at;
        if (plain_) {
            for (std::size_t i = 0; i < 81; ++i) to[i] = static_cast<char>('1' + solution[i]);
        } else {
            for (std::size_t i = 0; i < cells; ++i)
                to[i] = digit_symbol(Digit{solution[board_.cells()[i].index()]}, board_);
        }
        to[cells] = '\n';
        return ++lines_ < room_ ? Flow::go_on : flush();
    }

    Flow flush() {
        if (lines_ == 0) return Flow::go_on;
        const Flow flow = sink_(block_, lines_);
        if (block_.size() < largest) room_ = 2 * room_;
        block_.clear();
        lines_ = 0;
        return flow;
    }

  private:
    static constexpr std::size_t largest = std::size_t{32} * 1024;

    const LineSink& sink_;
    const Geometry& board_;
    const bool plain_;
    std::string block_;
    std::size_t lines_ = 0;
    std::size_t room_ = 1;
};

CountResult enumerate_digits(const Puzzle& puzzle, const SolveOptions& options,
                             const search::DigitSink& sink) {
    CLEW_REQUIRE(can_list(options.engine),
                 "enumerate: who counts without listing hands out no solutions");
    CLEW_REQUIRE(!options.resume_behind || can_resume(options.engine),
                 "enumerate: SAT has no order to resume in");
    return engines::answer(puzzle, options, &sink);
}

}  // namespace

const char* to_string(Engine engine) {
    static constexpr std::array names{"auto", "sat", "cubes", "search", "exact", "frontier"};
    static_assert(names.size() == static_cast<std::size_t>(Engine::frontier) + 1);
    return names[static_cast<std::size_t>(engine)];
}

bool is_built(Engine engine) {
    return (engine != Engine::sat && engine != Engine::cubes) || sat::Session::available();
}

bool can_count(Engine engine, const Puzzle& puzzle) {
    return is_built(engine) &&
           (engine != Engine::exact || engines::is_plain9(puzzle) ||
            engines::PlainPuzzles::supports(puzzle)) &&
           (engine != Engine::frontier || frontier::supports(puzzle));
}

bool can_list(Engine engine) { return is_built(engine) && !counts_without_listing(engine); }

bool counts_without_listing(Engine engine) {
    return engine == Engine::exact || engine == Engine::frontier;
}

bool can_resume(Engine engine) { return engine == Engine::automatic || engine == Engine::search; }

CountResult count(const Puzzle& puzzle, const SolveOptions& options) {
    CLEW_REQUIRE(!options.resume_behind, "count: only enumerate resumes");
    return engines::answer(puzzle, options, nullptr);
}

CountResult enumerate(const Puzzle& puzzle, const SolveOptions& options, const SolutionSink& sink) {
    return enumerate_digits(puzzle, options, search::as_grids(sink));
}

CountResult enumerate_lines(const Puzzle& puzzle, const SolveOptions& options,
                            const LineSink& sink) {
    Lines lines{sink, puzzle.geometry()};
    CountResult result = enumerate_digits(
        puzzle, options, [&](std::span<const std::uint8_t> s) { return lines.add(s); });
    if (lines.flush() == Flow::stop) result.ending = Ending::limit_reached;
    return result;
}

SolveResult solve(const Puzzle& puzzle, const SolveOptions& options) {
    SolveOptions one = options;
    one.limit = 1;
    SolveResult result;
    const CountResult run = enumerate(puzzle, one, [&](const Grid& grid) {
        result.solution = grid;
        return Flow::go_on;
    });
    result.ending = run.ending;
    result.engine = run.engine;
    result.sat = run.sat;
    return result;
}

Verdict verify(const Puzzle& puzzle, const SolveOptions& options) {
    SolveOptions two = options;
    two.limit = 2;
    Verdict verdict;
    const CountResult run = enumerate(puzzle, two, keep_in(verdict.witnesses));
    verdict.ending = run.ending;
    verdict.engine = run.engine;
    verdict.sat = run.sat;
    if (verdict.witnesses.size() == 2) {
        verdict.validity = Validity::several;
    } else if (run.exact()) {
        verdict.validity = verdict.witnesses.empty() ? Validity::none : Validity::unique;
    }
    return verdict;
}

}  // namespace clew
