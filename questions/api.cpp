#include "questions/api.hpp"

#include <algorithm>
#include <new>

#include "core/base/retold.hpp"
#include "core/base/strict_json.hpp"
#include "explain/report/question.hpp"
#include "questions/counted_memory.hpp"
#include "questions/openapi.hpp"
#include "questions/table.hpp"

namespace clew::questions {

using nlohmann::ordered_json;

namespace {

constexpr int deepest = 32;

/// Brackets are counted before anything is built: a million of them are a small text.
void refuse_depth(std::string_view text) {
    int depth = 0;
    bool inside = false;  // of a string
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inside) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                inside = false;
        } else if (c == '"') {
            inside = true;
        } else if (c == '[' || c == '{') {
            if (++depth > deepest)
                throw InputError({.source = "body"}, "the JSON is nested too deep",
                                 "at most " + std::to_string(deepest) + " levels");
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
}

Reply too_much_memory(const std::string& schema) {
    return {503, error_text(schema, "the question takes more memory than this server gives to one",
                            "a smaller question, or clew serve --max-memory")};
}

}  // namespace

ordered_json parse_body(std::string_view body, const StopFlag& stop) {
    refuse_depth(body);
    try {
        Hearing hearing{[&stop] { return stop.raised(); }};
        return parse_strictly<ordered_json>(body, {.source = "body"}, &hearing);
    } catch (const ordered_json::exception& error) {
        // "[json.exception.parse_error.101] parse error at line 1, column 2: ..."
        const std::string what = error.what();
        const std::size_t end = what.find("] ");
        throw InputError({.source = "body"},
                         "is no JSON: " + (end == std::string::npos ? what : what.substr(end + 2)),
                         "a JSON object");
    }
}

std::string error_text(const std::string& schema, const std::string& what,
                       const std::string& expected) {
    ordered_json object = {{"schema", schema}, {"error", what}};
    if (!expected.empty()) object["expected"] = expected;
    return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

Api::Api(const Limits& limits)
    : limits_(limits),
      memory_(limits.all_memory_bytes),
      cache_(limits.cache_bytes),
      questions_(make_questions()),
      openapi_(openapi_of(questions_, limits_)) {
    count_memory();
}

const Question* Api::find(std::string_view name) const {
    const auto found = std::ranges::find(questions_, name, &Question::name);
    return found == questions_.end() ? nullptr : &*found;
}

ordered_json Api::answer(const Question& question, std::string_view body, const Work& work) {
    QuestionContext asking{question, parse_body(body, *work.stop), work, cache_, limits_};
    const Language language = language_of(asking);
    if (language == Language::english) return question.answer(asking);
    try {
        return question.answer(asking);
    } catch (const InputError& error) {
        throw InputError(error.place(), retold(language, error.what()),
                         retold(language, error.hint()), error.parts());
    }
}

Reply Api::ask(std::string_view name, std::string_view body, const Work& work) {
    const Question* question = find(name);
    if (question == nullptr)
        return {404, error_text("clew/error/1", "there is no such question",
                                "a name from /api/openapi.json")};
    const std::string schema = schema_of(*question);
    const auto written = [](const ordered_json& json) {
        return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
    };
    MemoryAccount account{memory_, limits_.memory_bytes, *work.stop};
    try {
        const Charged charged{&account};
        ordered_json answered = answer(*question, body, work);
        memory::check();
        if (account.exceeded()) answered["stopped_by"] = "memory";
        Reply reply{200, written(answered)};
        if (reply.body.size() > limits_.answer_bytes)
            return {503, error_text(schema, "the answer is larger than this server gives out")};
        return reply;
    } catch (const InputError& error) {
        return {400, written(report::error_json(schema.c_str(), error))};
    } catch (const Stopped&) {
        return {503, error_text(schema, "stopped while the question was read",
                                "more seconds, or a shorter text")};
    } catch (const std::bad_alloc&) {
        if (account.exceeded()) return too_much_memory(schema);
        return {503, error_text(schema, "out of memory")};
    } catch (const std::exception& error) {
        return {500, error_text(schema, std::string("internal error: ") + error.what())};
    }
}

}  // namespace clew::questions
