#pragma once
// Mcp: the questions as tools of the Model Context Protocol, by which a language model asks them.
//
//     Mcp mcp{api, {.threads = 2}, [&](const std::string& line) { out << line << std::endl; }};
//     while (read_line(in, line, Mcp::longest_line)) mcp.receive(line);
//     mcp.finish();
//
// JSON-RPC messages, a line each [ModelContextProtocol]. Nothing is kept from one call to the next.
// Calls are worked on at once, as many as there are threads; each has its time, is told of as it
// goes on if the caller wants that, and can be cancelled. Answers are what a model needs of the
// question's answer: without pictures, and without what it said itself.

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <thread>

#include "cli/serve/queue.hpp"
#include "core/base/outcome.hpp"
#include "questions/api.hpp"

namespace clew::serve {

class Mcp {
  public:
    struct Options {
        unsigned threads = 1;  ///< calls worked on at once
        double seconds = 20;   ///< for a call that does not say
    };
    static constexpr std::size_t longest_line = 1 << 20;
    static constexpr std::size_t longest_answer = 30'000;  ///< in bytes; the rest is cut off

    /// `send` gets a message without line end, from any thread, never two at once.
    Mcp(questions::Api& api, Options options, std::function<void(const std::string&)> send);
    /// As stop(), then finish().
    ~Mcp();
    Mcp(const Mcp&) = delete;
    Mcp& operator=(const Mcp&) = delete;

    /// One message. Returns at once; calls of tools are answered later.
    void receive(std::string_view line);
    /// Ends all calls early: they are answered with what was found.
    void stop();
    /// Returns when every call has been answered.
    void finish();

  private:
    using Json = nlohmann::ordered_json;
    struct Call {
        StopFlag stop{};
        std::chrono::steady_clock::time_point deadline{};
        bool cancelled = false;
    };

    void send(const Json& message);
    void answer(const Json& id, Json result);
    void take(const Json& message);
    void refuse(const Json& id, int code, const std::string& why);
    void call(const Json& id, const Json& params);
    void work(const Json& id, const std::string& question, const Json& params, Call& call,
              unsigned threads);
    void watch();

    questions::Api& api_;
    const Options options_;
    std::function<void(const std::string&)> send_;
    std::mutex sending_;
    std::mutex mutex_;  // of what follows
    std::condition_variable changed_;
    std::map<std::string, std::shared_ptr<Call>> calls_;  // by the text of their ids
    bool closing_ = false;
    std::thread watcher_;
    Queue queue_;  // last: its threads use all the rest
};

}  // namespace clew::serve
