// The server over real sockets: what it says, whom it lets in, and what hostile clients cannot do.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <set>
#include <sstream>
#include <thread>
#include <vector>

#include "cli/serve/access.hpp"
#include "cli/serve/pages.hpp"
#include "core/base/contract.hpp"
#include "tests/cli/serve/client.hpp"

namespace clew::serve {
namespace {

using namespace std::string_literals;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const Fields as_events = {{"Accept", "text/event-stream"}};

/// Answers after all that was done to it.
void expect_alive(Served& served) {
    EXPECT_TRUE(becomes([&] { return served.is_quiet(); }));
    const Answer answer = served.ask("count", {{"puzzle", p92}});
    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer["count"], 12);
    EXPECT_TRUE(becomes([&] { return served.is_quiet(); }))
        << served.counts().connections << " connections, " << served.counts().working << " at work";
}

std::string question_text(std::uint16_t port, const std::string& puzzle, const Fields& fields = {},
                          const std::string& question = "count") {
    return request_text("POST", "/api/" + question, port, ordered_json{{"puzzle", puzzle}}.dump(),
                        fields);
}

TEST(Server, ServesItsPageWithEveryGuard) {
    Served served;
    const Answer page = served.get("/");
    EXPECT_EQ(page.status, 200);
    EXPECT_EQ(page.fields.at("Content-Type"), "text/html; charset=utf-8");
    const std::string policy = page.fields.at("Content-Security-Policy");
    EXPECT_THAT(policy, StartsWith("default-src 'none'; script-src 'self'; style-src 'self';"));
    EXPECT_THAT(policy, Not(HasSubstr("unsafe")));
    EXPECT_THAT(policy, HasSubstr("frame-ancestors 'none'"));
    for (const char* target : {"/", "/page/none", "/api/openapi.json", "/api/count"}) {
        const Answer answer = served.get(target);
        EXPECT_EQ(answer.fields.at("X-Content-Type-Options"), "nosniff") << target;
        EXPECT_EQ(answer.fields.at("Referrer-Policy"), "no-referrer");
        EXPECT_EQ(answer.fields.at("X-Frame-Options"), "DENY");
        EXPECT_EQ(answer.fields.at("Cross-Origin-Resource-Policy"), "same-origin");
        EXPECT_FALSE(answer.fields.contains("Access-Control-Allow-Origin"));
        EXPECT_FALSE(answer.fields.contains("Server"));
    }
    // All that the page names is there, of the kind that a browser takes.
    std::size_t files = 0;
    for (std::size_t at = 0; (at = page.body.find("\"page/", at)) != std::string::npos; ++at) {
        const std::string name = page.body.substr(at + 1, page.body.find('"', at + 1) - at - 1);
        const Answer file = served.get("/" + name);
        EXPECT_EQ(file.status, 200) << name;
        if (name.ends_with(".css")) {
            EXPECT_EQ(file.fields.at("Content-Type"), "text/css; charset=utf-8");
        }
        if (name.ends_with(".js")) {
            EXPECT_EQ(file.fields.at("Content-Type"), "text/javascript; charset=utf-8");
        }
        const Answer again = served.get("/" + name, {{"If-None-Match", file.fields.at("ETag")}});
        EXPECT_EQ(again.status, 304) << name;
        EXPECT_EQ(again.body, "");
        const Answer head = served.request("HEAD", "/" + name);
        EXPECT_EQ(head.status, 200);
        EXPECT_EQ(head.fields.at("Content-Length"), file.fields.at("Content-Length"));
        ++files;
    }
    EXPECT_GT(files, 3U);
}

TEST(Server, AnswersQuestionsOneAfterTheOtherOnAConnection) {
    Served served;
    TestClient client{served.port()};
    for (int i = 0; i < 20; ++i) {
        client.send(question_text(served.port(), p92));
        const Answer answer = client.receive();
        ASSERT_EQ(answer.status, 200);
        EXPECT_EQ(answer["count"], 12);
        EXPECT_EQ(answer.fields.at("Cache-Control"), "no-store");
    }
    // Some at once, answered in order.
    client.send(question_text(served.port(), p92) + question_text(served.port(), "rubbish") +
                question_text(served.port(), p92));
    EXPECT_EQ(client.receive().status, 200);
    EXPECT_EQ(client.receive().status, 400);
    EXPECT_EQ(client.receive().status, 200);
    client.close();
    expect_alive(served);
}

TEST(Server, StreamsProgressAndTheAnswer) {
    Served served;
    TestClient client{served.port()};
    client.send(request_text("POST", "/api/count", served.port(),
                             ordered_json{{"puzzle", endless}, {"seconds", 3}}.dump(),
                             as_events));
    const Answer answer = client.receive();
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.fields.at("Content-Type"), "text/event-stream");
    EXPECT_THAT(answer.body, HasSubstr("event: progress\ndata: {\"done\":"));
    EXPECT_THAT(answer.body, HasSubstr("event: partial\ndata: {\"count\":"));
    const std::size_t last = answer.body.rfind("event: ");
    EXPECT_THAT(answer.body.substr(last), StartsWith("event: answer\ndata: {"));
    const std::size_t data = answer.body.find('{', last);
    const ordered_json json = ordered_json::parse(answer.body.substr(data));
    EXPECT_EQ(json["ending"], "interrupted");
    EXPECT_EQ(json["exact"], false);
    // A question that does not fit has its status, whatever was asked for.
    const Answer bad = served.ask("count", {{"puzzle", "rubbish"}}, as_events);
    EXPECT_EQ(bad.status, 400);
    EXPECT_TRUE(bad.json.contains("error"));
    client.close();
    expect_alive(served);
}

TEST(Server, StopsTheWorkThatNobodyWaitsFor) {
    Served served;
    for (const bool hard : {false, true})
        for (const Fields& fields : {Fields{}, as_events}) {
            std::vector<TestClient> clients;
            for (int i = 0; i < 6; ++i) {
                clients.emplace_back(served.port());
                Fields said = fields;
                said["Clew-Page"] = std::to_string(i);
                clients.back().send(question_text(served.port(), endless, said));
            }
            ASSERT_TRUE(becomes([&] { return served.counts().working == 6; }));
            for (TestClient& client : clients) hard ? client.abort() : client.close();
            EXPECT_TRUE(becomes([&] { return served.is_quiet(); }));
        }
    EXPECT_EQ(served.counts().left, 24U);
    EXPECT_EQ(served.counts().answered, 0U);
    expect_alive(served);
}

TEST(Server, EndsAQuestionWhenItsTimeIsOver) {
    Served served{{.seconds = 0.2}};
    for (const ordered_json& body :
         {ordered_json{{"puzzle", endless}}, ordered_json{{"puzzle", endless}, {"seconds", 1e9}}}) {
        const Answer answer = served.ask("count", body);
        EXPECT_EQ(answer.status, 200);
        EXPECT_EQ(answer["ending"], "interrupted");
    }
    expect_alive(served);
}

TEST(Server, ServesHundredsOfClientsAtOnce) {
    Served served;
    std::atomic<int> right{0};
    std::vector<std::thread> crowd;
    constexpr int threads = 30, each = 10;
    for (int t = 0; t < threads; ++t)
        crowd.emplace_back([&, t] {
            std::vector<TestClient> clients;
            for (int i = 0; i < each; ++i) {
                clients.emplace_back(served.port());
                clients.back().send(question_text(served.port(), p92,
                                                  {{"Clew-Page", std::to_string(t)},
                                                   {"Accept", i % 2 ? "text/event-stream" : ""}}));
            }
            for (TestClient& client : clients) {
                const Answer answer = client.receive();
                if (answer.status == 200 &&
                    answer.body.find("\"count\":12,\"exact\":true") != std::string::npos)
                    ++right;
            }
        });
    for (std::thread& thread : crowd) thread.join();
    EXPECT_EQ(right, threads * each);
    expect_alive(served);
}

TEST(Server, KeepsAFloodFromStarvingOthers) {
    Served served{{.working = 4, .working_each = 2, .waiting = 200, .waiting_each = 50}};
    std::vector<TestClient> flood;
    for (int i = 0; i < 60; ++i) {
        flood.emplace_back(served.port());
        flood.back().send(question_text(served.port(), endless, {{"Clew-Page", "flood"}}));
    }
    // Two at work and fifty waiting; the others are told so at once.
    std::vector<TestClient*> told;
    ASSERT_TRUE(becomes([&] {
        told.clear();
        for (TestClient& client : flood)
            if (client.has_something()) told.push_back(&client);
        const Server::Counts now = served.counts();
        return now.working == 2 && told.size() + now.waiting + 2 == flood.size();
    }));
    EXPECT_GE(told.size(), 8U);
    for (TestClient* client : told) EXPECT_EQ(client->receive().status, 429);
    for (int i = 0; i < 10; ++i)
        EXPECT_EQ(served.ask("count", {{"puzzle", p92}}, {{"Clew-Page", "other"}})["count"], 12);
    flood.clear();
    expect_alive(served);
}

TEST(Server, SaysWhenItsQueueIsFull) {
    Served served{{.working = 1, .working_each = 1, .waiting = 3, .waiting_each = 3}};
    std::vector<TestClient> clients;
    for (int i = 0; i < 4; ++i) {
        clients.emplace_back(served.port());
        clients.back().send(
            question_text(served.port(), endless, {{"Clew-Page", std::to_string(i)}}));
        ASSERT_TRUE(becomes([&] {
            return served.counts().working == 1 &&
                   served.counts().waiting == static_cast<std::size_t>(i);
        }));
    }
    const Answer full = served.ask("count", {{"puzzle", p92}}, {{"Clew-Page", "late"}});
    EXPECT_EQ(full.status, 503);
    EXPECT_TRUE(full.fields.contains("Retry-After"));
    EXPECT_EQ(served.get("/").status, 200);
    clients.clear();
    expect_alive(served);
}

TEST(Server, MakesRoomForNewConnections) {
    Served served{{.connections = 20}};
    // Those that are open and say nothing go first.
    std::vector<TestClient> idle;
    for (int i = 0; i < 100; ++i) idle.emplace_back(served.port());
    EXPECT_EQ(served.get("/").status, 200);
    idle.clear();
    expect_alive(served);
    // Those that are worked for stay, and others are told.
    std::vector<TestClient> busy;
    for (int i = 0; i < 20; ++i) {
        busy.emplace_back(served.port());
        busy.back().send(question_text(served.port(), endless, {{"Clew-Page", std::to_string(i)}}));
    }
    ASSERT_TRUE(becomes([&] { return served.counts().working + served.counts().waiting == 20; }));
    EXPECT_EQ(served.get("/").status, 503);
    busy.clear();
    expect_alive(served);
}

TEST(Server, LetsNoSlowReaderBlockAnybody) {
    Served served{{.idle_seconds = 2, .transfer_seconds = 1}};
    std::vector<TestClient> slow;
    const std::string body = ordered_json{{"puzzle", std::string(625, '.')}}.dump();
    for (int i = 0; i < 40; ++i) {
        slow.emplace_back(served.port(), 2048);
        slow.back().send(request_text("POST", "/api/board", served.port(), body,
                                      {{"Clew-Page", std::to_string(i)}}));
    }
    ASSERT_TRUE(becomes([&] { return served.counts().answered == 40; }));
    for (int i = 0; i < 5; ++i) EXPECT_EQ(served.ask("count", {{"puzzle", p92}})["count"], 12);
    // Nobody reads, and after a while they are let go, with all that was kept for them.
    EXPECT_TRUE(becomes([&] { return served.is_quiet(); }));
    slow.clear();
    expect_alive(served);
}

TEST(Server, GivesNoAnswerThatIsTooLarge) {
    Served served{{.answer_bytes = 2'000}};
    EXPECT_EQ(served.ask("board", {{"puzzle", p92}}).status, 503);
    expect_alive(served);
}

TEST(Server, TakesNoMoreQuestionsWhileTooMuchIsNotRead) {
    Served served{{.unsent_bytes = 100'000}};
    TestClient slow{served.port(), 2048};
    slow.send(request_text("POST", "/api/board", served.port(),
                           ordered_json{{"puzzle", std::string(625, '.')}}.dump()));
    ASSERT_TRUE(becomes([&] { return served.counts().answered == 1; }));
    EXPECT_EQ(served.ask("count", {{"puzzle", p92}}).status, 503);
    EXPECT_EQ(served.get("/").status, 200);
    slow.close();
    expect_alive(served);
}

TEST(Server, LetsNoSlowWriterStay) {
    Served served{{.idle_seconds = 0.5, .transfer_seconds = 0.5}};
    const std::string text = question_text(served.port(), p92);
    std::vector<TestClient> slow;
    for (int i = 0; i < 40; ++i) {
        slow.emplace_back(served.port());
        slow.back().send(text.substr(0, 1 + text.size() * static_cast<std::size_t>(i) / 41));
    }
    EXPECT_EQ(served.ask("count", {{"puzzle", p92}})["count"], 12);
    EXPECT_TRUE(becomes([&] { return served.is_quiet(); }));
    expect_alive(served);
}

TEST(Server, TakesNoHostileBytes) {
    Served served{{.body_bytes = 10'000}};
    const std::uint16_t port = served.port();
    const std::string host = "Host: 127.0.0.1:" + std::to_string(port) + "\r\n";
    const std::string json = "Content-Type: application/json\r\n";
    const std::string texts[] = {
        "\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n" + host + "\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"s,
        std::string(100'000, 'A'),
        "GET /" + std::string(100'000, 'a') + " HTTP/1.1\r\n" + host + "\r\n",
        "GET / HTTP/1.1\r\n" + host + "X: " + std::string(100'000, 'b') + "\r\n\r\n",
        "POST /api/count HTTP/1.1\r\n" + host + json + "Content-Length: -1\r\n\r\n",
        "POST /api/count HTTP/1.1\r\n" + host + json +
            "Content-Length: 99999999999999999999\r\n\r\n",
        "POST /api/count HTTP/1.1\r\n" + host + json +
            "Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}",
        "POST /api/count HTTP/1.1\r\n" + host + json +
            "Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n",
        "POST /api/count HTTP/1.1\r\n" + host + json +
            "Transfer-Encoding: chunked\r\n\r\nffffffff\r\n" + std::string(50'000, '{'),
        "POST /api/count HTTP/1.1\r\n" + host + json + "Content-Length: 50000\r\n\r\n" +
            std::string(50'000, '['),
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\0evil\r\n\r\n"s,
    };
    for (const std::string& text : texts) {
        TestClient client{port};
        client.send(text);
        const Answer answer = client.receive();
        EXPECT_TRUE(answer.status == 0 || answer.status >= 400)
            << answer.status << " " << text.substr(0, 80);
    }
    EXPECT_EQ(served.request("POST", "/api/count", std::string(10'001, ' ')).status, 413);
    // Chunks are as good as a length.
    TestClient chunks{port};
    const std::string body = ordered_json{{"puzzle", p92}}.dump();
    std::ostringstream size;
    size << std::hex << body.size();
    chunks.send("POST /api/count HTTP/1.1\r\n" + host + json +
                "Transfer-Encoding: chunked\r\n\r\n" + size.str() + "\r\n" + body +
                "\r\n0\r\n\r\n");
    EXPECT_EQ(chunks.receive()["count"], 12);
    chunks.close();
    // And whoever asks whether to go on is told to.
    TestClient polite{port};
    polite.send("POST /api/count HTTP/1.1\r\n" + host + json +
                "Expect: 100-continue\r\nContent-Length: " + std::to_string(body.size()) +
                "\r\n\r\n");
    EXPECT_EQ(polite.receive().status, 100);
    polite.send(body);
    EXPECT_EQ(polite.receive()["count"], 12);
    polite.close();
    expect_alive(served);
}

TEST(Server, RefusesFieldsThatStandTwice) {
    Served served;
    const std::string here = "127.0.0.1:" + std::to_string(served.port());
    const std::string body = ordered_json{{"puzzle", p92}}.dump();
    const std::string length = std::to_string(body.size());
    const std::vector<std::pair<std::string, std::string>> usual = {
        {"Host", here},
        {"Origin", "http://" + here},
        {"Sec-Fetch-Site", "same-origin"},
        {"Authorization", "Bearer x"},
        {"Cookie", "a=b"},
        {"Content-Type", "application/json"},
        {"Clew-Page", "p"},
        {"Content-Length", length},
    };
    const auto status = [&](const std::string& more) {
        std::string text = "POST /api/count HTTP/1.1\r\n";
        for (const auto& [name, value] : usual) text += name + ": " + value + "\r\n";
        TestClient client{served.port()};
        client.send(text + more + "\r\n" + body);
        return client.receive().status;
    };
    EXPECT_EQ(status(""), 200);
    for (const auto& [name, value] : usual)
        for (const std::string& other : {value, value + "x", std::string("evil.example"), ""s}) {
            EXPECT_EQ(status(name + ": " + other + "\r\n"), 400) << name << " " << other;
            std::string small = name;
            std::ranges::transform(small, small.begin(), [](unsigned char c) {
                return static_cast<char>(std::tolower(c));
            });
            EXPECT_EQ(status(small + ": " + other + "\r\n"), 400) << small << " " << other;
        }
    for (const char* ends : {"Transfer-Encoding: chunked\r\n",  // beside the length
                             "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n",
                             "Expect: 100-continue\r\nExpect: nothing\r\n"})
        EXPECT_EQ(status(ends), 400) << ends;
    // Pages are refused too.
    TestClient client{served.port()};
    client.send("GET / HTTP/1.1\r\nHost: " + here + "\r\nHost: evil.example\r\n\r\n");
    EXPECT_EQ(client.receive().status, 400);
    client.close();
    expect_alive(served);
}

TEST(Server, ReachesNoFile) {
    Served served;
    for (const char* target :
         {"/etc/passwd", "//etc/passwd", "/page/../../../../etc/passwd", "/page//etc/passwd",
          "/page/%2e%2e/%2e%2e/etc/passwd", "/page/..%2fserver.cpp", "/page/", "/page",
          "/page/index.html/", "/page/INDEX.HTML", "/../", "/api/../page/index.html", "/index.html",
          "/page/index.html%00.css", "/.git/config", "file:///etc/passwd", "*",
          "http://example.org/"}) {
        const Answer answer = served.get(target);
        EXPECT_GE(answer.status, 400) << target << " " << answer.body.substr(0, 100);
        EXPECT_THAT(answer.body, Not(HasSubstr("root:")));
    }
    for (const char* method : {"PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "POST"})
        for (const char* target : {"/", "/page/app.js", "/page/new.js"}) {
            const Answer answer = served.request(method, target, "{}");
            EXPECT_EQ(answer.status, 405) << method << " " << target;
        }
    for (const char* method : {"GET", "HEAD", "PUT", "OPTIONS"})
        EXPECT_EQ(served.request(method, "/api/count").status, 405) << method;
    EXPECT_EQ(served.ask("no/such", {}).status, 404);
    // The text of a puzzle is never taken for the name of a file.
    EXPECT_EQ(served.ask("read", {{"puzzle", "/etc/passwd"}}).status, 400);
    expect_alive(served);
}

TEST(Server, IsAskedByItsOwnPageAlone) {
    Served served;
    const std::string here = "127.0.0.1:" + std::to_string(served.port());
    const std::string named = "localhost:" + std::to_string(served.port());
    const std::pair<Fields, int> rows[] = {
        {{}, 200},
        {{{"Origin", "http://" + here}}, 200},
        {{{"Host", named}, {"Origin", "http://" + named}}, 200},
        {{{"Origin", "http://" + here}, {"Sec-Fetch-Site", "same-origin"}}, 200},
        {{{"Origin", "http://evil.example"}}, 403},
        {{{"Origin", "null"}}, 403},
        {{{"Origin", "http://" + named}}, 403},
        {{{"Origin", "http://127.0.0.1"}}, 403},
        {{{"Origin", "http://" + here + ".evil.example"}}, 403},
        {{{"Sec-Fetch-Site", "cross-site"}}, 403},
        {{{"Sec-Fetch-Site", "same-site"}}, 403},
        {{{"Host", "evil.example"}}, 403},
        {{{"Host", "evil.example:" + std::to_string(served.port())}}, 403},
        {{{"Host", "evil.example:" + std::to_string(served.port())},
          {"Origin", "http://evil.example:" + std::to_string(served.port())}},
         403},
        {{{"Host", "127.0.0.1"}}, 403},
        {{{"Host", ""}}, 403},
        {{{"Content-Type", "text/plain"}}, 415},
        {{{"Content-Type", "application/x-www-form-urlencoded"}}, 415},
        {{{"Content-Type", "application/jsonp"}}, 415},
        {{{"Content-Type", ""}}, 415},
        {{{"Content-Type", "application/json; charset=utf-8"}}, 200},
    };
    for (const auto& [fields, status] : rows) {
        const Answer answer = served.ask("count", {{"puzzle", p92}}, fields);
        std::string said;
        for (const auto& [name, value] : fields) said += name + ": " + value + "; ";
        EXPECT_EQ(answer.status, status) << said << answer.body;
        EXPECT_FALSE(answer.fields.contains("Access-Control-Allow-Origin"));
    }
    EXPECT_EQ(served.get("/", {{"Host", "evil.example"}}).status, 403);
    expect_alive(served);
}

TEST(Server, AsksForItsToken) {
    const std::string token = "correct-horse-battery";
    Served served{{}, token};
    const ordered_json body = {{"puzzle", p92}};
    EXPECT_EQ(served.ask("count", body).status, 401);
    for (const std::string& wrong : std::initializer_list<std::string>{
             "Bearer ", "Bearer " + token + "x", "Bearer " + token.substr(1), token,
             "Basic " + token, "Bearer correct-horse-batterz"})
        EXPECT_EQ(served.ask("count", body, {{"Authorization", wrong}}).status, 401) << wrong;
    EXPECT_EQ(served.ask("count", body, {{"Authorization", "Bearer " + token}})["count"], 12);

    // The link gives a cookie and leaves the address clean.
    EXPECT_THAT(served.server().link(), ::testing::EndsWith("/?token=" + token));
    EXPECT_EQ(served.get("/?token=wrong").status, 401);
    const Answer door = served.get("/?token=" + token);
    EXPECT_EQ(door.status, 303);
    EXPECT_EQ(door.fields.at("Location"), "/");
    const std::string cookie = door.fields.at("Set-Cookie");
    EXPECT_THAT(cookie, HasSubstr("HttpOnly"));
    EXPECT_THAT(cookie, HasSubstr("SameSite=Strict"));
    const std::string pair = cookie.substr(0, cookie.find(';'));
    EXPECT_EQ(served.ask("count", body, {{"Cookie", pair}}).status, 200);
    EXPECT_EQ(served.ask("count", body, {{"Cookie", "a=b; " + pair + "; c=d"}}).status, 200);
    EXPECT_EQ(served.ask("count", body, {{"Cookie", "a=b; x" + pair}}).status, 401);
    EXPECT_EQ(
        served.ask("count", body, {{"Cookie", pair}, {"Origin", "http://evil.example"}}).status,
        403);
    EXPECT_THROW(Server({.host = "0.0.0.0", .port = 0, .token = {}, .limits = {}}),
                 ContractViolation);
    EXPECT_TRUE(becomes([&] { return served.is_quiet(); }));
}

TEST(Access, KnowsItsNames) {
    const Access six{{.host = "::1", .port = 80, .loopback = true, .token = {}}};
    EXPECT_EQ(six.to_pages({.host = "[::1]"}), Access::Judgement::welcome);
    EXPECT_EQ(six.to_pages({.host = "LOCALHOST"}), Access::Judgement::welcome);
    EXPECT_EQ(six.to_pages({.host = "localhost:81"}), Access::Judgement::wrong_host);
    // Beyond the loopback the token decides: nobody knows all names of a machine.
    const Access open{
        {.host = "0.0.0.0", .port = 80, .loopback = false, .token = "0123456789abcdef"}};
    EXPECT_EQ(
        open.to_questions({.host = "clew.example", .authorization = "Bearer 0123456789abcdef"}),
        Access::Judgement::welcome);
    EXPECT_EQ(open.to_questions({.host = "clew.example"}), Access::Judgement::no_token);
    std::set<std::string> tokens;
    for (int i = 0; i < 100; ++i) {
        const std::string token = make_token();
        EXPECT_TRUE(can_be_token(token)) << token;
        tokens.insert(token);
    }
    EXPECT_EQ(tokens.size(), 100U);
}

TEST(Server, EndsInTheMiddleOfEverything) {
    Served served{{.working = 3, .working_each = 1}};
    std::vector<TestClient> clients;
    const auto add = [&](const std::string& text) {
        clients.emplace_back(served.port());
        clients.back().send(text);
    };
    for (int i = 0; i < 3; ++i)
        add(question_text(
            served.port(), endless,
            {{"Clew-Page", std::to_string(i)}, {"Accept", i == 0 ? "text/event-stream" : ""}}));
    ASSERT_TRUE(becomes([&] { return served.counts().working == 3; }));
    for (int i = 0; i < 3; ++i)
        add(question_text(served.port(), endless, {{"Clew-Page", std::to_string(i)}}));
    ASSERT_TRUE(becomes([&] { return served.counts().waiting == 3; }));
    add("");
    add("POST /api/count HT");
    add(question_text(served.port(), p92).substr(0, 150));
    served.stop();
    // What was found is told, what waited is refused, the rest is closed.
    EXPECT_THAT(clients[0].receive().body, HasSubstr("event: answer"));
    for (std::size_t i = 1; i < 3; ++i) EXPECT_EQ(clients[i].receive()["ending"], "interrupted");
    for (std::size_t i = 3; i < 6; ++i) EXPECT_EQ(clients[i].receive().status, 503);
    for (std::size_t i = 6; i < 9; ++i) EXPECT_EQ(clients[i].receive().status, 0);
    served.end();
    EXPECT_EQ(served.counts().connections, 0U);
    EXPECT_EQ(served.counts().working, 0U);
    EXPECT_FALSE(TestClient{served.port()}.connected());
}

// ------------------------------------------------------------------- the same for decision trees

/// 90 079 patterns.
const std::string large_tree =
    "..9.....2...31.8..2.86......5..2...1...4.8...6...9..4......64....7.8....1.....2..";

std::string tree_text(std::uint16_t port, const std::string& question, ordered_json body,
                      const Fields& fields = {}) {
    if (!body.contains("puzzle")) body["puzzle"] = large_tree;
    return request_text("POST", "/api/tree" + question, port, body.dump(), fields);
}

/// What the pieces of a stream make together, and the answer at its end.
std::pair<std::string, ordered_json> put_together(const std::string& events) {
    std::string text;
    for (std::size_t at = 0; at < events.size();) {
        const std::size_t end = events.find("\n\n", at);
        const std::string event = events.substr(at, end - at);
        const std::size_t data = event.find("\ndata: ") + 7;
        if (event.starts_with("event: partial")) {
            const auto part = ordered_json::parse(event.substr(data));
            if (part.contains("text")) text += part["text"].get<std::string>();
        } else if (event.starts_with("event: answer")) {
            return {text, ordered_json::parse(event.substr(data))};
        }
        if (end == std::string::npos) break;
        at = end + 2;
    }
    return {text, {}};
}

TEST(Server, StopsTreesThatNobodyWaitsFor) {
    Served served;
    for (const bool same : {false, true}) {
        std::vector<TestClient> clients;
        for (int i = 0; i < 6; ++i) {
            clients.emplace_back(served.port());
            clients.back().send(tree_text(
                served.port(), i % 2 ? "" : "/view",
                {{"puzzle", endless}, {"patterns", same ? 9999 : 9000 + i}},
                {{"Clew-Page", std::to_string(i)}, {"Accept", i % 3 ? "text/event-stream" : ""}}));
        }
        ASSERT_TRUE(becomes([&] { return served.counts().working == 6; }));
        // Who grows the tree may leave first: another one goes on.
        for (TestClient& client : clients) client.abort();
        EXPECT_TRUE(becomes([&] { return served.is_quiet(); }));
    }
    expect_alive(served);
}

TEST(Server, GivesOneTreeToAllWhoAskForIt) {
    Served served;
    std::vector<TestClient> clients;
    for (int i = 0; i < 12; ++i) {
        clients.emplace_back(served.port());
        clients.back().send(tree_text(served.port(), i % 2 ? "" : "/view", {{"patterns", 3000}},
                                      {{"Clew-Page", std::to_string(i)}}));
    }
    std::set<std::string> told;
    for (TestClient& client : clients) {
        const Answer answer = client.receive();
        EXPECT_EQ(answer.status, 200);
        told.insert(answer.body);
    }
    EXPECT_EQ(told.size(), 2U);  // one for each of the two questions
    clients.clear();
    expect_alive(served);
}

TEST(Server, SendsAFileOfAnyLengthInPieces) {
    Served served{{.answer_bytes = 64 << 20}};
    for (const char* as : {"json", "svg", "dot"}) {
        const ordered_json body = {{"puzzle", large_tree}, {"patterns", 3000}, {"as", as}};
        const Answer whole = served.ask("tree/export", body);
        ASSERT_EQ(whole.status, 200);
        const auto [text, answer] = put_together(served.ask("tree/export", body, as_events).body);
        EXPECT_EQ(text, whole["text"]);
        EXPECT_GT(text.size(), 1U << 20);
        EXPECT_EQ(answer["text"], "");
        EXPECT_EQ(answer["name"], whole["name"]);
    }
    // Of whatever length: more than an answer may have.
    Served narrow{{.answer_bytes = 300'000}};
    const ordered_json body = {{"puzzle", large_tree}, {"patterns", 3000}, {"as", "json"}};
    EXPECT_EQ(narrow.ask("tree/export", body).status, 400);
    const auto [text, answer] = put_together(narrow.ask("tree/export", body, as_events).body);
    EXPECT_GT(text.size(), 1U << 20);
    EXPECT_TRUE(ordered_json::accept(text));
    expect_alive(served);
    expect_alive(narrow);
}

TEST(Server, WaitsForNoReaderOfAFileForEver) {
    Served served{{.idle_seconds = 2, .transfer_seconds = 1}};
    std::vector<TestClient> slow;
    for (int i = 0; i < 5; ++i) {
        slow.emplace_back(served.port(), 2048);
        slow.back().send(
            tree_text(served.port(), "/export", {{"patterns", 6000}, {"as", "graphml"}},
                      {{"Clew-Page", std::to_string(i)}, {"Accept", "text/event-stream"}}));
    }
    for (int i = 0; i < 3; ++i) EXPECT_EQ(served.ask("count", {{"puzzle", p92}})["count"], 12);
    EXPECT_TRUE(becomes([&] { return served.is_quiet(); }));  // they were let go
    EXPECT_EQ(served.counts().answered, 3U);
    slow.clear();
    expect_alive(served);
}

TEST(Server, AnswersHostileQuestionsAboutTrees) {
    Served served;
    const std::vector<std::string> names(60'000, "ABABABABAB");
    const std::pair<const char*, ordered_json> rows[] = {
        {"tree", {{"puzzle", p92}, {"patterns", 0}}},
        {"tree", {{"puzzle", p92}, {"patterns", 1e18}}},
        {"tree", {{"puzzle", p92}, {"rules", std::string(100'000, 'x')}}},
        {"tree/view", {{"puzzle", p92}, {"fold", names}}},
        {"tree/view", {{"puzzle", p92}, {"most", 1e9}}},
        {"tree/view", {{"puzzle", p92}, {"left", "1"}}},
        {"tree/view", {{"puzzle", p92}, {"follow", std::string(100'000, '=')}}},
        {"tree/node", {{"puzzle", p92}, {"node", std::string(100'000, 'A')}}},
        {"tree/node", {{"puzzle", p92}, {"number", 4'294'967'295U}}},
        {"tree/export", {{"puzzle", p92}, {"as", "exe"}}},
        {"tree/search", {{"puzzle", p92}}},
    };
    for (const auto& [question, body] : rows)
        EXPECT_EQ(served.ask(question, body).status, 400) << question << body.dump().substr(0, 200);
    // A window may lie anywhere and be turned inside out.
    for (const auto& [left, right] : {std::pair{5.0, -5.0}, {-1e9, 1e9}, {1e9, 1e9}})
        EXPECT_EQ(
            served.ask("tree/view", {{"puzzle", p92}, {"left", left}, {"right", right}}).status,
            200);
    const Answer found =
        served.ask("tree/search", {{"puzzle", p92}, {"text", std::string(900'000, 'S')}});
    EXPECT_TRUE(found["found"].empty());
    expect_alive(served);
}

TEST(Server, EndsInTheMiddleOfATree) {
    Served served;
    std::vector<TestClient> clients;
    for (int i = 0; i < 3; ++i) {
        clients.emplace_back(served.port());
        clients.back().send(tree_text(served.port(), "", {{"puzzle", endless}},
                                      {{"Clew-Page", std::to_string(i)}}));
    }
    ASSERT_TRUE(becomes([&] { return served.counts().working == 3; }));
    served.stop();
    for (TestClient& client : clients) EXPECT_EQ(client.receive()["ending"], "interrupted");
    served.end();
    EXPECT_EQ(served.counts().working, 0U);
}

TEST(Server, ListensOnNothingThatOthersHave) {
    Served served;
    EXPECT_THROW(Server({.host = "127.0.0.1", .port = served.port(), .token = {}, .limits = {}}),
                 InputError);
    EXPECT_THROW(is_loopback("example.org"), InputError);
    EXPECT_TRUE(is_loopback("127.0.0.2"));
    EXPECT_TRUE(is_loopback("::1"));
    EXPECT_TRUE(is_loopback("localhost"));
    EXPECT_FALSE(is_loopback("0.0.0.0"));
    EXPECT_FALSE(is_loopback("::"));
    EXPECT_FALSE(is_loopback("10.0.0.1"));
}

}  // namespace
}  // namespace clew::serve
