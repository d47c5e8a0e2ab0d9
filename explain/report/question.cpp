#include "explain/report/question.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "clew/version.hpp"
#include "core/base/json_objects.hpp"
#include "core/base/numbers.hpp"
#include "core/base/text.hpp"
#include "core/board/notation.hpp"
#include "core/rules/registry.hpp"

namespace clew::report {
namespace {

bool has_progress(const Record& record) {
    if (!record.progress) return false;
    const PlayerMarks& progress = *record.progress;
    return std::ranges::any_of(progress.placed, [](const auto& d) { return d.has_value(); }) ||
           std::ranges::any_of(progress.removed, [](DigitSet d) { return !d.empty(); });
}

/// The words of a description before it goes into details.
std::string first_words(const std::string& text) {
    constexpr std::size_t most = 60;
    std::size_t end = text.find('\n');
    for (const char* stop : {": ", "; ", ". "}) end = std::min(end, text.find(stop));
    std::string words = text.substr(0, end);
    while (!words.empty() && (words.back() == ' ' || words.back() == '.')) words.pop_back();
    if (words.size() <= most) return words;
    std::size_t cut = words.rfind(' ', most);
    if (cut == std::string::npos || cut == 0) cut = most;
    while (cut > 0 && (static_cast<unsigned char>(words[cut]) & 0xC0) == 0x80) --cut;
    return words.substr(0, cut) + " ...";
}

}  // namespace

namespace {

/// That all digits are a player's; empty if they are not.
std::string remark_on_digits(const Record& record) {
    const Puzzle& puzzle = record.puzzle;
    if (!record.progress || puzzle.given_count() > 0 || !puzzle.rules().empty()) return {};
    const DigitSet all = DigitSet::all(puzzle.geometry().size());
    for (std::size_t i = 0; i < puzzle.geometry().cell_count(); ++i)
        if (puzzle.marks(Cell{i}) != all) return {};
    const auto entered = static_cast<std::size_t>(std::ranges::count_if(
        record.progress->placed, [](const auto& digit) { return digit.has_value(); }));
    if (entered == 0) return {};
    return "no clue: all " + counted(entered, "digit is", "digits are") +
           " a player's, and no part of the question";
}

}  // namespace

std::string remark_on(const Record& record, About about) {
    std::string remark = about == About::puzzle ? remark_on_digits(record) : "";
    for (std::size_t i = 0; i < record.left_out.size(); ++i)
        remark += (i > 0            ? ", "
                   : remark.empty() ? "left out as asked for: "
                                    : "; left out as asked for: ") +
                  record.left_out[i];
    return remark;
}

nlohmann::ordered_json question_json(const char* schema, const Record& record, About about) {
    nlohmann::ordered_json object = roomy_object();
    object["schema"] = schema;
    object["version"] = CLEW_VERSION;
    object["source"] = printable(record.place.source);
    object["line"] = record.place.line;
    object["puzzle"] = to_line(record.puzzle);
    object["geometry"] = record.puzzle.geometry().description();
    for (const Rule& rule : record.puzzle.rules())
        object["rules"].push_back(rules::words(rule, record.puzzle.geometry()));
    const bool entries = about == About::state && has_progress(record);
    if (const std::string question =
            question_beyond_line(record.puzzle, entries ? record.progress : std::nullopt);
        !question.empty())
        object["question"] = nlohmann::ordered_json::parse(question);
    if (std::string remark = remark_on(record, about); !remark.empty())
        object["remark"] = std::move(remark);
    return object;
}

nlohmann::ordered_json error_json(const char* schema, const InputError& error) {
    nlohmann::ordered_json object = {
        {"schema", schema},           {"source", printable(error.place().source)},
        {"line", error.place().line}, {"column", error.place().column},
        {"error", error.what()},      {"expected", error.hint()}};
    if (!error.parts().empty()) object["parts"] = error.parts();
    return object;
}

std::string line_of(const Puzzle& puzzle) {
    const std::string question = question_beyond_line(puzzle);
    return question.empty() ? to_line(puzzle) : question;
}

std::string name_of(const Record& record) {
    return to_string(Place{record.place.source, record.place.line, 0});
}

std::string own_title_of(const Record& record) {
    if (const auto title = record.metadata.find("title");
        title != record.metadata.end() && !title->second.empty())
        return title->second;
    if (const auto told = record.metadata.find("description"); told != record.metadata.end())
        return first_words(told->second);
    return {};
}

std::string title_of(const Record& record, Language language) {
    if (std::string own = own_title_of(record); !own.empty()) return own;
    return say(language, "{}, {} givens", record.puzzle.geometry().description(language),
               record.puzzle.given_count());
}

}  // namespace clew::report
