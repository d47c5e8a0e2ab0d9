// Parts and tasks as lines of JSON.

#include <istream>

#include "core/base/digest.hpp"
#include "core/board/notation.hpp"
#include "core/board/options.hpp"
#include "solve/sealed_line.hpp"
#include "solve/shard.hpp"
#include "solve/shard_plan.hpp"

namespace clew {

namespace {

using Json = SealedJson;

constexpr const char* schema_1 = "clew/shard/1";  // of arrangements
constexpr const char* schema_2 = "clew/shard/2";  // of all other cuts
constexpr const char* task_schema = "clew/task/1";
constexpr const char* task_expected = "a task of a plan, as Clew wrote it";
constexpr const char* tasks_expected = "one task a line, as Clew wrote it";

std::optional<Cut> parse_cut(std::string_view text) {
    for (const Cut cut : {Cut::arrangements, Cut::prefixes, Cut::puzzles})
        if (text == to_string(cut)) return cut;
    return std::nullopt;
}

Cut cut_of(const SealedLine& line) {
    const auto cut = parse_cut(line.text("cut"));
    if (!cut) line.refuse("'" + line.text("cut") + "' is no cut");
    return *cut;
}

std::optional<Engine> parse_engine(std::string_view text) {
    for (const Engine engine : every_engine)
        if (text == to_string(engine)) return engine;
    return std::nullopt;
}

std::string text_of(const Prefix& prefix, std::size_t size) {
    std::string text;
    for (const Candidate& decision : prefix)
        text += (text.empty() ? "" : " ") + to_string(decision, size);
    return text;
}

std::optional<Prefix> parse_prefix(std::string_view text, const Geometry& board) {
    Prefix prefix;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t equals = word.find('=');
        if (equals == std::string_view::npos || equals + 2 != word.size()) return std::nullopt;
        const auto cell = parse_cell(word.substr(0, equals), board);
        const auto digit = parse_digit(word.back(), board);
        if (!cell || !digit) return std::nullopt;
        prefix.push_back({*cell, *digit});
    }
    return prefix;
}

Json texts_of(const std::vector<Prefix>& prefixes, const Puzzle& puzzle) {
    Json texts = Json::array();
    for (const Prefix& prefix : prefixes)
        texts.push_back(text_of(prefix, puzzle.geometry().size()));
    return texts;
}

std::vector<Prefix> read_prefixes(const SealedLine& line, const std::vector<std::string>& texts,
                                  const Puzzle& puzzle) {
    std::vector<Prefix> prefixes;
    for (const std::string& text : texts) {
        const auto prefix = parse_prefix(text, puzzle.geometry());
        if (!prefix) line.refuse("'" + text + "' is no row of decisions such as r1c5=4");
        prefixes.push_back(*prefix);
    }
    return prefixes;
}

/// The line of a part, without its digest.
Json json_of(const ShardCount& part) {
    if (part.cut == Cut::arrangements) {
        Json json = {{"schema", schema_1},
                     {"shard", to_string(part.shard)},
                     {"count", part.result.solutions.to_string()},
                     {"ending", to_string(part.result.ending)},
                     {"terms", part.result.nodes},
                     {"arrangements", part.units},
                     {"options", to_hex(options_of(part.puzzle))}};
        if (part.ledger) {
            Json nodes = Json::array();
            for (const ledger::MerkleRange::Node& node : part.ledger->nodes())
                nodes.push_back(ledger::to_string(node));
            json["ledger"] = std::move(nodes);
        }
        return json;
    }
    Json json = {{"schema", schema_2},
                 {"cut", to_string(part.cut)},
                 {"shard", to_string(part.shard)},
                 {"count", part.result.solutions.to_string()},
                 {"ending", to_string(part.result.ending)},
                 {"engine", to_string(part.result.engine)},
                 {"nodes", part.result.nodes},
                 {"units", part.units},
                 {"plan", hex(part.plan)}};
    if (part.listing) json["listing"] = hex(*part.listing);
    if (!part.rest.empty()) {
        json["ended"] = part.ended.to_string();
        json["rest"] = Json::array();
        for (const ShardCount::Rest& rest : part.rest)
            json["rest"].push_back(
                {{"cost", rest.cost}, {"prefixes", texts_of(rest.prefixes, part.puzzle)}});
    }
    if (part.cut == Cut::prefixes) json["puzzle"] = puzzle_text(part.puzzle);
    if (part.cut == Cut::puzzles) json["answers"] = part.answers;
    return json;
}

Json json_of(const ShardTask& task) {
    Json json = {{"schema", task_schema},          {"cut", to_string(task.cut)},
                 {"shard", to_string(task.shard)}, {"units", task.units},
                 {"plan", hex(task.plan)},         {"cost", task.cost}};
    if (task.cut == Cut::puzzles) {
        json["puzzles"] = Json::array();
        for (const Puzzle& puzzle : task.puzzles) json["puzzles"].push_back(puzzle_text(puzzle));
        if (task.limit != unlimited) json["limit"] = task.limit;
        return json;
    }
    json["puzzle"] = puzzle_text(task.puzzle);
    if (task.cut == Cut::prefixes) {
        json["prefixes"] = texts_of(task.prefixes, task.puzzle);
    }
    return json;
}

void read_arrangements(const SealedLine& line, ShardCount& part) {
    const auto options = parse_options(line.text("options"));
    if (!options) line.refuse("options are not 243 hexadecimal digits, three a cell");
    part.puzzle = puzzle_of(*options);
    part.units = line.number("arrangements");
    part.result.nodes = line.number("terms");
    part.result.engine = Engine::exact;
    if (!line.has("ledger")) return;
    // The first part has the first line of the whole besides.
    const std::uint64_t lines = part.units * part.shard.index / part.shard.of;
    ledger::MerkleRange range{part.shard.index == 0 ? 0 : lines + 1};
    for (const Json& entry : line.json()["ledger"]) {
        const auto node =
            entry.is_string() ? ledger::parse_node(entry.get<std::string>()) : std::nullopt;
        if (!node || !range.add(*node)) line.refuse("not the hashes of a ledger of this part");
    }
    if (range.end() != part.units * (part.shard.index + 1) / part.shard.of + 1)
        line.refuse("not the hashes of a ledger of this part");
    part.ledger = range;
}

void read_rest(const SealedLine& line, ShardCount& part) {
    if (part.cut != Cut::prefixes || part.result.exact())
        line.refuse("a rest of what is whole, or cannot be handed on");
    part.ended = line.count("ended");
    if (part.result.solutions < part.ended) line.refuse("more solutions ended than counted");
    for (const SealedLine& rest : line.objects("rest"))
        part.rest.push_back(
            {rest.cost("cost"), read_prefixes(rest, rest.texts("prefixes"), part.puzzle)});
    if (part.rest.empty()) line.refuse("a rest of nothing");
}

/// "12" or ">=12".
bool is_answer(std::string_view text) {
    if (text.starts_with(">=")) text.remove_prefix(2);
    return Count::parse(text).has_value();
}

ShardCount part_of(const SealedLine& line) {
    if (!line.json().is_object()) line.refuse("not a part of a count");
    const std::string schema = line.text("schema");
    if (schema != schema_1 && schema != schema_2) line.refuse("not a part of a count");
    ShardCount part;
    part.shard = line.shard();
    part.result.solutions = line.count("count");
    part.result.ending = line.ending();
    if (part.result.ending == Ending::limit_reached)
        line.refuse("'limit reached' is not an ending of a part");
    if (schema == schema_1) {
        read_arrangements(line, part);
    } else {
        part.cut = cut_of(line);
        if (part.cut == Cut::arrangements) line.refuse("a cut by arrangements in another schema");
        const auto engine = parse_engine(line.text("engine"));
        if (!engine) line.refuse("'" + line.text("engine") + "' is no engine");
        part.result.engine = *engine;
        part.result.nodes = line.number("nodes");
        part.units = line.number("units");
        part.plan = line.digest("plan");
        if (line.has("listing")) part.listing = line.digest("listing");
        if (part.cut == Cut::prefixes) part.puzzle = line.puzzle(line.text("puzzle"));
        if (part.cut == Cut::puzzles) part.answers = line.texts("answers");
        if (line.has("rest")) read_rest(line, part);
        for (const std::string& answer : part.answers)
            if (!is_answer(answer)) line.refuse("'" + answer + "' is not a count");
    }
    line.check_seal(json_of(part), "part", "counted");
    part.place = line.place();
    return part;
}

ShardTask task_of(const SealedLine& line) {
    if (!line.json().is_object() || line.text("schema") != task_schema)
        line.refuse("no task of a plan");
    ShardTask task;
    task.cut = cut_of(line);
    task.shard = line.shard();
    task.units = line.number("units");
    task.plan = line.digest("plan");
    task.cost = line.cost("cost");
    if (task.cut == Cut::puzzles) {
        for (const std::string& text : line.texts("puzzles"))
            task.puzzles.push_back(line.puzzle(text));
        if (line.has("limit")) task.limit = line.number("limit");
    } else {
        task.puzzle = line.puzzle(line.text("puzzle"));
        if (task.cut == Cut::arrangements && !task.puzzle.is_plain_classic())
            line.refuse("a cut by arrangements of a board that is not plain 9x9");
    }
    if (task.cut == Cut::prefixes)
        task.prefixes = read_prefixes(line, line.texts("prefixes"), task.puzzle);
    line.check_seal(json_of(task), "task", "planned");
    return task;
}

}  // namespace

std::string to_json(const ShardCount& part) { return sealed(json_of(part)); }
std::string to_json(const ShardTask& task) { return sealed(json_of(task)); }

std::vector<ShardCount> read_shards(std::istream& in, const std::string& source) {
    constexpr const char* expected = "one part of a count a line";
    std::vector<ShardCount> parts;
    // The solutions that were read since the last part.
    Digest listed;
    std::uint64_t solutions = 0;
    Place first;
    const auto refuse_solutions = [&] {
        if (solutions > 0) throw InputError(first, "not JSON", expected);
    };
    for_lines(in, source, expected, [&](const std::string& line, const Place& place) {
        const std::size_t start = line.find_first_not_of(" \t\r");
        if (line[start] != '{' && line[start] != '[') {
            if (solutions++ == 0) first = place;
            listed.add(line);
            listed.add("\n");
            return Flow::go_on;
        }
        ShardCount part = part_of({line, place, "a part of a count, as Clew wrote it"});
        if (!part.listing) refuse_solutions();
        if (part.listing &&
            (Count{solutions} != part.result.solutions || listed.value() != *part.listing))
            throw InputError(place,
                             "the " + std::to_string(solutions) +
                                 " lines before are not the solutions that this part listed",
                             "its " + part.result.solutions.to_string() + " solutions");
        parts.push_back(std::move(part));
        listed = Digest{};
        solutions = 0;
        return Flow::go_on;
    });
    refuse_solutions();
    return parts;
}

std::vector<ShardTask> read_tasks(std::istream& in, const std::string& source,
                                  std::optional<std::size_t> only) {
    const auto make = [](const std::string& line, const Place& place) {
        return task_of({line, place, task_expected});
    };
    return sealed_lines(in, source, tasks_expected, make, only);
}

}  // namespace clew
