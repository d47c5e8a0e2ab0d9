// Names on the outside, indices inside: cells as r1c1, digits as symbols, houses by the geometry's
// names. Reading looks every name up, so a file for another board is refused and not misread.

#include "logic/path/step_json.hpp"

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "core/base/input_error.hpp"
#include "core/base/json_objects.hpp"
#include "core/base/json_places.hpp"
#include "core/base/strict_json.hpp"
#include "core/board/notation.hpp"

namespace clew::logic::inline path {
namespace {

using json = nlohmann::ordered_json;

json write(Candidate c, const Geometry& geometry) { return clew::to_string(c, geometry.size()); }

/// What `one` makes of each.
template <class T, class One>
json list_of(const std::vector<T>& items, const One& one) {
    json list = json::array();
    for (const T& item : items) list.push_back(one(item));
    return list;
}

json write(const std::vector<Candidate>& candidates, const Geometry& geometry) {
    return list_of(candidates, [&](Candidate c) { return write(c, geometry); });
}

json write(const Constraint& constraint, const Geometry& geometry) {
    json object;
    if (constraint.kind == Constraint::Kind::cell) {
        object["cell"] = clew::to_string(constraint.cell, geometry.size());
    } else if (constraint.kind == Constraint::Kind::rule) {
        object["rule"] = constraint.rule + 1;
    } else if (constraint.kind == Constraint::Kind::total) {
        object["total"] = geometry.info(constraint.house).name;
    } else {
        object["house"] = geometry.info(constraint.house).name;
        object["digit"] = std::string{digit_symbol(constraint.digit)};
    }
    return object;
}

json write(const std::vector<Citation>& cites, const Geometry& geometry) {
    return list_of(cites, [&](const Citation& citation) {
        json object = write(citation.constraint, geometry);
        if (citation.use == Use::link) object["use"] = "link";
        return object;
    });
}

json write(const Branch& branch, const Geometry& geometry) {
    json object;
    object["lines"] = list_of(branch.lines, [&](const Inference& line) {
        json item = roomy_object(6);
        item["candidate"] = write(line.candidate, geometry);
        item["truth"] = line.truth == Truth::holds;
        if (!line.by.empty() || !line.lemma.empty()) {
            item["technique"] = info(line.technique).id;
            item["cites"] = write(line.by, geometry);
            item["from"] = line.from;
        }
        if (!line.lemma.empty()) item["lemma"] = write(line.lemma.front(), geometry);
        return item;
    });
    if (branch.conflict) object["conflict"] = write(*branch.conflict, geometry);
    return object;
}

class Reader {
  public:
    Reader(const Geometry& geometry, const std::string& source, std::string_view text)
        : geometry_(geometry),
          root_(parse(text, source)),
          places_(text, {source, 1, 1}),
          seen_(&root_) {}

    const json& root() const { return root_; }

    /// The fault is in the value that was looked at last.
    [[noreturn]] void refuse(const std::string& what, const std::string& hint) const {
        throw InputError(places_.of(root_, *seen_), what, hint);
    }

    const json& at(const json& object, const char* key) const {
        seen_ = &object;
        if (!object.is_object() || !object.contains(key))
            refuse(std::string{"'"} + key + "' is missing", "a step as Clew writes it");
        return *(seen_ = &object[key]);
    }
    const json& list(const json& object, const char* key) const {
        const json& value = at(object, key);
        if (!value.is_array()) refuse(std::string{"'"} + key + "' is not a list", "[...]");
        return value;
    }
    std::string text(const json& value) const {
        seen_ = &value;
        if (!value.is_string()) refuse("'" + value.dump() + "' is not a text", "a text");
        return value.get<std::string>();
    }
    std::size_t number(const json& value) const {
        seen_ = &value;
        if (!value.is_number_unsigned() || value.get<std::uint64_t>() > 1'000'000)
            refuse("'" + value.dump() + "' is out of range", "a whole number");
        return value.get<std::size_t>();
    }

    // A key that is passed over may be a claim that nobody checks.
    void only(const json& object, const char* what,
              std::initializer_list<std::string_view> keys) const {
        if (!object.is_object()) refuse(std::string{what} + " is no object", "{...}");
        for (const auto& [key, value] : object.items())
            if (std::ranges::find(keys, key) == keys.end())
                refuse(std::string{what} + " has no '" + key + "'", "what Clew wrote");
    }

    Cell cell(const std::string& name) const {
        const auto found = parse_cell(name, geometry_);
        if (!found) refuse("'" + name + "' is not a cell of this board", "r1c1");
        return *found;
    }
    Digit digit(const std::string& name) const {
        const auto found =
            name.size() == 1 ? parse_digit(name.front(), geometry_.size()) : std::nullopt;
        if (!found) refuse("'" + name + "' is not a digit of this board", "one symbol");
        return *found;
    }
    Candidate candidate(const json& value) const {
        const std::string name = text(value);
        const std::size_t sign = name.find('=');
        if (sign == std::string::npos) refuse("'" + name + "' is not a candidate", "r1c1=5");
        return {cell(name.substr(0, sign)), digit(name.substr(sign + 1))};
    }
    std::vector<Candidate> candidates(const json& values) const {
        std::vector<Candidate> found;
        for (const json& value : values) found.push_back(candidate(value));
        return found;
    }
    Constraint constraint(const json& object) const {
        if (object.is_object() && object.contains("cell")) {
            only(object, "a constraint of a cell", {"cell"});
            return Constraint::of(cell(text(object["cell"])));
        }
        if (object.is_object() && object.contains("rule")) {
            only(object, "a constraint that is a rule", {"rule"});
            const std::size_t number = this->number(object["rule"]);
            if (number == 0 || number > most_rules)
                refuse("'" + object["rule"].dump() + "' is no rule of the puzzle", "1, 2, ...");
            return Constraint::of_rule(number - 1);
        }
        if (object.is_object() && object.contains("total")) {
            only(object, "the total of a house", {"total"});
            return Constraint::of_total(house(text(object["total"])));
        }
        only(object, "a constraint of a house", {"house", "digit"});
        const House of = house(text(at(object, "house")));
        return Constraint::of(of, digit(text(at(object, "digit"))));
    }
    House house(const std::string& name) const {
        for (std::size_t h = 0; h < geometry_.house_count(); ++h)
            if (geometry_.info(House{h}).name == name) return House{h};
        refuse("this board has no house '" + name + "'", "row 1, column 1, box 1, ...");
    }
    std::vector<Citation> cites(const json& values) const {
        std::vector<Citation> found;
        for (json value : values) {
            Use use = Use::truth;
            if (value.is_object() && value.contains("use")) {
                if (value["use"] != "link") refuse("a use that is no link", "\"link\", or no use");
                use = Use::link;
                value.erase("use");
            }
            found.push_back({constraint(value), use});
        }
        return found;
    }
    Technique technique(const json& value) const {
        const auto found = parse_technique(text(value));
        if (!found) refuse("no technique is called " + value.dump(), "an id such as naked-pair");
        return *found;
    }
    /// The first of the enumerators up to `last` that is called so.
    template <class Enum>
    Enum named(const json& value, Enum last, const std::string& what, const char* hint) const {
        const std::string name = text(value);
        for (int i = 0; i <= static_cast<int>(last); ++i)
            if (name == to_string(static_cast<Enum>(i))) return static_cast<Enum>(i);
        refuse("no " + what + " is called '" + name + "'", hint);
    }

    // `before`: the lines outside that a lemma may rest on.
    Branch branch(const json& object, std::size_t before = 0, std::size_t depth = 0) const {
        Branch found;
        if (depth > most_lemmas) refuse("lemmas within lemmas without end", "a few at most");
        only(object, "a branch", {"lines", "conflict"});
        for (const json& item : list(object, "lines")) {
            only(item, "a line", {"candidate", "truth", "technique", "cites", "from", "lemma"});
            if (item.contains("technique") != item.contains("cites") ||
                item.contains("technique") != item.contains("from"))
                refuse("a line with half of its reason", "technique, cites and from, or none");
            Inference line;
            line.technique = Technique::guess;  // an assumption, unless it says more
            line.candidate = candidate(at(item, "candidate"));
            const json& truth = at(item, "truth");
            if (!truth.is_boolean()) refuse("'truth' is not a truth value", "true or false");
            line.truth = truth.get<bool>() ? Truth::holds : Truth::fails;
            if (item.contains("technique")) {
                line.technique = technique(item["technique"]);
                line.by = cites(list(item, "cites"));
                for (const json& from : list(item, "from")) {
                    line.from.push_back(number(from));
                    if (line.from.back() >= before + found.lines.size())
                        refuse("a line rests on a later one", "earlier lines");
                }
                if (item.contains("lemma"))
                    line.lemma = {branch(item["lemma"], before + found.lines.size(), depth + 1)};
            } else if (item.contains("lemma")) {
                refuse("a lemma without a technique", "technique, cites and from");
            }
            found.lines.push_back(std::move(line));
        }
        if (object.contains("conflict")) found.conflict = constraint(object["conflict"]);
        return found;
    }

    Step step(const json& object) const {
        Step found;
        // number, title, text, lines, name and shape are for people; a work matrix is checked in a
        // replay, where the state is known.
        only(object, "a step",
             {"number",      "title",        "text",       "kind",  "depth", "apart",
              "set_aside",   "technique",    "name",       "shape", "size",  "score",
              "placements",  "eliminations", "cites",      "roles", "links", "reasons",
              "work_matrix", "deadly",       "none_below", "price", "lines"});
        if (object.contains("set_aside") &&
            (!object.contains("kind") || object["kind"] != "set-aside"))
            refuse("a step that sets aside and is not called so", "\"kind\": \"set-aside\"");
        found.technique = technique(at(object, "technique"));
        found.size = number(at(object, "size"));
        found.score = static_cast<int>(number(at(object, "score")));
        found.placements = candidates(list(object, "placements"));
        found.eliminations = candidates(list(object, "eliminations"));
        found.cites = cites(list(object, "cites"));
        for (const json& item : list(object, "roles")) {
            only(item, "a role", {"role", "candidates", "in"});
            Group group{
                named(at(item, "role"), Role{role_count - 1}, "role", "base, cover, fin, ..."),
                candidates(list(item, "candidates")),
                {}};
            if (item.contains("in")) group.in = constraint(item["in"]);
            found.groups.push_back(std::move(group));
        }
        if (object.contains("links"))
            for (const json& item : list(object, "links")) {
                only(item, "a link", {"from", "to", "kind", "by"});
                const std::string kind = text(at(item, "kind"));
                if (kind != "weak" && kind != "strong")
                    refuse("a link that is '" + kind + "'", "strong or weak");
                Link link{number(at(item, "from")), number(at(item, "to")),
                          kind == "weak" ? LinkKind::weak : LinkKind::strong,
                          constraint(at(item, "by"))};
                if (link.from >= found.groups.size() || link.to >= found.groups.size())
                    refuse("a link between roles that are not there", "indices into 'roles'");
                found.links.push_back(link);
            }
        if (object.contains("reasons"))
            for (const json& item : list(object, "reasons")) found.reasons.push_back(branch(item));
        if (object.contains("deadly")) found.deadly = candidates(list(object, "deadly"));
        if (object.contains("none_below")) found.none_below = number(object["none_below"]);
        if (object.contains("price"))
            found.price = named(object["price"], Price::human, "price", "constraints, cells, ...");
        return found;
    }

    Entry entry(const json& object) const {
        Entry found;
        const bool words_alone =
            object.is_object() && object.contains("kind") &&
            (object["kind"] == "contradiction" || object["kind"] == "solution");
        if (words_alone)
            only(object, "an entry without a step",
                 {"number", "title", "text", "kind", "depth", "apart"});
        if (object.is_object() && object.contains("kind")) {
            found.kind =
                named(object["kind"], Entry::Kind::set_aside, "entry", "deduction, guess, ...");
            found.depth = number(at(object, "depth"));
            if (object.contains("apart")) found.apart = number(object["apart"]);
        } else if (object.contains("depth") || object.contains("apart")) {
            refuse("a step with a depth and without a kind", "both or neither");
        }
        if (found.kind != Entry::Kind::contradiction && found.kind != Entry::Kind::solution)
            found.step = step(object);
        if (found.kind == Entry::Kind::set_aside)
            found.step.eliminations = candidates(list(object, "set_aside"));
        return found;
    }

  private:
    static constexpr std::size_t most_lemmas = 16;     // one within the other
    static constexpr std::size_t most_rules = 0xffff;  // the puzzle, which has fewer, is not known

    static json parse(std::string_view text, const std::string& source) {
        const Place place{source, 1, 1};
        try {
            return parse_strictly<json>(text, place);
        } catch (const json::parse_error& error) {
            throw InputError(place_of_byte(text, error.byte, place), "this is not JSON",
                             "what Clew wrote");
        } catch (const json::exception&) {
            throw InputError(place, "a number that is too large in the JSON", "what Clew wrote");
        }
    }

    const Geometry& geometry_;
    json root_;
    JsonPlaces places_;
    mutable const json* seen_;
};

}  // namespace

nlohmann::ordered_json to_json(const Step& step, const Geometry& geometry) {
    json object = roomy_object();
    object["technique"] = info(step.technique).id;
    object["name"] = title(step);
    object["size"] = step.size;
    object["score"] = step.score;
    object["placements"] = write(step.placements, geometry);
    object["eliminations"] = write(step.eliminations, geometry);
    object["cites"] = write(step.cites, geometry);
    object["roles"] = list_of(step.groups, [&](const Group& group) {
        json item;
        item["role"] = to_string(group.role);
        item["candidates"] = write(group.candidates, geometry);
        if (group.in) item["in"] = write(*group.in, geometry);
        return item;
    });
    if (!step.links.empty())
        object["links"] = list_of(step.links, [&](const Link& link) {
            json item;
            item["from"] = link.from;
            item["to"] = link.to;
            item["kind"] = link.kind == LinkKind::strong ? "strong" : "weak";
            item["by"] = write(link.by, geometry);
            return item;
        });
    if (!step.reasons.empty())
        object["reasons"] =
            list_of(step.reasons, [&](const Branch& branch) { return write(branch, geometry); });
    if (!step.deadly.empty()) object["deadly"] = write(step.deadly, geometry);
    if (step.none_below != 0) object["none_below"] = step.none_below;
    if (step.price != Price::constraints) object["price"] = to_string(step.price);
    return object;
}

nlohmann::ordered_json to_json(const Entry& entry, const Geometry& geometry) {
    json object = roomy_object();
    object["kind"] = to_string(entry.kind);
    object["depth"] = entry.depth;
    if (entry.apart > 0) object["apart"] = entry.apart;
    if (entry.kind != Entry::Kind::contradiction && entry.kind != Entry::Kind::solution)
        take_keys(object, to_json(entry.step, geometry));
    if (entry.kind == Entry::Kind::set_aside) {
        object["set_aside"] = std::exchange(object["eliminations"], json::array());
    }
    return object;
}

nlohmann::ordered_json to_json(const State& state) {
    json object;
    std::string placed;
    json candidates = json::array();
    for (std::size_t i = 0; i < state.cell_count(); ++i) {
        const auto digit = state.value(Cell{i});
        placed += digit ? digit_symbol(*digit) : '.';
        candidates.push_back(clew::to_string(state.candidates(Cell{i})));
    }
    object["placed"] = placed;
    object["candidates"] = std::move(candidates);
    return object;
}

nlohmann::ordered_json uniqueness_json(const State& state) {
    if (state.uniqueness() == Uniqueness::unknown) return nullptr;
    json object;
    object["is"] = to_string(state.uniqueness());
    object["allowed"] = json::array();
    for (std::size_t i = 0; i < state.cell_count(); ++i)
        object["allowed"].push_back(clew::to_string(state.allowed(Cell{i})));
    return object;
}

nlohmann::ordered_json to_json(const Path& path) {
    const Geometry& geometry = path.state.geometry();
    json object;
    object["status"] = to_string(path.status);
    object["ending"] = clew::to_string(path.ending);
    object["score"] = path.score;
    object["hardest"] = path.hardest_score;
    object["guesses"] = path.guesses;
    const auto unique = has_one_solution(path);
    object["unique"] = unique ? json(*unique) : json();
    const auto id = [](Technique t) { return info(t).id; };
    object["tried"] = list_of(path.tried, id);
    if (!path.passed_over.empty()) object["passed_over"] = list_of(path.passed_over, id);
    object["steps"] = list_of(path.entries, [&](const Entry& entry) {
        json step = to_json(entry, geometry);
        // Plain logic: nothing but deductions about the puzzle, and a contradiction at its end.
        if (path.guesses == 0 && entry.kind == Entry::Kind::deduction) {
            step.erase("kind");
            step.erase("depth");
        }
        return step;
    });
    object["solutions"] =
        list_of(path.solutions, [&](const Grid& grid) { return to_line(grid, geometry); });
    object["state"] = to_json(path.state);
    return object;
}

std::vector<Entry> read_path(std::string_view text, const Geometry& geometry,
                             const std::string& source) {
    const Reader reader{geometry, source, text};
    std::vector<Entry> entries;
    for (const json& item : reader.list(reader.root(), "steps"))
        entries.push_back(reader.entry(item));
    return entries;
}

}  // namespace clew::logic::inline path
