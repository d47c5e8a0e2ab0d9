// Tasks and parts of a tree as lines of JSON (solve/sealed_line.hpp).
//
// A pattern of a part is a short text: the number of its grid, "w" if it has no binary cell, then
// each candidate with the number of the grid that it led to, "5>12", or "5!" if that was
// impossible; in the alternates mode then "|", the patterns before the insertion and the candidates
// inserted.

#include <charconv>
#include <istream>

#include "core/base/digest.hpp"
#include "logic/tree/grid_store.hpp"
#include "logic/tree/names.hpp"
#include "logic/tree/tree_shard.hpp"
#include "solve/sealed_line.hpp"

namespace clew::logic::inline tree {

namespace {

using Json = SealedJson;

constexpr const char* task_schema = "clew/tree-task/1";
constexpr const char* task_expected = "a task of a tree a line, as Clew wrote it";
constexpr const char* part_schema = "clew/tree-part/1";
constexpr std::size_t longest = std::size_t{1} << 30;

/// A rule set by its name where that says it all, otherwise as read_rules reads it.
std::string rules_text(const logic::RuleSet& rules) {
    auto named = logic::find_rules(rules.name);
    if (named) named->name = rules.name;
    return named == rules ? rules.name : logic::write_rules(rules);
}

logic::RuleSet parse_rules(const SealedLine& line, const std::string& text) {
    if (auto named = logic::find_rules(text)) {
        named->name = text;
        return *named;
    }
    try {
        return logic::read_rules(text, "rules");
    } catch (const InputError& error) {
        line.refuse(std::string{"no rule set: "} + error.what());
    }
}

Json json_of(const TreeOptions& o) {
    Json json = {{"mode", to_string(o.mode)}, {"rules", rules_text(o.rules)}};
    if (o.screen) json["screen"] = rules_text(*o.screen);
    if (o.mode == TreeMode::lean) json["choice"] = to_string(o.choice);
    json["oracle"] = to_string(o.oracle);
    json["start"] = to_string(o.start);
    json["marks"] = to_string(o.marks);
    return json;
}

/// The value of that word.
template <class Value>
Value named(const SealedLine& line, const Json& options, const char* key,
            std::initializer_list<Value> values) {
    const auto at = options.find(key);
    if (at != options.end() && at->is_string())
        for (const Value value : values)
            if (at->template get<std::string>() == to_string(value)) return value;
    line.refuse(std::string{key} + " is none of a tree's");
}

TreeOptions options_of(const SealedLine& line) {
    const auto at = line.json().find("options");
    if (at == line.json().end() || !at->is_object()) line.refuse("options are missing");
    const Json& json = *at;
    const auto rules = [&](const char* key) {
        const auto text = json.find(key);
        if (text == json.end() || !text->is_string())
            line.refuse(std::string{key} + " is not a text");
        return parse_rules(line, text->get<std::string>());
    };
    TreeOptions options;
    options.mode =
        named(line, json, "mode", {TreeMode::paris, TreeMode::alternates, TreeMode::lean});
    options.rules = rules("rules");
    if (json.contains("screen")) options.screen = rules("screen");
    if (options.mode == TreeMode::lean)
        options.choice = named(
            line, json, "choice",
            {LeanChoice::first, LeanChoice::freedom, LeanChoice::balanced, LeanChoice::smallest});
    options.oracle = named(line, json, "oracle", {Oracle::none, Oracle::sat});
    options.start = named(line, json, "start", {TreeStart::singles, TreeStart::rules});
    options.marks = named(line, json, "marks", {TreeMarks::recomputed, TreeMarks::carried});
    return options;
}

template <class Shared>
Json head_of(const char* schema, const Shared& of) {
    Json json = {{"schema", schema},
                 {"shard", to_string(of.shard)},
                 {"plan", hex(of.plan)},
                 {"puzzle", puzzle_text(of.puzzle)},
                 {"options", json_of(of.options)}};
    if (!of.title.empty()) json["title"] = of.title;
    return json;
}

template <class Shared>
void read_head(const SealedLine& line, const char* schema, const std::string& what, Shared& into) {
    if (!line.json().is_object() || line.text("schema") != schema) line.refuse("no " + what);
    into.shard = line.shard();
    into.plan = line.digest("plan");
    into.puzzle = line.puzzle(line.text("puzzle"));
    into.options = options_of(line);
    if (line.has("title")) into.title = line.text("title");
}

Json json_of(const TreeTask& task) {
    Json json = head_of(task_schema, task);
    json["cost"] = task.cost;
    json["branches"] = task.branches;
    return json;
}

std::string text_of(const TreePart& part, const TreePart::Pattern& pattern) {
    std::string text = std::to_string(pattern.grid);
    if (pattern.wide) text += " w";
    for (std::size_t i = 0; i < pattern.tried; ++i) {
        const TreePart::Tried& tried = part.tried[pattern.first_tried + i];
        text += ' ' + std::to_string(tried.candidate);
        if (tried.grid == TreePart::impossible)
            text += '!';
        else
            text += '>' + std::to_string(tried.grid);
    }
    if (part.options.mode != TreeMode::alternates) return text;
    text += " | " + std::to_string(pattern.before);
    for (std::size_t i = 0; i < pattern.alternates; ++i)
        text += ' ' + std::to_string(part.alternates[pattern.first_alternate + i]);
    return text;
}

/// Reads what text_of writes, from its beginning.
class Words {
  public:
    explicit Words(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {}

    bool done() const { return at_ == end_; }
    bool take(std::string_view word) {
        if (!std::string_view(at_, end_).starts_with(word)) return false;
        at_ += word.size();
        return true;
    }
    /// A number below `bound`.
    std::optional<std::uint32_t> number(std::size_t bound) {
        std::uint32_t value = 0;
        const auto [next, error] = std::from_chars(at_, end_, value);
        if (error != std::errc{} || value >= bound) return std::nullopt;
        at_ = next;
        return value;
    }

  private:
    const char* at_;
    const char* end_;
};

/// Adds the pattern of a text to the part; false if it is none.
bool add_pattern(TreePart& part, const std::string& text, std::size_t grids) {
    const std::size_t candidates = part.puzzle.geometry().candidate_count();
    Words words{text};
    const auto grid = words.number(grids);
    if (!grid) return false;
    TreePart::Pattern pattern;
    pattern.grid = *grid;
    pattern.first_tried = static_cast<std::uint32_t>(part.tried.size());
    pattern.first_alternate = static_cast<std::uint32_t>(part.alternates.size());
    pattern.wide = words.take(" w");
    std::size_t next = 0;  // candidates go up
    const bool alternates = part.options.mode == TreeMode::alternates;
    bool behind = false;
    while (!words.done() && !behind) {
        if (alternates && words.take(" |")) {
            behind = true;
            break;
        }
        if (!words.take(" ")) return false;
        const auto candidate = words.number(candidates);
        if (!candidate || *candidate < next) return false;
        next = *candidate + 1;
        TreePart::Tried tried{static_cast<std::uint16_t>(*candidate)};
        if (!words.take("!")) {
            const auto target = words.take(">") ? words.number(grids) : std::nullopt;
            if (!target) return false;
            tried.grid = *target;
        }
        part.tried.push_back(tried);
        ++pattern.tried;
    }
    if (pattern.tried == 0 || behind != alternates) return false;
    if (alternates) {
        const auto before = words.take(" ") ? words.number(candidates) : std::nullopt;
        if (!before) return false;
        pattern.before = static_cast<std::uint16_t>(*before);
        while (!words.done()) {
            const auto candidate = words.take(" ") ? words.number(candidates) : std::nullopt;
            if (!candidate) return false;
            part.alternates.push_back(static_cast<std::uint16_t>(*candidate));
            ++pattern.alternates;
        }
    }
    part.patterns.push_back(pattern);
    return true;
}

/// Whether what each candidate led to goes on from its pattern, so that nothing goes in circles.
bool goes_down(const TreePart& part, const GridStore& store, const TreePart::Pattern& pattern) {
    const std::size_t words = store.words();
    const auto grid = [&](std::uint32_t at) {
        return std::span(part.grids).subspan(at * words, words);
    };
    for (std::size_t i = 0; i < pattern.tried; ++i) {
        const TreePart::Tried& tried = part.tried[pattern.first_tried + i];
        if (tried.grid == TreePart::impossible) continue;
        const Candidate candidate = part.puzzle.geometry().candidate(tried.candidate);
        if (!store.goes_on(grid(pattern.grid), grid(tried.grid)) ||
            store.digits(grid(tried.grid))[candidate.cell.index()] != candidate.digit)
            return false;
    }
    return true;
}

Json json_of(const TreePart& part) {
    Json json = head_of(part_schema, part);
    json["ending"] = to_string(part.ending);
    if (!part.rest.empty()) json["rest"] = part.rest;
    if (part.planned_on) json["planned_on"] = *part.planned_on;
    const GridStore store{part.puzzle, part.options.marks};
    Json grids = Json::array();
    for (std::size_t i = 0; i < part.grids.size(); i += store.words())
        grids.push_back(store.text(std::span(part.grids).subspan(i, store.words())));
    json["grids"] = std::move(grids);
    Json patterns = Json::array();
    for (const TreePart::Pattern& pattern : part.patterns)
        patterns.push_back(text_of(part, pattern));
    json["patterns"] = std::move(patterns);
    return json;
}

void refuse_no_branches(const SealedLine& line, const std::vector<std::string>& names) {
    for (const std::string& name : names)
        if (!name.starts_with('A') || !parse_letters(std::string_view(name).substr(1)))
            line.refuse("'" + name + "' is no branch such as ABC");
}

void read_rest(const SealedLine& line, TreePart& part) {
    if (part.ending == Ending::exhausted) line.refuse("a rest of what is whole");
    part.rest = line.lists("rest");
    if (part.rest.empty()) line.refuse("a rest of nothing");
    for (const std::vector<std::string>& branches : part.rest) refuse_no_branches(line, branches);
}

TreeTask task_of(const SealedLine& line) {
    TreeTask task;
    read_head(line, task_schema, "task of a tree", task);
    task.cost = line.cost("cost");
    task.branches = line.texts("branches");
    refuse_no_branches(line, task.branches);
    line.check_seal(json_of(task), "task", "planned");
    return task;
}

TreePart part_of(const SealedLine& line) {
    TreePart part;
    read_head(line, part_schema, "part of a tree", part);
    part.ending = line.ending();
    if (line.has("rest")) read_rest(line, part);
    if (line.has("planned_on")) part.planned_on = line.number("planned_on");
    const GridStore store{part.puzzle, part.options.marks};
    std::vector<std::uint64_t> code(store.words());
    const std::vector<std::string> grids = line.texts("grids");
    for (const std::string& text : grids) {
        if (!store.parse(text, code)) line.refuse("'" + text + "' is no grid of this puzzle");
        part.grids.insert(part.grids.end(), code.begin(), code.end());
    }
    for (const std::string& text : line.texts("patterns"))
        if (!add_pattern(part, text, grids.size()) || !goes_down(part, store, part.patterns.back()))
            line.refuse("'" + text + "' is no pattern of this part");
    line.check_seal(json_of(part), "part", "walked");
    part.place = line.place();
    return part;
}

}  // namespace

std::string options_text(const TreeOptions& options) { return json_of(options).dump(); }

std::string to_json(const TreeTask& task) { return sealed(json_of(task)); }
std::string to_json(const TreePart& part) { return sealed(json_of(part)); }

std::vector<TreeTask> read_tree_tasks(std::istream& in, const std::string& source,
                                      std::optional<std::size_t> only) {
    const auto make = [](const std::string& line, const Place& place) {
        return task_of({line, place, task_expected});
    };
    return sealed_lines(in, source, task_expected, make, only);
}

std::vector<TreePart> read_tree_parts(std::istream& in, const std::string& source) {
    constexpr const char* expected = "a part of a tree a line, as Clew wrote it";
    const auto make = [](const std::string& line, const Place& place) {
        return part_of({line, place, expected});
    };
    return sealed_lines(in, source, expected, make, {}, longest);
}

bool is_tree_line(const std::string& line) {
    return line.find(task_schema) < 40 || line.find(part_schema) < 40;
}

}  // namespace clew::logic::inline tree
