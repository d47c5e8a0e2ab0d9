// The built-in sets are written as the lists that their authors give. Scores come from the
// technique table: the published scale for "methods" and "gromley", Clew's own for the others.

#include "logic/strategies/rules.hpp"

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/base/input_error.hpp"
#include "core/base/json_places.hpp"
#include "core/base/strict_json.hpp"

namespace clew::logic::inline strategies {
namespace {

using enum Technique;
using json = nlohmann::ordered_json;

enum class Scale { methods, clew, human };

// Where the scale for people is silent, a technique comes after what they look for.
constexpr int unlisted = 250;

// To them a line is longer to look along than a box.
constexpr int human_hidden_single_in_a_line = 12;

int score_of(Technique technique, Scale scale) {
    const TechniqueInfo& row = info(technique);
    if (scale == Scale::methods) return row.methods;
    if (scale == Scale::clew) return row.clew;
    return row.human != 0 ? row.human : unlisted + row.clew;
}

TechniqueRule rule_of(Technique technique, Scale scale) {
    TechniqueRule rule;
    rule.technique = technique;
    rule.score = score_of(technique, scale);
    if (technique == hidden_single && scale == Scale::human)
        rule.line_score = human_hidden_single_in_a_line;
    return rule;
}

RuleSet build(std::string name, std::string description, Scale scale,
              std::initializer_list<Technique> order) {
    RuleSet set;
    set.name = std::move(name);
    set.description = std::move(description);
    for (Technique t : order) set.rules.push_back(rule_of(t, scale));
    set.guess_score = score_of(Technique::guess, scale);
    return set;
}

// Every technique in order of its score on a scale.
template <class LeftOut>
RuleSet every_rule(std::string name, std::string description, Scale scale, LeftOut&& left_out) {
    RuleSet set;
    set.name = std::move(name);
    set.description = std::move(description);
    for (const TechniqueInfo& row : techniques()) {
        if (left_out(row) || only_by_name(row.technique) || strategy_of(row.technique) == nullptr)
            continue;
        TechniqueRule rule = rule_of(row.technique, scale);
        // A few seconds, where no depth of assumption says more.
        if (row.technique == nested_contradiction) rule.max_nodes = 5'000'000;
        // All ways to part the digits up to 12x12; there are sixteen times as many on 16x16.
        if (row.technique == multi_sector_locked_set) rule.max_nodes = 20'000;
        set.rules.push_back(rule);
    }
    std::ranges::stable_sort(set.rules, {}, &TechniqueRule::score);
    set.guess_score = score_of(Technique::guess, Scale::clew);
    return set;
}

// What the site says: rows, then columns, then blocks.
RuleSet with_lines_first(RuleSet set) {
    for (TechniqueRule& rule : set.rules)
        if (rule.technique == hidden_single) rule.houses = HouseOrder::lines_first;
    return set;
}

// J. Pike's routine: all sets for singles, then every plane in both orientations for structures of
// two, of three, of four; box and line apart. He gives no scores.
RuleSet pike() {
    RuleSet set = with_lines_first(
        build("pike",
              "J. Pike's: singles, locked candidates, sets and fish of two, of three, of four, "
              "with the work matrix",
              Scale::clew,
              {naked_single, hidden_single, pointing, claiming, naked_pair, hidden_pair, x_wing,
               naked_triple, hidden_triple, swordfish, naked_quad, hidden_quad, jellyfish}));
    set.work_matrix = Switch::on;
    return set;
}

std::vector<RuleSet> make_built_in() {
    return {
        build("template", "naked and hidden singles: J. Paris's template; also called `singles`",
              Scale::clew, {naked_single, hidden_single}),
        build("sudokujm",
              "singles, locked candidates, pairs to quads, impossible digit: J. Paris's SudokuJM",
              Scale::clew,
              {naked_single, hidden_single, naked_pair, hidden_pair, naked_triple, hidden_triple,
               naked_quad, hidden_quad, pointing, claiming, impossible_digit}),
        with_lines_first(build(
            "methods",
            "the methods of sudokusolver.co.uk, with their scores: A 4, B 8, C 16, D 32, 48, 64 "
            "for two, three and four cells, F 48 for two houses and 64 above",
            Scale::methods,
            {hidden_single, naked_single,      pointing,         claiming,       hidden_pair,
             hidden_triple, hidden_quad,       hidden_set,       naked_pair,     naked_triple,
             naked_quad,    naked_set,         x_wing,           franken_x_wing, mutant_x_wing,
             swordfish,     franken_swordfish, mutant_swordfish, jellyfish,      franken_jellyfish,
             large_fish})),
        build("gromley", "K. Gromley's strategies (1) to (6)", Scale::methods,
              {naked_single, hidden_single, naked_pair,     naked_triple,  naked_quad,
               naked_set,    hidden_pair,   hidden_triple,  hidden_quad,   hidden_set,
               pointing,     claiming,      xyz_wing,       wxyz_wing,     sue_de_coq,
               bent_set,     x_wing,        franken_x_wing, mutant_x_wing, swordfish,
               jellyfish,    large_fish,    xy_wing,        xy_chain,      counted_set}),
        pike(),
        every_rule("human",
                   "all that earn their place, what people find easiest first; the default",
                   Scale::human, [](const TechniqueInfo&) { return false; }),
        every_rule("structures", "those of `all` without assumptions", Scale::clew,
                   [](const TechniqueInfo& row) { return row.family == Family::assumption; }),
        every_rule("all", "those of `human`, by the size of their proofs", Scale::clew,
                   [](const TechniqueInfo&) { return false; }),
    };
}

// --- reading ---------------------------------------------------------------------------------

/// A rule set that is being read: a fault names the value that it is in.
struct Origin {
    const json& root;
    JsonPlaces places;
};

[[noreturn]] void refuse(const Origin& origin, const json& value, const std::string& what,
                         const std::string& hint) {
    throw InputError(origin.places.of(origin.root, value), what, hint);
}

const std::string& string_of(const json& value, const char* key, const Origin& origin) {
    if (!value.is_string())
        refuse(origin, value, std::string{"'"} + key + "' is not a text", "a text");
    return value.get_ref<const std::string&>();
}

std::uint64_t number_of(const json& value, const char* key, std::uint64_t largest,
                        const Origin& origin) {
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > largest)
        refuse(origin, value, std::string{"'"} + key + "' is out of range",
               "a whole number from 0 to " + std::to_string(largest));
    return value.get<std::uint64_t>();
}

Switch switch_of(const json& value, const char* key, const Origin& origin) {
    if (!value.is_boolean())
        refuse(origin, value, std::string{"'"} + key + "' is not a switch", "true or false");
    return value.get<bool>() ? Switch::on : Switch::off;
}

template <class Item>
Item choice(const json& value, const char* key, const Origin& origin,
            std::initializer_list<std::pair<const char*, Item>> choices) {
    const std::string& text = string_of(value, key, origin);
    std::string hint;
    for (const auto& [word, item] : choices) {
        if (text == word) return item;
        hint += (hint.empty() ? "" : ", ") + std::string{word};
    }
    refuse(origin, value, std::string{"'"} + key + "' cannot be '" + text + "'", hint);
}

TechniqueRule read_rule(const json& value, Scale scale, const Origin& origin) {
    const bool short_form = value.is_string();
    if (!short_form && !value.is_object())
        refuse(origin, value, "a rule is neither a technique nor an object",
               "\"naked-pair\" or {...}");
    if (!short_form && !value.contains("technique"))
        refuse(origin, value, "a rule without 'technique'", "{\"technique\": \"naked-pair\", ...}");
    const std::string& id = string_of(short_form ? value : value["technique"], "technique", origin);
    const auto technique = parse_technique(id);
    if (!technique || strategy_of(*technique) == nullptr)
        refuse(origin, short_form ? value : value["technique"],
               "no technique is called '" + id + "'", "an id such as naked-pair");
    TechniqueRule rule = rule_of(*technique, scale);
    if (short_form) return rule;
    if (value.contains("score")) rule.line_score = 0;
    for (const auto& [key, item] : value.items()) {
        if (key == "technique") continue;
        if (key == "score") {
            rule.score = static_cast<int>(number_of(item, "score", 1'000'000, origin));
        } else if (key == "line_score" && *technique == hidden_single) {
            rule.line_score = static_cast<int>(number_of(item, "line_score", 1'000'000, origin));
        } else if (key == "max_size") {
            rule.max_size = number_of(item, "max_size", max_cells, origin);
        } else if (key == "max_nodes") {
            rule.max_nodes = number_of(item, "max_nodes", unlimited, origin);
        } else if (key == "on") {
            rule.is = switch_of(item, "on", origin);
        } else if (key == "houses") {
            rule.houses = choice<HouseOrder>(item, "houses", origin,
                                             {{"boxes-first", HouseOrder::boxes_first},
                                              {"lines-first", HouseOrder::lines_first}});
        } else if (key == "closure") {
            rule.closure = choice<ClosureRules>(
                item, "closure", origin,
                {{"singles", ClosureRules::singles}, {"sudokujm", ClosureRules::sudokujm}});
        } else {
            refuse(
                origin, item, "a rule has no '" + key + "'",
                "technique, score, line_score of hidden singles, on, max_size, max_nodes, closure, "
                "houses");
        }
    }
    return rule;
}

const char* to_string(Restart restart) { return restart == Restart::first ? "first" : "stay"; }
const char* to_string(Guess guess) {
    return guess == Guess::off ? "off" : guess == Guess::first ? "first" : "all";
}

}  // namespace

bool only_by_name(Technique technique) {
    static constexpr Technique named[] = {
        sk_loop,       firework_triple, firework_quadruple, aligned_pair_exclusion, junior_exocet,
        senior_exocet, tridagon};
    return std::ranges::find(named, technique) != std::end(named);
}

int score_of(const TechniqueRule& rule, const Step& step, const Geometry& geometry) {
    if (rule.line_score == 0 || step.technique != hidden_single) return rule.score;
    const House house = step.cites.front().constraint.house;
    return geometry.info(house).role == HouseRole::box ? rule.score : rule.line_score;
}

std::span<const RuleSet> built_in_rules() {
    static const std::vector<RuleSet> sets = make_built_in();
    return sets;
}

const RuleSet* built_in_rules(std::string_view name) {
    for (const RuleSet& set : built_in_rules())
        if (set.name == name) return &set;
    return nullptr;
}

std::optional<RuleSet> find_rules(std::string_view text) {
    if (const RuleSet* set = built_in_rules(text)) return *set;
    RuleSet found = build(std::string{text}, "", Scale::clew, {naked_single, hidden_single});
    if (text == "singles") return found;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t comma = std::min(text.find(',', start), text.size());
        const auto technique = parse_technique(text.substr(start, comma - start));
        if (!technique || strategy_of(*technique) == nullptr) return std::nullopt;
        if (std::ranges::find(found.rules, *technique, &TechniqueRule::technique) ==
            found.rules.end()) {
            found.rules.push_back(rule_of(*technique, Scale::clew));
        }
        start = comma + 1;
    }
    return found;
}

std::string known_rules() {
    std::string names = "singles";
    for (const RuleSet& set : built_in_rules()) names += ", " + set.name;
    return names + ", or techniques separated by commas, such as naked-pair,x-wing";
}

RuleSet read_rules(std::string_view text, const std::string& source) {
    json root;
    try {
        root = parse_strictly<json>(text, {source, 0, 0});
    } catch (const json::parse_error& error) {
        throw InputError(place_of_byte(text, error.byte, {source, 1, 1}), "this is not JSON",
                         "a rule set");
    } catch (const json::exception&) {
        throw InputError({source, 1, 1}, "a number that is too large in the JSON", "small numbers");
    }
    const Origin origin{root, {text, {source, 1, 1}}};
    if (!root.is_object() || !root.contains("rules") || !root["rules"].is_array())
        refuse(origin, root, "no list of rules", "{\"name\": ..., \"rules\": [...]}");
    RuleSet set;
    set.name = source;
    Scale scale = Scale::clew;
    if (root.contains("scale"))
        scale = choice<Scale>(
            root["scale"], "scale", origin,
            {{"methods", Scale::methods}, {"clew", Scale::clew}, {"human", Scale::human}});
    set.guess_score = score_of(Technique::guess, scale);
    for (const auto& [key, item] : root.items()) {
        if (key == "rules" || key == "scale") continue;
        if (key == "name") {
            set.name = string_of(item, "name", origin);
        } else if (key == "description") {
            set.description = string_of(item, "description", origin);
        } else if (key == "restart") {
            set.restart = choice<Restart>(item, "restart", origin,
                                          {{"first", Restart::first}, {"stay", Restart::stay}});
        } else if (key == "guess") {
            set.guess =
                choice<Guess>(item, "guess", origin,
                              {{"off", Guess::off}, {"first", Guess::first}, {"all", Guess::all}});
        } else if (key == "work_matrix") {
            set.work_matrix = switch_of(item, "work_matrix", origin);
        } else if (key == "guess_score") {
            set.guess_score = static_cast<int>(number_of(item, "guess_score", 1'000'000, origin));
        } else {
            refuse(origin, item, "a rule set has no '" + key + "'",
                   "name, description, scale, restart, guess, guess_score, work_matrix, rules");
        }
    }
    for (const json& value : root["rules"]) {
        const TechniqueRule rule = read_rule(value, scale, origin);
        for (const TechniqueRule& other : set.rules)
            if (other.technique == rule.technique)
                refuse(origin, value,
                       std::string{"'"} + info(rule.technique).id + "' is there twice",
                       "each technique once");
        set.rules.push_back(rule);
    }
    if (std::ranges::none_of(set.rules, [](const TechniqueRule& r) { return r.is == Switch::on; }))
        refuse(origin, root["rules"], "no rule is on", "at least one");
    return set;
}

std::string write_rules(const RuleSet& set) {
    json root;
    root["name"] = set.name;
    root["description"] = set.description;
    root["restart"] = to_string(set.restart);
    root["guess"] = to_string(set.guess);
    root["guess_score"] = set.guess_score;
    if (set.work_matrix == Switch::on) root["work_matrix"] = true;
    root["rules"] = json::array();
    for (const TechniqueRule& rule : set.rules) {
        json item;
        item["technique"] = info(rule.technique).id;
        item["score"] = rule.score;
        if (rule.line_score != 0) item["line_score"] = rule.line_score;
        item["on"] = rule.is == Switch::on;
        if (rule.max_size != 0) item["max_size"] = rule.max_size;
        item["max_nodes"] = rule.max_nodes;
        item["closure"] = to_string(rule.closure);
        if (rule.houses == HouseOrder::lines_first) item["houses"] = "lines-first";
        root["rules"].push_back(std::move(item));
    }
    return root.dump(2);
}

}  // namespace clew::logic::inline strategies
