#include "encode/solve/shard.hpp"

#include <charconv>
#include <istream>
#include <map>
#include <nlohmann/json.hpp>

#include "encode/base/contract.hpp"
#include "encode/base/digest.hpp"
#include "encode/base/text.hpp"
#include "encode/exact/band_stack.hpp"
#include "encode/exact/plan.hpp"
#include "encode/solve/engines.hpp"

namespace clew {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* schema = "clew/shard/1";
constexpr char hex_digits[] = "0123456789abcdef";

std::string hex_of(const std::array<std::uint16_t, 81>& options) {
    std::string text;
    for (const std::uint16_t cell : options)
        for (const int shift : {8, 4, 0}) text += hex_digits[(cell >> shift) & 15];
    return text;
}

std::optional<std::array<std::uint16_t, 81>> options_of(std::string_view text) {
    std::array<std::uint16_t, 81> options{};
    if (text.size() != 3 * options.size()) return std::nullopt;
    for (std::size_t cell = 0; cell < options.size(); ++cell) {
        const char* const begin = text.data() + 3 * cell;
        const auto [end, fault] = std::from_chars(begin, begin + 3, options[cell], 16);
        if (fault != std::errc{} || end != begin + 3 || options[cell] > 0x1ff) return std::nullopt;
    }
    return options;
}

std::optional<Ending> parse_ending(std::string_view text) {
    for (const Ending ending : {Ending::exhausted, Ending::out_of_budget, Ending::interrupted})
        if (text == to_string(ending)) return ending;
    return std::nullopt;
}

/// The line of a part, without its digest.
Json json_of(const ShardCount& part) {
    return {{"schema", schema},
            {"shard", to_string(part.shard)},
            {"count", part.result.solutions.to_string()},
            {"ending", to_string(part.result.ending)},
            {"terms", part.result.nodes},
            {"arrangements", part.arrangements},
            {"options", hex_of(part.options)}};
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
    const auto options = options_of(text("options"));
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
    if (!json.contains("digest"))
        refuse("no digest: a part from before parts had one, or one that was changed");
    if (text("digest") != digest_of(json_of(part)))
        refuse("the digest is another: this part was changed after it was counted");
    part.place = std::move(place);
    return part;
}

/// The next line without its end, cut to `longest` bytes. False at the end of the text.
bool read_line(std::istream& in, std::string& line, std::size_t longest) {
    line.clear();
    std::streambuf& bytes = *in.rdbuf();
    constexpr int end = std::char_traits<char>::eof();
    int c = bytes.sbumpc();
    if (c == end) return false;
    for (; c != end && c != '\n' && line.size() < longest; c = bytes.sbumpc())
        line.push_back(static_cast<char>(c));
    return true;
}

}  // namespace

ShardCount count_shard(const Puzzle& puzzle, const ShardOptions& options) {
    refuse_rules(puzzle, "the exact counter");
    ShardCount part;
    part.result = engines::result_of(exact::count(
        puzzle, {.budget = options.budget, .threads = options.threads, .shard = options.shard}));
    part.shard = options.shard;
    for (std::size_t cell = 0; cell < part.options.size(); ++cell)
        part.options[cell] = static_cast<std::uint16_t>(puzzle.options(Cell{cell}).bits());
    const exact::Outlook outlook{puzzle};
    part.arrangements = outlook.outer_list(outlook.best()).size();
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
    return merged;
}

}  // namespace clew
