#include "solve/shard.hpp"

#include "core/base/contract.hpp"
#include "core/base/enum_name.hpp"
#include "core/base/shard_family.hpp"
#include "core/board/options.hpp"
#include "proof/ledger/ledger.hpp"
#include "solve/engines.hpp"
#include "solve/exact/band_stack.hpp"
#include "solve/shard_plan.hpp"

namespace clew {

namespace {

ledger::Head head_of(const Puzzle& puzzle, const exact::Outer& outer, const Shard& shard) {
    return {.options = options_of(puzzle),
            .lines = outer.lines == exact::Outer::Lines::columns ? ledger::Lines::columns
                                                                 : ledger::Lines::rows,
            .stack = outer.stack,
            .arrangements = outer.arrangements,
            .shard = shard};
}

Place place_of(const ShardCount& part) {
    return part.place.source.empty() ? Place{"part " + to_string(part.shard)} : part.place;
}

/// What counts of a part.
const Count& taken_of(const ShardCount& part, const TakenShards::One& one) {
    return one.handed_on ? part.ended : part.result.solutions;
}

/// What each part must have in common with the first one.
void refuse_stranger(const ShardCount& part, const ShardCount& first) {
    if (part.puzzle != first.puzzle)
        throw InputError(place_of(part), "part of another puzzle",
                         "the puzzle of " + to_string(place_of(first)));
    if (part.cut != first.cut)
        throw InputError(place_of(part),
                         std::string{"part of a cut by "} + to_string(part.cut) + ", not by " +
                             to_string(first.cut),
                         "parts of one cut");
    if (part.plan != first.plan) return;  // of a rest, or of another plan
    if (part.shard.of != first.shard.of)
        throw InputError(place_of(part), "part " + to_string(part.shard) + " of another cut",
                         "one of " + std::to_string(first.shard.of) + " parts");
    if (part.units != first.units)
        throw InputError(place_of(part),
                         "part of a count of " + std::to_string(part.units) + " " +
                             to_string(part.cut) + ", not " + std::to_string(first.units),
                         "parts counted by one version of Clew");
}

/// Two results of one part, each with what is there of its rest.
class Rivals {
  public:
    explicit Rivals(std::span<const ShardCount> parts) : parts_(parts) {}

    /// Whether `one` says more than `other`. Errors: InputError if they contradict each other.
    bool better(const TakenShards& one, const TakenShards& other) const {
        const Count a = total(one), b = total(other);
        if (one.whole != other.whole) {
            if (one.whole ? a < b : b < a) contradict(one, other);
            return one.whole;
        }
        if (!one.whole) return b < a;
        if (a != b) contradict(one, other);
        const ShardCount& mine = first(one);
        const ShardCount& its = first(other);
        if (one.shards.size() > 1 || other.shards.size() > 1)
            return one.shards.size() < other.shards.size();
        if (mine.answers != its.answers) contradict(one, other, "another number for some puzzle");
        if (mine.listing && its.listing && mine.listing != its.listing)
            contradict(one, other, "other solutions");
        if (mine.ledger && its.ledger && mine.ledger != its.ledger)
            contradict(one, other, "another ledger");
        // Of equals the one with more beside the number.
        const auto beside = [](const ShardCount& part) {
            return (part.ledger ? 1 : 0) + (part.listing ? 1 : 0);
        };
        return beside(mine) > beside(its);
    }

  private:
    const ShardCount& first(const TakenShards& taken) const {
        return parts_[taken.shards.front().index];
    }
    Count total(const TakenShards& taken) const {
        Count sum;
        for (const TakenShards::One& one : taken.shards) sum += taken_of(parts_[one.index], one);
        return sum;
    }
    [[noreturn]] void contradict(const TakenShards& one, const TakenShards& other) const {
        const auto number = [this](const TakenShards& taken) {
            return (taken.whole ? "" : "at least ") + total(taken).to_string();
        };
        contradict(one, other, number(other) + " and " + number(one));
    }
    [[noreturn]] void contradict(const TakenShards& one, const TakenShards& other,
                                 const std::string& what) const {
        throw InputError(
            place_of(first(one)),
            "part " + to_string(first(one).shard) +
                " is here twice and contradicts itself: " + what,
            "one result of each part; the other is at " + to_string(place_of(first(other))));
    }

    std::span<const ShardCount> parts_;
};

}  // namespace

const char* to_string(Cut cut) { return enum_name(cut, {"arrangements", "prefixes", "puzzles"}); }

ShardCount count_shard(const Puzzle& puzzle, const ShardOptions& options) {
    refuse_rules(puzzle, "the exact counter");
    ShardCount part;
    const exact::Outer outer = exact::outer_part(puzzle);
    exact::CountOptions how{
        .budget = options.budget, .threads = options.threads, .shard = options.shard};
    std::optional<ledger::Writer> writer;
    if (options.ledger != nullptr)
        how.on_outer = [&](const exact::OuterTerm& term) {
            if (!writer) writer.emplace(*options.ledger, head_of(puzzle, outer, options.shard));
            writer->add({term.digits, term.weight, engines::count_of(term.solutions)});
        };
    how.on_progress = options.on_progress;
    part.result = engines::result_of(exact::count(puzzle, how));
    if (options.ledger != nullptr && part.result.exact()) {
        // A part of no lines has a ledger too.
        if (!writer) writer.emplace(*options.ledger, head_of(puzzle, outer, options.shard));
        const Count total = writer->finish();
        CLEW_REQUIRE(total == part.result.solutions, "count_shard: the ledger has another sum");
        part.ledger = writer->range();
    }
    part.shard = options.shard;
    part.puzzle = puzzle_of(options_of(puzzle));
    part.units = outer.arrangements;
    return part;
}

Merged merge(std::span<const ShardCount> parts) {
    for (const ShardCount& part : parts) refuse_stranger(part, parts.front());
    const Rivals rivals{parts};
    const TakenShards taken = take_shards(
        shard_results(
            parts, [](const ShardCount& part) { return part.result.exact(); }, place_of),
        [&](const TakenShards& one, const TakenShards& other) { return rivals.better(one, other); },
        "count");
    const ShardCount& first = parts.front();
    Merged merged;
    merged.cut = first.cut;
    merged.puzzle = first.puzzle;
    merged.repeated = taken.repeated;
    for (const TakenShards::Missing& missing : taken.missing)
        merged.missing.push_back(to_string(missing));
    if (first.cut != Cut::arrangements) merged.engine = Engine::automatic;
    ledger::MerkleRange lines;
    bool joined = first.cut == Cut::arrangements;
    for (const TakenShards::One& one : taken.shards) {
        const ShardCount& part = parts[one.index];
        merged.total += taken_of(part, one);
        merged.terms += part.result.nodes;
        if (merged.engine == Engine::automatic) merged.engine = part.result.engine;
        if (merged.ending == Ending::exhausted && !taken.whole) merged.ending = part.result.ending;
        merged.answers.insert(merged.answers.end(), part.answers.begin(), part.answers.end());
        merged.parts.push_back({&part, one.handed_on});
        joined = joined && part.ledger && lines.append(*part.ledger);
    }
    if (joined) merged.root = lines.root();
    return merged;
}

}  // namespace clew
