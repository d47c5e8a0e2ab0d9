// f-puzzles and SudokuPad links, and the bare document of an f-puzzles link. Both carry a JSON
// document, compressed by LZ-string; SudokuPad also has `scf`, a run-length code of a plain 9x9
// puzzle, and `scl` (or `ctc`), whose JSON is squeezed: keys shortened and not quoted, single
// quotes, t and f for true and false, empty objects left out.
//
// What such a document says beyond houses, givens and the rules of fpuzzles_rules.cpp we do not
// know: a key that has a value and is not known is an error that names it. A puzzle must never be
// solved without half of its rules. What is known to be no rule and has no place in a Record
// (colours and widths, what the program says at the end) is named in one note.

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "core/base/strict_json.hpp"
#include "core/board/notation.hpp"
#include "core/formats/fpuzzles_rules.hpp"
#include "core/formats/lines.hpp"
#include "core/formats/lzstring.hpp"
#include "core/formats/reading.hpp"
#include "core/rules/registry.hpp"

namespace clew::formats {
namespace {

using Json = nlohmann::ordered_json;

class LinkJson {
  public:
    /// `without`: keys that are passed over, with a note.
    /// `places`: of the document's values, if it stands in the text as it is.
    explicit LinkJson(Place place, std::span<const std::string> without = {},
                      const JsonPlaces* places = nullptr)
        : place_(std::move(place)), without_(without), places_(places) {}

    Record read_fpuzzles(Json json) const {
        if (!json.is_object()) refuse("no object in the link", "an f-puzzles document");
        std::vector<std::string> left_out = leave_out(json);
        std::vector<std::string> unknown;
        static constexpr std::string_view known[] = {
            "size",      "title",     "author",         "ruleset",     "grid",       "solution",
            "diagonal+", "diagonal-", "disjointgroups", "extraregion", "antiknight", "antiking"};
        static constexpr std::string_view harmless[] = {
            "highlightConflicts", "successMessage",        "msgcorrect",
            "hideSolverMessages", "truecandidatesoptions", "disabledlogic"};
        Unread unread;
        for (const auto& [key, value] : json.items()) {
            if (is_idle(value) || is_among(key, known) || is_fpuzzles_rule(key)) continue;
            if (is_among(key, harmless))
                unread.add(key);
            else if (is_fpuzzles_drawing(key) && only_repeats_rules(value, json))
                unread.add(key + " (drawings of rules that were read)");
            else
                unknown.push_back(key);
        }
        if (!unknown.empty()) {
            path_ = {unknown.front()};
            refuse("constraints that Clew does not know: " + listed(unknown, ", "),
                   "rules that Clew knows", unknown);
        }
        path_ = {"size"};
        const std::size_t n = json.contains("size") ? number(json["size"], "size") : 9;
        if (n < 4 || n > max_size) refuse("a size of " + std::to_string(n), "4 to 25");
        path_ = {"grid"};
        const Json& grid = json.contains("grid") ? json["grid"] : Json();
        if (!is_square(grid, n))
            refuse("\"grid\" is not a square of " + std::to_string(n), "rows of cells");

        Record record = blank_record(geometry(json, grid, n), "fpuzzles", place_);
        read_grid(grid, n, record, unread);
        read_fpuzzles_rules(json, record, unread, places_);
        path_ = {"solution"};
        if (json.contains("solution")) read_solution(json["solution"], record);
        path_.clear();
        take_words(json, record);
        finish(record, unread, std::move(left_out));
        return record;
    }

    // SudokuPad's own document.
    Record read_scl(Json json) const {
        if (!json.is_object()) refuse("no object in the link", "a SudokuPad document");
        std::vector<std::string> left_out = leave_out(json);
        static constexpr std::string_view known[] = {"id",     "cells", "ce",       "regions", "re",
                                                     "cages",  "ca",    "metadata", "title",   "t",
                                                     "author", "rules", "global"};
        static constexpr std::string_view harmless[] = {"cellSize", "cs", "settings"};
        std::vector<std::string> unknown;
        Unread unread;
        for (const auto& [key, value] : json.items()) {
            if (is_idle(value) || is_among(key, known)) continue;
            if (is_among(key, harmless))
                unread.add(key);
            else
                unknown.push_back(key);
        }
        if (!unknown.empty())
            refuse("things drawn on the board, whose rules Clew does not know: " +
                       listed(unknown, ", "),
                   "givens, regions and cages", unknown);
        const Json& grid = either(json, "cells", "ce");
        const std::size_t n = grid.is_array() ? grid.size() : 0;
        if (n < 4 || n > max_size || !is_square(grid, n))
            refuse("the cells are not a square", "4 to 25 rows of as many cells");
        std::map<std::string, std::string> metadata;
        std::vector<Rule> rules;
        for (const Json& cage : either(json, "cages", "ca")) {
            if (cage.is_object() && is_idle(either(cage, "cells", "ce"))) {
                const Json& value = either(cage, "value", "v");  // "title: ..." hides in a cage
                const std::string said = value.is_string() ? value.get<std::string>() : "";
                const std::size_t colon = said.find(':');
                if (colon != std::string::npos)
                    metadata[lower(said.substr(0, colon))] =
                        trimmed(std::string_view(said).substr(colon + 1));
                else if (!is_idle(cage))
                    unread.add("a cage without cells");
                continue;
            }
            rules.push_back(scl_cage(cage, n, json.contains("cages") ? "cages" : "ca"));
        }
        GeometrySpec spec{.size = n};
        for (const std::string& word : scl_globals(json)) scl_global(word, spec, rules);
        if (const Json& regions = either(json, "regions", "re"); !is_idle(regions))
            spec.regions = region_lists(regions, n);
        Record record = blank_record(made(std::move(spec)), "sudokupad", place_);
        record.metadata = std::move(metadata);
        take_words(json, record);
        if (says(json, "metadata")) {
            if (!json["metadata"].is_object()) refuse("\"metadata\" is no object", "an object");
            for (const auto& [key, value] : json["metadata"].items()) {
                if (value.is_string())
                    record.metadata[key] = value.get<std::string>();
                else if (!is_idle(value) && !is_among(key, board_words))
                    unread.add("metadata." + key);
            }
        }
        take_solution(record);
        finish(record, unread, std::move(left_out));
        for (Rule& rule : rules) {
            told_at(place_, [&] { rules::check_rule(rule, record.puzzle.geometry()); });
            record.puzzle.add_rule(std::move(rule));
        }
        for (std::size_t i = 0; i < n * n; ++i) {
            const Json& cell = grid[i / n][i % n];
            if (is_idle(cell)) continue;
            if (!cell.is_object()) refuse("a cell that is no object", "{\"value\": 5}");
            for (const auto& [key, value] : cell.items())
                if (key != "value" && key != "v" && !is_idle(value))
                    refuse("'" + key + "' in a cell, which Clew does not know", "value");
            if (const Json& value = either(cell, "value", "v"); !is_idle(value))
                record.puzzle.set_given(Cell{i}, digit(value, n));
        }
        return record;
    }

  private:
    /// What is said in words; nothing under a key that the document may not have.
    void take_words(const Json& json, Record& record) const {
        constexpr std::pair<const char*, const char*> keys[] = {
            {"id", "id"},         {"title", "title"}, {"t", "title"},
            {"author", "author"}, {"rules", "rules"}, {"ruleset", "rules"}};
        for (const auto& [name, key] : keys)
            if (says(json, name)) record.metadata[key] = text(json[name], name);
    }
    static void finish(Record& record, const Unread& unread, std::vector<std::string> left_out) {
        if (record.metadata.contains("rules"))
            record.notes.emplace_back("the rules in words were not read");
        unread.tell(record, no_rules);
        record.left_out = std::move(left_out);
    }

    /// Words of SudokuPad's metadata that say what the board is.
    static constexpr std::string_view board_words[] = {"antiknight", "antiking", "norowcol"};

    /// A cage without repeats, with its sum. One that may have repeats may be decoration.
    Rule scl_cage(const Json& cage, std::size_t n, const std::string& key) const {
        const Json& names = cage.is_object() ? either(cage, "cells", "ce") : cage;
        if (!names.is_array()) refuse("a cage without a list of cells", "cells");
        if (!flag(cage, "unique"))
            refuse("a cage that does not say that its digits differ: it may be decoration",
                   "\"unique\": true; or what is no rule left out by its key, " + key, {key});
        Rule rule{.kind = RuleKind::killer_cage};
        for (const Json& name : names) rule.cells.push_back(cell(name, n));
        const Json& sum = says(cage, "sum") ? cage["sum"] : either(cage, "value", "v");
        if (!is_idle(sum))
            if (const std::size_t total = number(sum, "sum"); total > 0)
                rule.numbers = {static_cast<int>(total)};
        if (rule.cells.size() < 2 && rule.numbers.empty())
            refuse("a cage of one cell without a sum", "two cells or more, or a sum");
        return rule;
    }

    std::vector<std::string> scl_globals(const Json& json) const {
        std::vector<std::string> words;
        if (says(json, "global")) {
            if (!json["global"].is_array()) refuse("\"global\" is no list", "a list of words");
            for (const Json& word : json["global"]) words.push_back(text(word, "global"));
        }
        if (says(json, "metadata") && json["metadata"].is_object())
            for (const std::string_view key : board_words)
                if (says(json["metadata"], std::string(key))) words.emplace_back(key);
        return words;
    }

    void scl_global(const std::string& word, GeometrySpec& spec, std::vector<Rule>& rules) const {
        if (word == "antiknight") {
            spec.anti_knight = true;
        } else if (word == "antiking") {
            spec.anti_king = true;
        } else if (word == "disjoint") {
            spec.disjoint_groups = true;
            spec.boxes = Geometry::standard(spec.size)->spec().boxes;
        } else if (word == "nonconsecutive") {
            rules.push_back({.kind = RuleKind::non_consecutive});
        } else {
            refuse("a rule for the whole board that Clew does not know: " + shown(word),
                   "antiknight, antiking, disjoint or nonconsecutive");
        }
    }

    static constexpr std::string_view no_rules = ", for they are no rules";

    [[noreturn]] void refuse(const std::string& what, const std::string& hint,
                             std::vector<std::string> parts = {}) const {
        throw InputError(places_ == nullptr ? place_ : places_->at(path_), what, hint,
                         std::move(parts));
    }

    /// Takes the keys of `without` out of the document; those that said something.
    std::vector<std::string> leave_out(Json& json) const {
        std::vector<std::string> gone;
        for (const std::string& key : without_) {
            if (!json.contains(key)) continue;
            if (!is_idle(json[key])) gone.push_back(key);
            json.erase(key);
        }
        return gone;
    }

    std::string text(const Json& json, const std::string& key) const {
        if (!json.is_string()) refuse("\"" + key + "\" is no string", "a string");
        return json.get<std::string>();
    }

    static const Json& either(const Json& json, const char* name, const char* brief) {
        static const Json nothing;
        if (json.contains(name)) return json[name];
        return json.contains(brief) ? json[brief] : nothing;
    }

    static bool is_square(const Json& grid, std::size_t n) {
        const auto is_row = [n](const Json& row) { return row.is_array() && row.size() == n; };
        return is_row(grid) && std::ranges::all_of(grid, is_row);
    }

    std::size_t number(const Json& json, const char* key) const {
        std::string text;
        if (json.is_number_unsigned()) text = std::to_string(json.get<std::uint64_t>());
        if (json.is_string()) text = json.get<std::string>();
        const auto value = text.size() <= 4 ? parse_number(text) : std::nullopt;
        if (!value)
            refuse(std::string("\"") + key +
                       "\": " + shown(json.dump(-1, ' ', true, Json::error_handler_t::replace)),
                   "a whole number");
        return *value;
    }

    Digit digit(const Json& json, std::size_t n) const {
        const std::size_t value = number(json, "value");
        if (value < 1 || value > n)
            refuse("a value of " + std::to_string(value), "1 to " + std::to_string(n));
        return Digit{value - 1};
    }

    DigitSet digit_list(const Json& json, std::size_t n) const {
        if (!json.is_array()) refuse("pencil marks that are no list", "a list of digits");
        DigitSet digits;
        for (const Json& item : json) digits.insert(digit(item, n));
        return digits;
    }

    bool flag(const Json& json, const char* key) const {
        if (!says(json, key)) return false;
        if (!json[key].is_boolean()) refuse("\"" + std::string(key) + "\"", "true or false");
        return true;
    }

    // A digit a cell, as numbers or strings. One with open cells is no solution.
    void read_solution(const Json& json, Record& record) const {
        if (is_idle(json)) return;
        const std::size_t n = record.puzzle.geometry().size();
        if (!json.is_array() || json.size() != n * n)
            refuse("\"solution\" is not a list of " + std::to_string(n * n), "a digit a cell");
        std::vector<Digit> grid;
        for (const Json& item : json)
            if (!is_idle(item) && item != 0 && item != "." && item != "0")
                grid.push_back(digit(item, n));
        if (grid.size() == n * n)
            record.solution = Grid{std::move(grid)};
        else
            record.notes.emplace_back("the solution has open cells and was not read");
    }

    // SudokuPad keeps the solution among the words. Anything else of that name stays there.
    static void take_solution(Record& record) {
        const std::size_t n = record.puzzle.geometry().size();
        const auto said = record.metadata.find("solution");
        if (said == record.metadata.end() || said->second.size() != n * n) return;
        std::vector<Digit> grid;
        for (const char c : said->second)
            if (const auto digit = parse_digit(c, n)) grid.push_back(*digit);
        if (grid.size() < n * n) return;
        record.solution = Grid{std::move(grid)};
        record.metadata.erase(said);
    }

    Cell cell(const Json& json, std::size_t n) const {
        if (json.is_array() && json.size() == 2) {
            const std::size_t r = number(json[0], "row"), c = number(json[1], "column");
            if (r < n && c < n) return Cell{r * n + c};
        }
        if (json.is_string())
            if (const auto found = parse_cell(json.get<std::string>(), n)) return *found;
        refuse(shown(json.dump(-1, ' ', true, Json::error_handler_t::replace)) + " is not a cell",
               "a cell such as \"R3C5\"");
    }

    std::vector<std::size_t> region_lists(const Json& regions, std::size_t n) const {
        if (!regions.is_array()) refuse("regions that are no list", "lists of cells");
        constexpr std::size_t none = max_cells;
        std::vector<std::size_t> map(n * n, none);
        std::size_t number = 0;
        for (const Json& region : regions) {
            if (!region.is_array()) refuse("a region that is no list", "a list of cells");
            for (const Json& member : region) {
                const Cell found = cell(member, n);
                std::size_t& of = map[found.index()];
                if (of != none)
                    refuse(to_string(found, n) +
                               (of == number ? " is twice in a region" : " is in two regions"),
                           "every cell in one");
                of = number;
            }
            ++number;
        }
        for (std::size_t i = 0; i < map.size(); ++i)
            if (map[i] == none)
                refuse(to_string(Cell{i}, n) + " is in no region", "every cell in one");
        return map;
    }

    // Regions that are the usual boxes become boxes.
    GeometryPtr made(GeometrySpec spec) const {
        const GeometryPtr usual = Geometry::standard(spec.size);
        if (are_usual_boxes(spec.regions, spec.size)) {
            spec.regions.clear();
            spec.boxes = usual->spec().boxes;
        }
        const GeometryPtr board = told_at(place_, [&] { return Geometry::make(std::move(spec)); });
        return *board == *usual ? usual : board;
    }

    GeometryPtr geometry(const Json& json, const Json& grid, std::size_t n) const {
        const GeometryPtr usual = Geometry::standard(n);
        GeometrySpec spec = usual->spec();
        bool regions = false;
        std::vector<std::size_t> map;
        for (std::size_t i = 0; i < n * n; ++i) {
            const Json& cell = grid[i / n][i % n];
            path_ = {"grid", std::to_string(i / n), std::to_string(i % n)};
            if (!cell.is_object()) refuse("a cell that is no object", "{} or {\"value\": 5, ...}");
            const auto region =
                cell.contains("region")
                    ? cell["region"].is_null() ? n : number(cell["region"], "region")
                    : usual->box_of(Cell{i}).value_or(n);
            if (cell.contains("region")) regions = true;
            map.push_back(region);
        }
        if (regions) {
            spec.boxes.reset();
            const bool none = std::ranges::all_of(map, [n](std::size_t r) { return r == n; });
            if (!none) spec.regions = map;
        }
        path_.clear();
        // A disjoint group is the cells at one place of every box; a jigsaw has none.
        if (flag(json, "disjointgroups") && regions) {
            const GeometryPtr board = made(spec);
            if (!board->spec().boxes)
                refuse("disjoint groups on a board without boxes", "rectangular boxes");
            spec = board->spec();
        }
        spec.disjoint_groups = flag(json, "disjointgroups");
        spec.anti_diagonal = flag(json, "diagonal+");  // rises from the bottom left
        spec.main_diagonal = flag(json, "diagonal-");
        spec.anti_knight = flag(json, "antiknight");
        spec.anti_king = flag(json, "antiking");
        if (says(json, "extraregion")) {
            if (!json["extraregion"].is_array()) refuse("\"extraregion\" is no list", "a list");
            for (const Json& region : json["extraregion"]) {
                path_ = {"extraregion", std::to_string(spec.extras.size())};
                if (!region.is_object() || !region.contains("cells") || !region["cells"].is_array())
                    refuse("an extra region without cells", "{\"cells\": [\"R1C1\", ...]}");
                for (const auto& [key, value] : region.items())
                    if (key != "cells" && !is_idle(value))
                        refuse("'" + key + "' of an extra region, which Clew does not know",
                               "cells");
                ExtraHouse extra;
                for (const Json& member : region["cells"]) extra.cells.push_back(cell(member, n));
                spec.extras.push_back(std::move(extra));
            }
            path_.clear();
        }
        return made(std::move(spec));
    }

    void read_grid(const Json& grid, std::size_t n, Record& record, Unread& unread) const {
        static constexpr std::string_view known[] = {"value", "given", "region",
                                                     "centerPencilMarks", "givenPencilMarks"};
        static constexpr std::string_view harmless[] = {"cornerPencilMarks", "c", "cArray",
                                                        "highlight"};
        PlayerMarks progress = blank_progress(record.puzzle.geometry());
        bool anything = false;
        for (std::size_t i = 0; i < n * n; ++i) {
            const Json& cell = grid[i / n][i % n];
            path_ = {"grid", std::to_string(i / n), std::to_string(i % n)};
            for (const auto& [key, value] : cell.items()) {
                if (is_idle(value) || is_among(key, known)) continue;
                if (!is_among(key, harmless))
                    refuse(
                        "'" + key + "' at " + to_string(Cell{i}, n) + ", which Clew does not know",
                        "value, given, region and pencil marks");
                unread.add(key);
            }
            if (says(cell, "givenPencilMarks"))
                record.puzzle.set_marks(Cell{i}, digit_list(cell["givenPencilMarks"], n));
            if (says(cell, "value")) {
                const Digit value = digit(cell["value"], n);
                if (says(cell, "centerPencilMarks"))
                    unread.add("centerPencilMarks of a filled cell");
                if (flag(cell, "given")) {
                    record.puzzle.set_given(Cell{i}, value);
                } else {
                    progress.placed[i] = value;
                    anything = true;
                }
            } else if (says(cell, "centerPencilMarks")) {
                progress.removed[i] = DigitSet::all(n) - digit_list(cell["centerPencilMarks"], n);
                anything = true;
            }
            if (flag(cell, "given") && !says(cell, "value")) unread.add("given of an open cell");
        }
        if (!anything) return;
        record.progress = std::move(progress);
        record.notes.emplace_back("entries that are not clues were taken as the player's");
    }

    Place place_;
    std::span<const std::string> without_;
    const JsonPlaces* places_;
    mutable std::vector<std::string> path_;  // of what is being read: faults are there
};

Json parse(const std::string& text, const Place& place, Hearing& hearing) {
    // Depth first: a document of brackets alone must not exhaust the stack.
    std::size_t depth = 0;
    InString in_string;
    for (const char c : text) {
        if (in_string(c)) continue;
        if (c == '[' || c == '{') ++depth;
        if ((c == ']' || c == '}') && depth > 0) --depth;
        if (depth > 64) throw InputError(place, "JSON nested deeper than 64 levels", "a puzzle");
    }
    try {
        return parse_strictly<Json>(text, place, &hearing);
    } catch (const Json::exception&) {
        throw InputError(place, "what the link holds is not JSON", "a link that was not cut off");
    }
}

// Squeezed JSON back to JSON: quotes keys, true and false, {} for nothing, colours as strings.
std::string unsqueezed(std::string_view text) {
    std::string json;
    const auto open = [&] { return !json.empty() && (json.back() == ',' || json.back() == '['); };
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        if (c == '"' || c == '\'') {
            json += '"';
            for (++i; i < text.size() && text[i] != c; ++i) {
                if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == '\'')
                    ++i;
                else if (text[i] == '\\' && i + 1 < text.size())
                    json += text[i++];
                else if (text[i] == '"')
                    json += '\\';
                json += text[i];
            }
            json += '"';
            ++i;
            continue;
        }
        const bool closes = c == ',' || c == ']';
        if (closes && open()) json += "{}";
        if (std::string_view("{}[],:").find(c) != std::string_view::npos || is_space(c)) {
            json += c;
            ++i;
            continue;
        }
        std::size_t end = i;
        while (end < text.size() &&
               std::string_view("{}[],:\"'").find(text[end]) == std::string_view::npos)
            ++end;
        const std::string_view word = text.substr(i, end - i);
        const bool key = end < text.size() && text[end] == ':' && !json.empty() &&
                         (json.back() == '{' || json.back() == ',');
        const bool colour = word.starts_with('#') ||
                            (word.size() == 6 && word.find_first_not_of("0123456789abcdefABCDEF") ==
                                                     std::string_view::npos);
        if (key || colour) {
            json += '"' + std::string(word) + '"';
        } else if (word == "t" || word == "f") {
            json += word == "t" ? "true" : "false";
        } else {
            json += word;
        }
        i = end;
    }
    return json;
}

// ---- f-puzzles ----

// The bare document is recognised as JSON is; read_json() hands it over.
bool recognise_fpuzzles(Reading& reading) {
    const std::string& line = *reading.in.peek();
    const std::string_view body = trimmed(line);
    // A document begins with {" or { and its compressed form with these.
    const bool bare = (body.starts_with("N4Ig") || body.starts_with("N4IA")) && body.size() > 24 &&
                      std::ranges::none_of(body, is_space);
    return bare || line.find("?load=") != std::string::npos ||
           line.find("f-puzzles.com/") != std::string::npos;
}

void read_fpuzzles(Reading& reading) {
    const Place place = reading.in.place(0, 1);
    if (trimmed(*reading.in.peek()).starts_with('{')) {
        const CutJson cut = cut_json(reading);
        reading.ready.push_back(fpuzzles_document(cut.text, cut.place, reading, AsItStands::yes));
        return;
    }
    const std::string line = reading.in.take();
    const std::string_view body = trimmed(line);
    std::string_view data = link_value(body, "?load=").value_or("");
    if (data.empty() && body.find("://") != std::string_view::npos)
        throw InputError(place,
                         "this link of f-puzzles does not hold the puzzle but names it on a "
                         "server",
                         "the puzzle opened there and exported, as a link with ?load=");
    if (data.empty()) data = body;
    reading.ready.push_back(LinkJson{place, reading.options.without}.read_fpuzzles(
        parse(lz_of_link(data, place), place, reading.hearing)));
    note_around(reading.ready.back(), body, data);
}

std::string write_fpuzzles(const Record& record, LeftOut& out) {
    const Geometry& geometry = record.puzzle.geometry();
    const GeometrySpec& spec = geometry.spec();
    if (!geometry.is_latin_square() || geometry.first_digit() != 1)
        refuse_board(record, "f-puzzles",
                     "rows and columns with the digits from 1 on; the format json");
    if (spec.windows) throw InputError(record.place, "f-puzzles has no windows", "the format json");
    for (const ExtraHouse& extra : spec.extras)
        if (extra.cells.size() != spec.size)
            throw InputError(record.place, "f-puzzles has no cell sets smaller than a house",
                             "the format json");
    const std::size_t n = spec.size;
    const GeometryPtr usual = Geometry::standard(n);
    Json json;
    json["size"] = n;
    constexpr std::pair<const char*, const char*> keys[] = {
        {"title", "title"}, {"author", "author"}, {"rules", "ruleset"}};
    for (const auto& [key, name] : keys)
        if (const auto value = record.metadata.find(key); value != record.metadata.end())
            json[name] = value->second;
    leave_out(record, out, Extra::metadata, {"title", "author", "rules"});
    for (std::size_t i = 0; i < n * n; ++i) {
        Json cell = Json::object();
        const auto given = record.puzzle.given(Cell{i});
        if (given) {
            cell["value"] = given->index() + 1;
            cell["given"] = true;
        } else if (record.progress && record.progress->placed[i]) {
            cell["value"] = record.progress->placed[i]->index() + 1;
        } else if (record.progress && !record.progress->removed[i].empty()) {
            for (Digit d : DigitSet::all(n) - record.progress->removed[i])
                cell["centerPencilMarks"].push_back(d.index() + 1);
        }
        if (const DigitSet marks = record.puzzle.marks(Cell{i}); marks != DigitSet::all(n)) {
            if (marks.empty())
                refuse_empty_cell(record, Cell{i}, "f-puzzles cannot hold", "the format json");
            for (Digit d : marks) cell["givenPencilMarks"].push_back(d.index() + 1);
        }
        if (geometry.box_of(Cell{i}) != usual->box_of(Cell{i})) {
            const auto region = geometry.box_of(Cell{i});
            cell["region"] = region ? Json(*region) : Json();
        }
        if (i % n == 0) json["grid"].push_back(Json::array());
        json["grid"].back().push_back(std::move(cell));
    }
    if (record.solution)
        for (std::size_t i = 0; i < n * n; ++i)
            json["solution"].push_back((*record.solution)[Cell{i}].index() + 1);
    if (spec.anti_diagonal) json["diagonal+"] = true;
    if (spec.main_diagonal) json["diagonal-"] = true;
    if (spec.disjoint_groups) json["disjointgroups"] = true;
    if (spec.anti_knight) json["antiknight"] = true;
    if (spec.anti_king) json["antiking"] = true;
    write_fpuzzles_rules(record, json, out);
    for (const ExtraHouse& extra : spec.extras) {
        Json cells = Json::array();
        for (const Cell cell : extra.cells) cells.push_back(fpuzzles_name(cell, n));
        json["extraregion"].push_back({{"cells", std::move(cells)}});
    }
    return "https://www.f-puzzles.com/?load=" +
           lz_compress(json.dump(-1, ' ', false, Json::error_handler_t::replace)) + "\n";
}

// ---- SudokuPad ----

constexpr std::string_view runs = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx";

struct Pad {
    std::string_view kind;  // "scf", "fpuzzles", "scl" or "" (a server's puzzle)
    std::string_view data;
    std::size_t column = 1;
};

// The puzzle of a link or of a bare id.
std::optional<Pad> pad_of(std::string_view line) {
    std::string_view body = trimmed(line);
    bool link = false;
    constexpr std::string_view hosts[] = {"sudokupad.app/", "crackingthecryptic.com/",
                                          "sudokupad://puzzle/"};
    for (std::string_view host : hosts)
        if (const std::size_t at = body.find(host); at != std::string_view::npos) {
            body.remove_prefix(at + host.size());
            link = true;
        }
    if (link)
        for (std::string_view more : {"sudoku/", "sudoku?puzzleid=", "?puzzleid="})
            if (body.starts_with(more)) body.remove_prefix(more.size());
    constexpr std::pair<std::string_view, std::string_view> prefixes[] = {{"scf", "scf"},
                                                                          {"fpuzzles", "fpuzzles"},
                                                                          {"fpuz", "fpuzzles"},
                                                                          {"scl", "scl"},
                                                                          {"ctc", "scl"}};
    for (const auto& [prefix, kind] : prefixes) {
        if (!body.starts_with(prefix)) continue;
        const std::string_view data = body.substr(prefix.size());
        if (!link && (data.size() < 8 || std::ranges::any_of(data, is_space))) return std::nullopt;
        return Pad{kind, data, static_cast<std::size_t>(data.data() - line.data()) + 1};
    }
    if (link) return Pad{};
    return std::nullopt;
}

bool recognise_sudokupad(Reading& reading) { return pad_of(*reading.in.peek()).has_value(); }

Record read_scf(Reading& reading, std::string_view data, const Place& place) {
    Record record = blank_record(reading.board(9, place), "sudokupad", place);
    std::size_t cell = 0;
    for (std::size_t i = 0; i < data.size(); ++i) {
        if (data[i] == '*' || data[i] == '?' || data[i] == '&') {
            record.notes.push_back("what follows the cells was not read: " + shown(data.substr(i)));
            break;
        }
        const std::size_t run = runs.find(data[i]);
        const Place here{place.source, place.line, place.column + i};
        if (run == std::string_view::npos)
            throw InputError(here, shown(data.substr(i, 1)) + " in a run-length puzzle",
                             "0-9, A-Z and a-x");
        if (cell >= 81 && run % 10 > 0)
            throw InputError(here, "a run-length puzzle of more than 81 cells", "81 cells");
        if (run % 10 > 0) record.puzzle.set_given(Cell{cell}, Digit{run % 10 - 1});
        cell += 1 + run / 10;  // blanks may run past the end
    }
    if (cell < 81)
        throw InputError(place, "a run-length puzzle of " + std::to_string(cell) + " cells",
                         "81 cells");
    return record;
}

void read_sudokupad(Reading& reading) {
    Place place = reading.in.place(0, 1);
    const std::string line = reading.in.take();
    const auto pad = pad_of(line);
    if (!pad || pad->kind.empty())
        throw InputError(
            place,
            "this link or id of SudokuPad does not hold the puzzle but names it on a server: " +
                shown(trimmed(line)),
            "the puzzle opened there and exported, as a link with scf, fpuzzles or scl and the "
            "puzzle in it");
    place.column = pad->column;
    std::string_view data = pad->data;
    if (pad->kind == "scf") {
        reading.ready.push_back(read_scf(reading, data, place));
        note_around(reading.ready.back(), trimmed(line), data);
        return;
    }
    data = data.substr(0, data.find_first_of("?&#"));
    std::string text = lz_of_link(data, place);
    const LinkJson link{place, reading.options.without};
    if (pad->kind == "fpuzzles") {
        reading.ready.push_back(link.read_fpuzzles(parse(text, place, reading.hearing)));
    } else {
        if (!Json::accept(text)) text = unsqueezed(text);
        reading.ready.push_back(link.read_scl(parse(text, place, reading.hearing)));
    }
    reading.ready.back().format = "sudokupad";
    note_around(reading.ready.back(), trimmed(line), data);
}

std::string write_sudokupad(const Record& record, LeftOut& out) {
    const bool simple = record.puzzle.is_plain_classic() && !record.puzzle.has_marks() &&
                        !record.progress && !record.metadata.contains("title");
    if (!simple) {
        const std::string link = write_fpuzzles(record, out);
        return "https://sudokupad.app/fpuzzles" + link.substr(link.find("?load=") + 6);
    }
    leave_out(record, out, Extra::solution);
    leave_out(record, out, Extra::metadata);
    const std::string line = to_line(record.puzzle);
    std::string text = "https://sudokupad.app/scf";
    for (std::size_t i = 0; i < line.size();) {
        const std::size_t digit = line[i] == '.' ? 0 : static_cast<std::size_t>(line[i] - '0');
        std::size_t blanks = 0;
        while (blanks < 5 && i + blanks + 1 < line.size() && line[i + blanks + 1] == '.') ++blanks;
        text += runs[digit + 10 * blanks];
        i += blanks + 1;
    }
    return text + "\n";
}

}  // namespace

Record fpuzzles_document(const std::string& text, const Place& place, Reading& reading,
                         AsItStands verbatim) {
    const JsonPlaces places{text, place};
    return LinkJson{place, reading.options.without, verbatim == AsItStands::yes ? &places : nullptr}
        .read_fpuzzles(parse(text, place, reading.hearing));
}

const FormatCode fpuzzles_format = {
    .info = {.name = "fpuzzles",
             .aliases = "f-puzzles",
             .description = "links with `?load=`, and the JSON that they hold",
             .sizes = "4x4 to 25x25",
             .rules = true},
    .recognise = recognise_fpuzzles,
    .read = read_fpuzzles,
    .write = write_fpuzzles};

const FormatCode sudokupad_format = {.info = {.name = "sudokupad",
                                              .aliases = "scf scl ctc fpuz",
                                              .description = "links and ids with the puzzle inside",
                                              .sizes = "4x4 to 25x25",
                                              .rules = true},
                                     .recognise = recognise_sudokupad,
                                     .read = read_sudokupad,
                                     .write = write_sudokupad};

}  // namespace clew::formats
