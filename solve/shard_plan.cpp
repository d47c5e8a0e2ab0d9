// A cut by prefixes. The tree that is cut is no engine's own: a node is a set of decisions, its
// children are the digits of the cell that has the fewest left under naked and hidden singles and
// the rules' filters (sat::Cube), so that any engine can count what is below it, and two engines
// can count the same part. Every solution has one of the digits, so it lies below exactly one
// child; a child without solutions by those singles is left out.
//
// Each node is weighed by Knuth's estimate from a fixed seed [Knuth1975]. The heaviest is cut again
// and again until there are some eight for each part (two where parts are many), and then the row
// of them, in the order of the tree, is cut into runs of equal predicted cost. Cutting the heaviest
// does two things: it bounds what one run can be off by, and it makes the estimate better where
// most of the work is, since a sum over children is an estimate by strata.
//
// Estimates err, so a part that runs too long is cut once more: what it has not begun is handed on
// as it is, and what it has begun is cut into sixteen and counted from its beginning, elsewhere. A
// prefix of T seconds among parts that are given B comes apart in log16(T / B) rounds, and what is
// lost is B for each that was cut, some T / 15 if its parts are alike.

#include "solve/shard_plan.hpp"

#include <algorithm>
#include <cmath>
#include <queue>
#include <utility>

#include "core/base/contract.hpp"
#include "core/base/digest.hpp"
#include "core/board/options.hpp"
#include "core/rules/rulebook.hpp"
#include "encode/sat/cube.hpp"
#include "solve/engines.hpp"
#include "solve/estimate.hpp"
#include "solve/exact/band_stack.hpp"

namespace clew {

namespace {

constexpr std::uint64_t samples = 64;
constexpr std::uint64_t seed = 1;
constexpr std::size_t units_a_part = 8, enough_units = 2048;  // and never fewer than 2 a part
constexpr std::size_t most_weighed = 10'000;                  // puzzles; of more, each counts alike
constexpr double not_worth_cutting = 64;                      // nodes
constexpr std::size_t rest_parts = 16;
constexpr std::uint64_t rest_samples = 16;  // who waits for a rest has been told to stop
constexpr std::uint64_t at_once = 1000;     // nodes: what is counted whatever the budget says

double cost_of(const Puzzle& puzzle, std::uint64_t descents = samples) {
    const Estimate e = estimate(puzzle, descents, seed);
    // A tree that holds so many solutions has at least as many leaves.
    return std::max({1.0, e.search_nodes, e.solutions});
}

struct Unit {
    Prefix prefix;
    double cost = 0;
};

/// Cuts the tree of a puzzle into about so many units, in order.
class Cutter {
  public:
    /// What costs less than `least` nodes is left in one.
    explicit Cutter(const Puzzle& puzzle, std::uint64_t descents = samples,
                    double least = not_worth_cutting)
        : puzzle_(puzzle),
          descents_(descents),
          least_(least),
          book_(rules::rulebook_of(puzzle)),
          nodes_(1) {
        nodes_[0].cost = cost_of(puzzle, descents_);
    }

    std::vector<Unit> cut(std::size_t about) {
        // Of equal ones the first.
        const auto lighter = [this](std::size_t a, std::size_t b) {
            return nodes_[a].cost != nodes_[b].cost ? nodes_[a].cost < nodes_[b].cost : a > b;
        };
        std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(lighter)> open(lighter);
        open.push(0);
        std::size_t units = 1;
        while (units < about && !open.empty()) {
            const std::size_t node = open.top();
            open.pop();
            if (nodes_[node].cost < least_) break;
            if (!branch(node)) continue;
            units += nodes_[node].children.size();
            --units;
            for (const std::size_t child : nodes_[node].children) open.push(child);
        }
        std::vector<Unit> list;
        collect(0, list);
        return list;
    }

  private:
    struct Node {
        Prefix prefix{};
        double cost = 0;
        bool cut = false;
        std::vector<std::size_t> children{};
    };

    /// False if nothing is left to decide.
    bool branch(std::size_t node) {
        sat::Cube cube{puzzle_.geometry(), puzzle_.candidates_after_givens(), book_.get()};
        bool possible = cube.consistent();
        for (const Candidate& decision : nodes_[node].prefix)
            possible = possible && cube.decide(decision.cell, decision.digit);
        if (!possible) {
            nodes_[node].cut = true;  // no solutions, no children
            return true;
        }
        const sat::Part cells = cube.open_cells();
        if (cells.empty()) return false;
        const Cell cell = *std::ranges::min_element(cells, {}, [&](Cell c) {
            return std::pair{cube.domain(c).size(), c.index()};
        });
        nodes_[node].cut = true;
        for (const Digit digit : cube.domain(cell)) {
            sat::Cube child = cube;
            if (!child.decide(cell, digit)) continue;
            Node made;
            made.prefix = nodes_[node].prefix;
            made.prefix.push_back({cell, digit});
            made.cost = cost_of(within(puzzle_, made.prefix), descents_);
            nodes_[node].children.push_back(nodes_.size());
            nodes_.push_back(std::move(made));
        }
        return true;
    }

    void collect(std::size_t node, std::vector<Unit>& list) {
        if (!nodes_[node].cut) list.push_back({nodes_[node].prefix, nodes_[node].cost});
        for (const std::size_t child : nodes_[node].children) collect(child, list);
    }

    const Puzzle& puzzle_;
    std::uint64_t descents_;
    double least_;
    rules::RulebookPtr book_;
    std::vector<Node> nodes_;
};

/// Parts of equal cost of a row of costs: for each part the number of the first that is behind it.
std::vector<std::size_t> runs_of(const std::vector<double>& costs, std::size_t of) {
    double whole = 0;
    for (const double cost : costs) whole += cost;
    std::vector<std::size_t> ends;
    double before = 0;
    std::size_t next = 0;
    for (std::size_t part = 1; part <= of; ++part) {
        const double until = whole * static_cast<double>(part) / static_cast<double>(of);
        while (next < costs.size() && (part == of || before + costs[next] / 2 < until))
            before += costs[next++];
        ends.push_back(next);
    }
    return ends;
}

/// Says of which plan they are parts: two plans of one digest ask the same in the same parts.
std::vector<ShardTask> planned(std::vector<ShardTask> tasks) {
    Digest digest;
    // A line holds it all, and its own fields for the plan are still 0.
    for (const ShardTask& task : tasks) digest.add(to_json(task));
    for (ShardTask& task : tasks) task.plan = digest.value();
    return tasks;
}

/// Parts of equal cost, each `all` with those units that `take` gives it.
template <class Take>
std::vector<ShardTask> planned_runs(ShardTask all, const std::vector<double>& costs, std::size_t of,
                                    Take take) {
    all.units = costs.size();
    std::vector<ShardTask> tasks;
    std::size_t next = 0;
    for (const std::size_t end : runs_of(costs, of)) {
        ShardTask& task = tasks.emplace_back(all);
        task.shard = {tasks.size() - 1, of};
        for (; next < end; ++next) {
            take(task, next);
            task.cost += costs[next];
        }
        task.cost = std::round(task.cost);
    }
    return planned(std::move(tasks));
}

/// The parts first .. last - 1 of so many.
std::vector<ShardTask> plan_arrangements(const Puzzle& puzzle, std::size_t of, std::size_t first,
                                         std::size_t last) {
    refuse_rules(puzzle, "the exact counter");
    CLEW_REQUIRE(engines::is_plain9(puzzle), "plan_shards: arrangements need a classic board");
    ShardTask task;
    task.cut = Cut::arrangements;
    task.puzzle = puzzle_of(options_of(puzzle));
    task.units = exact::outer_part(puzzle).arrangements;
    const double work = exact::predict(puzzle).work;
    std::vector<ShardTask> tasks;
    for (std::size_t i = first; i < last; ++i) {
        task.shard = {i, of};
        const std::uint64_t own = task.units * (i + 1) / of - task.units * i / of;
        task.cost = std::round(work * static_cast<double>(own) /
                               static_cast<double>(std::max<std::uint64_t>(task.units, 1)));
        tasks.push_back(task);
    }
    return tasks;
}

/// Whether it is counted in no time.
bool is_small(const Puzzle& puzzle) {
    return count(puzzle, {.engine = Engine::search, .budget = {.max_nodes = at_once}, .threads = 1})
        .exact();
}

/// What is left of a task whose prefixes before `next` are counted; the next one is cut if it was
/// begun.
std::vector<ShardCount::Rest> left_of(const ShardTask& task, std::size_t next, bool begun) {
    std::vector<Unit> units;
    std::vector<double> costs;
    const auto add = [&](Prefix prefix, double cost) {
        units.push_back({std::move(prefix), cost});
        costs.push_back(cost);
    };
    if (begun) {
        const Prefix& at = task.prefixes[next++];
        const Puzzle below = within(task.puzzle, at);
        for (const Unit& unit : Cutter{below, rest_samples, 0}.cut(rest_parts)) {
            Prefix prefix = at;
            prefix.insert(prefix.end(), unit.prefix.begin(), unit.prefix.end());
            add(std::move(prefix), unit.cost);
        }
    }
    for (; next < task.prefixes.size(); ++next)
        add(task.prefixes[next], cost_of(within(task.puzzle, task.prefixes[next]), rest_samples));
    std::vector<ShardCount::Rest> rests;
    std::size_t first = 0;
    for (const std::size_t end : runs_of(costs, std::min(rest_parts, units.size()))) {
        ShardCount::Rest rest;
        for (; first < end; ++first) {
            rest.cost += units[first].cost;
            rest.prefixes.push_back(std::move(units[first].prefix));
        }
        rest.cost = std::round(rest.cost);
        if (!rest.prefixes.empty()) rests.push_back(std::move(rest));
    }
    return rests;
}

std::string answer_of(const CountResult& result) {
    return (result.exact() ? "" : ">=") + result.solutions.to_string();
}

void add(CountResult& sum, const CountResult& more) {
    sum.solutions += more.solutions;
    sum.nodes += more.nodes;
    sum.engine = more.engine;
}

}  // namespace

Puzzle within(const Puzzle& puzzle, const Prefix& prefix) {
    Puzzle part = puzzle;
    for (const Candidate& decision : prefix)
        part.set_marks(decision.cell, part.marks(decision.cell) & DigitSet{decision.digit});
    return part;
}

std::vector<ShardTask> plan_shards(const Puzzle& puzzle, const PlanOptions& options) {
    CLEW_REQUIRE(options.of >= 1, "plan_shards: at least one part");
    CLEW_REQUIRE(options.cut != Cut::puzzles, "plan_shards: one puzzle");
    if (options.cut == Cut::arrangements)
        return plan_arrangements(puzzle, options.of, 0, options.of);
    const std::vector<Unit> units = Cutter{puzzle}.cut(
        options.of == 1
            ? 1
            : std::max(std::min(options.of * units_a_part, enough_units), options.of * 2));
    std::vector<double> costs;
    for (const Unit& unit : units) costs.push_back(unit.cost);
    ShardTask all;
    all.cut = Cut::prefixes;
    all.puzzle = puzzle;
    return planned_runs(all, costs, options.of, [&](ShardTask& task, std::size_t i) {
        task.prefixes.push_back(units[i].prefix);
    });
}

ShardTask plan_shard(const Puzzle& puzzle, Cut cut, const Shard& shard) {
    CLEW_REQUIRE(shard.index < shard.of, "plan_shard: no such part");
    if (cut == Cut::arrangements)
        return plan_arrangements(puzzle, shard.of, shard.index, shard.index + 1).front();
    return plan_shards(puzzle, {.of = shard.of, .cut = cut})[shard.index];
}

std::vector<ShardTask> plan_puzzles(const std::vector<Puzzle>& puzzles, std::size_t of,
                                    std::uint64_t limit) {
    CLEW_REQUIRE(of >= 1, "plan_puzzles: at least one part");
    std::vector<double> costs;
    for (const Puzzle& puzzle : puzzles)
        costs.push_back(puzzles.size() > most_weighed
                            ? 1.0
                            : std::min(cost_of(puzzle), static_cast<double>(limit) * 1000));
    ShardTask all;
    all.cut = Cut::puzzles;
    all.limit = limit;
    return planned_runs(all, costs, of, [&](ShardTask& task, std::size_t i) {
        task.puzzles.push_back(puzzles[i]);
    });
}

std::vector<ShardTask> rest_of(const ShardCount& part) {
    std::vector<ShardTask> tasks;
    std::size_t units = 0;
    for (const ShardCount::Rest& rest : part.rest) units += rest.prefixes.size();
    for (const ShardCount::Rest& rest : part.rest) {
        ShardTask task;
        task.cut = part.cut;
        task.puzzle = part.puzzle;
        task.shard = {tasks.size(), part.rest.size()};
        task.units = units;
        task.cost = rest.cost;
        task.prefixes = rest.prefixes;
        tasks.push_back(std::move(task));
    }
    return planned(std::move(tasks));
}

ShardCount run_shard(const ShardTask& task, const RunOptions& options) {
    CLEW_REQUIRE(options.lines == nullptr || task.cut == Cut::prefixes,
                 "run_shard: prefixes alone are listed");
    CLEW_REQUIRE(options.ledger == nullptr || task.cut == Cut::arrangements,
                 "run_shard: arrangements alone have a ledger");
    CLEW_REQUIRE(!options.hand_on || task.cut == Cut::prefixes,
                 "run_shard: prefixes alone are handed on");
    if (task.cut == Cut::arrangements)
        return count_shard(task.puzzle, {.budget = options.budget,
                                         .threads = options.threads,
                                         .shard = task.shard,
                                         .ledger = options.ledger,
                                         .on_progress = options.on_progress});
    ShardCount part;
    part.cut = task.cut;
    part.puzzle = task.puzzle;
    part.shard = task.shard;
    part.units = task.units;
    part.plan = task.plan;
    part.result.engine = options.engine;
    SolveOptions how{
        .engine = options.engine, .budget = options.budget, .threads = options.threads};
    std::size_t done = 0;
    const auto spend = [&](const CountResult& result) {
        add(part.result, result);
        if (options.on_progress)
            options.on_progress(static_cast<double>(++done) /
                                static_cast<double>(task.prefixes.size() + task.puzzles.size()));
        how.budget.max_nodes = engines::less(how.budget.max_nodes, result.nodes);
    };
    if (task.cut == Cut::puzzles) {
        how.limit = task.limit;
        for (const Puzzle& puzzle : task.puzzles) {
            const CountResult result = count(puzzle, how);
            spend(result);
            part.answers.push_back(answer_of(result));
            // A limit is what was asked for; anything else is less than that.
            if (!result.exact() && result.ending != Ending::limit_reached &&
                part.result.ending == Ending::exhausted)
                part.result.ending = result.ending;
        }
        return part;
    }
    Digest listed;
    const LineSink sink = [&](std::string_view lines, std::size_t solutions) {
        listed.add(lines);
        return (*options.lines)(lines, solutions);
    };
    for (std::size_t i = 0; i < task.prefixes.size(); ++i) {
        const Puzzle below = within(task.puzzle, task.prefixes[i]);
        SolveOptions own = how;
        if (options.hand_on && i == 0 && is_small(below)) own.budget = {};
        const CountResult result =
            options.lines != nullptr ? enumerate_lines(below, own, sink) : count(below, own);
        spend(result);
        if (result.exact()) {
            part.ended += result.solutions;
            continue;
        }
        // A sink that has enough has not seen all.
        const bool enough = result.ending == Ending::limit_reached;
        part.result.ending = enough ? Ending::interrupted : result.ending;
        if (options.hand_on && !enough) {
            part.rest = left_of(task, i, i == 0 || result.nodes > 0);
            if (part.rest.empty()) part.result.ending = Ending::exhausted;  // nothing is below
        }
        break;
    }
    if (part.rest.empty()) part.ended = {};
    if (options.lines != nullptr) part.listing = listed.value();
    return part;
}

}  // namespace clew
