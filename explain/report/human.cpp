#include "explain/report/human.hpp"
#include "explain/report/text.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/base/numbers.hpp"
#include "core/base/strict_json.hpp"
#include "core/base/text.hpp"
#include "core/formats/formats.hpp"
#include "logic/rating/explainer.hpp"
#include "solve/solve.hpp"

namespace clew::report {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t longest_line = 10'000;
constexpr std::size_t fewest_rows = 100;
constexpr const char* columns_hint =
    "a first line with the columns puzzle and mean_seconds, parted by tabs, commas or semicolons";

std::vector<std::string> fields_of(const std::string& line) {
    std::vector<std::string> fields(1);
    for (const char c : line) {
        if (c == '\t' || c == ',' || c == ';')
            fields.emplace_back();
        else if (c != '\r' && c != '"')
            fields.back() += c;
    }
    return fields;
}

rating::HumanTime time_of(const std::string& symbols, const std::string& seconds,
                          const Place& place) {
    const double number = parse_decimal(seconds).value_or(0);
    if (number <= 0)
        throw InputError(place, "'" + quotable(seconds) + "' is no time", "seconds above 0");
    std::istringstream in{symbols};
    PuzzleReader reader{in, place.source};
    std::optional<Record> record;
    try {
        record = reader.next();
    } catch (const InputError& fault) {
        throw InputError(place, fault.what(), fault.hint());
    }
    if (!record || !rating::can_rate(record->puzzle))
        throw InputError(place, "'" + quotable(symbols) + "' is no plain 9x9 puzzle", "81 symbols");
    const Verdict verdict = verify(record->puzzle);
    if (verdict.validity != Validity::unique)
        throw InputError(place, "the puzzle has not one solution", "puzzles with one solution");
    return {record->puzzle, verdict.witnesses.front(), number};
}

double number_at(const ordered_json& object, const std::string& key, const Place& place) {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number() || !(found->get<double>() >= 0) ||
        !std::isfinite(found->get<double>()))
        throw InputError(place, "'" + key + "' is missing or no number from 0",
                         "a model as a fit prints it, clew/human-model/1");
    return found->get<double>();
}

}  // namespace

std::vector<rating::HumanTime> read_times(std::istream& in, const std::string& source,
                                          const StopFlag& stop) {
    std::vector<rating::HumanTime> times;
    std::string line;
    std::size_t number = 0, puzzle = 0, seconds = 0, columns = 0;
    while (!stop.raised() && read_line(in, line, longest_line)) {
        const Place place{source, ++number};
        const std::vector<std::string> fields = fields_of(line);
        if (number == 1) {
            columns = fields.size();
            puzzle = seconds = columns;
            for (std::size_t i = 0; i < columns; ++i) {
                if (fields[i] == "puzzle") puzzle = i;
                if (fields[i] == "mean_seconds" || fields[i] == "seconds") seconds = i;
            }
            if (puzzle == columns || seconds == columns)
                throw InputError(place, "no columns puzzle and mean_seconds", columns_hint);
            continue;
        }
        if (fields.size() == 1 && fields[0].empty()) continue;
        if (fields.size() != columns)
            throw InputError(place,
                             std::to_string(fields.size()) + " fields, but " +
                                 std::to_string(columns) + " columns",
                             "as many as in the first line");
        times.push_back(time_of(fields[puzzle], fields[seconds], place));
    }
    if (times.size() < fewest_rows && !stop.raised())
        throw InputError({.source = source},
                         std::to_string(times.size()) + " puzzles are too few for a fit",
                         std::to_string(fewest_rows) + " at least");
    return times;
}

ordered_json to_json(const rating::HumanFit& fit, std::size_t puzzles) {
    ordered_json object = {{"schema", "clew/human-model/1"}, {"puzzles", puzzles}};
    object["seen"] = rounded(fit.seen, 4);
    if (fit.crossed) object["cross_validated"] = rounded(*fit.crossed, 4);
    object["cross_validations"] = ordered_json::array();
    for (const double one : fit.each) object["cross_validations"].push_back(rounded(one, 4));
    object["without"] = ordered_json::object();
    for (const auto& [term, value] : fit.without)
        object["without"][rating::human_terms()[static_cast<std::size_t>(term)].id] =
            rounded(value, 4);
    object["terms"] = ordered_json::object();
    for (const rating::HumanTermInfo& info : rating::human_terms())
        object["terms"][info.id] = rounded(fit.model.at(info.term), 4);
    object["low"] = rounded(fit.model.low, 4);
    object["high"] = rounded(fit.model.high, 4);
    object["grades"] = ordered_json::array();
    for (const double from : fit.model.grades) object["grades"].push_back(rounded(from, 4));
    object["longest"] = rounded(fit.model.longest, 4);
    return object;
}

Plot fit_plot(std::span<const rating::HumanTime> times, const rating::HumanFit& fit) {
    std::vector<std::pair<double, double>> pairs;  // predicted and real, in minutes
    for (std::size_t i = 0; i < times.size(); ++i)
        pairs.emplace_back(fit.predicted[i] / 60, times[i].seconds / 60);
    std::ranges::sort(pairs);
    Plot plot{"People's times by what is predicted",
              {"minutes predicted", Scale::linear},
              {"minutes taken", Scale::linear}};
    plot.curves = {{"nine of ten below", {}}, {"half below", {}}, {"one of ten below", {}}};
    constexpr std::size_t parts = 10;
    for (std::size_t part = 0; part < parts; ++part) {
        const std::size_t from = part * pairs.size() / parts;
        const std::size_t n = (part + 1) * pairs.size() / parts - from;
        std::vector<double> real;
        for (std::size_t i = 0; i < n; ++i) real.push_back(pairs[from + i].second);
        std::ranges::sort(real);
        const double middle = pairs[from + n / 2].first;
        plot.curves[0].points.push_back({middle, real[n * 9 / 10]});
        plot.curves[1].points.push_back({middle, real[n / 2]});
        plot.curves[2].points.push_back({middle, real[n / 10]});
    }
    return plot;
}

rating::HumanModel read_model(std::istream& in, const std::string& source) {
    const Place place{source};
    const std::string text{std::istreambuf_iterator<char>{in}, {}};
    ordered_json object;
    try {
        object = parse_strictly<ordered_json>(text, place);
    } catch (const ordered_json::exception& error) {
        throw InputError(place, std::string{"no JSON: "} + error.what(),
                         "a model as a fit prints it, clew/human-model/1");
    }
    if (!object.is_object() || object.value("schema", "") != "clew/human-model/1")
        throw InputError(place, "no model of the human scale", "the schema clew/human-model/1");
    rating::HumanModel model;
    const ordered_json terms = object.value("terms", ordered_json::object());
    for (const rating::HumanTermInfo& info : rating::human_terms())
        model.at(info.term) = number_at(terms, info.id, place);
    model.low = number_at(object, "low", place);
    model.high = number_at(object, "high", place);
    model.longest = number_at(object, "longest", place);
    const ordered_json grades = object.value("grades", ordered_json::array());
    if (!grades.is_array() || grades.size() != model.grades.size())
        throw InputError(place, "'grades' are not four numbers", "the seconds from medium on");
    for (std::size_t i = 0; i < model.grades.size(); ++i)
        model.grades[i] = number_at({{"grade", grades[i]}}, "grade", place);
    for (const rating::HumanTerm term :
         {rating::HumanTerm::box, rating::HumanTerm::line, rating::HumanTerm::cell})
        if (model.at(term) <= 0)
            throw InputError(place, "a time to notice a single is 0", "seconds above 0");
    return model;
}

}  // namespace clew::report
