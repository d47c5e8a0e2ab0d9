// The Model Context Protocol: every message that a client may send, and what comes back.

#include "cli/serve/mcp.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/reference/puzzles.hpp"

namespace clew::serve {
namespace {

using nlohmann::ordered_json;
using ::testing::HasSubstr;

class McpTest : public ::testing::Test {
  protected:
    void say(const ordered_json& message) { mcp_.receive(message.dump()); }
    void ask(const ordered_json& id, const std::string& method, const ordered_json& params = {}) {
        ordered_json message = {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}};
        if (!params.is_null()) message["params"] = params;
        say(message);
    }
    void call(const ordered_json& id, const std::string& tool, const ordered_json& arguments) {
        ask(id, "tools/call", {{"name", tool}, {"arguments", arguments}});
    }
    /// The answer to a request; null if there is none yet.
    ordered_json answer(const ordered_json& id) {
        const std::lock_guard lock{mutex_};
        for (const ordered_json& one : sent_)
            if (one.contains("id") && one["id"] == id) return one;
        return nullptr;
    }
    ordered_json result(const ordered_json& id) {
        mcp_.finish();
        return answer(id)["result"];
    }
    std::string text(const ordered_json& id) { return result(id)["content"][0]["text"]; }

    std::mutex mutex_;
    std::vector<ordered_json> sent_;
    questions::Api api_{{}};
    Mcp mcp_{api_, {.threads = 2, .seconds = 10}, [this](const std::string& line) {
                 EXPECT_EQ(line.find('\n'), std::string::npos);
                 const std::lock_guard lock{mutex_};
                 sent_.push_back(ordered_json::parse(line));
             }};
};

TEST_F(McpTest, AgreesOnAVersion) {
    for (const char* version : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
        ask(version, "initialize", {{"protocolVersion", version}});
        EXPECT_EQ(result(version)["protocolVersion"], version);
        EXPECT_EQ(result(version)["serverInfo"]["name"], "clew");
        EXPECT_TRUE(result(version)["capabilities"].contains("tools"));
    }
    ask(1, "initialize", {{"protocolVersion", "1999-01-01"}});
    EXPECT_EQ(result(1)["protocolVersion"], "2025-11-25");
    ask(2, "ping");
    EXPECT_EQ(result(2), ordered_json::object());
    mcp_.receive(R"([{"jsonrpc":"2.0","id":3,"method":"ping"},7,)"
                 R"({"jsonrpc":"2.0","id":4,"method":"ping"}])");
    EXPECT_EQ(result(3), ordered_json::object());
    EXPECT_EQ(result(4), ordered_json::object());
}

TEST_F(McpTest, OffersToolsThatAnswerTheirExamples) {
    ask(0, "tools/list");
    const ordered_json tools = result(0)["tools"];
    ASSERT_GE(tools.size(), 10U);
    int id = 0;
    for (const ordered_json& tool : tools) {
        EXPECT_FALSE(std::string{tool["description"]}.empty());
        const ordered_json& schema = tool["inputSchema"];
        EXPECT_EQ(schema["type"], "object");
        EXPECT_FALSE(schema["properties"].contains("page")) << tool["name"];
        ordered_json arguments = {{"seed", 1}};
        if (schema["properties"].contains("puzzle")) arguments = {{"puzzle", reference::gould}};
        if (tool["name"] == "why") arguments["candidate"] = "r1c1";
        if (tool["name"] == "judge") arguments["steps"] = "r1c1=3";
        call(++id, tool["name"], arguments);
        const ordered_json answered = result(id);
        EXPECT_FALSE(answered.contains("isError")) << tool["name"] << answered;
        const std::string told = answered["content"][0]["text"];
        EXPECT_LE(told.size(), Mcp::longest_answer + 100) << tool["name"];
        for (const char* left_out : {"\"page\"", "\"roles\"", "\"schema\"", "<svg"})
            EXPECT_EQ(told.find(left_out), std::string::npos) << tool["name"] << " " << left_out;
    }
}

TEST_F(McpTest, AnswersAsTheQuestionDoes) {
    call("a", "count", {{"puzzle", reference::p92}});
    EXPECT_EQ(ordered_json::parse(text("a"))["count"], 12);
    call("b", "explain", {{"puzzle", reference::p92}});
    const ordered_json walk = ordered_json::parse(text("b"));
    EXPECT_GT(walk["walk"].size(), 20U);
    EXPECT_THAT(std::string{walk["walk"][0]}, HasSubstr("In box"));
    call("c", "judge", {{"puzzle", reference::p92}, {"steps", "r1c2=4"}});
    EXPECT_EQ(ordered_json::parse(text("c"))["steps"][0]["judgement"], "wrong");
}

TEST_F(McpTest, SaysWhatAModelCanMend) {
    const std::pair<ordered_json, const char*> rows[] = {
        {{{"puzzle", "12"}}, "expected: "},
        {{{"puzzel", reference::p92}}, "puzzel"},
        {{{"puzzle", reference::p92}, {"limit", "many"}}, "limit"},
        {ordered_json::object(), "puzzle: is missing"},
    };
    int id = 0;
    for (const auto& [arguments, says] : rows) {
        call(++id, "count", arguments);
        EXPECT_EQ(result(id)["isError"], true) << arguments;
        EXPECT_THAT(text(id), HasSubstr(says));
    }
}

TEST_F(McpTest, RefusesWhatIsNoRequest) {
    const auto code = [&](const ordered_json& id) {
        mcp_.finish();
        return answer(id)["error"]["code"];
    };
    mcp_.receive("{\"jsonrpc\": ");
    EXPECT_EQ(code(nullptr), -32700);
    for (const char* text : {"[]", "7", "{}", R"({"jsonrpc":"1.0","id":1,"method":"ping"})",
                             R"({"jsonrpc":"2.0","id":1,"method":7})",
                             R"({"jsonrpc":"2.0","id":null,"method":"ping"})",
                             R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})"}) {
        {
            const std::lock_guard lock{mutex_};
            sent_.clear();
        }
        mcp_.receive(text);
        EXPECT_EQ(code(nullptr), -32600) << text;
    }
    ask(1, "resources/list");
    EXPECT_EQ(code(1), -32601);
    call(2, "win", ordered_json::object());
    EXPECT_EQ(code(2), -32602);
    ask(3, "tools/call", {{"name", "count"}, {"arguments", 7}});
    EXPECT_EQ(code(3), -32602);
    // Neither notifications nor answers are answered.
    {
        const std::lock_guard lock{mutex_};
        sent_.clear();
    }
    say({{"jsonrpc", "2.0"}, {"method", "notifications/initialized"}});
    say({{"jsonrpc", "2.0"},
         {"method", "notifications/cancelled"},
         {"params", {{"requestId", 9}}}});
    say({{"jsonrpc", "2.0"}, {"id", 4}, {"result", ordered_json::object()}});
    mcp_.receive("  ");
    EXPECT_TRUE(sent_.empty());
}

TEST_F(McpTest, EndsACallThatIsCancelledOrWhoseTimeIsOver) {
    const std::string endless(256, '.');
    call(1, "count", {{"puzzle", endless}, {"seconds", 0.2}});
    const ordered_json cut = ordered_json::parse(text(1));
    EXPECT_EQ(cut["ending"], "interrupted");
    call(2, "count", {{"puzzle", endless}, {"seconds", 50}});
    call(2, "count", {{"puzzle", endless}});
    EXPECT_EQ(answer(2)["error"]["code"], -32600) << "an id that is in use";
    {
        const std::lock_guard lock{mutex_};
        sent_.clear();
    }
    say({{"jsonrpc", "2.0"},
         {"method", "notifications/cancelled"},
         {"params", {{"requestId", 2}}}});
    mcp_.finish();
    EXPECT_TRUE(answer(2).is_null());
    call(3, "count", {{"puzzle", endless}, {"seconds", 50}});
    mcp_.stop();
    EXPECT_EQ(ordered_json::parse(text(3))["exact"], false);
}

TEST_F(McpTest, TellsOfWorkAsItGoesOn) {
    ask(1, "tools/call",
        {{"name", "why"},
         {"arguments", {{"puzzle", reference::p92}, {"candidate", "r1c1=3"}}},
         {"_meta", {{"progressToken", "t"}}}});
    ask(2, "tools/call",
        {{"name", "count"},
         {"arguments", {{"puzzle", std::string(256, '.')}, {"seconds", 1.5}}},
         {"_meta", {{"progressToken", 7}}}});
    mcp_.finish();
    double last = -1;
    std::size_t told = 0;
    for (const ordered_json& one : sent_) {
        if (one.value("method", "") != "notifications/progress") continue;
        if (one["params"]["progressToken"] != 7) continue;
        EXPECT_GT(one["params"]["progress"], last);
        last = one["params"]["progress"];
        ++told;
    }
    EXPECT_GT(told, 0U);
}

TEST_F(McpTest, RefusesMoreThanItCanKeep) {
    for (int id = 0; id < 100; ++id)
        call(id, "count", {{"puzzle", std::string(256, '.')}, {"seconds", 30}});
    std::size_t refused = 0;
    for (int id = 0; id < 100; ++id) {
        const ordered_json a = answer(id);
        if (!a.is_null() && a.contains("error")) {
            EXPECT_EQ(a["error"]["code"], -32000);
            ++refused;
        }
    }
    EXPECT_GE(refused, 30U);
    mcp_.stop();
    mcp_.finish();
}

}  // namespace
}  // namespace clew::serve
