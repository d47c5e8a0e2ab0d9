#pragma once
// ShardPlan: into which parts a count is cut, and one part's work.
//
//     for (const ShardTask& task : plan_shards(puzzle, {.of = 64, .cut = Cut::prefixes}))
//         plan << to_json(task) << '\n';                 // a line holds all that a worker needs
//
//     const std::vector<ShardTask> tasks = read_tasks(in, "plan.jsonl");
//     ShardCount part = run_shard(tasks[2], {.threads = 4});
//
//     ShardCount part = run_shard(tasks[2], {.budget = {.stop = &soon}, .hand_on = true});
//     for (const ShardTask& task : rest_of(part)) ...    // what it left when the stop came
//
// The same puzzle and number of parts give the same plan on every machine. Parts come out even by
// what each is predicted to cost, which is not what it will cost: docs/scale.md has both. What
// holds whatever was predicted: a part that may hand on is as long as its caller lets it be.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "core/base/outcome.hpp"
#include "core/base/shard.hpp"
#include "core/board/puzzle.hpp"
#include "core/board/types.hpp"
#include "solve/shard.hpp"
#include "solve/solve.hpp"

namespace clew {

/// One part of a plan: what to count, and what of it.
struct ShardTask {
    Cut cut = Cut::arrangements;
    Puzzle puzzle{Geometry::classic()};  ///< blank for Cut::puzzles
    Shard shard;
    std::uint64_t units = 0;  ///< as in ShardCount
    std::uint64_t plan = 0;   ///< as in ShardCount
    /// Predicted: terms of the exact sum for arrangements, otherwise nodes of a search.
    double cost = 0;
    std::vector<Prefix> prefixes{};   ///< for Cut::prefixes: those of this part
    std::vector<Puzzle> puzzles{};    ///< for Cut::puzzles: those of this part
    std::uint64_t limit = unlimited;  ///< for Cut::puzzles: solutions of each
};

struct PlanOptions {
    std::size_t of = 1;  ///< parts; those that find nothing left to take are empty
    Cut cut = Cut::prefixes;
};
/// All parts of the count of a puzzle, in order: every solution belongs to one of them. Requires
/// of >= 1, Cut::arrangements or Cut::prefixes, the former only for plain 9x9
/// puzzles. Errors: InputError without place for a rule of an unknown kind. Cost: for prefixes some
/// thousand random descents a part.
std::vector<ShardTask> plan_shards(const Puzzle& puzzle, const PlanOptions& options);
/// One part of it: plan_shards(puzzle, options)[shard.index].
ShardTask plan_shard(const Puzzle& puzzle, Cut cut, const Shard& shard);
/// Parts of a file: so many runs of puzzles that cost alike (of more than 10 000:
/// that are alike many), each puzzle counted up to a limit. Requires of >= 1.
std::vector<ShardTask> plan_puzzles(const std::vector<Puzzle>& puzzles, std::size_t of,
                                    std::uint64_t limit = unlimited);

/// The puzzle that a unit of the cut asks: that of the whole with the decisions made.
Puzzle within(const Puzzle& puzzle, const Prefix& prefix);

struct RunOptions {
    Budget budget{};  ///< max_nodes: as in ShardOptions
    unsigned threads = 1;
    Engine engine = Engine::automatic;  ///< who counts, but for arrangements
    /// Receives the solutions as lines, prefix by prefix; for Cut::prefixes alone. May be null.
    const LineSink* lines = nullptr;
    std::ostream* ledger = nullptr;  ///< as in ShardOptions; for Cut::arrangements alone
    /// By prefixes, if the part is cut short: say what it left, as at most sixteen parts of even
    /// predicted cost; what was begun is cut into smaller ones. Such a part always gets on: where
    /// the stop was there before it began, it cuts its first prefix, or counts it if that takes a
    /// thousand nodes at most.
    bool hand_on = false;
    /// Called with the share of the part that is done, 0 to 1: by arrangements as in ShardOptions,
    /// otherwise after each prefix or puzzle.
    std::function<void(double)> on_progress{};
};
/// Counts one part. A stop or the budget leaves a lower bound. Requires what the fields say, and an
/// engine that can count the puzzle (and list, if lines are asked for).
ShardCount run_shard(const ShardTask& task, const RunOptions& options);

/// What a part left: the tasks of a plan of their own. Empty if it left nothing.
std::vector<ShardTask> rest_of(const ShardCount& part);

/// One line of JSON without line end; the same task gives the same bytes.
std::string to_json(const ShardTask& task);
/// Reads tasks, one JSON object a line; with `only` the one of that line alone, blank ones not
/// counted, if there is one. Errors: as read_shards.
std::vector<ShardTask> read_tasks(std::istream& in, const std::string& source,
                                  std::optional<std::size_t> only = {});

}  // namespace clew
