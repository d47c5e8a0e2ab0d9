// Clew's own JSON. The schema is told in docs/formats.md; "version" is raised when its meaning
// changes, and a version or a key that is not known is an error, never passed over.
//
// A text may hold one object, an array of them, or one object after another (JSON lines). Objects
// are cut out of the stream by their brackets, so that a long file of lines is read one by one.
//
// An answer that Clew gave as JSON ("schema": "clew/count/1") is read as the puzzle that it is
// about: the object "question", or where there is none the line "puzzle" on the usual board.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/json_places.hpp"
#include "core/base/strict_json.hpp"
#include "core/board/notation.hpp"
#include "core/formats/arrays.hpp"
#include "core/formats/reading.hpp"
#include "core/formats/rows.hpp"
#include "core/rules/alternatives.hpp"
#include "core/rules/registry.hpp"

namespace clew::formats {
namespace {

using Json = nlohmann::ordered_json;

// Version 2 is version 1 and rules, anti-knight and anti-king; what does not need it is written
// as 1.
constexpr int newest_version = 2;
constexpr std::string_view schema_name = "clew-puzzle";
constexpr std::size_t most_nesting = 64;

/// The others came with version 2.
bool in_version_1(const BoardVariant& variant) {
    return variant.flag == &GeometrySpec::windows || variant.flag == &GeometrySpec::disjoint_groups;
}

// Reads one object of ours; every fault names the key and has the place of the value.
class PuzzleJson {
  public:
    /// `root` is the value of the whole text, of which the object is a part; it starts at `place`.
    PuzzleJson(std::string_view whole, const Json& root, Place place)
        : place_(place), places_(whole, std::move(place)), root_(root), at_(&root) {}

    Record read(const Json& json) {
        if (is_answer(json)) return question_of(json);
        if (!json.is_object()) refuse(json, "the puzzle is no JSON object", "an object");
        if (text(need(json, "format"), "format") != schema_name)
            refuse("\"format\" is not \"clew-puzzle\"", "\"format\": \"clew-puzzle\"");
        const Json& found = need(json, "version");
        if (!found.is_number_integer() || found < 1 || found > newest_version)
            refuse("version " + found.dump() + " of the JSON schema", "version 1 or 2");
        version_ = found.get<int>();
        only_keys(json, "the puzzle",
                  {"format", "version", "geometry", "givens", "marks", "progress", "solution",
                   "metadata"},
                  {"rules"});
        Record record = blank_record(geometry(need(json, "geometry")), "json", place_);
        if (json.contains("givens")) {
            const auto digits = cells(json["givens"], "givens", record.puzzle.geometry());
            for (std::size_t i = 0; i < digits.size(); ++i)
                if (digits[i]) record.puzzle.set_given(Cell{i}, *digits[i]);
        }
        if (json.contains("marks")) marks(json["marks"], record.puzzle);
        if (json.contains("rules")) rules(json["rules"], record.puzzle);
        if (json.contains("progress")) progress(json["progress"], record);
        if (json.contains("solution")) {
            const Geometry& board = record.puzzle.geometry();
            const auto digits = cells(json["solution"], "solution", board);
            std::vector<Digit> grid(board.cell_count());
            for (const Cell cell : board.cells()) {
                if (!digits[cell.index()])
                    refuse(at(json["solution"]), "a blank cell in \"solution\"",
                           "a digit in every cell");
                grid[cell.index()] = *digits[cell.index()];
            }
            record.solution = Grid{std::move(grid)};
        }
        if (json.contains("metadata")) {
            if (!json["metadata"].is_object())
                refuse(at(json["metadata"]), "\"metadata\" is no object", "an object");
            for (const auto& [key, value] : json["metadata"].items())
                record.metadata[key] = text(value, key);
        }
        return record;
    }

  private:
    static bool is_answer(const Json& json) {
        return json.is_object() && json.contains("schema") && json["schema"].is_string() &&
               json["schema"].get_ref<const std::string&>().starts_with("clew/");
    }

    Record question_of(const Json& answer) {
        if (answer.contains("question")) return read(answer["question"]);
        if (!answer.contains("puzzle") || !answer.contains("geometry"))
            refuse("an answer with no question", "\"question\", or \"puzzle\" and \"geometry\"");
        const std::string line = text(answer["puzzle"], "puzzle");
        std::size_t size = 1;
        while (size * size < line.size()) ++size;
        if (size < 4 || size > max_size) refuse("\"puzzle\": no board", "a symbol a cell");
        Record record = blank_record(Geometry::standard(size), "json", place_);
        const auto digits = cells(answer["puzzle"], "puzzle", record.puzzle.geometry());
        if (text(answer["geometry"], "geometry") != record.puzzle.geometry().description())
            refuse(
                "the board " + shown(text(answer["geometry"], "geometry")) + " without its rules",
                "\"question\", which Clew writes for such a board");
        for (std::size_t i = 0; i < digits.size(); ++i)
            if (digits[i]) record.puzzle.set_given(Cell{i}, *digits[i]);
        return record;
    }

    /// What is looked at: a fault that comes next is in it.
    const Json& at(const Json& json) const { return *(at_ = &json); }

    [[noreturn]] void refuse(const std::string& what, const std::string& hint) const {
        refuse(*at_, what, hint);
    }
    [[noreturn]] void refuse(const Json& json, const std::string& what,
                             const std::string& hint) const {
        throw InputError(places_.of(root_, json), what, hint);
    }

    // `since_2`: keys of version 2.
    void only_keys(const Json& json, const std::string& what,
                   const std::vector<std::string_view>& keys,
                   const std::vector<std::string_view>& since_2 = {}) const {
        if (!at(json).is_object()) refuse(what + " is no JSON object", "an object");
        for (const auto& [key, value] : json.items())
            if (is_among(key, since_2)) {
                if (version_ < 2)
                    refuse(value, "the key " + shown(key) + " in " + what + " of version 1",
                           "version 2");
            } else if (!is_among(key, keys)) {
                refuse(value, "unknown key " + shown(key) + " in " + what, listed(keys, ", "));
            }
    }

    const Json& need(const Json& json, const char* key) const {
        if (!json.contains(key)) refuse(json, std::string("no \"") + key + "\"", "it is required");
        return at(json[key]);
    }

    std::string text(const Json& json, const std::string& key) const {
        if (!at(json).is_string()) refuse("\"" + key + "\" is no string", "a string");
        return json.get<std::string>();
    }

    bool flag(const Json& json, const char* key) const {
        if (!json.contains(key)) return false;
        if (!at(json[key]).is_boolean()) refuse(std::string("\"") + key + "\"", "true or false");
        return json[key].get<bool>();
    }

    std::size_t number(const Json& json, const std::string& key) const {
        if (!at(json).is_number_unsigned() || json.get<std::uint64_t>() > max_cells)
            refuse("\"" + key + "\": " + json.dump(), "a small whole number");
        return json.get<std::size_t>();
    }

    Cell cell(const Json& json, std::size_t size, std::size_t extras) const {
        const std::string name = text(json, "cell");
        const auto found = parse_cell(name, size, extras);
        if (!found) refuse(shown(name) + " is not a cell", "a cell such as \"r3c5\"");
        return *found;
    }

    GeometryPtr geometry(const Json& json) const {
        std::vector<std::string_view> keys = {"size", "boxes", "regions", "diagonals",
                                              "extra_houses"};
        std::vector<std::string_view> since_2 = {"rows", "columns", "first_digit", "lines",
                                                 "extra_cells"};
        for (const BoardVariant& variant : board_variants())
            (in_version_1(variant) ? keys : since_2).push_back(variant.key);
        only_keys(json, "\"geometry\"", keys, since_2);
        GeometrySpec spec;
        spec.size = number(need(json, "size"), "size");
        if (spec.size > max_size) refuse("\"size\": " + json["size"].dump(), "4 to 25");
        for (const auto& [key, side] : {std::pair{"rows", &spec.rows}, {"columns", &spec.columns}})
            if (json.contains(key)) {
                *side = number(json[key], key);
                if (*side == 0) refuse("\"" + std::string(key) + "\": 0", "1 to the size");
            }
        if (json.contains("first_digit"))
            spec.first_digit = static_cast<int>(number(json["first_digit"], "first_digit"));
        if (json.contains("lines")) spec.lines = flag(json, "lines");
        if (json.contains("extra_cells"))
            spec.extra_cells = number(json["extra_cells"], "extra_cells");
        if (json.contains("boxes")) {
            const Json& boxes = at(json["boxes"]);
            if (!boxes.is_array() || boxes.size() != 2)
                refuse("\"boxes\": " + boxes.dump(), "[rows, columns] of a box");
            spec.boxes = BoxShape{number(boxes[0], "boxes"), number(boxes[1], "boxes")};
        }
        if (json.contains("regions")) {
            const std::string map = rows(json["regions"], "regions");
            for (char c : map) {
                const bool letter = c >= 'A' && c <= 'Y';
                if (!letter) refuse(shown({&c, 1}) + " is not a region", "a letter from A on");
                spec.regions.push_back(static_cast<std::size_t>(c - 'A'));
            }
            spread(spec);
        }
        if (json.contains("diagonals")) {
            if (!at(json["diagonals"]).is_array()) refuse("\"diagonals\"", "[\"main\", \"anti\"]");
            for (const Json& diagonal : json["diagonals"]) {
                const std::string name = text(diagonal, "diagonals");
                if (name != "main" && name != "anti")
                    refuse("diagonal " + shown(name), "main or anti");
                (name == "main" ? spec.main_diagonal : spec.anti_diagonal) = true;
            }
        }
        for (const BoardVariant& variant : board_variants())
            spec.*variant.flag = flag(json, variant.key);
        if (json.contains("extra_houses")) {
            if (!at(json["extra_houses"]).is_array()) refuse("\"extra_houses\"", "an array");
            for (const Json& house : json["extra_houses"]) {
                only_keys(house, "an extra house", {"name", "cells"});
                ExtraHouse extra;
                if (house.contains("name")) extra.name = text(house["name"], "name");
                if (!need(house, "cells").is_array()) refuse("\"cells\"", "an array of cells");
                for (const Json& member : house["cells"])
                    extra.cells.push_back(cell(member, spec.size, spec.extra_cells));
                spec.extras.push_back(std::move(extra));
            }
        }
        try {
            const GeometryPtr made = Geometry::make(spec);
            const GeometryPtr usual = Geometry::standard(spec.size);
            return *made == *usual ? usual : made;
        } catch (const InputError& error) {
            throw InputError(places_.of(root_, json), error.what(), error.hint());
        }
    }

    // From a region a cell of the board to one a cell of the square.
    void spread(GeometrySpec& spec) const {
        const std::size_t rows = spec.rows == 0 ? spec.size : spec.rows;
        const std::size_t columns = spec.columns == 0 ? spec.size : spec.columns;
        if (rows > spec.size || columns > spec.size || spec.regions.size() != rows * columns)
            return;
        std::vector<std::size_t> square(spec.size * spec.size);
        for (std::size_t i = 0; i < spec.regions.size(); ++i)
            square[i / columns * spec.size + i % columns] = spec.regions[i];
        spec.regions = std::move(square);
    }

    // A string, or an array of strings that are put together.
    std::string rows(const Json& json, const std::string& key) const {
        if (at(json).is_string()) return json.get<std::string>();
        if (!json.is_array()) refuse("\"" + key + "\"", "a string, or an array with one a row");
        std::string all;
        for (const Json& row : json) all += text(row, key);
        return all;
    }

    std::vector<std::optional<Digit>> cells(const Json& json, const std::string& key,
                                            const Geometry& board) const {
        const std::string symbols = rows(json, key);
        if (symbols.size() != board.cells().size())
            refuse(json, std::to_string(symbols.size()) + " symbols in \"" + key + "\"",
                   board.is_latin_square() ? cells_and_side(board.size())
                                           : "one for each cell of " + board.description());
        std::vector<std::optional<Digit>> digits(board.cell_count());
        for (std::size_t i = 0; i < symbols.size(); ++i) {
            const char c = symbols[i];
            std::optional<Digit>& digit = digits[board.cells()[i].index()];
            digit = c == '.' ? std::nullopt : parse_digit(c, board);
            if (c != '.' && !digit)
                refuse(row_of(json, i),
                       shown({&c, 1}) + " in \"" + key + "\" is not a digit of this board",
                       to_string(DigitSet::all(board.size()), board) + " or . for blank");
        }
        return digits;
    }

    // The string that holds the symbol of that number.
    static const Json& row_of(const Json& json, std::size_t symbol) {
        if (json.is_string()) return json;
        for (const Json& row : json) {
            const std::size_t size = row.get_ref<const std::string&>().size();
            if (symbol < size) return row;
            symbol -= size;
        }
        return json;
    }

    DigitSet digit_set(const Json& json, const std::string& key, const Geometry& board) const {
        DigitSet digits;
        for (char c : text(json, key)) {
            const auto digit = parse_digit(c, board);
            if (!digit)
                refuse(shown({&c, 1}) + " in \"" + key + "\" is not a digit of this board",
                       to_string(DigitSet::all(board.size()), board));
            digits.insert(*digit);
        }
        return digits;
    }

    void marks(const Json& json, Puzzle& puzzle) const {
        const Geometry& board = puzzle.geometry();
        const std::size_t rows = board.rows() + (board.extra_cells() > 0 ? 1 : 0);
        if (!at(json).is_array() || json.size() != rows)
            refuse("\"marks\"", "an array of " + std::to_string(rows) + " rows");
        auto cell = board.cells().begin();
        for (std::size_t r = 0; r < rows; ++r) {
            const std::size_t columns = r < board.rows() ? board.columns() : board.extra_cells();
            if (!at(json[r]).is_array() || json[r].size() != columns)
                refuse("row " + std::to_string(r + 1) + " of \"marks\"",
                       "an array of " + std::to_string(columns) + " strings or nulls");
            for (std::size_t c = 0; c < columns; ++c, ++cell)
                if (!json[r][c].is_null())
                    puzzle.set_marks(*cell, digit_set(json[r][c], "marks", board));
        }
    }

    void rules(const Json& json, Puzzle& puzzle) const {
        std::size_t place = 0;
        for (Rule& rule : rule_list(json, "rules", puzzle.geometry(), 0)) {
            try {
                clew::rules::check_rule(rule, puzzle.geometry());
            } catch (const InputError& error) {
                refuse(json[place], error.what(), error.hint());
            }
            puzzle.add_rule(std::move(rule));
            ++place;
        }
    }

    std::vector<Rule> rule_list(const Json& json, const std::string& key, const Geometry& board,
                                int depth) const {
        if (!json.is_array()) refuse("\"" + key + "\"", "an array of rules");
        std::vector<Rule> all;
        for (const Json& item : json) all.push_back(rule(item, board, depth));
        return all;
    }

    Rule rule(const Json& item, const Geometry& board, int depth) const {
        if (!at(item).is_object()) refuse("a rule is no JSON object", "an object");
        const std::string key = text(need(item, "kind"), "kind");
        const auto kind = clew::rules::parse_kind(key);
        if (!kind) refuse("no kind of rule is called " + shown(key), known_kinds());
        if (*kind == RuleKind::alternatives) return alternatives(item, board, depth + 1);
        only_keys(item, "a rule", {"kind", "cells", "numbers", "name"});
        Rule rule{.kind = *kind};
        if (item.contains("cells")) {
            if (!item["cells"].is_array()) refuse("\"cells\"", "an array of cells");
            for (const Json& member : item["cells"])
                rule.cells.push_back(cell(member, board.size(), board.extra_cells()));
        }
        if (item.contains("numbers")) {
            if (!item["numbers"].is_array()) refuse("\"numbers\"", "an array of whole numbers");
            for (const Json& value : item["numbers"]) rule.numbers.push_back(whole(value));
        }
        if (item.contains("name")) rule.name = text(item["name"], "name");
        return rule;
    }

    Rule alternatives(const Json& item, const Geometry& board, int depth) const {
        constexpr int deepest = 16;
        if (depth > deepest)
            refuse("more than " + std::to_string(deepest) + " choices in each other", "fewer");
        only_keys(item, "a choice", {"kind", "least", "of", "name"});
        clew::rules::Alternatives found;
        if (item.contains("least")) found.least = whole(item["least"]);
        if (!need(item, "of").is_array()) refuse("\"of\"", "an array of lists of rules");
        for (const Json& list : item["of"])
            found.lists.push_back(rule_list(list, "of", board, depth));
        Rule rule = clew::rules::pack(found);
        if (item.contains("name")) rule.name = text(item["name"], "name");
        return rule;
    }

    static std::string known_kinds() {
        return listed(clew::rules::primitive_table(), ", ", &clew::rules::PrimitiveRow::key) +
               ", " + listed(clew::rules::setter_table(), ", ", &clew::rules::SetterRow::key);
    }

    int whole(const Json& json) const {
        constexpr std::int64_t most = 1'000'000'000;
        const bool fits = json.is_number_unsigned()
                              ? json.get<std::uint64_t>() <= static_cast<std::uint64_t>(most)
                              : json.is_number_integer() && json.get<std::int64_t>() >= -most;
        if (!fits) refuse("\"numbers\": " + json.dump(), "whole numbers");
        return json.get<int>();
    }

    void progress(const Json& json, Record& record) const {
        only_keys(json, "\"progress\"", {"placed", "removed"});
        const Geometry& board = record.puzzle.geometry();
        PlayerMarks done = blank_progress(board);
        if (json.contains("placed")) done.placed = cells(json["placed"], "placed", board);
        for (std::size_t i = 0; i < done.placed.size(); ++i)
            if (done.placed[i] && record.puzzle.given(Cell{i}))
                refuse(json["placed"],
                       "\"placed\" has a digit where a given is, at " +
                           to_string(Cell{i}, board.size()),
                       "entries in open cells only");
        if (json.contains("removed")) {
            if (!at(json["removed"]).is_object())
                refuse("\"removed\"", "an object, cell to digits");
            for (const auto& [name, digits] : json["removed"].items()) {
                const auto found = parse_cell(name, board);
                if (!found)
                    refuse(digits, shown(name) + " is not a cell", "a cell such as \"r3c5\"");
                if (!done.removed[found->index()].empty())
                    refuse(digits, to_string(*found, board.size()) + " is twice in \"removed\"",
                           "each cell once");
                done.removed[found->index()] = digit_set(digits, "removed", board);
            }
        }
        record.progress = std::move(done);
    }

    Place place_;
    int version_ = 1;
    JsonPlaces places_;
    const Json& root_;
    mutable const Json* at_;
};

Json parse(const CutJson& cut, Hearing& hearing) {
    try {
        return parse_strictly<Json>(cut.text, cut.place, &hearing);
    } catch (const Json::parse_error& error) {
        const std::size_t byte = std::min<std::size_t>(error.byte, cut.text.size());
        throw InputError(place_of_byte(cut.text, byte, cut.place), "not well-formed JSON",
                         "JSON; see docs/formats.md for the schema");
    } catch (const Json::exception&) {
        throw InputError(cut.place, "a number that is too large in the JSON", "small numbers");
    }
}

// A question above its drawing, which is passed over: it has to have the same clues.
void read_question(Reading& reading) {
    CutJson cut;
    cut.place = reading.in.place(0, question_mark.size() + 1);
    cut.text = reading.in.take().substr(question_mark.size());
    const Json json = parse(cut, reading.hearing);
    Record record = PuzzleJson{cut.text, json, cut.place}.read(json);
    const std::string* next = reading.in.peek();
    const Geometry& board = record.puzzle.geometry();
    if (next == nullptr || !is_heading(*next, board.columns()))
        throw InputError(cut.place, "a question without its drawing",
                         "the board below it, as Clew prints both");
    const Place place = reading.in.place(0, 1);
    if (!board.is_latin_square() || board.first_digit() != 1) {
        reading.in.drop(end_of_block(reading, 0));
        reading.ready.push_back(std::move(record));
        return;
    }
    const DrawnGrid drawing = take_drawing(reading);
    for (std::size_t i = 0; i < drawing.cells.size(); ++i)
        if (const auto given = record.puzzle.given(Cell{i}))
            if (drawing.cells[i].text != std::string(1, digit_symbol(*given)))
                throw InputError(place,
                                 "the drawing has not the clue of its question at " +
                                     to_string(Cell{i}, drawing.size),
                                 "a drawing that belongs to the question above it");
    reading.ready.push_back(std::move(record));
}

bool recognise_json(Reading& reading) {
    const std::string_view body = trimmed(*reading.in.peek());
    if (reading.in.peek()->starts_with(question_mark)) return true;
    if (body.starts_with('{')) return true;
    return body.starts_with('[') && lower(body) != "[puzzle]" && lower(body) != "[state]";
}

// Lists that stand below each other, a row a line, with none around them.
std::optional<CutJson> rows_of_lists(Reading& reading) {
    const auto is_list = [](std::string_view text) {
        return text.size() > 2 && text[0] == '[' && text[1] != '[' &&
               text.find('{') == std::string_view::npos && text.find(']') >= text.size() - 2;
    };
    std::string text = "[";
    std::size_t rows = 0;
    for (; rows <= max_size; ++rows) {
        const std::string* line = reading.in.peek(rows, Patience::a_moment);
        if (line == nullptr || !is_list(trimmed(*line))) break;
        text += (rows > 0 ? "\n" : "") + *line;
    }
    if (rows < 4 || rows > max_size) return std::nullopt;
    const CutJson cut{text + "]", reading.in.place(0, 0)};
    reading.in.drop(rows);
    return cut;
}

// The rows of a document of f-puzzles hold objects.
bool is_fpuzzles(std::string_view text) {
    constexpr std::string_view key = "\"grid\"";
    const std::size_t at = text.find(key);
    std::string seen;
    for (std::size_t i = at; at != std::string_view::npos && seen.size() < 4; ++i) {
        if (i + key.size() >= text.size()) break;
        const char c = text[i + key.size()];
        if (!is_space(c) && c != '\n') seen += c;
    }
    return seen.starts_with(":[[{") || (at != std::string_view::npos && !seen.starts_with(":["));
}

void read_json(Reading& reading) {
    const Place start = reading.in.place(0, 1);
    const std::string_view first = trimmed(*reading.in.peek());
    if (reading.in.peek()->starts_with(question_mark)) return read_question(reading);
    if (!first.starts_with('{') && !first.starts_with('['))
        throw InputError(start, "not JSON: " + shown(first), "an object or an array");
    const auto rows = rows_of_lists(reading);
    const CutJson cut = rows ? *rows : cut_json(reading, 0, ";,)");
    const bool ours = cut.text.find("\"format\"") != std::string::npos ||
                      cut.text.find("\"schema\"") != std::string::npos || is_fpuzzles(cut.text);
    if (!ours && take_lists(reading, cut)) return;
    const Json json = parse(cut, reading.hearing);
    const auto record_of = [&](const Json& item) {
        // A document of f-puzzles says "grid", where ours says its format.
        if (item.is_object() && !item.contains("format") && item.contains("grid"))
            return &item == &json ? fpuzzles_document(cut.text, cut.place, reading, AsItStands::yes)
                                  : fpuzzles_document(
                                        item.dump(), JsonPlaces{cut.text, cut.place}.of(json, item),
                                        reading, AsItStands::no);
        return PuzzleJson{cut.text, json, cut.place}.read(item);
    };
    if (!json.is_array()) {
        reading.ready.push_back(record_of(json));
        return;
    }
    std::vector<Record> records;
    for (const Json& item : json) {
        reading.hearing.tick(Hearing::between);  // boards are made
        records.push_back(record_of(item));
    }
    const std::vector<Place> places = JsonPlaces{cut.text, cut.place}.of_items();
    for (std::size_t i = 0; i < records.size(); ++i) {
        records[i].place = places[i];
        reading.ready.push_back(std::move(records[i]));
    }
}

Json rows_json(const std::string& line, std::size_t n) {
    Json rows = Json::array();
    for (std::size_t i = 0; i < line.size(); i += n) rows.push_back(line.substr(i, n));
    return rows;
}

Json rule_json(const Rule& rule, std::size_t n) {
    Json item;
    item["kind"] = clew::rules::key_of(rule.kind);
    if (rule.kind == RuleKind::alternatives) {
        const clew::rules::Alternatives alternatives = clew::rules::unpack(rule);
        if (alternatives.least > 1) item["least"] = alternatives.least;
        for (const std::vector<Rule>& list : alternatives.lists) {
            Json rules = Json::array();
            for (const Rule& one : list) rules.push_back(rule_json(one, n));
            item["of"].push_back(std::move(rules));
        }
    } else {
        for (Cell cell : rule.cells) item["cells"].push_back(to_string(cell, n));
        for (int number : rule.numbers) item["numbers"].push_back(number);
    }
    if (!rule.name.empty()) item["name"] = rule.name;
    return item;
}

Json geometry_json(const Geometry& geometry) {
    const GeometrySpec& spec = geometry.spec();
    Json json;
    json["size"] = spec.size;
    if (!geometry.is_whole_square()) {
        json["rows"] = spec.rows;
        json["columns"] = spec.columns;
    }
    if (spec.first_digit != 1) json["first_digit"] = spec.first_digit;
    if (!spec.lines) json["lines"] = false;
    if (spec.extra_cells > 0) json["extra_cells"] = spec.extra_cells;
    if (spec.boxes) json["boxes"] = {spec.boxes->rows, spec.boxes->columns};
    if (!spec.regions.empty()) {
        std::string map;
        for (std::size_t i = 0; i < spec.regions.size(); ++i)
            if (geometry.in_grid(Cell{i})) map += static_cast<char>('A' + spec.regions[i]);
        json["regions"] = rows_json(map, geometry.columns());
    }
    if (spec.main_diagonal) json["diagonals"].push_back("main");
    if (spec.anti_diagonal) json["diagonals"].push_back("anti");
    for (const BoardVariant& variant : board_variants())
        if (spec.*variant.flag) json[variant.key] = true;
    for (const ExtraHouse& extra : spec.extras) {
        Json house;
        if (!extra.name.empty()) house["name"] = extra.name;
        for (Cell cell : extra.cells) house["cells"].push_back(to_string(cell, spec.size));
        json["extra_houses"].push_back(std::move(house));
    }
    return json;
}

std::string write_json(const Record& record, LeftOut&) {
    const Geometry& geometry = record.puzzle.geometry();
    const std::size_t n = geometry.size();
    Json json;
    json["format"] = schema_name;
    const GeometrySpec& spec = geometry.spec();
    const bool variant_of_2 = std::ranges::any_of(
        board_variants(), [&](const BoardVariant& v) { return spec.*v.flag && !in_version_1(v); });
    const bool needs_2 = variant_of_2 || !geometry.is_latin_square() ||
                         geometry.first_digit() != 1 || !record.puzzle.rules().empty();
    json["version"] = needs_2 ? 2 : 1;
    json["geometry"] = geometry_json(geometry);
    json["givens"] = rows_json(to_line(record.puzzle), geometry.columns());
    if (record.puzzle.has_marks())
        for (std::size_t i = 0; i < geometry.cells().size(); ++i) {
            const std::size_t row = std::min(i / geometry.columns(), geometry.rows());
            const DigitSet marks = record.puzzle.marks(geometry.cells()[i]);
            json["marks"][row].push_back(
                marks == DigitSet::all(n) ? Json() : Json(to_string(marks, geometry)));
        }
    for (const Rule& rule : record.puzzle.rules()) {
        clew::rules::check_rule(rule, geometry);
        json["rules"].push_back(rule_json(rule, n));
    }
    if (record.progress) {
        std::string placed;
        Json removed = Json::object();
        for (const Cell cell : geometry.cells()) {
            const auto digit = record.progress->placed[cell.index()];
            placed += digit ? digit_symbol(*digit, geometry) : '.';
            if (const DigitSet gone = record.progress->removed[cell.index()]; !gone.empty())
                removed[to_string(cell, n)] = to_string(gone, geometry);
        }
        json["progress"] = {{"placed", rows_json(placed, geometry.columns())},
                            {"removed", removed}};
    }
    if (record.solution)
        json["solution"] = rows_json(to_line(*record.solution, geometry), geometry.columns());
    if (!record.metadata.empty()) json["metadata"] = record.metadata;
    std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    // JSON has room for DEL as it is; puzzles as plain text have not.
    for (std::size_t at = 0; (at = text.find('\x7f', at)) != std::string::npos;)
        text.replace(at, 1, "\\u007f");
    return text;
}

}  // namespace

CutJson cut_json(Reading& reading, std::size_t from, std::string_view behind) {
    CutJson cut;
    cut.place = reading.in.place(0, from + 1);
    std::size_t depth = 0;
    InString in_string;
    while (const std::string* line = reading.in.peek()) {
        reading.hearing.tick();
        for (std::size_t i = from; i < line->size(); ++i) {
            const char c = (*line)[i];
            if (in_string(c)) continue;
            if (c == '{' || c == '[' || c == '(') ++depth;
            if (depth > most_nesting) {
                const Place place = reading.in.place(0, i + 1);
                reading.in.rest();
                throw InputError(place, "JSON nested deeper than 64 levels", "a puzzle");
            }
            if ((c == '}' || c == ']' || c == ')') && depth > 0 && --depth == 0) {
                cut.text.append(*line, from, i + 1 - from);
                const std::string_view after = std::string_view(*line).substr(i + 1);
                const Place place = reading.in.place(0, i + 2);
                const std::string found = shown(trimmed(after));
                const bool clean =
                    trimmed(after).find_first_not_of(behind) == std::string_view::npos;
                reading.in.drop();
                if (!clean)
                    throw InputError(place, "text after the JSON value: " + found,
                                     "the end of the line");
                return cut;
            }
        }
        if (cut.text.size() + line->size() > max_document_bytes) {
            reading.in.rest();
            throw InputError(cut.place, "a JSON value of more than 64 MiB", "a puzzle");
        }
        cut.text.append(*line, from).push_back('\n');
        from = 0;
        reading.in.drop();
    }
    throw InputError(cut.place, "the JSON value is not closed", "a closing bracket");
}

const FormatCode json_format = {.info = {.name = "json",
                                         .aliases = "clew jsonl",
                                         .description = "Clew's own: holds everything",
                                         .sizes = "4x4 to 25x25",
                                         .rules = true},
                                .recognise = recognise_json,
                                .read = read_json,
                                .write = write_json};

}  // namespace clew::formats
