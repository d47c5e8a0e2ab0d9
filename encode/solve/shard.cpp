#include "encode/solve/shard.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "encode/base/contract.hpp"
#include "encode/board/options.hpp"
#include "encode/exact/band_stack.hpp"
#include "encode/ledger/ledger.hpp"
#include "encode/solve/engines.hpp"

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
    if (part.shard.of != first.shard.of)
        throw InputError(place_of(part), "part " + to_string(part.shard) + " of another cut",
                         "one of " + std::to_string(first.shard.of) + " parts");
    if (part.units != first.units)
        throw InputError(place_of(part),
                         "part of a count of " + std::to_string(part.units) + " " +
                             to_string(part.cut) + ", not " + std::to_string(first.units),
                         "parts counted by one version of Clew");
    if (part.plan != first.plan)
        throw InputError(place_of(part), "part of another plan",
                         "the plan of " + to_string(place_of(first)));
}

/// Of two results of one part the one that says more. Errors: InputError if they contradict each
/// other.
const ShardCount* fuller(const ShardCount* one, const ShardCount* other) {
    const auto contradict = [&](const std::string& what) {
        throw InputError(
            place_of(*other),
            "part " + to_string(other->shard) + " is here twice and contradicts itself: " + what,
            "one result of each part; the other is at " + to_string(place_of(*one)));
    };
    const auto number = [](const ShardCount& part) {
        return (part.result.exact() ? "" : "at least ") + part.result.solutions.to_string();
    };
    const auto numbers = [&] { return number(*one) + " and " + number(*other); };
    if (one->result.exact() && other->result.exact()) {
        if (one->result.solutions != other->result.solutions) contradict(numbers());
        if (one->answers != other->answers) contradict("another number for some puzzle");
        if (one->listing && other->listing && one->listing != other->listing)
            contradict("other solutions");
        if (one->ledger && other->ledger && one->ledger != other->ledger)
            contradict("another ledger");
        // Of equals the one with more beside the number.
        const auto beside = [](const ShardCount& part) {
            return (part.ledger ? 1 : 0) + (part.listing ? 1 : 0);
        };
        return beside(*other) > beside(*one) ? other : one;
    }
    if (one->result.exact() != other->result.exact()) {
        const ShardCount* whole = one->result.exact() ? one : other;
        const ShardCount* cut_short = one->result.exact() ? other : one;
        if (whole->result.solutions < cut_short->result.solutions) contradict(numbers());
        return whole;
    }
    return one->result.solutions < other->result.solutions ? other : one;
}

}  // namespace

const char* to_string(Cut cut) {
    switch (cut) {
        case Cut::arrangements:
            return "arrangements";
        case Cut::prefixes:
            return "prefixes";
        case Cut::puzzles:
            return "puzzles";
    }
    return "";
}

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
    how.on_headway = options.on_headway;
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
    if (parts.empty()) throw InputError({"merge"}, "no parts of a count");
    const ShardCount& first = parts.front();
    Merged merged;
    merged.cut = first.cut;
    merged.puzzle = first.puzzle;
    std::map<std::size_t, const ShardCount*> taken;
    for (const ShardCount& part : parts) {
        refuse_stranger(part, first);
        const auto [at, fresh] = taken.emplace(part.shard.index, &part);
        if (fresh) continue;
        const ShardCount* const before = at->second;
        at->second = fuller(before, &part);
        const ShardCount& left = at->second == before ? part : *before;
        merged.repeated.push_back({left.shard, place_of(left)});
    }
    if (taken.size() < first.shard.of) {
        std::size_t missing = 0;
        while (taken.contains(missing)) ++missing;
        throw InputError({"merge"},
                         std::to_string(first.shard.of - taken.size()) + " of " +
                             std::to_string(first.shard.of) + " parts are missing, the first is " +
                             to_string(Shard{missing, first.shard.of}),
                         "all parts of the count");
    }
    if (first.cut != Cut::arrangements) merged.engine = Engine::automatic;
    ledger::MerkleRange lines;
    bool joined = first.cut == Cut::arrangements;
    for (const auto& [index, part] : taken) {
        merged.total += part->result.solutions;
        merged.terms += part->result.nodes;
        if (merged.engine == Engine::automatic) merged.engine = part->result.engine;
        if (merged.ending == Ending::exhausted) merged.ending = part->result.ending;
        merged.answers.insert(merged.answers.end(), part->answers.begin(), part->answers.end());
        merged.parts.push_back(part);
        joined = joined && part->ledger && lines.append(*part->ledger);
    }
    if (joined) merged.root = lines.root();
    return merged;
}

}  // namespace clew
