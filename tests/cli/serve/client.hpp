#pragma once
// A server in the process, and clients as hostile as one likes: bytes over sockets.
//
//     Served served;                                    // on a free port, until it goes
//     Answer a = served.ask("count", {{"puzzle", p92}});
//     EXPECT_EQ(a.status, 200); a["count"] ...
//
//     TestClient client{served.port()};
//     client.send("POST /api/count HTTP/1.1\r\n"); client.receive(); client.close();

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>

#include "cli/serve/server.hpp"

namespace clew::serve {

using nlohmann::ordered_json;

inline constexpr int patience_milliseconds = 60'000;

inline const std::string p92 =
    "..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..";
/// Nobody counts its solutions in our time, nor does the exact counter.
inline const std::string endless(256, '.');

struct Answer {      // NOLINT(bugprone-exception-escape): moves of the JSON library, which throw
                     // nothing
    int status = 0;  ///< 0: the connection ended without one
    std::map<std::string, std::string> fields{};
    std::string body{};
    ordered_json json{};  ///< of the body, if it is any

    /// A value of it; null if there is none.
    ordered_json operator[](const char* key) const {
        return json.is_object() && json.contains(key) ? json.at(key) : ordered_json{};
    }
};

/// A connection. Whatever goes wrong on it is an empty answer.
class TestClient {
  public:
    explicit TestClient(std::uint16_t port, int receive_buffer = 0) {
        socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
        if (receive_buffer > 0)
            setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) close();
    }
    ~TestClient() { close(); }
    TestClient(TestClient&& other) noexcept
        : socket_(std::exchange(other.socket_, -1)), rest_(std::move(other.rest_)) {}
    TestClient(const TestClient&) = delete;
    TestClient& operator=(const TestClient&) = delete;

    bool connected() const { return socket_ >= 0; }
    void close() {
        if (socket_ >= 0) ::close(socket_);
        socket_ = -1;
    }
    /// Closes so that the other side hears an error.
    void abort() {
        const linger hard{.l_onoff = 1, .l_linger = 0};
        setsockopt(socket_, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
        close();
    }
    bool send(const std::string& bytes) {
        std::size_t sent = 0;
        while (sent < bytes.size()) {
            const ssize_t n =
                ::send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
            if (n <= 0) return false;
            sent += static_cast<std::size_t>(n);
        }
        return true;
    }
    /// Whether there are bytes to be had, or the end, at once.
    bool has_something() const {
        pollfd waiting{.fd = socket_, .events = POLLIN, .revents = 0};
        return ::poll(&waiting, 1, 0) > 0;
    }
    /// Some bytes, or none at the end.
    std::string receive_some(std::size_t most = 65536) {
        pollfd waiting{.fd = socket_, .events = POLLIN, .revents = 0};
        if (::poll(&waiting, 1, patience_milliseconds) <= 0) return {};
        std::string bytes(most, '\0');
        const ssize_t n = ::recv(socket_, bytes.data(), bytes.size(), 0);
        bytes.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
        return bytes;
    }
    /// Up to and with the mark.
    std::string receive_until(const std::string& mark) {
        std::size_t end = std::string::npos;
        while ((end = rest_.find(mark)) == std::string::npos) {
            const std::string more = receive_some();
            if (more.empty()) return std::exchange(rest_, {});
            rest_ += more;
        }
        std::string text = rest_.substr(0, end + mark.size());
        rest_.erase(0, end + mark.size());
        return text;
    }
    enum class Expect : std::uint8_t { body, head };
    /// A whole answer; one in chunks is put together.
    Answer receive(Expect expect = Expect::body) {
        Answer answer;
        const std::string head = receive_until("\r\n\r\n");
        if (!head.starts_with("HTTP/1.1 ")) return answer;
        answer.status = std::stoi(head.substr(9, 3));
        std::size_t at = head.find("\r\n") + 2;
        while (at < head.size()) {
            const std::size_t end = head.find("\r\n", at);
            const std::string line = head.substr(at, end - at);
            at = end + 2;
            if (const std::size_t colon = line.find(": "); colon != std::string::npos)
                answer.fields[line.substr(0, colon)] = line.substr(colon + 2);
        }
        if (expect == Expect::head) return answer;
        if (answer.fields["Transfer-Encoding"] == "chunked") {
            for (;;) {
                const std::string size = receive_until("\r\n");
                if (size.empty()) return {};
                const std::size_t n = std::stoul(size, nullptr, 16);
                const std::string chunk = receive_bytes(n + 2);
                if (n == 0) break;
                answer.body += chunk.substr(0, n);
            }
        } else if (answer.fields.contains("Content-Length")) {
            answer.body = receive_bytes(std::stoul(answer.fields["Content-Length"]));
        }
        answer.json = ordered_json::parse(answer.body, nullptr, false);
        return answer;
    }
    std::string receive_bytes(std::size_t n) {
        while (rest_.size() < n) {
            const std::string more = receive_some();
            if (more.empty()) break;
            rest_ += more;
        }
        std::string bytes = rest_.substr(0, n);
        rest_.erase(0, n);
        return bytes;
    }

  private:
    int socket_ = -1;
    std::string rest_;
};

using Fields = std::map<std::string, std::string>;

/// A request as it goes over the wire. A field that is said takes the place of the usual one; an
/// empty one is left out.
inline std::string request_text(const std::string& method, const std::string& target,
                                std::uint16_t port, const std::string& body = {},
                                const Fields& said = {}) {
    Fields fields = {{"Host", "127.0.0.1:" + std::to_string(port)}};
    if (method == "POST") {
        fields["Content-Type"] = "application/json";
        fields["Content-Length"] = std::to_string(body.size());
    }
    for (const auto& [name, value] : said) fields[name] = value;
    std::string text = method + " " + target + " HTTP/1.1\r\n";
    for (const auto& [name, value] : fields)
        if (!value.empty()) text += name + ": " + value + "\r\n";
    return text + "\r\n" + body;
}

/// Waits until it is so; false if it never is.
inline bool becomes(const std::function<bool()>& so) {
    const auto end =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(patience_milliseconds);
    while (!so()) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return true;
}

class Served {
  public:
    explicit Served(const questions::Limits& limits = {}, const std::string& token = {})
        : server_({.host = "127.0.0.1", .port = 0, .token = token, .limits = limits}),
          thread_([this] { server_.run(stop_); }) {}
    ~Served() { end(); }

    /// Stops it and waits.
    void end() {
        stop_.raise();
        if (thread_.joinable()) thread_.join();
    }
    void stop() { stop_.raise(); }
    std::uint16_t port() const { return server_.port(); }
    Server& server() { return server_; }
    Server::Counts counts() const { return server_.counts(); }
    /// Nobody waits and nothing is worked on; so it must be soon after all clients are gone.
    bool is_quiet() const {
        const Server::Counts now = counts();
        return now.connections == 0 && now.waiting == 0 && now.working == 0;
    }

    Answer request(const std::string& method, const std::string& target,
                   const std::string& body = {}, const Fields& fields = {}) {
        TestClient client{port()};
        client.send(request_text(method, target, port(), body, fields));
        return client.receive(method == "HEAD" ? TestClient::Expect::head
                                               : TestClient::Expect::body);
    }
    Answer get(const std::string& target, const Fields& fields = {}) {
        return request("GET", target, {}, fields);
    }
    Answer ask(const std::string& question, const ordered_json& body, const Fields& fields = {}) {
        return request("POST", "/api/" + question, body.dump(), fields);
    }

  private:
    Server server_;
    StopFlag stop_;
    std::thread thread_;
};

}  // namespace clew::serve
