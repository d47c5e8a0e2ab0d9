#pragma once
// Server: the explorer over HTTP, on one address.
//
//     Server server{{.port = 8092}};
//     std::cout << server.link() << "\n";        // http://127.0.0.1:8092/
//     server.run(stop);                          // until the flag is raised
//
// One thread moves bytes for all connections, so that a slow reader or writer costs a few kilobytes
// and no thread; questions are answered by a Queue of other threads.
//
// What it lets in: a loopback address is answered if the request names this server as its host (a
// name that was bound to 127.0.0.1 elsewhere is not) and comes from no other page; any other
// address only with the token, as `Authorization: Bearer` or by the cookie that the link sets. It
// serves the files built into the program and the questions of the Api, and knows no path of the
// machine.

#include <cstdint>
#include <memory>
#include <string>

#include "core/base/outcome.hpp"
#include "questions/api.hpp"
#include "questions/limits.hpp"

namespace clew::serve {

struct ServerOptions {
    std::string host = "127.0.0.1";  ///< an address, or localhost
    std::uint16_t port = 0;          ///< 0: any that is free
    std::string token{};             ///< empty: none is asked for; needed beyond the loopback
    questions::Limits limits{};
};

/// Whether it is an address of this machine that no other machine reaches. Errors: InputError
/// without a place if it is no address.
bool is_loopback(const std::string& host);

class Server {
  public:
    /// Listens from now on. Errors: InputError without a place if the address or the port cannot be
    /// had, FileError if the system has no file descriptors left. Requires a token unless
    /// is_loopback(host).
    explicit Server(const ServerOptions& options);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    std::uint16_t port() const;
    /// What to open in a browser; it holds the token.
    std::string link() const;

    /// Serves until the flag is raised; then work is stopped, what is known is sent, and all is
    /// closed, within a few seconds. Call once.
    void run(const StopFlag& stop);

    /// What is going on, from any thread: for tests and the curious.
    struct Counts {
        std::size_t connections = 0;
        std::size_t waiting = 0;     ///< questions
        std::size_t working = 0;     ///< questions
        std::uint64_t answered = 0;  ///< questions that were answered to the end, so far
        std::uint64_t left = 0;      ///< questions that nobody waited for to the end
    };
    Counts counts() const;
    questions::Api& api();

    struct Impl;  // of server.cpp alone

  private:
    std::unique_ptr<Impl> impl_;
};

}  // namespace clew::serve
