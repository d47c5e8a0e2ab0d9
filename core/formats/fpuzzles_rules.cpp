// How f-puzzles writes them (cells are "R1C1"):
//
//     killercage      [{cells, value}]     value: the sum as text; none for a cage without one
//     thermometer     [{lines}]            each line from its bulb on
//     arrow           [{cells, lines}]     cells: the circle; each line a shaft that begins with a
//                                          cell of the circle
//     sandwichsum     [{cell, value}]      cell: beside the row or column, R0C3, R3C0, R10C3, R3C10
//     nonconsecutive  true
//
// What says how they look is named in a note; anything else in them is refused by name. A circle of
// several cells is read in reading order.

#include "core/formats/fpuzzles_rules.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/board/notation.hpp"
#include "core/rules/registry.hpp"

namespace clew::formats {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 5> keys{"killercage", "thermometer", "arrow", "sandwichsum",
                                               "nonconsecutive"};
constexpr std::array<std::string_view, 8> looks{
    "outlineC", "baseC", "fontC", "lineC", "width", "size", "highlightC", "isNewConstraint"};

bool is_idle(const Json& json) {
    return json.is_null() || (json.is_boolean() && !json.get<bool>()) ||
           ((json.is_array() || json.is_object()) && json.empty()) ||
           (json.is_string() && json.get_ref<const std::string&>().empty());
}

class RulesReader {
  public:
    RulesReader(Record& record, Unread& unread)
        : record_(record), unread_(unread), size_(record.puzzle.geometry().size()) {}

    void read(const Json& json) const {
        each(json, "killercage", {"cells", "value"}, [this](const Json& cage) {
            Rule rule{.kind = RuleKind::killer_cage, .cells = cells(cage, "cells")};
            if (cage.contains("value") && !is_idle(cage["value"]))
                rule.numbers = {number(cage["value"])};
            add(std::move(rule));
        });
        each(json, "thermometer", {"lines"}, [this](const Json& thermometer) {
            for (const Json& line : lines(thermometer))
                add({.kind = RuleKind::thermometer, .cells = cells_of(line)});
        });
        each(json, "arrow", {"cells", "lines"}, [this](const Json& arrow) {
            std::vector<Cell> circle = cells(arrow, "cells");
            std::ranges::sort(circle);
            for (const Json& line : lines(arrow)) {
                std::vector<Cell> shaft = cells_of(line);
                if (!shaft.empty() && std::ranges::find(circle, shaft.front()) != circle.end())
                    shaft.erase(shaft.begin());
                Rule rule{.kind = RuleKind::arrow,
                          .cells = circle,
                          .numbers = {static_cast<int>(circle.size())}};
                rule.cells.insert(rule.cells.end(), shaft.begin(), shaft.end());
                add(std::move(rule));
            }
        });
        each(json, "sandwichsum", {"cell", "value"}, [this](const Json& clue) {
            if (!clue.contains("cell") || !clue["cell"].is_string())
                refuse("a sandwich sum without a place", "{\"cell\": \"R0C3\", \"value\": \"12\"}");
            if (!clue.contains("value") || is_idle(clue["value"])) {
                unread_.add("a sandwich sum without a value");
                return;
            }
            add({.kind = RuleKind::sandwich,
                 .cells = line_beside(clue["cell"].get<std::string>()),
                 .numbers = {number(clue["value"])}});
        });
        if (json.contains("nonconsecutive") && !is_idle(json["nonconsecutive"])) {
            if (!json["nonconsecutive"].is_boolean())
                refuse("\"nonconsecutive\" is neither true nor false", "true or false");
            add({.kind = RuleKind::non_consecutive});
        }
    }

  private:
    [[noreturn]] void refuse(const std::string& what, const std::string& hint) const {
        throw InputError(record_.place, what, hint);
    }
    static std::string dumped(const Json& json) {
        return shown(json.dump(-1, ' ', true, Json::error_handler_t::replace));
    }

    void add(Rule rule) const {
        try {
            rules::check_rule(rule, record_.puzzle.geometry());
        } catch (const InputError& error) {
            refuse(error.what(), error.hint());
        }
        record_.puzzle.add_rule(std::move(rule));
    }

    template <class Read>
    void each(const Json& json, const char* key, std::initializer_list<std::string_view> parts,
              Read&& read) const {
        if (!json.contains(key) || is_idle(json[key])) return;
        const std::string name = "\"" + std::string(key) + "\"";
        if (!json[key].is_array()) refuse(name + " is no list", "a list");
        for (const Json& item : json[key]) {
            if (!item.is_object()) refuse("an entry of " + name + " that is no object", "objects");
            for (const auto& [part, value] : item.items()) {
                if (std::ranges::find(parts, part) != parts.end() || is_idle(value)) continue;
                if (std::ranges::find(looks, part) == looks.end())
                    refuse("'" + part + "' in " + name + ", which Clew does not know",
                           "cells, lines and values");
                unread_.add(std::string(key) + "." + part);
            }
            read(item);
        }
    }

    int number(const Json& json) const {
        std::string text;
        if (json.is_number_unsigned()) text = std::to_string(json.get<std::uint64_t>());
        if (json.is_string()) text = json.get<std::string>();
        const bool plain = !text.empty() && text.size() <= 6 &&
                           text.find_first_not_of("0123456789") == std::string::npos;
        if (!plain) refuse("a value of " + dumped(json), "a whole number");
        return std::stoi(text);
    }

    std::vector<Cell> cells_of(const Json& list) const {
        if (!list.is_array()) refuse("a list of cells that is none: " + dumped(list), "[\"R1C1\"]");
        std::vector<Cell> result;
        for (const Json& item : list) {
            const auto cell = item.is_string() ? parse_cell(item.get<std::string>(), size_)
                                               : std::optional<Cell>{};
            if (!cell) refuse(dumped(item) + " is not a cell", "a cell such as \"R3C5\"");
            result.push_back(*cell);
        }
        return result;
    }
    std::vector<Cell> cells(const Json& item, const char* key) const {
        if (!item.contains(key)) refuse(std::string("no \"") + key + "\"", "a list of cells");
        return cells_of(item[key]);
    }
    const Json& lines(const Json& item) const {
        if (!item.contains("lines") || !item["lines"].is_array() || item["lines"].empty())
            refuse("a thermometer or an arrow without lines", "\"lines\": [[\"R1C1\", ...]]");
        return item["lines"];
    }

    /// The row or column that a place outside the grid stands beside.
    std::vector<Cell> line_beside(const std::string& place) const {
        const std::string hint = "a place beside the grid, such as \"R0C3\"";
        const std::size_t c = place.find_first_of("cC");
        const auto coordinate = [&](std::string_view digits) -> std::size_t {
            if (digits.empty() || digits.size() > 3 ||
                digits.find_first_not_of("0123456789") != std::string_view::npos)
                refuse(shown(place) + " is no place", hint);
            return std::stoul(std::string(digits));
        };
        if (place.empty() || (place[0] != 'R' && place[0] != 'r') || c == std::string::npos)
            refuse(shown(place) + " is no place", hint);
        const std::size_t row = coordinate(std::string_view(place).substr(1, c - 1));
        const std::size_t column = coordinate(std::string_view(place).substr(c + 1));
        const auto inside = [this](std::size_t i) { return i >= 1 && i <= size_; };
        const auto beside = [this](std::size_t i) { return i == 0 || i == size_ + 1; };
        if (!(inside(row) && beside(column)) && !(inside(column) && beside(row)))
            refuse(shown(place) + " is not beside the grid", hint);
        const Geometry& board = record_.puzzle.geometry();
        std::vector<Cell> line;
        for (std::size_t i = 0; i < size_; ++i)
            line.push_back(inside(row) ? board.cell(row - 1, i) : board.cell(i, column - 1));
        return line;
    }

    Record& record_;
    Unread& unread_;
    std::size_t size_;
};

Json names_of(std::span<const Cell> cells, std::size_t size) {
    Json names = Json::array();
    for (Cell cell : cells) {
        std::string name = to_string(cell, size);
        std::ranges::replace(name, 'r', 'R');
        std::ranges::replace(name, 'c', 'C');
        names.push_back(std::move(name));
    }
    return names;
}

/// The place beside the row or column that a sandwich is about; empty if it is about neither.
std::string place_beside(const Rule& rule, const Geometry& board) {
    const std::size_t n = board.size();
    for (std::size_t i = 0; i < n; ++i) {
        std::vector<Cell> row, column;
        for (std::size_t k = 0; k < n; ++k) {
            row.push_back(board.cell(i, k));
            column.push_back(board.cell(k, i));
        }
        if (std::ranges::is_permutation(row, rule.cells)) return "R" + std::to_string(i + 1) + "C0";
        if (std::ranges::is_permutation(column, rule.cells)) return "R0C" + std::to_string(i + 1);
    }
    return {};
}

}  // namespace

std::span<const std::string_view> fpuzzles_rule_keys() { return keys; }

void read_fpuzzles_rules(const Json& json, Record& record, Unread& unread) {
    RulesReader{record, unread}.read(json);
}

void write_fpuzzles_rules(const Record& record, Json& json, LeftOut& out) {
    const Geometry& board = record.puzzle.geometry();
    const std::size_t n = board.size();
    const auto refuse = [&](const Rule& rule) {
        throw InputError(record.place,
                         "f-puzzles cannot hold this rule: " + rules::words(rule, board),
                         "the format json");
    };
    bool named = false;
    for (const Rule& rule : record.puzzle.rules()) {
        rules::check_rule(rule, board);
        named |= !rule.name.empty();
        switch (rule.kind) {
            case RuleKind::killer_cage: {
                Json cage{{"cells", names_of(rule.cells, n)}};
                if (!rule.numbers.empty()) cage["value"] = std::to_string(rule.numbers.front());
                json["killercage"].push_back(std::move(cage));
                break;
            }
            case RuleKind::thermometer: {
                Json lines = Json::array();
                lines.push_back(names_of(rule.cells, n));
                json["thermometer"].push_back({{"lines", std::move(lines)}});
                break;
            }
            case RuleKind::arrow: {
                const auto circle = static_cast<std::size_t>(rule.numbers.front());
                const std::span<const Cell> cells{rule.cells};
                if (!std::ranges::is_sorted(cells.first(circle))) refuse(rule);
                Json line = names_of(cells.subspan(circle), n);
                line.insert(line.begin(), names_of(cells.first(1), n).front());
                Json lines = Json::array();
                lines.push_back(std::move(line));
                json["arrow"].push_back(
                    {{"cells", names_of(cells.first(circle), n)}, {"lines", std::move(lines)}});
                break;
            }
            case RuleKind::sandwich: {
                const std::string place = place_beside(rule, board);
                if (place.empty()) refuse(rule);
                json["sandwichsum"].push_back(
                    {{"cell", place}, {"value", std::to_string(rule.numbers.front())}});
                break;
            }
            case RuleKind::non_consecutive:
                json["nonconsecutive"] = true;
                break;
            case RuleKind::different:
            case RuleKind::relation:
            case RuleKind::sum:
            case RuleKind::automaton:
                refuse(rule);
                break;
        }
    }
    if (named) out.emplace_back("the names of rules were left out");
}

}  // namespace clew::formats
