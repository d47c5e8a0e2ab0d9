#include "questions/openapi.hpp"

#include "clew/version.hpp"

namespace clew::questions {

using nlohmann::ordered_json;

namespace {

ordered_json schema_of_kind(const Parameter& p) {
    using Kind = Parameter::Kind;
    const auto bounded = [&](const char* type) {
        ordered_json schema = {{"type", type}, {"minimum", p.least}};
        if (p.most < 1e15) schema["maximum"] = p.most;
        return schema;
    };
    switch (p.kind) {
        case Kind::text:
            return {{"type", "string"}};
        case Kind::whole:
            return bounded("integer");
        case Kind::number:
            return bounded("number");
        case Kind::flag:
            return {{"type", "boolean"}};
        case Kind::choice:
            return {{"type", "string"}, {"enum", p.choices}};
        case Kind::texts:
            return {{"type", "array"}, {"items", {{"type", "string"}}}};
        case Kind::wholes:
            return {{"type", "array"}, {"items", bounded("integer")}};
    }
    return {};
}

ordered_json reference(const char* name) {
    return {{"$ref", std::string("#/components/schemas/") + name}};
}

ordered_json json_content(ordered_json schema) {
    return {{"application/json", {{"schema", std::move(schema)}}}};
}

}  // namespace

ordered_json request_schema(const Question& question) {
    ordered_json properties = ordered_json::object();
    ordered_json required = ordered_json::array();
    for (const Parameter& p : question.takes) {
        properties[p.name] = schema_of_kind(p);
        properties[p.name]["description"] = p.help;
        if (p.is_required) required.push_back(p.name);
    }
    properties["seconds"] = {
        {"type", "number"},
        {"exclusiveMinimum", 0},
        {"description", "time to work in; the answer is then what was found, as its ending says"}};
    ordered_json schema = {{"type", "object"}, {"properties", std::move(properties)}};
    if (!required.empty()) schema["required"] = std::move(required);
    schema["additionalProperties"] = false;
    return schema;
}

ordered_json answer_schema(const Question& question) {
    ordered_json own = ordered_json::parse(question.gives);
    ordered_json properties = {{"schema", {{"const", questions::schema_of(question)}}}};
    ordered_json required = {"schema"};
    if (question.about_a_puzzle) {
        const ordered_json text = {{"type", "string"}};
        const ordered_json whole = {{"type", "integer"}};
        properties["source"] = text;
        properties["line"] = whole;
        properties["puzzle"] = text;
        properties["geometry"] = text;
        for (const char* key : {"source", "puzzle", "geometry"}) required.push_back(key);
    }
    for (const auto& [key, value] : own["properties"].items()) properties[key] = value;
    properties["stopped_by"] = {{"const", "memory"},
                                {"description",
                                 "there if the question held too much memory: the "
                                 "answer is what was found before"}};
    if (own.contains("required"))
        for (const auto& key : own["required"]) required.push_back(key);
    return {{"type", "object"},
            {"properties", std::move(properties)},
            {"required", std::move(required)}};
}

std::string openapi_of(const std::vector<Question>& questions, const Limits& limits) {
    ordered_json document = {
        {"openapi", "3.1.0"},
        {"info",
         {{"title", "Clew"},
          {"version", CLEW_VERSION},
          {"description",
           "An answer has the keys that the command of the same name, if there is one, prints with "
           "--json. Asked for as text/event-stream it is a stream: `progress` and `partial` "
           "events, "
           "then `answer` or `error`. Closing the connection ends the work."}}},
        {"paths", ordered_json::object()}};
    const auto refused = [](const std::string& what) {
        return ordered_json{{"description", what}, {"content", json_content(reference("Error"))}};
    };
    for (const Question& question : questions) {
        ordered_json body = {{"schema", request_schema(question)}};
        if (!question.example.empty()) body["example"] = ordered_json::parse(question.example);
        ordered_json post = {{"operationId", question.name}, {"summary", question.summary}};
        if (!question.details.empty()) post["description"] = question.details;
        post["requestBody"] = {{"required", true}, {"content", {{"application/json", body}}}};
        ordered_json content = json_content(answer_schema(question));
        content["text/event-stream"] = {{"schema", {{"type", "string"}}}};
        post["responses"] = {
            {"200", {{"description", "the answer"}, {"content", std::move(content)}}},
            {"400", refused("the question does not fit, or its puzzle cannot be read")},
            {"401", refused("the server asks for a token")},
            {"403", refused("asked from another page than the server's own")},
            {"413", refused("the question is larger than " + std::to_string(limits.body_bytes) +
                            " bytes")},
            {"429", refused("too many questions of this page wait")},
            {"503", refused("too many questions wait, the answer is too large, or the question "
                            "holds far too much memory")}};
        document["paths"]["/api/" + question.name] = {{"post", std::move(post)}};
    }
    const ordered_json text = {{"type", "string"}};
    const ordered_json whole = {{"type", "integer"}};
    document["components"]["schemas"]["Error"] = {{"type", "object"},
                                                  {"properties",
                                                   {{"schema", text},
                                                    {"error", text},
                                                    {"expected", text},
                                                    {"source", text},
                                                    {"line", whole},
                                                    {"column", whole}}},
                                                  {"required", {"schema", "error"}}};
    document["components"]["securitySchemes"]["token"] = {{"type", "http"}, {"scheme", "bearer"}};
    document["security"] = ordered_json::array(
        {ordered_json::object(), ordered_json{{"token", ordered_json::array()}}});
    return document.dump(1);
}

}  // namespace clew::questions
