#pragma once
// What is wrong with a JSON value by a JSON Schema, as far as our schemas go: type, enum, const,
// properties, required, additionalProperties, items, minimum, maximum, pattern. Any other word in a
// schema is a fault of its own, so that nothing is passed over.
//
//     EXPECT_EQ(fault_of(answer, schema), "");

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>

namespace clew::questions {

inline bool is_of_type(const nlohmann::ordered_json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    return type == "null" && value.is_null();
}

inline std::string fault_of(const nlohmann::ordered_json& value,
                            const nlohmann::ordered_json& schema, const std::string& at = "$") {
    static const std::set<std::string> known = {
        "type",  "enum",    "const",   "properties", "required",    "additionalProperties",
        "items", "minimum", "maximum", "pattern",    "description", "exclusiveMinimum"};
    for (const auto& [word, unused] : schema.items())
        if (!known.contains(word)) return at + ": the schema says '" + word + "'";
    if (schema.contains("type")) {
        const auto& type = schema["type"];
        const bool fits = type.is_string()
                              ? is_of_type(value, type)
                              : std::ranges::any_of(type, [&](const auto& t) {
                                    return is_of_type(value, t.template get<std::string>());
                                });
        if (!fits) return at + ": is no " + type.dump() + ": " + value.dump().substr(0, 80);
    }
    if (schema.contains("const") && value != schema["const"])
        return at + ": is not " + schema["const"].dump();
    if (schema.contains("enum") && std::ranges::find(schema["enum"], value) == schema["enum"].end())
        return at + ": is none of " + schema["enum"].dump() + ": " + value.dump();
    if (schema.contains("pattern") && value.is_string() &&
        !std::regex_search(value.get<std::string>(),
                           std::regex(schema["pattern"].get<std::string>())))
        return at + ": does not match " + schema["pattern"].dump();
    if (value.is_object()) {
        if (schema.contains("required"))
            for (const auto& key : schema["required"])
                if (!value.contains(key)) return at + ": " + key.dump() + " is missing";
        for (const auto& [key, part] : value.items()) {
            if (schema.contains("properties") && schema["properties"].contains(key)) {
                std::string fault = fault_of(part, schema["properties"][key], at + "." + key);
                if (!fault.empty()) return fault;
            } else if (schema.contains("additionalProperties")) {
                const auto& others = schema["additionalProperties"];
                if (others == false) return at + ": " + key + " is not in the schema";
                std::string fault =
                    others.is_object() ? fault_of(part, others, at + "." + key) : "";
                if (!fault.empty()) return fault;
            }
        }
    }
    if (value.is_array() && schema.contains("items"))
        for (std::size_t i = 0; i < value.size(); ++i) {
            std::string fault =
                fault_of(value[i], schema["items"], at + "[" + std::to_string(i) + "]");
            if (!fault.empty()) return fault;
        }
    return {};
}

}  // namespace clew::questions
