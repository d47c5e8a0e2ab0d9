// SudokuMaker links: "https://sudokumaker.app/?puzzle=", then JSON compressed by LZ-string in the
// form for addresses. Its format is not published; what is known of it is told as an f-puzzles
// document, and read as one. A constraint that is not known stands there under its number and name,
// where it is refused by that.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/strict_json.hpp"
#include "core/formats/lines.hpp"
#include "core/formats/lzstring.hpp"
#include "core/formats/reading.hpp"

namespace clew::formats {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view key = "sudokumaker.app/?puzzle=";

class SudokuMaker {
  public:
    SudokuMaker(const Json& puzzle, Place place) : puzzle_(puzzle), place_(std::move(place)) {}

    /// As an f-puzzles document.
    Json document() {
        n_ = number(puzzle_, "size", number(puzzle_, "width", 9));
        if (n_ < 4 || n_ > 25 || number(puzzle_, "width", n_) != n_ ||
            number(puzzle_, "height", n_) != n_)
            refuse("a board that is not square, or of another size", "4x4 to 25x25");
        if (number(puzzle_, "minDigit", 1) != 1 || number(puzzle_, "maxDigit", n_) != n_)
            refuse("digits that are not 1 to the side of the board", "as many digits as rows");
        json_["size"] = n_;
        for (const auto& [name, as] : {std::pair{"name", "title"}, std::pair{"author", "author"},
                                       std::pair{"comment", "ruleset"}})
            if (puzzle_.contains(name)) json_[as] = puzzle_[name];
        cells();
        for (const Json& constraint : list(puzzle_, "constraints"))
            if (!constraint.value("disabled", false)) read(constraint);
        if (!has_lines_) refuse("no constraint for rows and columns", "a Sudoku");
        for (std::int64_t i = 0; !has_regions_ && i < n_ * n_; ++i) cell(i)["region"] = Json();
        return json_;
    }

  private:
    [[noreturn]] void refuse(const std::string& what, const std::string& hint) const {
        throw InputError(place_, "this puzzle of SudokuMaker has " + what, hint);
    }
    std::int64_t number(const Json& in, const char* name, std::int64_t usual) const {
        if (!in.contains(name)) return usual;
        if (!in[name].is_number_integer()) refuse(std::string("no number as ") + name, "a number");
        return in[name].get<std::int64_t>();
    }
    const Json& list(const Json& in, const char* name) const {
        if (!in.is_object() || !in.contains(name) || !in[name].is_array())
            refuse(std::string("no list of ") + name, "a link that was not changed");
        return in[name];
    }
    Json& cell(std::int64_t i) {
        return json_["grid"][static_cast<std::size_t>(i / n_)][static_cast<std::size_t>(i % n_)];
    }
    Json names(const Json& numbers) const {
        Json names = Json::array();
        for (const Json& value : numbers) {
            if (!value.is_number_integer() || value < 0 || value >= n_ * n_)
                refuse("a cell " + value.dump(), "numbers of cells");
            const auto i = value.get<std::int64_t>();
            names.push_back("R" + std::to_string(i / n_ + 1) + "C" + std::to_string(i % n_ + 1));
        }
        return names;
    }

    void cells() {
        const Json& all = list(puzzle_, "cells");
        if (static_cast<std::int64_t>(all.size()) != n_ * n_)
            refuse(std::to_string(all.size()) + " cells", std::to_string(n_ * n_));
        json_["grid"] = Json::array();
        for (const Json& from : all) {
            if (json_["grid"].empty() ||
                static_cast<std::int64_t>(json_["grid"].back().size()) == n_)
                json_["grid"].push_back(Json::array());
            Json to = Json::object();
            if (from.is_object() && from.contains("value") && !from["value"].is_null()) {
                to["value"] = from["value"];
                if (from.value("given", false)) to["given"] = true;
            }
            if (const std::int64_t marks = from.is_object() ? number(from, "candidates", 0) : 0)
                for (std::int64_t d = 1; d <= n_; ++d)
                    if ((marks >> d & 1) != 0) to["centerPencilMarks"].push_back(d);
            json_["grid"].back().push_back(std::move(to));
        }
    }

    void read(const Json& constraint) {
        const std::int64_t type = number(constraint, "type", -1);
        if (type == 0) {
            has_lines_ = true;
        } else if (type == 1) {
            has_regions_ = true;
            const Json& regions = list(constraint, "regions");
            if (static_cast<std::int64_t>(regions.size()) != n_ * n_)
                refuse(std::to_string(regions.size()) + " numbers of regions", "one a cell");
            for (std::int64_t i = 0; i < n_ * n_; ++i) {
                const Json& region = regions[static_cast<std::size_t>(i)];
                cell(i)["region"] = region == -1 ? Json() : region;
            }
        } else if (type == 300) {
            const char* as = constraint.value("slow", false) ? "slowthermometer" : "thermometer";
            for (const Json& line : list(constraint, "thermometers"))
                json_[as].push_back({{"lines", Json::array({names(line)})}});
        } else if (type == 301) {
            for (const Json& cage : list(constraint, "cages"))
                json_["killercage"].push_back(
                    {{"cells", names(list(cage, "cells"))},
                     {"value", std::to_string(number(cage, "value", 0))}});
        } else if (type >= 200 && type <= 202 && nothing(constraint, "clues") &&
                   nothing(constraint, "negative")) {
            // Dots or letters of which there are none.
        } else {
            std::string name = type == 101    ? "text"
                               : type == 2000 ? "line"
                               : type == 2001 ? "cage"
                                              : "constraint " + std::to_string(type);
            if (constraint.contains("definition") && constraint["definition"].contains("name"))
                name += " (" + constraint["definition"]["name"].get<std::string>() + ")";
            json_[name].push_back(constraint);
        }
    }
    static bool nothing(const Json& in, const char* name) {
        return !in.contains(name) || in[name].empty();
    }

    const Json& puzzle_;
    Place place_;
    std::int64_t n_ = 9;
    bool has_lines_ = false, has_regions_ = false;
    Json json_ = Json::object();
};

bool recognise_sudokumaker(Reading& reading) {
    return reading.in.peek()->find(key) != std::string::npos;
}

void read_sudokumaker(Reading& reading) {
    const Place place = reading.in.place(0, 1);
    const std::string line{trimmed(reading.in.take())};
    std::string_view data = line;
    data = link_value(data, key).value_or(data.substr(0, data.find_first_of("& #")));
    std::string plain{data};
    std::ranges::replace(plain, '-', '/');
    std::ranges::replace(plain, '$', '=');
    const std::string text = lz_of_link(plain, place);
    Json document;
    try {
        const Json whole = parse_strictly<Json>(text, place, &reading.hearing);
        document = SudokuMaker{whole.at("puzzle"), place}.document();
    } catch (const Json::exception& error) {
        throw InputError(
            place, std::string("what the link holds is no puzzle of SudokuMaker: ") + error.what(),
            "a link that was not cut off");
    }
    reading.ready.push_back(fpuzzles_document(document.dump(), place, reading, AsItStands::no));
    reading.ready.back().format = "sudokumaker";
    note_around(reading.ready.back(), line, data);
}

}  // namespace

const FormatCode sudokumaker_format = {
    .info = {.name = "sudokumaker",
             .aliases = "",
             .description = "SudokuMaker links: givens, regions, cages, thermometers; other rules "
                            "are refused by number and name",
             .sizes = "4x4 to 25x25",
             .can_write = false,
             .rules = true},
    .recognise = recognise_sudokumaker,
    .read = read_sudokumaker,
    .write = write_none};

}  // namespace clew::formats
