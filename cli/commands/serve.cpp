// clew serve: the explorer, in a browser.

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <ostream>

#include "cli/child_process.hpp"
#include "cli/commands/commands.hpp"
#include "cli/serve/access.hpp"
#include "cli/serve/server.hpp"
#include "cli/usage_error.hpp"
#include "cli/watch.hpp"

namespace clew::cli {
namespace {

constexpr std::uint64_t usual_port = 8092;
constexpr std::uint64_t kibibyte = 1 << 10, mebibyte = 1 << 20;

/// A browser that outlives us, and whose messages nobody reads. False if none can be opened.
bool open_in_browser(const std::string& link, pid_t& child) {
    if (!is_installed("xdg-open")) return false;
    std::string program = "xdg-open";
    std::string address = link;
    char* words[] = {program.data(), address.data(), nullptr};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&how);
    for (const int file : {0, 1, 2})
        posix_spawn_file_actions_addopen(&files, file, "/dev/null", O_RDWR, 0);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSID);
    const bool opened = posix_spawnp(&child, "xdg-open", &files, &how, words, environ) == 0;
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    return opened;
}

std::size_t half_of_the_machine() {
    const long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGE_SIZE);
    if (pages <= 0 || bytes <= 0) return std::numeric_limits<std::size_t>::max();
    return static_cast<std::size_t>(pages) / 2 * static_cast<std::size_t>(bytes);
}

class ServeCommand final : public Command {
  public:
    CommandInfo info() const override {
        return {"serve", "Explain", "Open the explorer: Clew in a browser"};
    }

    void declare(Arguments& a) override {
        a.value("--port", port_, "N",
                "the port, 8092 if not given; with 0, or if 8092 is taken, any free one")
            .from(0, 65535);
        a.flag("--open", open_, "open the page in a browser, by xdg-open");
        a.value("--host", host_, "ADDRESS",
                "listen on this address instead of 127.0.0.1; others then need a token");
        a.value("--token", token_, "WORD",
                "the token, 16 letters or more; made at random if none is given");
        a.duration("--max-time", seconds_, "longest work on one question; 60 s if not given");
        a.value("--max-memory", memory_, "MIB",
                "most memory of one question; 1024 MiB if not given")
            .from(1);
        a.value("--memory", all_memory_, "MIB",
                "most memory of all questions; 4096 MiB, or half of the machine's, if not given")
            .from(1);
        a.value("--max-working", working_, "N", "questions worked on at once").from(1, 4096);
        a.value("--max-waiting", limits_.waiting, "N", "questions that may wait; 512 if not given")
            .from(1);
        a.value("--max-connections", limits_.connections, "N", "open connections; 512 if not given")
            .from(1, 100'000);
        a.value("--max-body", body_, "KIB", "longest question; 1024 KiB if not given").from(1);
        a.value("--max-answer", answer_, "MIB", "longest answer; 64 MiB if not given").from(1);
        a.value("--max-cache", cache_, "MIB", "memory for kept trees; 512 MiB if not given");
        a.value("--threads", limits_.threads, "N",
                "threads that all questions share; the default is one a processor")
            .from(0, 1024);
        a.note(
            "Prints the link and serves until it is interrupted. The page needs no network and can "
            "read or write no file of this machine. Programs can ask the same questions: see "
            "/api/openapi.json.");
        a.example("clew serve --open", "the explorer in your browser");
        a.example("clew serve --port 0 --max-time 10", "any free port; ten seconds a question");
        a.example("clew serve --host 0.0.0.0",
                  "for others too: the link holds a token that they need");
    }

    ExitCode run(Host& host) override {
        serve::ServerOptions options{.host = host_, .limits = limits()};
        const bool alone = for_option("--host", [&] { return serve::is_loopback(host_); });
        if (token_ && !serve::can_be_token(*token_))
            throw UsageError("--token", "this word does not do",
                             "16 to 128 letters, digits, '-' and '_'");
        options.token = token_ ? *token_ : alone ? std::string() : serve::make_token();

        options.port = static_cast<std::uint16_t>(port_.value_or(usual_port));
        std::unique_ptr<serve::Server> server;
        try {
            server = std::make_unique<serve::Server>(options);
        } catch (const InputError& error) {
            if (port_ && *port_ != 0) throw UsageError("--port", error.what(), "another, or 0");
            options.port = 0;
            server = for_option("--host", [&] { return std::make_unique<serve::Server>(options); });
        }

        Watch watch{host, std::nullopt};
        host.out << server->link() << "\n" << std::flush;
        if (host.err_is_terminal) host.err << "clew: serving; Ctrl-C ends it\n" << std::flush;
        pid_t browser = 0;
        if (open_ && !open_in_browser(server->link(), browser))
            host.err << "clew: no xdg-open here to open a browser with\n" << std::flush;
        server->run(watch.flag());
        if (browser != 0) waitpid(browser, nullptr, WNOHANG);
        return ExitCode::ok;
    }

  private:
    questions::Limits limits() const {
        questions::Limits limits;
        if (seconds_) limits.seconds = *seconds_;
        limits.working = static_cast<std::size_t>(working_);
        limits.waiting = static_cast<std::size_t>(limits_.waiting);
        limits.connections = static_cast<std::size_t>(limits_.connections);
        limits.memory_bytes = static_cast<std::size_t>(memory_ * mebibyte);
        limits.all_memory_bytes = all_memory_
                                      ? static_cast<std::size_t>(*all_memory_ * mebibyte)
                                      : std::min(limits.all_memory_bytes, half_of_the_machine());
        limits.body_bytes = static_cast<std::size_t>(body_ * kibibyte);
        limits.answer_bytes = static_cast<std::size_t>(answer_ * mebibyte);
        limits.cache_bytes = static_cast<std::size_t>(cache_ * mebibyte);
        limits.threads = limits_.threads;
        return limits;
    }

    /// As they are typed.
    struct Numbers {
        std::uint64_t waiting = questions::Limits{}.waiting;
        std::uint64_t connections = questions::Limits{}.connections;
        unsigned threads = 0;
    };

    std::string host_ = "127.0.0.1";
    std::optional<std::string> token_;
    std::optional<std::uint64_t> port_;
    std::optional<double> seconds_;
    Numbers limits_;
    std::uint64_t working_ = 0;
    std::uint64_t memory_ = questions::Limits{}.memory_bytes / mebibyte;
    std::optional<std::uint64_t> all_memory_;
    std::uint64_t body_ = questions::Limits{}.body_bytes / kibibyte;
    std::uint64_t answer_ = questions::Limits{}.answer_bytes / mebibyte;
    std::uint64_t cache_ = questions::Limits{}.cache_bytes / mebibyte;
    bool open_ = false;
};

}  // namespace

std::unique_ptr<Command> make_serve() { return std::make_unique<ServeCommand>(); }

}  // namespace clew::cli
