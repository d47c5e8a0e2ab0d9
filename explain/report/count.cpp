#include "explain/report/count.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "explain/report/question.hpp"
#include "explain/report/text.hpp"

namespace clew::report {
namespace {

using nlohmann::ordered_json;

void add_check(ordered_json& object, const Counted& counted) {
    if (!counted.check) return;
    const CountResult& check = *counted.check;
    ordered_json& by = object["verified_with"];
    by = {{"engine", to_string(check.engine)},
          {"count", count_number(check.solutions)},
          {"exact", check.exact()}};
    if (check.crosswise) by["route"] = "crosswise";
    if (check.sat) by["sat"] = sat_json(*check.sat);
    by["agrees"] = check.exact() && !counted.disagrees();
}

/// "sat (13 calls of the library, ...)": an engine, and what it did if it is one of SAT.
std::string said(const CountResult& result) {
    const std::string engine = to_string(result.engine);
    return result.sat ? engine + " (" + sat_text(*result.sat) + ")" : engine;
}

}  // namespace

std::string to_text(const CountResult& result) {
    return (result.exact() ? "" : ">=") + result.solutions.to_string();
}

void add_count(ordered_json& object, const CountResult& result) {
    object["count"] = count_number(result.solutions);
    object["exact"] = result.exact();
    object["ending"] = to_string(result.ending);
    object["engine"] = to_string(result.engine);
    if (result.sat) object["sat"] = sat_json(*result.sat);
}

nlohmann::ordered_json sat_json(const sat::EnumerateResult& work) {
    return {{"strategy", to_string(work.strategy)},
            {"calls", work.calls},
            {"conflicts", work.nodes},
            {"blocking_clauses", work.blocking_clauses},
            {"refuted", work.refuted},
            {"sessions", work.sessions},
            {"cubes", work.cubes},
            {"unsat", work.proved}};
}

std::string sat_text(const sat::EnumerateResult& work) {
    const auto number = [](std::uint64_t n, const char* what) {
        return Count{n}.grouped() + " " + what + (n == 1 ? "" : "s");
    };
    std::string text;
    if (work.strategy == sat::EnumerationMethod::cubes) text = number(work.cubes, "cube") + ", ";
    text += number(work.calls, "call") + " of the library, " +
            number(work.blocking_clauses, "blocking clause") + ", " +
            number(work.nodes, "conflict");
    if (work.proved) text += ", the last answer UNSAT";
    return text;
}

ordered_json to_json(const Record& record, const Counted& counted) {
    ordered_json line = question_json("clew/count/1", record);
    add_count(line, counted.result);
    add_check(line, counted);
    return line;
}

std::string doubt(const Counted& counted) {
    if (!counted.check) return {};
    const CountResult& result = counted.result;
    const CountResult& check = *counted.check;
    if (counted.disagrees())
        return fmt::format("engines disagree: {} counts {}, {} {}; please report this puzzle",
                           to_string(result.engine), result.solutions.to_string(),
                           to_string(check.engine), check.solutions.to_string());
    if (!check.exact())
        return fmt::format("not verified: {} ended early ({})", to_string(check.engine),
                           to_string(check.ending));
    return {};
}

std::string to_text(const Estimate& e) {
    return fmt::format("~{:.4g} ({:.4g} to {:.4g}; {}: {} of {} descents hit)", e.solutions, e.low,
                       e.high, to_string(e.trust), e.hits, e.samples);
}

ordered_json to_json(const Record& record, const Estimate& e) {
    ordered_json line = question_json("clew/estimate/1", record);
    line["estimate"] = e.solutions;
    line["low"] = e.low;
    line["high"] = std::isfinite(e.high) ? ordered_json(e.high) : nullptr;
    line["trust"] = to_string(e.trust);
    line["samples"] = e.samples;
    line["hits"] = e.hits;
    return line;
}

std::string time_text(double seconds, Language language) {
    static constexpr struct {
        double seconds;
        const char* name;
    } units[] = {
        {31'557'600, "{} years"}, {86'400, "{} days"}, {3'600, "{} hours"}, {60, "{} minutes"}};
    for (const auto& unit : units)
        if (seconds >= 2 * unit.seconds) {
            const double n = std::round(seconds / unit.seconds);
            return say(language, unit.name,
                       n < 1e6 ? fmt::format("{:.0f}", n) : fmt::format("{:.0e}", n));
        }
    return say(language, "{} seconds", fmt::format("{:.0f}", std::round(seconds)));
}

std::string to_text(const Forecast& forecast, unsigned threads, Language language) {
    constexpr double giga = 1e9;
    if (!std::isfinite(forecast.seconds)) return say(language, "more than can be told");
    const std::string text =
        say_of(language, threads, "{} {} on {} thread by {}", "{} {} on {} threads by {}",
               say(language, to_string(forecast.sure)), time_text(forecast.seconds, language),
               threads, to_string(forecast.engine));
    return forecast.bytes < giga ? text
                                 : say(language, "{}, with {} GB of memory", text,
                                       fmt::format("{:.2g}", forecast.bytes / giga));
}

ordered_json to_json(const Forecast& forecast) {
    const auto number = [](double n) { return std::isfinite(n) ? ordered_json(n) : nullptr; };
    return {{"engine", to_string(forecast.engine)},
            {"sure", to_string(forecast.sure)},
            {"seconds", number(forecast.seconds)},
            {"bytes", number(forecast.bytes)}};
}

std::string listing_head(const Record& record, const std::string& command) {
    ordered_json question = question_json("clew/enumerate/1", record);
    question["command"] = command;
    std::string head = question.dump();
    head.pop_back();  // the closing brace comes after the solutions
    return head + ",\"solutions\":[";
}

std::string listing_tail(const Counted& counted) {
    ordered_json tail;
    add_count(tail, counted.result);
    add_check(tail, counted);
    return "]," + tail.dump().substr(1);
}

std::string listing_text(const Counted& counted) {
    const CountResult& result = counted.result;
    std::string text =
        result.solutions.grouped() + (result.solutions == Count{1} ? " solution" : " solutions");
    if (!result.exact()) return "at least " + text + " (" + to_string(result.ending) + ")";
    text += ", proved complete by " + said(result);
    if (counted.check && counted.check->exact() && !counted.disagrees())
        text += " and by " + said(*counted.check);
    return text;
}

CountResult whole_of(const Merged& merged) {
    CountResult result;
    result.solutions = merged.total;
    result.ending = merged.ending;
    result.engine = merged.engine;
    return result;
}

ordered_json to_json(const Merged& merged, std::size_t parts) {
    ordered_json object = {{"schema", "clew/merge/1"}, {"parts", parts}};
    add_count(object, whole_of(merged));
    if (merged.root) object["root"] = ledger::hex(*merged.root);
    for (const RepeatedShard& again : merged.repeated)
        object["repeated"].push_back(to_string(again.shard));
    if (!merged.missing.empty()) object["missing"] = merged.missing;
    if (merged.cut == Cut::puzzles) {
        object["answers"] = merged.answers;
        return object;
    }
    const ordered_json question = question_json("clew/merge/1", Record{.puzzle = merged.puzzle});
    for (const char* key : {"puzzle", "geometry", "question"})
        if (question.contains(key)) object[key] = question[key];
    return object;
}

}  // namespace clew::report
