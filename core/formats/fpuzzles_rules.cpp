// How f-puzzles writes them (cells are "R1C1"); one table of keys, each with a shape:
//
//     lines      [{lines}]              each line a rule
//     valued     [{lines, value}]       the same, with a number
//     group      [{cells}]              all cells one rule
//     pair       [{cells, value}]       two cells; without a value the usual one
//     letters    [{cells, value}]       X or V
//     single     [{cell}]               a rule each
//     extreme    [{cell}]               compared with the neighbours that are no such cells
//     digits     [{cells, values}]
//     clone      [{cells, cloneCells}]
//     cage       [{cells, value}]       value: the sum as text; none, or 0, for a cage without one
//     arrow      [{cells, lines}]       cells: the circle; each line a shaft behind a first cell
//     outside    [{cell, value}]        cell: beside the row or column, R0C3, R3C0, R10C3, R3C10
//     diagonal   [{cell, direction, cells, value}]
//
// and besides them nonconsecutive and negative, which dots and letters except from. What says how
// they look is named in a note, as is what an editor leaves behind and says nothing (a line of one
// cell); anything else in them is refused by name. A circle of several cells is read in reading
// order.

#include "core/formats/fpuzzles_rules.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "core/board/neighbours.hpp"
#include "core/board/notation.hpp"
#include "core/formats/fpuzzles_keys.hpp"
#include "core/rules/registry.hpp"

namespace clew::formats {
namespace {

using Json = nlohmann::ordered_json;

enum class Shape : std::uint8_t {
    lines,
    valued,
    group,
    pair,
    letters,
    single,
    extreme,
    digits,
    clone,
    cage,
    arrow,
    outside,
    diagonal,
};

/// A key of a document. `drawing`: what a drawing that repeats the rule names it.
struct KeyRow {
    const char* key;
    RuleKind kind;
    Shape shape;
    const char* drawing = nullptr;
    std::size_t least = 2;  ///< cells of a line that says something
};

constexpr std::array rows = {
    KeyRow{"killercage", RuleKind::killer_cage, Shape::cage},
    KeyRow{"thermometer", RuleKind::thermometer, Shape::lines},
    KeyRow{"arrow", RuleKind::arrow, Shape::arrow},
    KeyRow{"difference", RuleKind::difference, Shape::pair},
    KeyRow{"ratio", RuleKind::ratio, Shape::pair},
    KeyRow{"xv", RuleKind::pair_sum, Shape::letters},
    KeyRow{"palindrome", RuleKind::palindrome, Shape::lines},
    KeyRow{"renban", RuleKind::renban, Shape::lines, "Renban"},
    KeyRow{"whispers", RuleKind::whisper, Shape::valued, "Whispers"},
    KeyRow{"odd", RuleKind::odd, Shape::single},
    KeyRow{"even", RuleKind::even, Shape::single},
    KeyRow{"minimum", RuleKind::minimum, Shape::extreme},
    KeyRow{"maximum", RuleKind::maximum, Shape::extreme},
    KeyRow{"quadruple", RuleKind::quadruple, Shape::digits},
    KeyRow{"littlekillersum", RuleKind::little_killer, Shape::diagonal},
    KeyRow{"betweenline", RuleKind::between, Shape::lines, nullptr, 3},
    KeyRow{"sandwichsum", RuleKind::sandwich, Shape::outside},
    KeyRow{"regionsumline", RuleKind::region_sum, Shape::lines, "Region Sum Line"},
    KeyRow{"skyscraper", RuleKind::skyscraper, Shape::outside, "Skyscraper"},
    KeyRow{"entropicline", RuleKind::entropic, Shape::lines, "Entropic Line"},
    KeyRow{"lockout", RuleKind::lockout, Shape::lines, "Lockout", 3},
    KeyRow{"clone", RuleKind::clone, Shape::clone},
    KeyRow{"columnindexer", RuleKind::column_indexer, Shape::group, "Column Indexer"},
    KeyRow{"rowindexer", RuleKind::row_indexer, Shape::group, "Row Indexer"},
    KeyRow{"boxindexer", RuleKind::box_indexer, Shape::group, "Box Indexer"},
    KeyRow{"xsum", RuleKind::x_sum, Shape::outside, "X Sum"},
    KeyRow{"zipperline", RuleKind::zipper, Shape::lines, "Zipper Line", 3},
    KeyRow{"modularline", RuleKind::modular, Shape::lines, "Modular Line"},
    KeyRow{"slowthermometer", RuleKind::slow_thermometer, Shape::lines, "Slow Thermometer"},
    KeyRow{"nabner", RuleKind::nabner, Shape::lines, "Nabner"},
    KeyRow{"doublearrow", RuleKind::double_arrow, Shape::lines, "Double Arrow", 3},
};
constexpr std::array<std::string_view, 2> board_keys = {"nonconsecutive", "negative"};
constexpr std::pair<std::string_view, RuleKind> negatives[] = {
    {"ratio", RuleKind::no_ratio},
    {"difference", RuleKind::no_difference},
    {"xv", RuleKind::no_pair_sum}};
constexpr std::array<std::string_view, 5> drawings = {"line", "text", "cage", "circle",
                                                      "rectangle"};
constexpr std::array<std::string_view, 8> looks{
    "outlineC", "baseC", "fontC", "lineC", "width", "size", "highlightC", "isNewConstraint"};

auto negative_of(RuleKind kind) {
    return std::ranges::find_if(negatives, [&](const auto& one) { return one.second == kind; });
}

/// The number that a rule has where its key says none: the least difference of lockouts, the
/// divisor of modular lines; of dots the usual one. 0 for none.
int usual_number(RuleKind kind, std::size_t size) {
    const int n = static_cast<int>(size);
    switch (kind) {
        case RuleKind::whisper:
            return (n + 1) / 2;
        case RuleKind::lockout:
            return n / 2;
        case RuleKind::modular:
            return 3;
        case RuleKind::difference:
            return 1;
        case RuleKind::ratio:
            return 2;
        default:
            return 0;
    }
}

using Pairs = std::set<std::pair<Cell, Cell>>;

/// The pairs of cells that have a dot or letter of one of these kinds between them.
Pairs marked(const Puzzle& puzzle, std::initializer_list<RuleKind> kinds) {
    Pairs pairs;
    for (const Rule& rule : puzzle.rules())
        if (std::ranges::find(kinds, rule.kind) != kinds.end())
            pairs.insert(std::minmax(rule.cells[0], rule.cells[1]));
    return pairs;
}

Pairs excepted(const Rule& rule) {
    Pairs pairs;
    for (std::size_t i = 0; i + 1 < rule.cells.size(); i += 2)
        pairs.insert(std::minmax(rule.cells[i], rule.cells[i + 1]));
    return pairs;
}

/// The numbers of these rules, ascending; `usual` if there are none.
std::vector<int> numbers_used(const Puzzle& puzzle, RuleKind kind, int usual) {
    std::set<int> numbers;
    for (const Rule& rule : puzzle.rules())
        if (rule.kind == kind) numbers.insert(rule.numbers.front());
    if (numbers.empty()) numbers.insert(usual);
    return {numbers.begin(), numbers.end()};
}

Rule negative_rule(const Puzzle& puzzle, RuleKind kind) {
    Rule rule{.kind = kind};
    Pairs pairs = marked(puzzle, {RuleKind::difference, RuleKind::ratio});
    if (kind == RuleKind::no_ratio) {
        rule.numbers = numbers_used(puzzle, RuleKind::ratio, 2);
    } else if (kind == RuleKind::no_difference) {
        rule.numbers = numbers_used(puzzle, RuleKind::difference, 1);
    } else {
        rule.numbers = {5, 10};
        pairs = marked(puzzle, {RuleKind::pair_sum});
    }
    for (const auto& [a, b] : pairs) rule.cells.insert(rule.cells.end(), {a, b});
    return rule;
}

class RulesReader {
  public:
    RulesReader(Record& record, Unread& unread, const JsonPlaces* places)
        : record_(record),
          unread_(unread),
          places_(places),
          size_(record.puzzle.geometry().size()) {}

    void read(const Json& json) const {
        for (const KeyRow& row : rows)
            if (says(json, row.key)) read(row, json[row.key]);
        const bool dots = !marked(record_.puzzle, {RuleKind::difference, RuleKind::ratio}).empty();
        if (says(json, "nonconsecutive")) {
            if (!json["nonconsecutive"].is_boolean())
                refuse("\"nonconsecutive\" is neither true nor false", "true or false");
            Rule rule{.kind = RuleKind::non_consecutive};
            if (dots) {
                rule = negative_rule(record_.puzzle, RuleKind::no_difference);
                rule.numbers = {1};
            }
            add(std::move(rule));
        }
        if (says(json, "negative")) negative(json["negative"]);
    }

  private:
    [[noreturn]] void refuse(const std::string& what, const std::string& hint) const {
        throw InputError(record_.place, what, hint);
    }
    static std::string dumped(const Json& json) {
        return shown(json.dump(-1, ' ', true, Json::error_handler_t::replace));
    }

    void add(Rule rule) const {
        told_at(record_.place, [&] { rules::check_rule(rule, record_.puzzle.geometry()); });
        record_.puzzle.add_rule(std::move(rule));
    }

    void negative(const Json& list) const {
        if (!list.is_array()) refuse("\"negative\" is no list", "[\"ratio\", \"xv\"]");
        for (const Json& item : list) {
            const std::string word = item.is_string() ? item.get<std::string>() : dumped(item);
            if (word == "foglight") {
                unread_.add("negative.foglight");
                continue;
            }
            const auto known =
                std::ranges::find_if(negatives, [&](const auto& one) { return one.first == word; });
            if (known == std::end(negatives))
                refuse("\"negative\" of " + shown(word) + ", which Clew does not know",
                       "ratio, difference or xv");
            add(negative_rule(record_.puzzle, known->second));
        }
    }

    void read(const KeyRow& row, const Json& list) const {
        const std::string name = "\"" + std::string(row.key) + "\"";
        if (!list.is_array()) refuse(name + " is no list", "a list");
        std::set<Cell> extremes;
        for (std::size_t i = 0; i < list.size(); ++i) {
            const Json& item = list[i];
            try {
                if (!item.is_object()) refuse("it is no object", "an object");
                check_parts(row, item);
                if (row.shape != Shape::extreme)
                    read_item(row, item);
                else if (says(item, "cell"))
                    extremes.insert(cell(item["cell"]));
            } catch (const InputError& error) {
                const Place place =
                    places_ == nullptr ? record_.place : places_->at({row.key, std::to_string(i)});
                throw InputError(place,
                                 name + ", entry " + std::to_string(i + 1) + ": " + error.what(),
                                 error.hint());
            }
        }
        for (const Cell at : extremes) add_extreme(row, at, extremes);
    }

    void check_parts(const KeyRow& row, const Json& item) const {
        static constexpr std::array<std::string_view, 7> parts = {
            "cells", "lines", "value", "values", "cell", "direction", "cloneCells"};
        for (const auto& [part, value] : item.items()) {
            if (is_among(part, parts) || is_idle(value)) continue;
            if (!is_among(part, looks))
                refuse("'" + part + "' in \"" + row.key + "\", which Clew does not know",
                       "cells, lines and values");
            unread_.add(std::string(row.key) + "." + part);
        }
    }

    void skip(const KeyRow& row, const char* what) const {
        unread_.add(std::string(row.key) + " (" + what + ")");
    }

    void add_extreme(const KeyRow& row, Cell at, const std::set<Cell>& others) const {
        Rule rule{.kind = row.kind, .cells = {at}};
        for (const Cell side : sides_of(record_.puzzle.geometry(), at))
            if (!others.contains(side)) rule.cells.push_back(side);
        if (rule.cells.size() < 2)
            skip(row, "all its neighbours are such cells");
        else
            add(std::move(rule));
    }

    void read_item(const KeyRow& row, const Json& item) const {
        const bool has_value = says(item, "value");
        Rule rule{.kind = row.kind};
        const char* idle = nullptr;  // why it says nothing
        switch (row.shape) {
            case Shape::lines:
            case Shape::valued:
                return read_lines(row, item, has_value);
            case Shape::arrow:
                return read_arrows(row, item);
            case Shape::extreme:
                return;  // done together
            case Shape::group:
                rule.cells = cells(item, "cells");
                if (rule.cells.empty()) idle = "no cells";
                break;
            case Shape::pair:
                rule.cells = cells(item, "cells");
                rule.numbers = {has_value ? number(item["value"]) : usual_number(row.kind, size_)};
                break;
            case Shape::letters:
                if (has_value)
                    rule = letter(item);
                else
                    idle = "no letter";
                break;
            case Shape::single:
                if (!item.contains("cell")) refuse("no \"cell\"", "a cell");
                rule.cells = {cell(item["cell"])};
                break;
            case Shape::digits:
                rule.cells = cells(item, "cells");
                if (says(item, "values")) {
                    if (!item["values"].is_array()) refuse("\"values\" that are no list", "a list");
                    for (const Json& value : item["values"]) rule.numbers.push_back(number(value));
                }
                if (rule.numbers.empty()) idle = "no digits";
                break;
            case Shape::clone:
                rule.cells = clones(item);
                if (rule.cells.empty()) idle = "no cells";
                break;
            case Shape::cage:
                rule.cells = cells(item, "cells");
                if (const int sum = has_value ? number(item["value"]) : 0; sum > 0)
                    rule.numbers = {sum};
                if (rule.cells.size() == 1 && rule.numbers.empty()) idle = "one cell without a sum";
                if (rule.cells.empty()) idle = "no cells";
                break;
            case Shape::outside:
                if (!item.contains("cell") || !item["cell"].is_string())
                    refuse("\"" + std::string(row.key) + "\" without a place",
                           "{\"cell\": \"R0C3\", \"value\": \"12\"}");
                if (has_value)
                    rule.cells = line_beside(item["cell"].get<std::string>(),
                                             row.kind != RuleKind::sandwich);
                rule.numbers = {has_value ? number(item["value"]) : 0};
                if (!has_value) idle = "no value";
                break;
            case Shape::diagonal:
                rule.numbers = {has_value ? number(item["value"]) : 0};
                if (rule.numbers[0] == 0) idle = "no value";
                if (idle == nullptr && says(item, "cells")) rule.cells = cells(item, "cells");
                if (idle == nullptr && rule.cells.empty()) rule.cells = diagonal(item);
                break;
        }
        if (idle != nullptr)
            skip(row, idle);
        else
            add(std::move(rule));
    }

    Rule letter(const Json& item) const {
        const std::string said = item["value"].is_string() ? item["value"].get<std::string>() : "";
        const bool ten = said == "X" || said == "x";
        if (!ten && said != "V" && said != "v")
            refuse("a value of " + dumped(item["value"]) + " in \"xv\"", "X or V");
        return {
            .kind = RuleKind::pair_sum, .cells = cells(item, "cells"), .numbers = {ten ? 10 : 5}};
    }

    std::vector<Cell> clones(const Json& item) const {
        std::vector<Cell> all = cells(item, "cells");
        const std::vector<Cell> to = cells(item, "cloneCells");
        if (all.size() != to.size())
            refuse("a clone of " + std::to_string(all.size()) + " cells with " +
                       std::to_string(to.size()),
                   "as many cells in both");
        all.insert(all.end(), to.begin(), to.end());
        return all;
    }

    /// The lines of an entry; it is told if there are none.
    const Json& lines_of(const KeyRow& row, const Json& item, const char* none) const {
        static const Json nothing = Json::array();
        if (item.contains("lines") && item["lines"].is_array() && !item["lines"].empty())
            return item["lines"];
        skip(row, none);
        return nothing;
    }

    void read_lines(const KeyRow& row, const Json& item, bool has_value) const {
        if (row.shape == Shape::lines && has_value)
            refuse("a value in \"" + std::string(row.key) + "\"", "lines alone");
        const int usual = usual_number(row.kind, size_);
        for (const Json& line : lines_of(row, item, "no line")) {
            Rule rule{.kind = row.kind, .cells = cells_of(line)};
            if (has_value)
                rule.numbers = {number(item["value"])};
            else if (usual > 0)
                rule.numbers = {usual};
            if (rule.cells.size() < row.least)
                skip(row, "a line that is too short to say anything");
            else if (row.kind == RuleKind::region_sum && !crosses_regions(rule.cells))
                skip(row, "a line within one region");
            else
                add(std::move(rule));
        }
    }

    void read_arrows(const KeyRow& row, const Json& item) const {
        std::vector<Cell> circle = cells(item, "cells");
        std::ranges::sort(circle);
        for (const Json& line : lines_of(row, item, "no shaft")) {
            const std::vector<Cell> shaft = cells_of(line);  // behind a cell of the circle
            if (shaft.size() < 2 || circle.empty()) {
                skip(row, "no shaft");
                continue;
            }
            Rule rule{
                .kind = row.kind, .cells = circle, .numbers = {static_cast<int>(circle.size())}};
            rule.cells.insert(rule.cells.end(), shaft.begin() + 1, shaft.end());
            add(std::move(rule));
        }
    }

    bool crosses_regions(std::span<const Cell> line) const {
        const Geometry& board = record_.puzzle.geometry();
        std::set<std::size_t> regions;
        for (const Cell c : line)
            if (const auto region = board.box_of(c)) regions.insert(*region);
        return regions.size() > 1;
    }

    int number(const Json& json) const {
        std::string text;
        if (json.is_number_unsigned()) text = std::to_string(json.get<std::uint64_t>());
        if (json.is_string()) text = trimmed(json.get_ref<const std::string&>());
        const auto value = text.size() <= 6 ? parse_number(text) : std::nullopt;
        if (!value) refuse("a value of " + dumped(json), "a whole number");
        return static_cast<int>(*value);
    }

    Cell cell(const Json& item) const {
        const auto found =
            item.is_string() ? parse_cell(item.get<std::string>(), size_) : std::optional<Cell>{};
        if (!found) refuse(dumped(item) + " is not a cell", "a cell such as \"R3C5\"");
        return *found;
    }
    std::vector<Cell> cells_of(const Json& list) const {
        if (!list.is_array()) refuse("a list of cells that is none: " + dumped(list), "[\"R1C1\"]");
        std::vector<Cell> result;
        for (const Json& item : list) result.push_back(cell(item));
        return result;
    }
    std::vector<Cell> cells(const Json& item, const char* key) const {
        if (!item.contains(key)) refuse(std::string("no \"") + key + "\"", "a list of cells");
        return cells_of(item[key]);
    }

    struct OutsidePlace {
        std::size_t row = 0, column = 0;  ///< from 0, one before the board, to size + 1
    };
    OutsidePlace place_of(const std::string& text) const {
        const std::string hint = "a place beside the grid, such as \"R0C3\"";
        const std::size_t c = text.find_first_of("cC");
        const auto coordinate = [&](std::string_view digits) {
            const auto value = digits.size() <= 3 ? parse_number(digits) : std::nullopt;
            if (!value) refuse(shown(text) + " is no place", hint);
            return *value;
        };
        if (text.empty() || (text[0] != 'R' && text[0] != 'r') || c == std::string::npos)
            refuse(shown(text) + " is no place", hint);
        const OutsidePlace place{coordinate(std::string_view(text).substr(1, c - 1)),
                                 coordinate(std::string_view(text).substr(c + 1))};
        if (place.row > size_ + 1 || place.column > size_ + 1)
            refuse(shown(text) + " is not beside the grid", hint);
        return place;
    }

    /// The row or column that a place outside the grid stands beside; read from there if `from_it`.
    std::vector<Cell> line_beside(const std::string& text, bool from_it) const {
        const auto [row, column] = place_of(text);
        const auto inside = [this](std::size_t i) { return i >= 1 && i <= size_; };
        if (inside(row) == inside(column))
            refuse(shown(text) + " is not beside the grid",
                   "a place beside the grid, such as \"R0C3\"");
        const Geometry& board = record_.puzzle.geometry();
        std::vector<Cell> line;
        for (std::size_t i = 0; i < size_; ++i)
            line.push_back(inside(row) ? board.cell(row - 1, i) : board.cell(i, column - 1));
        if (from_it && (row > size_ || column > size_)) std::ranges::reverse(line);
        return line;
    }

    std::vector<Cell> diagonal(const Json& item) const {
        const std::string way = item.contains("direction") && item["direction"].is_string()
                                    ? item["direction"].get<std::string>()
                                    : "";
        if (!item.contains("cell") || !item["cell"].is_string() || way.size() != 2)
            refuse("a little killer without cells", "\"cells\", or \"cell\" and \"direction\"");
        const auto [row, column] = place_of(item["cell"].get<std::string>());
        const int down = way[0] == 'D' ? 1 : -1, right = way[1] == 'R' ? 1 : -1;
        std::vector<Cell> line;
        const auto n = static_cast<int>(size_);
        const auto inside = [n](int i) { return i >= 1 && i <= n; };
        int r = static_cast<int>(row), c = static_cast<int>(column);
        if (!inside(r) || !inside(c)) {
            r += down;
            c += right;
        }
        for (; inside(r) && inside(c); r += down, c += right)
            line.push_back(record_.puzzle.geometry().cell(static_cast<std::size_t>(r - 1),
                                                          static_cast<std::size_t>(c - 1)));
        return line;
    }

    Record& record_;
    Unread& unread_;
    const JsonPlaces* places_;  // null for a document within a link
    std::size_t size_;
};

/// The names of cells and places in a part of an entry: of lists and of lists of lists.
void collect(const Json& json, std::set<std::string>& names) {
    if (json.is_string()) names.insert(json.get<std::string>());
    if (json.is_array())
        for (const Json& item : json) collect(item, names);
}

std::set<std::string> names_in(const Json& item) {
    std::set<std::string> names;
    for (const char* part : {"cells", "lines", "cell"})
        if (item.contains(part)) collect(item[part], names);
    return names;
}

/// True if the drawing repeats an entry of a rule's key, by what it says of itself and by its
/// cells.
bool repeats_a_rule(const Json& item, const Json& json) {
    if (!item.is_object()) return false;
    std::string of = says(item, "fromConstraint") && item["fromConstraint"].is_string()
                         ? item["fromConstraint"].get<std::string>()
                         : "";
    if (of == "German Whispers" || of == "Dutch Whispers") of = "Whispers";
    if (of.empty() && says(item, "isLLConstraint")) of = "Lockout";
    const bool by_any = of.empty() && says(item, "isNewConstraint");
    if (of.empty() && !by_any) return false;
    const std::set<std::string> cells = names_in(item);
    for (const KeyRow& row : rows) {
        if (row.drawing == nullptr || (!by_any && of != row.drawing)) continue;
        if (!json.contains(row.key) || !json[row.key].is_array()) continue;
        for (const Json& entry : json[row.key])
            if (entry.is_object() && !cells.empty() &&
                std::ranges::includes(names_in(entry), cells))
                return true;
        // Several entries may be drawn as one.
        std::set<std::string> all;
        for (const Json& entry : json[row.key])
            if (entry.is_object()) all.merge(names_in(entry));
        if (!cells.empty() && std::ranges::includes(all, cells)) return true;
    }
    return false;
}

Json names_of(std::span<const Cell> cells, std::size_t size) {
    Json names = Json::array();
    for (const Cell cell : cells) names.push_back(fpuzzles_name(cell, size));
    return names;
}

/// The place from which a row or column is read so; empty if the cells are neither.
std::string place_beside(const Rule& rule, const Geometry& board) {
    std::vector<Cell> cells = rule.cells;
    // A sandwich reads the same from both ends.
    if (rule.kind == RuleKind::sandwich) std::ranges::sort(cells);
    const auto line = whole_line(board, cells);
    if (!line) return {};
    const std::string at = std::to_string(line->index + 1),
                      end = line->backwards ? std::to_string(board.size() + 1) : "0";
    return line->is_row ? "R" + at + "C" + end : "R" + end + "C" + at;
}

class RulesWriter {
  public:
    RulesWriter(const Record& record, Json& json)
        : record_(record), board_(record.puzzle.geometry()), json_(json) {}

    void write(const Rule& rule) {
        const std::size_t n = board_.size();
        const auto row = std::ranges::find(rows, rule.kind, &KeyRow::kind);
        if (row == rows.end()) {
            of_board(rule);
            return;
        }
        Json entry = Json::object();
        const int number = rule.numbers.empty() ? 0 : rule.numbers.front();
        const int usual = usual_number(rule.kind, n);
        switch (row->shape) {
            case Shape::lines:
                if (number != usual) refuse(rule);
                [[fallthrough]];
            case Shape::valued:
                entry["lines"] = Json::array({names_of(rule.cells, n)});
                if (row->shape == Shape::valued) entry["value"] = std::to_string(number);
                break;
            case Shape::group:
                entry["cells"] = names_of(rule.cells, n);
                break;
            case Shape::pair:
                entry["cells"] = names_of(rule.cells, n);
                if (number != usual) entry["value"] = std::to_string(number);
                break;
            case Shape::letters:
                if (number != 5 && number != 10) refuse(rule);
                entry["cells"] = names_of(rule.cells, n);
                entry["value"] = number == 10 ? "X" : "V";
                break;
            case Shape::single:
                for (const Cell cell : rule.cells)
                    json_[row->key].push_back({{"cell", fpuzzles_name(cell, n)}});
                return;
            case Shape::extreme:
                if (!is_extreme(rule)) refuse(rule);
                entry["cell"] = fpuzzles_name(rule.cells.front(), n);
                break;
            case Shape::digits:
                entry["cells"] = names_of(rule.cells, n);
                entry["values"] = rule.numbers;
                break;
            case Shape::clone: {
                const std::span<const Cell> cells{rule.cells};
                entry["cells"] = names_of(cells.first(cells.size() / 2), n);
                entry["cloneCells"] = names_of(cells.subspan(cells.size() / 2), n);
                break;
            }
            case Shape::cage:
                entry["cells"] = names_of(rule.cells, n);
                if (!rule.numbers.empty()) entry["value"] = std::to_string(number);
                break;
            case Shape::arrow: {
                const auto circle = static_cast<std::size_t>(number);
                const std::span<const Cell> cells{rule.cells};
                if (!std::ranges::is_sorted(cells.first(circle))) refuse(rule);
                Json line = names_of(cells.subspan(circle), n);
                line.insert(line.begin(), fpuzzles_name(cells.front(), n));
                entry["cells"] = names_of(cells.first(circle), n);
                entry["lines"] = Json::array({std::move(line)});
                break;
            }
            case Shape::outside: {
                const std::string place = place_beside(rule, board_);
                if (place.empty()) refuse(rule);
                entry["cell"] = place;
                entry["value"] = std::to_string(number);
                break;
            }
            case Shape::diagonal:
                write_diagonal(rule, entry);
                break;
        }
        json_[row->key].push_back(std::move(entry));
    }

  private:
    [[noreturn]] void refuse(const Rule& rule) const {
        throw InputError(
            record_.place,
            "f-puzzles and SudokuPad cannot hold this rule: " + rules::words(rule, board_),
            "the format json");
    }

    /// Compared with just those neighbours that are no such cells.
    bool is_extreme(const Rule& rule) const {
        std::set<Cell> firsts, wanted;
        for (const Rule& other : record_.puzzle.rules())
            if (other.kind == rule.kind) firsts.insert(other.cells.front());
        for (const Cell side : sides_of(board_, rule.cells.front()))
            if (!firsts.contains(side)) wanted.insert(side);
        return wanted == std::set<Cell>(rule.cells.begin() + 1, rule.cells.end());
    }

    void write_diagonal(const Rule& rule, Json& entry) const {
        // The outside place is one step before the first cell, against the diagonal's way.
        const std::size_t n = board_.size();
        if (rule.cells.size() < 2) refuse(rule);
        const auto row = [&](std::size_t i) {
            return static_cast<int>(board_.row_of(rule.cells[i]));
        };
        const auto column = [&](std::size_t i) {
            return static_cast<int>(board_.column_of(rule.cells[i]));
        };
        const int down = row(1) - row(0), right = column(1) - column(0);
        if (std::abs(down) != 1 || std::abs(right) != 1) refuse(rule);
        for (std::size_t i = 1; i < rule.cells.size(); ++i)
            if (row(i) - row(i - 1) != down || column(i) - column(i - 1) != right) refuse(rule);
        const auto outside = [n](int i) { return i < 0 || i >= static_cast<int>(n); };
        const int r = row(0) - down, c = column(0) - right;
        const std::size_t last = rule.cells.size() - 1;
        if (!(outside(r) || outside(c)) ||
            !(outside(row(last) + down) || outside(column(last) + right)))
            refuse(rule);
        entry["cell"] = "R" + std::to_string(r + 1) + "C" + std::to_string(c + 1);
        entry["cells"] = names_of(rule.cells, n);
        entry["direction"] = std::string(down > 0 ? "D" : "U") + (right > 0 ? "R" : "L");
        entry["value"] = std::to_string(rule.numbers.front());
    }

    /// A negative rule can be written if it excepts just the pairs that have marks, as the key
    /// does.
    void of_board(const Rule& rule) {
        if (rule.kind == RuleKind::non_consecutive) {
            if (!marked(record_.puzzle, {RuleKind::difference, RuleKind::ratio}).empty())
                refuse(rule);
            json_["nonconsecutive"] = true;
            return;
        }
        const auto known = negative_of(rule.kind);
        if (known == std::end(negatives)) refuse(rule);
        const Rule said = negative_rule(record_.puzzle, rule.kind);
        std::vector<int> numbers = rule.numbers;
        std::ranges::sort(numbers);
        if (excepted(rule) != excepted(said)) refuse(rule);
        if (numbers == said.numbers)
            json_["negative"].push_back(known->first);
        else if (rule.kind == RuleKind::no_difference && numbers == std::vector{1} &&
                 !rule.cells.empty())
            json_["nonconsecutive"] = true;
        else
            refuse(rule);
    }

    const Record& record_;
    const Geometry& board_;
    Json& json_;
};

}  // namespace

bool is_idle(const Json& json) {
    return json.is_null() || (json.is_boolean() && !json.get<bool>()) ||
           ((json.is_array() || json.is_object()) && json.empty()) ||
           (json.is_string() && json.get_ref<const std::string&>().empty());
}

bool says(const Json& json, const std::string& key) {
    return json.contains(key) && !is_idle(json[key]);
}

std::string fpuzzles_name(Cell cell, std::size_t size) {
    std::string name = to_string(cell, size);
    std::ranges::replace(name, 'r', 'R');
    std::ranges::replace(name, 'c', 'C');
    return name;
}

bool is_fpuzzles_rule(std::string_view key) {
    return is_among(key, board_keys) ||
           std::ranges::any_of(rows, [key](const KeyRow& row) { return key == row.key; });
}

bool is_fpuzzles_drawing(std::string_view key) { return is_among(key, drawings); }

bool only_repeats_rules(const Json& list, const Json& json) {
    return list.is_array() &&
           std::ranges::all_of(list, [&](const Json& item) { return repeats_a_rule(item, json); });
}

void read_fpuzzles_rules(const Json& json, Record& record, Unread& unread,
                         const JsonPlaces* places) {
    RulesReader{record, unread, places}.read(json);
}

void write_fpuzzles_rules(const Record& record, Json& json, LeftOut& out) {
    RulesWriter writer{record, json};
    bool named = false;
    for (const Rule& rule : record.puzzle.rules()) {
        rules::check_rule(rule, record.puzzle.geometry());
        named |= !rule.name.empty();
        writer.write(rule);
    }
    if (named) out.emplace_back("the names of rules were left out");
}

}  // namespace clew::formats

std::string_view clew::fpuzzles_key(RuleKind kind) {
    using formats::rows, formats::board_keys;
    if (kind == RuleKind::non_consecutive) return board_keys[0];
    if (formats::negative_of(kind) != std::end(formats::negatives)) return board_keys[1];
    const auto row = std::ranges::find(rows, kind, &formats::KeyRow::kind);
    return row == rows.end() ? std::string_view{} : row->key;
}
