#include "explain/report/misread.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/board/notation.hpp"
#include "explain/report/question.hpp"
#include "explain/report/text.hpp"

namespace clew::report {

using nlohmann::ordered_json;

namespace {

std::string symbol(std::optional<Digit> digit) {
    return std::string(1, digit ? digit_symbol(*digit) : '.');
}

}  // namespace

std::string to_text(const Puzzle& puzzle, const setter::MisreadResult& found) {
    const std::size_t size = puzzle.geometry().size();
    std::string text;
    for (const setter::ValidReading& one : found.puzzles) {
        std::string said;
        for (const setter::OtherReading& change : one.changes) {
            said += (said.empty() ? "" : ", ") + to_string(change.cell, size) + " is " +
                    (change.digit ? symbol(change.digit) : "open");
            if (const auto read = puzzle.given(change.cell)) said += ", not " + symbol(read);
        }
        text +=
            fmt::format("{}: {:.3g} %\n", said.empty() ? "as it was read" : said, 100 * one.share);
    }
    if (found.puzzles.empty()) text = "no valid puzzle near it\n";
    std::string again;
    for (const auto& [cell, share] : found.suspects)
        again += fmt::format("{}{} ({:.3g} %)", again.empty() ? "look again at " : ", ",
                             to_string(cell, size), 100 * share);
    return again.empty() ? text : text + again + "\n";
}

ordered_json to_json(const Record& record, const setter::MisreadResult& found) {
    ordered_json object = question_json("clew/misread/1", record);
    const std::size_t size = record.puzzle.geometry().size();
    object["ending"] = to_string(found.ending);
    object["tried"] = found.tried;
    object["readings"] = ordered_json::array();
    for (const setter::ValidReading& one : found.puzzles) {
        ordered_json changes = ordered_json::array();
        for (const setter::OtherReading& change : one.changes)
            changes.push_back({{"cell", to_string(change.cell, size)},
                               {"read", symbol(record.puzzle.given(change.cell))},
                               {"is", symbol(change.digit)}});
        object["readings"].push_back({{"share", rounded(one.share, 4)},
                                      {"changes", std::move(changes)},
                                      {"puzzle", to_line(one.puzzle)},
                                      {"solution", to_line(one.solution, one.puzzle.geometry())}});
    }
    object["suspects"] = ordered_json::array();
    for (const auto& [cell, share] : found.suspects)
        object["suspects"].push_back(
            {{"cell", to_string(cell, size)}, {"share", rounded(share, 4)}});
    return object;
}

}  // namespace clew::report
