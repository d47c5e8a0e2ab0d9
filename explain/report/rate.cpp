#include "explain/report/rate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "encode/board/notation.hpp"
#include "explain/report/question.hpp"
#include "logic/step.hpp"

namespace clew::report {
namespace {

using logic::Path;
using logic::Status;
using nlohmann::ordered_json;
using rating::SeEnding;
using rating::SeStep;

/// Behind a rating: what it does not say itself.
std::string remark(Solutions solutions, const char* ending, bool solved) {
    std::string text;
    if (solutions == Solutions::several) text += " several solutions";
    if (solutions == Solutions::none) text += " no solution";
    if (!solved && solutions != Solutions::none) text += std::string(" ") + ending;
    return text;
}

std::string said(const std::vector<Candidate>& placements,
                 const std::vector<Candidate>& eliminations, std::size_t size) {
    std::string text;
    for (const Candidate& c : placements)
        text += (text.empty() ? "" : ", ") + clew::to_string(c, size);
    for (const Candidate& c : eliminations)
        text += (text.empty() ? "" : ", ") + clew::to_string(c.cell, size) + "<>" +
                std::string(1, digit_symbol(c.digit));
    return text;
}

ordered_json names(const std::vector<Candidate>& candidates, std::size_t size) {
    ordered_json list = ordered_json::array();
    for (const Candidate& c : candidates) list.push_back(clew::to_string(c, size));
    return list;
}

std::vector<Candidate> placed(const SeStep& step) {
    return step.placement ? std::vector<Candidate>{*step.placement} : std::vector<Candidate>{};
}

double number(int tenths) { return tenths / 10.0; }

std::size_t deductions(const Path& path) {
    return static_cast<std::size_t>(std::count_if(
        path.entries.begin(), path.entries.end(),
        [](const logic::Entry& e) { return e.kind == logic::Entry::Kind::deduction; }));
}

}  // namespace

const char* to_string(Solutions solutions) {
    switch (solutions) {
        case Solutions::none:
            return "none";
        case Solutions::one:
            return "one";
        case Solutions::several:
            return "several";
        case Solutions::unknown:
            break;
    }
    return "unknown";
}

std::string to_text(const RatedSe& rated) {
    std::string text;
    if (rated.steps)
        for (const SeStep& step : *rated.steps)
            text += rating::tenths_text(step.tenths) + " " + rating::title(step) + ": " +
                    said(placed(step), step.eliminations, 9) + "\n";
    return text + rating::to_string(rated.rating) +
           remark(rated.solutions, rating::to_string(rated.rating.ending),
                  rated.rating.ending == SeEnding::solved) +
           "\n";
}

std::string to_text(const RatedPath& rated) {
    const std::size_t size = rated.path.state.geometry().size();
    std::string text;
    if (rated.with_steps)
        for (const logic::Entry& entry : rated.path.entries)
            text += fmt::format("{} {}: {}\n", entry.step.score, logic::title(entry.step),
                                said(entry.step.placements, entry.step.eliminations, size));
    text += std::to_string(rated.path.score);
    if (rated.level)
        text += std::string(" ") + rating::to_string(*rated.level);
    else
        text += " hardest " + std::to_string(rated.path.hardest_score);
    return text +
           remark(rated.solutions, logic::to_string(rated.path.status),
                  rated.path.status == Status::solved) +
           "\n";
}

ordered_json to_json(const Record& record, const RatedSe& rated) {
    ordered_json object = question_json("clew/rate/1", record);
    const rating::SeRating& r = rated.rating;
    object["scale"] = "se";
    object["rating"] = rating::to_string(r);
    object["er"] = number(r.er);
    object["ep"] = number(r.ep);
    object["ed"] = number(r.ed);
    object["ending"] = rating::to_string(r.ending);
    object["solutions"] = to_string(rated.solutions);
    object["assume_unique"] = rated.uniqueness == rating::Uniqueness::granted;
    object["used_uniqueness"] = r.used_uniqueness;
    object["steps"] = r.steps;
    if (!rated.steps) return object;
    ordered_json list = ordered_json::array();
    for (const SeStep& step : *rated.steps) {
        ordered_json one = {{"technique", rating::info(step.technique).id},
                            {"name", rating::title(step)},
                            {"rating", number(step.tenths)}};
        if (step.complexity > 0) one["complexity"] = step.complexity;
        one["placements"] = names(placed(step), 9);
        one["eliminations"] = names(step.eliminations, 9);
        list.push_back(std::move(one));
    }
    object["walk"] = std::move(list);
    return object;
}

ordered_json to_json(const Record& record, const RatedPath& rated) {
    ordered_json object = question_json("clew/rate/1", record);
    const Path& path = rated.path;
    object["scale"] = rated.scale;
    object["score"] = path.score;
    object["hardest"] = path.hardest_score;
    if (rated.level) object["level"] = rating::to_string(*rated.level);
    object["ending"] = logic::to_string(path.status);
    object["solutions"] = to_string(rated.solutions);
    if (rated.assume_unique) object["assume_unique"] = *rated.assume_unique;
    object["steps"] = deductions(path);
    if (!rated.with_steps) return object;
    const std::size_t size = path.state.geometry().size();
    ordered_json list = ordered_json::array();
    for (const logic::Entry& entry : path.entries)
        list.push_back({{"technique", logic::info(entry.step.technique).id},
                        {"name", logic::title(entry.step)},
                        {"score", entry.step.score},
                        {"placements", names(entry.step.placements, size)},
                        {"eliminations", names(entry.step.eliminations, size)}});
    object["walk"] = std::move(list);
    return object;
}

}  // namespace clew::report
