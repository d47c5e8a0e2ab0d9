#include "cli/serve/mcp.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "clew/version.hpp"
#include "questions/openapi.hpp"

namespace clew::serve {

using nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::size_t most_waiting = 64;
constexpr auto between_reports = std::chrono::milliseconds{250};

/// So long from now.
Clock::time_point in_seconds(double seconds) {
    return Clock::now() +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

constexpr int parse_error = -32700, invalid_request = -32600, unknown_method = -32601,
              invalid_parameters = -32602, busy = -32000;

/// The tools, and the questions that they ask.
constexpr std::array<std::pair<const char*, const char*>, 13> tools{{{"verify", "verify"},
                                                                     {"count", "count"},
                                                                     {"solutions", "solutions"},
                                                                     {"candidates", "live"},
                                                                     {"explain", "walk"},
                                                                     {"steps", "steps"},
                                                                     {"hint", "hint"},
                                                                     {"why", "why"},
                                                                     {"judge", "judge"},
                                                                     {"rate", "rate"},
                                                                     {"repair", "repair"},
                                                                     {"generate", "generate"},
                                                                     {"tree", "tree"}}};

/// What a model gets to read that does not know Clew.
constexpr const char* instructions =
    "Clew answers questions about Sudoku and its variants exactly: how many solutions, why a digit "
    "holds, whether a step follows. A puzzle is a line of 81 symbols (a dot for an open cell), or "
    "any format Clew knows. Cells are r1c1 to r9c9, candidates r4c6=5. Every answer is proved; "
    "'ending' says if one was cut short by 'seconds'. Use judge to have your own steps checked.";

ordered_json tools_json(const questions::Api& api) {
    ordered_json list = ordered_json::array();
    for (const auto& [name, asks] : tools) {
        const questions::Question& question = *api.find(asks);
        ordered_json schema = request_schema(question);
        schema["properties"].erase("page");
        std::string description = question.summary + ".";
        if (question.details.find("page") == std::string::npos && !question.details.empty())
            description += " " + question.details;
        list.push_back(
            {{"name", name},
             {"description", std::move(description)},
             {"inputSchema", std::move(schema)},
             {"annotations",
              {{"readOnlyHint", true}, {"idempotentHint", true}, {"openWorldHint", false}}}});
    }
    return list;
}

/// Takes what pictures are made of out of every step.
void without_roles(ordered_json& value) {
    if (value.is_object())
        for (const char* key : {"roles", "links", "reasons"}) value.erase(key);
    if (value.is_structured())
        for (ordered_json& part : value) without_roles(part);
}

/// What is drawn, or was said in the question, is left out; a walk is told by its words.
ordered_json for_a_model(ordered_json answer) {
    for (const char* key : {"schema", "version", "source", "line", "puzzle", "question", "start",
                            "state", "tried", "rule_set", "board"})
        answer.erase(key);
    if (answer.value("geometry", "") == "9x9") answer.erase("geometry");
    if (const auto page = answer.find("page"); page != answer.end()) {
        if (page->is_object() && page->contains("frames") && !answer.contains("text")) {
            ordered_json told = ordered_json::array();
            for (const ordered_json& frame : (*page)["frames"])
                told.push_back(frame.value("title", "") + ". " + frame.value("text", ""));
            answer["walk"] = std::move(told);
        }
        answer.erase("page");
    }
    without_roles(answer);
    return answer;
}

ordered_json tool_result(const questions::Reply& reply) {
    std::string text;
    const ordered_json body = ordered_json::parse(reply.body);
    if (reply.status == 200) {
        text = for_a_model(body).dump();
        if (text.size() > Mcp::longest_answer) {
            std::size_t end = Mcp::longest_answer;
            while (end > 0 && (text[end] & 0xC0) == 0x80) --end;  // not within a character
            text = text.substr(0, end) + " ... (cut: " + std::to_string(text.size()) +
                   " bytes in all; ask for less)";
        }
    } else {
        text = body.value("error", "the question failed");
        if (body.contains("source") && body["source"].is_string())
            text = body["source"].get<std::string>() + ": " + text;
        if (body.contains("expected")) text += "\nexpected: " + body["expected"].get<std::string>();
    }
    ordered_json result = {{"content", {{{"type", "text"}, {"text", std::move(text)}}}}};
    if (reply.status != 200) result["isError"] = true;
    return result;
}

}  // namespace

Mcp::Mcp(questions::Api& api, Options options, std::function<void(const std::string&)> send)
    : api_(api),
      options_(options),
      send_(std::move(send)),
      watcher_([this] { watch(); }),
      queue_({.threads = options.threads,
              .each = options.threads,
              .waiting = most_waiting,
              .waiting_each = most_waiting,
              .processors = options.threads}) {}

Mcp::~Mcp() {
    stop();
    finish();
    queue_.close();
    {
        const std::lock_guard lock{mutex_};
        closing_ = true;
    }
    changed_.notify_all();
    watcher_.join();
}

void Mcp::send(const Json& message) {
    const std::string text = message.dump(-1, ' ', false, Json::error_handler_t::replace);
    const std::lock_guard lock{sending_};
    send_(text);
}

void Mcp::answer(const Json& id, Json result) {
    send({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
}

void Mcp::refuse(const Json& id, int code, const std::string& why) {
    send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", why}}}});
}

void Mcp::receive(std::string_view line) {
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
    const Json message = Json::parse(line, nullptr, false);
    if (message.is_discarded()) return refuse(nullptr, parse_error, "no JSON");
    if (!message.is_array() || message.empty()) return take(message);
    for (const Json& one : message) take(one);  // a batch of the version of March 2025
}

void Mcp::take(const Json& message) {
    const bool request = message.is_object() && message.value("jsonrpc", "") == "2.0" &&
                         message.contains("method") && message["method"].is_string();
    if (!request) {
        // An answer to a question that nobody asked is passed over.
        if (message.is_object() && (message.contains("result") || message.contains("error")))
            return;
        return refuse(nullptr, invalid_request, "a JSON-RPC 2.0 request was expected");
    }
    const std::string method = message["method"];
    const Json params = message.contains("params") && message["params"].is_object()
                            ? message["params"]
                            : Json::object();
    if (!message.contains("id")) {
        if (method == "notifications/cancelled" && params.contains("requestId")) {
            const std::lock_guard lock{mutex_};
            if (const auto at = calls_.find(params["requestId"].dump()); at != calls_.end()) {
                at->second->cancelled = true;
                at->second->stop.raise();
            }
        }
        return;
    }
    const Json& id = message["id"];
    if (!id.is_string() && !id.is_number_integer())
        return refuse(nullptr, invalid_request, "the id is neither a text nor a whole number");
    if (method == "initialize") {
        static constexpr std::array versions{"2025-11-25", "2025-06-18", "2025-03-26",
                                             "2024-11-05"};
        const auto wanted = params.find("protocolVersion");
        const bool known =
            wanted != params.end() && wanted->is_string() &&
            std::ranges::find(versions, wanted->get<std::string>()) != versions.end();
        return answer(
            id, {{"protocolVersion", known ? *wanted : Json(versions.front())},
                 {"capabilities", {{"tools", Json::object()}}},
                 {"serverInfo", {{"name", "clew"}, {"title", "Clew"}, {"version", CLEW_VERSION}}},
                 {"instructions", instructions}});
    }
    if (method == "ping") return answer(id, Json::object());
    if (method == "tools/list") return answer(id, {{"tools", tools_json(api_)}});
    if (method == "tools/call") return call(id, params);
    refuse(id, unknown_method, "there is no method " + method);
}

void Mcp::call(const Json& id, const Json& params) {
    const std::string name =
        params.contains("name") && params["name"].is_string() ? params["name"] : "";
    const auto tool =
        std::ranges::find_if(tools, [&](const auto& entry) { return entry.first == name; });
    if (tool == tools.end()) {
        std::string names;
        for (const auto& entry : tools)
            names += (names.empty() ? "" : ", ") + std::string{entry.first};
        return refuse(id, invalid_parameters,
                      "there is no tool '" + name + "'; there are " + names);
    }
    if (params.contains("arguments") && !params["arguments"].is_object())
        return refuse(id, invalid_parameters, "arguments: an object");
    auto one = std::make_shared<Call>();
    const std::string key = id.dump();
    {
        const std::lock_guard lock{mutex_};
        if (!calls_.emplace(key, one).second)
            return refuse(id, invalid_request, "the id " + key + " is in use");
        // Waiting for a turn counts.
        one->deadline = in_seconds(options_.seconds);
    }
    changed_.notify_all();
    const Queue::Ticket ticket = queue_.add(
        {}, [this, id, key, one, params, asks = std::string{tool->second}](unsigned threads) {
            work(id, asks, params, *one, threads);
            const std::lock_guard lock{mutex_};
            calls_.erase(key);
            changed_.notify_all();
        });
    if (ticket.taken()) return;
    {
        const std::lock_guard lock{mutex_};
        calls_.erase(key);
    }
    refuse(id, busy, "too many calls wait; ask again later");
}

void Mcp::work(const Json& id, const std::string& question, const Json& params, Call& call,
               unsigned threads) {
    const Json meta = params.value("_meta", Json::object());
    const Json token = meta.is_object() ? meta.value("progressToken", Json{}) : Json{};
    std::mutex telling;
    double told = -1;
    Clock::time_point last{};
    questions::Work work{.stop = &call.stop, .threads = threads};
    work.on_seconds = [&](double seconds) {
        const std::lock_guard lock{mutex_};
        call.deadline = in_seconds(seconds);
        changed_.notify_all();
    };
    if (!token.is_null())
        work.progress = [&](Json now) {
            const std::lock_guard lock{telling};
            const double done = now.value("done", 0.0);
            if (done <= told || Clock::now() - last < between_reports) return;
            told = done;
            last = Clock::now();
            Json report = {{"progressToken", token}, {"progress", done}};
            if (now.contains("of") && now["of"].is_number()) report["total"] = now["of"];
            if (now.contains("doing") && now["doing"].is_string()) report["message"] = now["doing"];
            send({{"jsonrpc", "2.0"},
                  {"method", "notifications/progress"},
                  {"params", std::move(report)}});
        };
    const Json arguments = params.value("arguments", Json::object());
    const questions::Reply reply = api_.ask(question, arguments.dump(), work);
    {
        const std::lock_guard lock{mutex_};
        if (call.cancelled) return;  // nobody waits for it
    }
    answer(id, tool_result(reply));
}

void Mcp::watch() {
    std::unique_lock lock{mutex_};
    while (!closing_) {
        auto next = Clock::now() + std::chrono::hours{1};
        for (const auto& [key, call] : calls_) {
            if (call->stop.raised()) continue;
            if (call->deadline <= Clock::now())
                call->stop.raise();
            else
                next = std::min(next, call->deadline);
        }
        changed_.wait_until(lock, next);
    }
}

void Mcp::stop() {
    const std::lock_guard lock{mutex_};
    for (const auto& [key, call] : calls_) call->stop.raise();
}

void Mcp::finish() {
    std::unique_lock lock{mutex_};
    changed_.wait(lock, [&] { return calls_.empty(); });
}

}  // namespace clew::serve
