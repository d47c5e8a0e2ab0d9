#include "encode/solve/shard.hpp"

#include <istream>
#include <map>
#include <nlohmann/json.hpp>

#include "encode/base/contract.hpp"
#include "encode/base/digest.hpp"
#include "encode/base/text.hpp"
#include "encode/exact/band_stack.hpp"
#include "encode/ledger/ledger.hpp"
#include "encode/solve/engines.hpp"

namespace clew {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* schema = "clew/shard/1";

std::optional<Ending> parse_ending(std::string_view text) {
    for (const Ending ending : {Ending::exhausted, Ending::out_of_budget, Ending::interrupted})
        if (text == to_string(ending)) return ending;
    return std::nullopt;
}

/// The line of a part, without its digest.
Json json_of(const ShardCount& part) {
    Json json = {{"schema", schema},
                 {"shard", to_string(part.shard)},
                 {"count", part.result.solutions.to_string()},
                 {"ending", to_string(part.result.ending)},
                 {"terms", part.result.nodes},
                 {"arrangements", part.arrangements},
                 {"options", to_hex(part.options)}};
    if (part.ledger) {
        Json nodes = Json::array();
        for (const ledger::MerkleRange::Node& node : part.ledger->nodes())
            nodes.push_back(ledger::to_string(node));
        json["ledger"] = std::move(nodes);
    }
    return json;
}

ledger::Head head_of(const Puzzle& puzzle, const exact::Outer& outer, const Shard& shard) {
    return {.options = options_of(puzzle),
            .lines = outer.lines == exact::Outer::Lines::columns ? ledger::Lines::columns
                                                                 : ledger::Lines::rows,
            .stack = outer.stack,
            .arrangements = outer.arrangements,
            .shard = shard};
}

std::string digest_of(const Json& json) {
    Digest digest;
    digest.add(json.dump());
    return hex(digest.value());
}

ShardCount part_of(const Json& json, Place place) {
    const auto refuse = [&place](const std::string& what) {
        throw InputError(place, what, "a part of a count, as Clew wrote it");
    };
    const auto text = [&](const char* key) -> std::string {
        const auto at = json.find(key);
        if (at == json.end() || !at->is_string()) refuse(std::string{key} + " is not a text");
        return at->get<std::string>();
    };
    const auto number = [&](const char* key) -> std::uint64_t {
        const auto at = json.find(key);
        if (at == json.end() || !at->is_number_unsigned())
            refuse(std::string{key} + " is not a number");
        return at->get<std::uint64_t>();
    };
    if (!json.is_object() || text("schema") != schema) refuse("not a part of a count");

    ShardCount part;
    const auto options = parse_options(text("options"));
    const auto shard = parse_shard(text("shard"));
    const auto total = Count::parse(text("count"));
    const auto ending = parse_ending(text("ending"));
    if (!options) refuse("options are not 243 hexadecimal digits, three a cell");
    if (!shard) refuse("'" + text("shard") + "' is not a part such as 3/8");
    if (!total) refuse("'" + text("count") + "' is not a count");
    if (!ending) refuse("'" + text("ending") + "' is not an ending");
    part.options = *options;
    part.shard = *shard;
    part.arrangements = number("arrangements");
    part.result.solutions = *total;
    part.result.ending = *ending;
    part.result.nodes = number("terms");
    part.result.engine = Engine::exact;
    if (json.contains("ledger")) {
        // The first part has the first line of the whole besides.
        const std::uint64_t lines = part.arrangements * part.shard.index / part.shard.of;
        ledger::MerkleRange range{part.shard.index == 0 ? 0 : lines + 1};
        for (const Json& entry : json["ledger"]) {
            const auto node =
                entry.is_string() ? ledger::parse_node(entry.get<std::string>()) : std::nullopt;
            if (!node || !range.add(*node)) refuse("not the hashes of a ledger of this part");
        }
        if (range.end() != part.arrangements * (part.shard.index + 1) / part.shard.of + 1)
            refuse("not the hashes of a ledger of this part");
        part.ledger = range;
    }
    if (!json.contains("digest"))
        refuse("no digest: a part from before parts had one, or one that was changed");
    if (text("digest") != digest_of(json_of(part)))
        refuse("the digest is another: this part was changed after it was counted");
    part.place = std::move(place);
    return part;
}

}  // namespace

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
    part.options = options_of(puzzle);
    part.arrangements = outer.arrangements;
    return part;
}

std::string to_json(const ShardCount& part) {
    Json json = json_of(part);
    json["digest"] = digest_of(json);
    return json.dump();
}

std::vector<ShardCount> read_shards(std::istream& in, const std::string& source) {
    std::vector<ShardCount> parts;
    constexpr std::size_t longest = 1 << 16;
    std::string line;
    for (std::size_t number = 1; read_line(in, line, longest); ++number) {
        if (looks_like_utf16(line))
            throw InputError({source, number, 1}, "this looks like UTF-16",
                             "the file saved as UTF-8");
        if (line.size() == longest)
            throw InputError({source, number, 0}, "a line of more than 64 KiB",
                             "one part of a count a line");
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        const Json json = Json::parse(line, nullptr, false);
        const Place place{source, number, 0};
        if (json.is_discarded()) throw InputError(place, "not JSON", "one part of a count a line");
        parts.push_back(part_of(json, place));
    }
    return parts;
}

Merged merge(std::span<const ShardCount> parts) {
    if (parts.empty()) throw InputError({"merge"}, "no parts of a count");
    const ShardCount& first = parts.front();
    const auto place_of = [](const ShardCount& part) {
        return part.place.source.empty() ? Place{"part " + to_string(part.shard)} : part.place;
    };
    Merged merged;
    merged.options = first.options;
    std::map<std::size_t, const ShardCount*> seen;
    for (const ShardCount& part : parts) {
        if (part.options != first.options)
            throw InputError(place_of(part), "part of another puzzle",
                             "the puzzle of " + to_string(place_of(first)));
        if (part.shard.of != first.shard.of)
            throw InputError(place_of(part), "part " + to_string(part.shard) + " of another cut",
                             "one of " + std::to_string(first.shard.of) + " parts");
        if (part.arrangements != first.arrangements)
            throw InputError(place_of(part),
                             "part of a count of " + std::to_string(part.arrangements) +
                                 " arrangements, not " + std::to_string(first.arrangements),
                             "parts counted by one version of Clew");
        const auto [other, fresh] = seen.emplace(part.shard.index, &part);
        if (!fresh)
            throw InputError(
                place_of(part), "part " + to_string(part.shard) + " is here twice",
                "each part once; it is already at " + to_string(place_of(*other->second)));
        merged.total += part.result.solutions;
        merged.terms += part.result.nodes;
        if (merged.ending == Ending::exhausted) merged.ending = part.result.ending;
    }
    if (parts.size() < first.shard.of) {
        std::size_t missing = 0;
        while (seen.contains(missing)) ++missing;
        throw InputError({"merge"},
                         std::to_string(first.shard.of - parts.size()) + " of " +
                             std::to_string(first.shard.of) + " parts are missing, the first is " +
                             to_string(Shard{missing, first.shard.of}),
                         "all parts of the count");
    }
    ledger::MerkleRange lines;
    bool joined = true;
    for (const auto& [index, part] : seen)
        joined = joined && part->ledger && lines.append(*part->ledger);
    if (joined) merged.root = lines.root();
    return merged;
}

}  // namespace clew
