#include "explain/report/csv.hpp"

#include <nlohmann/json.hpp>

namespace clew::report {
namespace {

using nlohmann::ordered_json;

std::string text_of(const ordered_json& value) {
    if (value.is_null()) return {};
    if (value.is_string()) return value.get<std::string>();
    if (!value.is_array()) return value.dump();
    std::string list;
    for (const ordered_json& each : value) list += (list.empty() ? "" : " ") + text_of(each);
    return list;
}

std::string text_of(const ordered_json& answer, std::string_view key) {
    const std::size_t dot = key.find('.');
    if (answer.is_array()) {
        if (answer.empty()) return {};
        return dot == std::string_view::npos ? text_of(answer.front())
                                             : text_of(answer.front(), key.substr(dot + 1));
    }
    const auto found = answer.find(std::string(key.substr(0, dot)));
    if (found == answer.end()) return {};
    return dot == std::string_view::npos ? text_of(*found) : text_of(*found, key.substr(dot + 1));
}

}  // namespace

std::string csv_field(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted += '"';
}

std::string csv_head(Columns columns) {
    std::string line = "source,line,puzzle,geometry,";
    for (const char* column : columns) line += csv_field(column) + ",";
    return line + "error\n";
}

std::string csv_row(Columns columns, const ordered_json& answer) {
    std::string line =
        csv_field(text_of(answer, "source")) + "," + text_of(answer, "line") + "," +
        csv_field(text_of(answer, answer.contains("question") ? "question" : "puzzle")) + "," +
        csv_field(text_of(answer, "geometry")) + ",";
    for (const char* column : columns) line += csv_field(text_of(answer, column)) + ",";
    return line + csv_field(text_of(answer, "error")) + "\n";
}

}  // namespace clew::report
