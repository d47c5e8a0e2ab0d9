// Penpa+ links: "penpa-edit/#m=edit&p=", then lines of text with short names, deflated. From 0 on,
// line 0 is the board and words, 1 the space around it, 3 what is drawn; where m is edit, 4 is the
// player's and 5 the board's cells; 17 are tags. The format is not published; what is known of it
// is told as an f-puzzles document, and read as one.
//
// Penpa+ draws, and says no rules. Cages, thermometers and arrows are taken as such, with a note.
// What else is drawn stands in the document under its name, where it is refused by that.
//
// The cell in row r and column c, with the space around, is the point
// c + 2 + (r + 2) * (columns + 4). Corners of cells are points of a later block of that size; which
// corner of a cell is not known. So lines (lineE) are tried at all four, and make regions if they
// do so at just one. Where small texts (numberS) stand, such as the sums of cages, is not known
// either: they are refused. The colour of black numbers and the kind of plain ones are taken for 1.

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "core/base/strict_json.hpp"
#include "core/formats/deflate.hpp"
#include "core/formats/fpuzzles_rules.hpp"
#include "core/formats/reading.hpp"
#include "core/formats/rows.hpp"

namespace clew::formats {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view site = "penpa-edit/";
/// What stands for "z" and a character: that name in quotes.
constexpr std::string_view names =
    " 7nobulbthermo 6killercages 4deletelineE 5polygon 0squareframe Ddirection 3arrows Tthermo "
    "2freelineE Ffreeline 1numberS 8command_replay Ucommand_undo Rcommand_redo Bboard Pspecial "
    "Ysymbol Nnumber Ccage Wwall ElineE Lline Ssurface Medit_mode Ggrid Apu_a Qpu_q 9qa ___a ";

std::string with_long_names(std::string_view text) {
    std::string whole;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char code = text[i] == 'z' && i + 1 < text.size() ? text[i + 1] : ' ';
        const std::size_t name = names.find(std::string{' ', code}) + 2;  // 1 for none
        i += code == 'Z' || code == 'O' || name > 1 ? 1 : 0;
        if (code == 'Z' || code == 'O')
            whole += code == 'Z' ? "z" : "null";
        else if (name > 1)
            whole += '"' + std::string(names.substr(name, names.find(' ', name) - name)) + '"';
        else
            whole += text[i];
    }
    return whole;
}

std::vector<std::string> parts(const std::string& text, char between) {
    std::vector<std::string> all;
    std::istringstream in{text};
    for (std::string part; std::getline(in, part, between);) all.push_back(part);
    return all;
}

/// Drawings of nothing.
bool is_nothing(const Json& value) {
    const auto empty = [](const Json& part) { return part.is_structured() && part.empty(); };
    return value.is_null() || (value.is_string() && value.get_ref<const std::string&>().empty()) ||
           (value.is_structured() && std::ranges::all_of(value, empty));
}

class Penpa {
  public:
    Penpa(const std::string& text, Place place, Reading& reading)
        : place_(std::move(place)), reading_(reading), lines_(parts(with_long_names(text), '\n')) {}

    /// As an f-puzzles document.
    Json document(bool edited) {
        const std::vector<std::string> head = parts(lines_.empty() ? "" : lines_[0], ',');
        const auto field = [&](std::size_t i) { return i < head.size() ? head[i] : ""; };
        if (field(0) != "square" && field(0) != "sudoku")
            refuse("a grid of the type " + shown(field(0)), "square or sudoku");
        columns_ = number(field(1));
        rows_ = number(field(2));
        const Json space = line(1);  // above, below, left, right
        if (!space.is_array() || space.size() != 4) refuse("no four spaces", "[0,0,0,0]");
        top_ = number(space[0].dump()), left_ = number(space[2].dump());
        n_ = columns_ - left_ - number(space[3].dump());
        if (n_ < 4 || n_ > 25 || columns_ > 999 || rows_ - top_ - number(space[1].dump()) != n_)
            refuse("a board that is not square, or of another size", "4x4 to 25x25");
        json_["size"] = n_;
        json_["grid"] = Json(n_, Json(n_, Json::object()));
        for (const auto& [i, as] : {std::pair{15U, "title"}, {16U, "author"}, {18U, "ruleset"}})
            json_[as] = words(field(i));
        for (std::size_t i = 11; i < 15; ++i)
            if (!field(i).empty() && field(i) != "0")
                unknown("Sudoku flag " + std::to_string(i - 10));
        draw(line(3));
        if (edited) check_cells(line(5));
        const Json player = edited ? line(4) : Json();
        for (const auto& [name, value] : player.items())
            if (!name.starts_with("command_") && !is_nothing(value))
                unread.add("the player's entries");
        if (lines_.size() > 17 && lines_[17].starts_with('['))
            for (const Json& tag : line(17)) read_tag(tag.get<std::string>());
        return json_;
    }

    Unread unread{};
    std::string taken{};  ///< drawings that were taken as rules
    std::vector<std::string> left_out{};
    bool usual_boxes = true;

  private:
    [[noreturn]] void refuse(const std::string& what, const std::string& hint) const {
        throw InputError(place_, "this puzzle of Penpa+ has " + what, hint);
    }
    std::size_t number(std::string_view text) const {
        const auto value = parse_number(text);
        if (!value) refuse(shown(text) + " for a point or a size", "a whole number");
        return *value;
    }
    static std::string words(std::string text) {
        for (std::size_t at = 0; (at = text.find("%2", at)) != std::string::npos; ++at)
            if (at + 2 < text.size() && text[at + 2] >= 'C' && text[at + 2] <= 'F')
                text.replace(at, 3, 1, ",\n&="[text[at + 2] - 'C']);
        return text;
    }
    Json line(std::size_t i) const {
        if (i < lines_.size()) return parse_strictly<Json>(lines_[i], place_, &reading_.hearing);
        refuse("no line " + std::to_string(i), "a link that was not cut off");
    }

    /// What Clew does not know; refused when the document is read.
    void unknown(const std::string& name) {
        if (json_.contains(name) && json_[name] != 1) refuse("a drawing named " + name, "its own");
        json_[name] = 1;
    }

    Json& at(std::size_t cell) { return json_["grid"][cell / n_][cell % n_]; }
    /// The cell at a point; none if that is another one.
    std::optional<std::size_t> cell(std::size_t point) const {
        const std::size_t r = point / (columns_ + 4) - 2 - top_;
        const std::size_t c = point % (columns_ + 4) - 2 - left_;
        return r < n_ && c < n_ ? std::optional(r * n_ + c) : std::nullopt;
    }
    Json cells(const Json& points) const {
        Json all = Json::array();
        for (const Json& point : points) {
            const auto i = cell(number(point.dump()));
            if (!i) refuse("no cell at the point " + point.dump(), "points of the board");
            all.push_back(fpuzzles_name(Cell{*i}, n_));
        }
        return all;
    }

    void draw(const Json& drawn) {
        if (!drawn.is_object()) refuse("no drawings", "an object");
        for (const auto& [name, value] : drawn.items()) {
            if (is_nothing(value)) continue;
            if (std::ranges::count(reading_.options.without, name) > 0) {
                left_out.push_back(name);
            } else if (name == "number") {
                for (const auto& [point, entry] : value.items()) draw_number(number(point), entry);
            } else if (name == "killercages" || name == "arrows" || name == "thermo" ||
                       name == "nobulbthermo") {
                draw_list(name, value);
            } else if (name.starts_with("command_")) {
                unread.add(name);
            } else if (name != "lineE" || !draw_regions(value)) {
                unknown(name);
            }
        }
        usual_boxes = !at(0).contains("region");
        if (usual_boxes && n_ != 9 && (!drawn.contains("lineE") || is_nothing(drawn["lineE"])))
            refuse("no lines around regions", "lines, or a board of 9x9");
    }

    void draw_list(const std::string& name, const Json& lists) {
        taken += (taken.empty() ? "" : ", ") + name;
        for (const Json& list : lists) {
            if (!list.is_array()) refuse("no lists of points in " + name, "[[28,29]]");
            const Json all = cells(list), lines = Json::array({all});
            if (name == "killercages")
                json_["killercage"].push_back({{"cells", all}});
            else if (name != "arrows")
                json_["thermometer"].push_back({{"lines", lines}});
            else if (!all.empty())
                json_["arrow"].push_back({{"cells", Json::array({all[0]})}, {"lines", lines}});
        }
    }

    /// An entry is what is written, its colour and its kind.
    void draw_number(std::size_t point, const Json& entry) {
        if (!entry.is_array() || entry.size() != 3)
            refuse("a number of another form", R"(["5",1,"1"])");
        if (is_nothing(entry[0])) return;
        if (const auto i = cell(point); !i)
            unknown("number outside the board");
        else if (entry[1] != 1)
            unknown("number of colour " + entry[1].dump());
        else if (entry[2] != "1" && entry[2] != 1)
            unknown("number of kind " + entry[2].dump());
        else
            at(*i) = {{"value", entry[0]}, {"given", true}};
    }

    /// False if it is not clear which regions the lines make.
    bool draw_regions(const Json& lines) {
        const std::size_t width = columns_ + 4, block = width * (rows_ + 4);
        std::optional<Record> found;
        for (const std::size_t corner : {std::size_t{0}, std::size_t{1}, width, width + 1}) {
            DrawnGrid drawing;
            drawing.size = n_;
            drawing.right.assign(n_ * n_, 0);
            drawing.below.assign(n_ * n_, 0);
            bool fits = true;
            for (const auto& [key, style] : lines.items()) {
                const std::vector<std::string> ends = parts(key, ',');
                if (ends.size() != 2 || style != *lines.begin()) return false;
                const std::size_t a = number(ends[0]), b = number(ends[1]), from = std::min(a, b);
                const bool down = a + b == 2 * from + width;
                if (from < block || a / block != b / block || (!down && a + b != 2 * from + 1))
                    return false;
                const std::size_t r = (from % block + corner) / width - 2 - top_;
                const std::size_t c = (from % block + corner) % width - 2 - left_;
                fits = fits && r < n_ + !down && c < n_ + down;
                if (fits && (down ? c : r) % n_ != 0)  // no part of the frame
                    (down ? drawing.right[r * n_ + c - 1] : drawing.below[r * n_ + c - n_]) = 1;
            }
            if (!fits || !lines_contradict(drawing, std::vector<std::size_t>(n_ * n_))) continue;
            try {
                Record record = drawn_record(reading_, drawing, "penpa", place_);
                if (found) return false;
                found = std::move(record);
            } catch (const InputError&) {  // no regions
            }
        }
        for (std::size_t i = 0; found && i < n_ * n_; ++i)
            at(i)["region"] = *found->puzzle.geometry().box_of(Cell{i});
        return found.has_value();
    }

    void check_cells(const Json& steps) const {
        std::set<std::size_t> seen;
        std::size_t point = 0;
        for (const Json& step : steps) {
            point += number(step.dump());
            if (const auto i = cell(point)) seen.insert(*i);
        }
        if (steps.size() != n_ * n_ || seen.size() != n_ * n_)
            refuse("other cells than those of its square", "all of them");
    }

    void read_tag(const std::string& tag) {
        const std::string small = lower(tag);
        if (small != "classic" && small != "sudoku" &&
            (small != "thermo" || !json_.contains("thermometer")) &&
            (small != "arrow" || !json_.contains("arrow")) &&
            (small != "killer" || !json_.contains("killercage")))
            unknown("tag " + tag);
    }

    Place place_;
    Reading& reading_;
    std::vector<std::string> lines_;
    std::size_t columns_ = 0, rows_ = 0, top_ = 0, left_ = 0, n_ = 0;
    Json json_ = Json::object();
};

bool recognise_penpa(Reading& reading) {
    return reading.in.peek()->find(site) != std::string::npos;
}

void read_penpa(Reading& reading) {
    const Place place = reading.in.place(0, 1);
    const std::string line{trimmed(reading.in.take())};
    const std::size_t start = std::min(line.find(site), line.size());
    const auto link =
        std::string_view(line).substr(start, line.find_first_of(" \t", start) - start);
    std::map<char, std::string_view> values;
    for (const Token& token : split(link, 0, "#?&"))
        if (token.text.size() > 2 && token.text[1] == '=')
            values[token.text[0]] = token.text.substr(2);
    if (!values.contains('p'))
        throw InputError(place, "this link of Penpa+ does not hold the puzzle", "a link with p=");
    Penpa puzzle{inflated_link(values['p'], place), place, reading};
    std::string document;
    try {
        document = puzzle.document(values['m'] == "edit")
                       .dump(-1, ' ', false, Json::error_handler_t::replace);
    } catch (const Json::exception& error) {
        throw InputError(place,
                         std::string("what the link holds is no puzzle of Penpa+: ") + error.what(),
                         "a link that was not cut off");
    }
    Record& record =
        reading.ready.emplace_back(fpuzzles_document(document, place, reading, AsItStands::no));
    record.format = "penpa";
    record.left_out.insert(record.left_out.begin(), puzzle.left_out.begin(), puzzle.left_out.end());
    if (!puzzle.taken.empty()) record.notes.push_back("taken as rules, as drawn: " + puzzle.taken);
    if (puzzle.usual_boxes)
        record.notes.emplace_back("no lines tell the regions: the usual boxes were taken");
    if (values['m'] != "edit") puzzle.unread.add("the answer check");
    if (values.contains('a')) puzzle.unread.add("the solution");
    puzzle.unread.tell(record);
    note_around(record, line, link);
}

}  // namespace

const FormatCode penpa_format = {
    .info = {.name = "penpa",
             .aliases = "penpa+",
             .description = "Penpa+ links: black numbers, lines of regions, cages, thermometers, "
                            "arrows; other drawings are refused by name",
             .sizes = "4x4 to 25x25",
             .can_write = false,
             .rules = true},
    .recognise = recognise_penpa,
    .read = read_penpa,
    .write = write_none};

}  // namespace clew::formats
