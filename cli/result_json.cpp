#include "cli/result_json.hpp"

#include <nlohmann/json.hpp>

#include "encode/board/notation.hpp"
#include "encode/rules/registry.hpp"

namespace clew::cli {

nlohmann::ordered_json result_json(const char* schema, const Record& record) {
    nlohmann::ordered_json object;
    object["schema"] = schema;
    object["source"] = record.place.source;
    object["line"] = record.place.line;
    object["puzzle"] = to_line(record.puzzle);
    object["geometry"] = record.puzzle.geometry().description();
    for (const Rule& rule : record.puzzle.rules())
        object["rules"].push_back(rules::words(rule, record.puzzle.geometry()));
    return object;
}

nlohmann::ordered_json count_json(const Count& count) {
    constexpr std::uint64_t exact_in_double = (std::uint64_t{1} << 53) - 1;
    const auto small = count.to_u64();
    if (small && *small <= exact_in_double) return *small;
    return count.to_string();
}

void add_count(nlohmann::ordered_json& object, const CountResult& result) {
    object["count"] = count_json(result.count);
    object["exact"] = result.exact();
    object["ending"] = to_string(result.ending);
    object["engine"] = to_string(result.engine);
    if (result.sat) object["sat"] = sat_json(*result.sat);
}

nlohmann::ordered_json sat_json(const sat::EnumerateResult& work) {
    return {{"strategy", to_string(work.strategy)},
            {"calls", work.calls},
            {"conflicts", work.conflicts},
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
    if (work.strategy == sat::Strategy::cubes) text = number(work.cubes, "cube") + ", ";
    text += number(work.calls, "call") + " of the library, " +
            number(work.blocking_clauses, "blocking clause") + ", " +
            number(work.conflicts, "conflict");
    if (work.proved) text += ", the last answer UNSAT";
    return text;
}

std::string count_text(const CountResult& result) {
    return (result.exact() ? "" : ">=") + result.count.to_string();
}

std::function<std::string(const InputError&)> unreadable(bool json, const char* schema) {
    if (!json) return [](const InputError&) { return "error\n"; };
    return [schema](const InputError& error) {
        const nlohmann::ordered_json object = {
            {"schema", schema},           {"source", error.place().source},
            {"line", error.place().line}, {"column", error.place().column},
            {"error", error.what()},      {"expected", error.hint()}};
        return object.dump() + "\n";
    };
}

std::optional<Answer> refuse_engine(const Record& record, Engine engine) {
    if (can_count(engine, record.puzzle)) return std::nullopt;
    Answer answer;
    answer.err = "clew: " + name_of(record) +
                 ": the exact counter does plain 9x9 boards alone, this one is " +
                 record.puzzle.geometry().description() +
                 (record.puzzle.rules().empty()
                      ? ""
                      : std::string(" with ") + plural(record.puzzle.rules().front().kind)) +
                 "\n  expected: --engine auto\n";
    answer.code = ExitCode::usage;
    return answer;
}

}  // namespace clew::cli
