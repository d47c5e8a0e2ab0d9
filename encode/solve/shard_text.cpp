// Parts and tasks as lines of JSON. The digest at the end is that of the line without it, written
// as Clew writes it: whoever only formats a line otherwise has not changed what it says.

#include <cmath>
#include <istream>
#include <nlohmann/json.hpp>

#include "encode/base/digest.hpp"
#include "encode/base/text.hpp"
#include "encode/board/notation.hpp"
#include "encode/board/options.hpp"
#include "encode/formats/formats.hpp"
#include "encode/solve/shard.hpp"
#include "encode/solve/shard_plan.hpp"

namespace clew {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* schema_1 = "clew/shard/1";  // of arrangements
constexpr const char* schema_2 = "clew/shard/2";  // of all other cuts
constexpr const char* task_schema = "clew/task/1";
constexpr std::size_t longest = std::size_t{1} << 26;
constexpr double largest_cost = 1e300;

std::optional<Ending> parse_ending(std::string_view text) {
    for (const Ending ending : {Ending::exhausted, Ending::out_of_budget, Ending::interrupted})
        if (text == to_string(ending)) return ending;
    return std::nullopt;
}

std::optional<Cut> parse_cut(std::string_view text) {
    for (const Cut cut : {Cut::arrangements, Cut::prefixes, Cut::puzzles})
        if (text == to_string(cut)) return cut;
    return std::nullopt;
}

std::optional<Engine> parse_engine(std::string_view text) {
    for (const Engine engine :
         {Engine::automatic, Engine::sat, Engine::cubes, Engine::search, Engine::exact})
        if (text == to_string(engine)) return engine;
    return std::nullopt;
}

/// A puzzle on one line: its givens where these say it all, otherwise Clew's JSON.
std::string text_of(const Puzzle& puzzle) {
    const std::string question = question_beyond_line(puzzle);
    return question.empty() ? to_line(puzzle) : question;
}

std::string text_of(const Prefix& prefix, std::size_t size) {
    std::string text;
    for (const Candidate& decision : prefix)
        text += (text.empty() ? "" : " ") + to_string(decision, size);
    return text;
}

std::optional<Prefix> parse_prefix(std::string_view text, std::size_t size) {
    Prefix prefix;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t equals = word.find('=');
        if (equals == std::string_view::npos || equals + 2 != word.size()) return std::nullopt;
        const auto cell = parse_cell(word.substr(0, equals), size);
        const auto digit = parse_digit(word.back(), size);
        if (!cell || !digit) return std::nullopt;
        prefix.push_back({*cell, *digit});
    }
    return prefix;
}

std::string digest_of(const Json& json) {
    Digest digest;
    digest.add(json.dump());
    return hex(digest.value());
}

std::string sealed(Json json) {
    json["digest"] = digest_of(json);
    return json.dump();
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
    if (part.cut == Cut::prefixes) json["puzzle"] = text_of(part.puzzle);
    if (part.cut == Cut::puzzles) json["answers"] = part.answers;
    return json;
}

Json json_of(const ShardTask& task) {
    Json json = {{"schema", task_schema},          {"cut", to_string(task.cut)},
                 {"shard", to_string(task.shard)}, {"units", task.units},
                 {"plan", hex(task.plan)},         {"cost", task.cost}};
    if (task.cut == Cut::puzzles) {
        json["puzzles"] = Json::array();
        for (const Puzzle& puzzle : task.puzzles) json["puzzles"].push_back(text_of(puzzle));
        if (task.limit != unlimited) json["limit"] = task.limit;
        return json;
    }
    json["puzzle"] = text_of(task.puzzle);
    if (task.cut == Cut::prefixes) {
        json["prefixes"] = Json::array();
        for (const Prefix& prefix : task.prefixes)
            json["prefixes"].push_back(text_of(prefix, task.puzzle.geometry().size()));
    }
    return json;
}

/// A line's fields, each of which is refused with the place of the line.
class Line {
  public:
    Line(const Json& json, const Place& place, std::string expected)
        : json_(json), place_(place), expected_(std::move(expected)) {}

    [[noreturn]] void refuse(const std::string& what) const {
        throw InputError(place_, what, expected_);
    }
    bool has(const char* key) const { return json_.contains(key); }
    std::string text(const char* key) const {
        const auto at = json_.find(key);
        if (at == json_.end() || !at->is_string()) refuse(std::string{key} + " is not a text");
        return at->get<std::string>();
    }
    std::uint64_t number(const char* key) const {
        const auto at = json_.find(key);
        if (at == json_.end() || !at->is_number_unsigned())
            refuse(std::string{key} + " is not a number");
        return at->get<std::uint64_t>();
    }
    double real(const char* key) const {
        const auto at = json_.find(key);
        if (at == json_.end() || !at->is_number()) refuse(std::string{key} + " is not a number");
        const auto value = at->get<double>();
        if (!(value >= 0 && value <= largest_cost)) refuse(std::string{key} + " is no cost");
        return value;
    }
    std::uint64_t digest(const char* key) const {
        const auto value = parse_hex(text(key));
        if (!value) refuse(std::string{key} + " is not 16 hexadecimal digits");
        return *value;
    }
    std::vector<std::string> texts(const char* key) const {
        const auto at = json_.find(key);
        if (at == json_.end() || !at->is_array()) refuse(std::string{key} + " is not a list");
        std::vector<std::string> list;
        for (const Json& entry : *at) {
            if (!entry.is_string()) refuse(std::string{key} + " is not a list of texts");
            list.push_back(entry.get<std::string>());
        }
        return list;
    }
    Shard shard() const {
        const auto shard = parse_shard(text("shard"));
        if (!shard) refuse("'" + text("shard") + "' is not a part such as 3/8");
        return *shard;
    }
    Cut cut() const {
        const auto cut = parse_cut(text("cut"));
        if (!cut) refuse("'" + text("cut") + "' is no cut");
        return *cut;
    }
    Count count(const char* key) const {
        const auto count = Count::parse(text(key));
        if (!count) refuse("'" + text(key) + "' is not a count");
        return *count;
    }
    Ending ending() const {
        const auto ending = parse_ending(text("ending"));
        if (!ending) refuse("'" + text("ending") + "' is not an ending");
        return *ending;
    }
    Puzzle puzzle(const std::string& text) const {
        std::vector<Record> records;
        try {
            records = read_all(text, "puzzle", {.format = text.starts_with('{') ? "json" : ""});
        } catch (const InputError& error) {
            refuse(std::string{"no puzzle: "} + error.what());
        }
        if (records.size() != 1 || text_of(records[0].puzzle) != text)
            refuse("not one puzzle as Clew writes it");
        return records[0].puzzle;
    }
    /// `again` is what Clew writes for what was read.
    void check_seal(const Json& again, const std::string& what) const {
        if (!has("digest"))
            refuse("no digest: a " + what + " from before " + what +
                   "s had one, or one that was changed");
        if (text("digest") != digest_of(again))
            refuse("the digest is another: this " + what + " was changed after it was " +
                   (what == "part" ? "counted" : "planned"));
    }

  private:
    const Json& json_;
    const Place& place_;
    std::string expected_;
};

void read_arrangements(const Line& line, const Json& json, ShardCount& part) {
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
    for (const Json& entry : json["ledger"]) {
        const auto node =
            entry.is_string() ? ledger::parse_node(entry.get<std::string>()) : std::nullopt;
        if (!node || !range.add(*node)) line.refuse("not the hashes of a ledger of this part");
    }
    if (range.end() != part.units * (part.shard.index + 1) / part.shard.of + 1)
        line.refuse("not the hashes of a ledger of this part");
    part.ledger = range;
}

/// "12" or ">=12".
bool is_answer(std::string_view text) {
    if (text.starts_with(">=")) text.remove_prefix(2);
    return Count::parse(text).has_value();
}

ShardCount part_of(const Json& json, Place place) {
    const Line line{json, place, "a part of a count, as Clew wrote it"};
    if (!json.is_object()) line.refuse("not a part of a count");
    const std::string schema = line.text("schema");
    if (schema != schema_1 && schema != schema_2) line.refuse("not a part of a count");
    ShardCount part;
    part.shard = line.shard();
    part.result.solutions = line.count("count");
    part.result.ending = line.ending();
    if (schema == schema_1) {
        read_arrangements(line, json, part);
    } else {
        part.cut = line.cut();
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
        for (const std::string& answer : part.answers)
            if (!is_answer(answer)) line.refuse("'" + answer + "' is not a count");
    }
    line.check_seal(json_of(part), "part");
    part.place = std::move(place);
    return part;
}

ShardTask task_of(const Json& json, const Place& place) {
    const Line line{json, place, "a task of a plan, as Clew wrote it"};
    if (!json.is_object() || line.text("schema") != task_schema) line.refuse("no task of a plan");
    ShardTask task;
    task.cut = line.cut();
    task.shard = line.shard();
    task.units = line.number("units");
    task.plan = line.digest("plan");
    task.cost = line.real("cost");
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
        for (const std::string& text : line.texts("prefixes")) {
            const auto prefix = parse_prefix(text, task.puzzle.geometry().size());
            if (!prefix) line.refuse("'" + text + "' is no row of decisions such as r1c5=4");
            task.prefixes.push_back(*prefix);
        }
    line.check_seal(json_of(task), "task");
    return task;
}

/// Calls `each` with every line that is not blank.
template <class Each>
void for_lines(std::istream& in, const std::string& source, const char* expected,
               const Each& each) {
    std::string line;
    for (std::size_t number = 1; read_line(in, line, longest); ++number) {
        if (looks_like_utf16(line))
            throw InputError({source, number, 1}, "this looks like UTF-16",
                             "the file saved as UTF-8");
        if (line.size() == longest)
            throw InputError({source, number, 0}, "a line of more than 64 MiB", expected);
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        each(line, Place{source, number, 0});
    }
}

Json parse(const std::string& line, const Place& place, const char* expected) {
    Json json = Json::parse(line, nullptr, false);
    if (json.is_discarded()) throw InputError(place, "not JSON", expected);
    return json;
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
            return;
        }
        const Json json = parse(line, place, expected);
        ShardCount part = part_of(json, place);
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
    });
    refuse_solutions();
    return parts;
}

std::vector<ShardTask> read_tasks(std::istream& in, const std::string& source) {
    constexpr const char* expected = "one task a line, as Clew wrote it";
    std::vector<ShardTask> tasks;
    for_lines(in, source, expected, [&](const std::string& line, const Place& place) {
        tasks.push_back(task_of(parse(line, place, expected), place));
    });
    return tasks;
}

}  // namespace clew
