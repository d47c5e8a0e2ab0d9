// CSV: the columns are found by their names in the first line, in any order and case. Fields may be
// quoted; commas, semicolons and tabs separate. One puzzle a line from there to the end of the
// input.

#include <algorithm>
#include <set>

#include "core/board/notation.hpp"
#include "core/formats/lines.hpp"

namespace clew::formats {
namespace {

constexpr std::string_view puzzle_names[] = {"puzzle",   "puzzles", "quizzes", "quiz",  "sudoku",
                                             "question", "givens",  "grid",    "board", "unsolved"};
constexpr std::string_view solution_names[] = {"solution", "solutions", "answer", "answers",
                                               "solved"};

struct Field {
    std::string text{};
    std::size_t column = 1;
};

std::vector<Field> fields_of(std::string_view line, char separator, const Place& place) {
    std::vector<Field> fields;
    std::size_t i = 0;
    for (;;) {
        Field field{.column = i + 1};
        if (i < line.size() && line[i] == '"') {
            for (++i;; ++i) {
                if (i == line.size())
                    throw InputError({place.source, place.line, field.column},
                                     "a quote that is not closed", "a second \" on the line");
                if (line[i] == '"') {
                    if (i + 1 == line.size() || line[i + 1] != '"') break;
                    ++i;
                }
                field.text += line[i];
            }
            ++i;
            if (i < line.size() && line[i] != separator)
                throw InputError({place.source, place.line, i + 1}, "text after a quoted field",
                                 "a separator");
            ++field.column;
        } else {
            const std::size_t end = std::min(line.find(separator, i), line.size());
            field.text = line.substr(i, end - i);
            i = end;
        }
        fields.push_back(std::move(field));
        if (i == line.size()) return fields;
        ++i;
    }
}

// The column names in a first line, or nothing if it is none.
std::vector<std::string> columns_of(std::string_view line, char separator) {
    std::vector<std::string> names;
    try {
        for (const Field& field : fields_of(line, separator, {}))
            names.push_back(lower(trimmed(field.text)));
    } catch (const InputError&) {
        return {};
    }
    const bool found = std::ranges::any_of(
        names, [](const std::string& name) { return is_among(name, puzzle_names); });
    if (!found) return {};
    // A column without a name, or with that of another, has its number: nothing in it is lost.
    std::set<std::string> before;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const bool again = !before.insert(names[i]).second;
        const std::string number = "column " + std::to_string(i + 1);
        if (names[i].empty())
            names[i] = number;
        else if (again)
            names[i] += " (" + number + ")";
    }
    return names;
}

bool recognise_csv(Reading& reading) {
    if (!reading.csv_columns.empty()) return true;
    const std::string& line = *reading.in.peek();
    for (char separator : {',', ';', '\t'})
        if (line.find(separator) != std::string::npos && !columns_of(line, separator).empty())
            return true;
    return false;
}

void read_csv(Reading& reading) {
    const Place place = reading.in.place(0, 1);
    const std::string line = reading.in.take();
    if (reading.csv_columns.empty()) {
        for (char separator : {',', ';', '\t'}) {
            reading.csv_separator = separator;
            reading.csv_columns = columns_of(line, separator);
            if (!reading.csv_columns.empty()) return;
        }
        throw InputError(place, "no column for puzzles in the first line",
                         "a column called puzzle or quizzes, and maybe solution");
    }
    const std::vector<Field> fields = fields_of(line, reading.csv_separator, place);
    if (fields.size() != reading.csv_columns.size())
        throw InputError(
            place, std::to_string(fields.size()) + " fields",
            std::to_string(reading.csv_columns.size()) + " fields, as the first line has");
    const auto place_of = [&](const Field& field) {
        return Place{place.source, place.line, field.column};
    };
    const auto is_puzzle = [](const std::string& name) { return is_among(name, puzzle_names); };
    const auto puzzle = static_cast<std::size_t>(
        std::ranges::find_if(reading.csv_columns, is_puzzle) - reading.csv_columns.begin());
    Record record =
        read_line_text(reading, trimmed(fields[puzzle].text), place_of(fields[puzzle]), "csv");
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (i == puzzle) continue;
        const std::string& name = reading.csv_columns[i];
        if (is_among(name, solution_names) && !record.solution &&
            !trimmed(fields[i].text).empty()) {
            record.solution = read_solution_text(
                trimmed(fields[i].text), record.puzzle.geometry().size(), place_of(fields[i]));
        } else if (!fields[i].text.empty()) {
            record.metadata[name] = fields[i].text;
        }
    }
    reading.ready.push_back(std::move(record));
}

std::string write_csv(const Record& record, LeftOut&) {
    return to_line(record.puzzle) + "," + (record.solution ? to_line(*record.solution) : "") + "\n";
}

}  // namespace

const FormatCode csv_format = {
    .info = {.name = "csv",
             .aliases = "kaggle",
             .description = "column names, among them `puzzle` or `quizzes`, then a row a puzzle",
             .sizes = "4x4 to 25x25"},
    .recognise = recognise_csv,
    .read = read_csv,
    .write = write_csv,
    .head = "puzzle,solution\n",
    .room = {HeldBoards::standard, HeldMarks::none, {Extra::progress, Extra::metadata}}};

}  // namespace clew::formats
