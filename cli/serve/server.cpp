// The only file that includes Boost.Beast and Boost.Asio.
//
// All of a connection happens on the thread that runs the server: it reads a head, a body, hands
// the question to the queue, and writes what comes back. The queue's threads never touch a
// connection: they post what they have to that thread, which looks whether somebody is still there.
//
//     read head -> read body -> route -> [queue -> Api::ask, events posted back] -> write -> read ...
//
// Twenty times a second the server looks at all connections that wait for work: is the time over,
// has the other side closed? Beast has timers for what is read and written, and none for a socket
// on which nothing is done; a look at the few hundred sockets costs microseconds.
//
// Heads are written by Beast's own types into a text, and all texts of a connection go out in order
// through one buffer, in pieces that each have a time limit.

#include "cli/serve/server.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <sstream>
#include <thread>

#include "cli/serve/access.hpp"
#include "cli/serve/pages.hpp"
#include "cli/serve/queue.hpp"
#include "core/base/contract.hpp"
#include "core/base/file_error.hpp"

namespace clew::serve {

using namespace clew::questions;

namespace beast = boost::beast;
namespace http = beast::http;
namespace net = boost::asio;
using tcp = net::ip::tcp;
using Clock = std::chrono::steady_clock;
using beast::error_code;

namespace {

constexpr auto tick_time = std::chrono::milliseconds(50);
constexpr auto progress_time = std::chrono::milliseconds(100);
constexpr auto farewell_time = std::chrono::seconds(3);
constexpr std::size_t piece_bytes = std::size_t{64} * 1024;
constexpr std::size_t unread_events = 1 << 20;  // behind which partial answers are left out
constexpr std::size_t unread_pieces = 4 << 20;  // behind which whoever makes more of them waits
constexpr std::uint32_t head_bytes = 16 * 1024;

// Scripts, styles and pictures of this server alone, nothing inline, in nobody's frame. Pictures
// may also come from the page itself: what it shows, saves or prints.
constexpr const char* content_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

// Which say who asks whom, or where a question ends.
constexpr std::array single_fields = {
    "Host",         "Origin",         "Sec-Fetch-Site",    "Authorization", "Cookie",
    "Content-Type", "Content-Length", "Transfer-Encoding", "Expect",        "Clew-Page",
};

Clock::duration seconds(double s) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(s));
}

/// A question in hand, shared by the connection and the thread that works on it.
struct Task {
    StopFlag stop;
    std::atomic<Clock::rep> end{Clock::time_point::max().time_since_epoch().count()};
    std::uint64_t ticket = 0;

    /// Bytes of pieces that are on their way to the reader. Waits while they are many.
    void send_off(std::size_t bytes) {
        std::unique_lock lock(mutex);
        while (!read.wait_for(lock, tick_time,
                              [&] { return stop.raised() || underway < unread_pieces; })) {
        }
        underway += bytes;
    }
    void arrived(std::size_t bytes) {
        {
            const std::lock_guard lock(mutex);
            underway -= bytes;
        }
        read.notify_one();
    }
    std::mutex mutex;
    std::condition_variable read;
    std::size_t underway = 0;

    void end_by(Clock::time_point time) {
        const Clock::rep wanted = time.time_since_epoch().count();
        Clock::rep now = end.load();
        while (wanted < now && !end.compare_exchange_weak(now, wanted)) {
        }
    }
    bool is_over(Clock::time_point now) const { return now.time_since_epoch().count() >= end; }
};

net::ip::address address_of(const std::string& host) {
    if (host == "localhost") return net::ip::address_v4::loopback();
    error_code ec;
    net::ip::address address = net::ip::make_address(host, ec);
    if (ec)
        throw InputError({}, "'" + host + "' is no address", "an address such as 127.0.0.1 or ::1");
    return address;
}

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

}  // namespace

bool is_loopback(const std::string& host) { return address_of(host).is_loopback(); }

namespace {
class Connection;
}

struct Server::Impl {
    explicit Impl(const ServerOptions& o)
        : options(o), api(o.limits), acceptor(io), timer(io), queue(queue_options(o.limits)) {
        const net::ip::address address = address_of(options.host);
        CLEW_REQUIRE(address.is_loopback() || !options.token.empty(),
                     "Server: beyond the loopback a token is needed");
        const tcp::endpoint endpoint{address, options.port};
        error_code ec;
        acceptor.open(endpoint.protocol(), ec);
        if (ec == net::error::no_descriptors) throw beast::system_error(ec);
        if (!ec) acceptor.set_option(net::socket_base::reuse_address(true), ec);
        if (!ec) acceptor.bind(endpoint, ec);
        if (!ec) acceptor.listen(net::socket_base::max_listen_connections, ec);
        if (ec)
            throw InputError({}, options.host + " port " + std::to_string(options.port) +
                                     " cannot be had: " + ec.message());
        // A server that can take no connection would be silent.
        net::ip::tcp::socket spare{io};
        spare.open(endpoint.protocol(), ec);
        if (ec) throw beast::system_error(ec);
        port = acceptor.local_endpoint().port();
        access.emplace(Access::Options{.host = options.host,
                                       .port = port,
                                       .loopback = address.is_loopback(),
                                       .token = options.token});
    }

    static Queue::Options queue_options(const Limits& limits) {
        const unsigned processors =
            limits.threads > 0 ? limits.threads : std::max(1U, std::thread::hardware_concurrency());
        // More than there are processors: the system shares them out more finely than the queue, so
        // that a few long questions do not make the short ones wait.
        const std::size_t threads = limits.working > 0
                                        ? limits.working
                                        : std::max<std::size_t>(8, std::size_t{2} * processors);
        return {.threads = threads,
                .each = std::max<std::size_t>(1, std::min(limits.working_each, threads)),
                .waiting = limits.waiting,
                .waiting_each = limits.waiting_each,
                .processors = processors};
    }

    void accept();
    void tick();
    void stop_all();

    const ServerOptions options;
    Api api;
    net::io_context io{1};
    tcp::acceptor acceptor;
    net::steady_timer timer;
    std::optional<Access> access;
    std::uint16_t port = 0;
    std::set<Connection*> connections;
    std::size_t unsent = 0;  // bytes of answers, of all connections
    bool stopping = false;
    bool accepting = false;
    Clock::time_point stop_by{};
    const StopFlag* stop = nullptr;
    std::atomic<std::size_t> connection_count{0};
    std::atomic<std::uint64_t> answered{0};
    std::atomic<std::uint64_t> left{0};
    Queue queue;  // the last: its threads end before anything else goes
};

namespace {

class Connection : public std::enable_shared_from_this<Connection> {
  public:
    Connection(tcp::socket&& socket, Server::Impl& server)
        : server_(server), stream_(std::move(socket)) {
        error_code ignored;
        const auto endpoint = stream_.socket().remote_endpoint(ignored);
        if (!ignored) address_ = endpoint.address().to_string();
        stream_.socket().set_option(tcp::no_delay(true), ignored);
        server_.connections.insert(this);
        ++server_.connection_count;
    }
    ~Connection() {
        leave();
        server_.unsent -= pending_.size() + out_.size() - sent_;
        server_.connections.erase(this);
        --server_.connection_count;
    }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    void read();
    /// One answer to whatever is asked, and no more.
    void refuse();
    /// It has asked nothing yet that is not answered.
    bool idle() const { return idle_; }
    Clock::time_point idle_since() const { return since_; }
    void look(Clock::time_point now);
    void stop();
    void close();

  private:
    void on_head(error_code ec);
    void read_body();
    void on_body(error_code ec);
    void route();
    void route_question(std::string_view name);
    void page(std::string_view name);
    void work(std::string name);
    void finish(const std::shared_ptr<Task>& task, const Reply& reply);
    void event(const std::shared_ptr<Task>& task, const char* kind, const std::string& data);
    void piece(const std::shared_ptr<Task>& task, const std::string& data);
    void leave();

    std::string head(http::status status, std::string_view type,
                     const std::vector<std::pair<http::field, std::string>>& more = {});
    void answer(http::status status, std::string_view type, std::string_view body,
                const std::vector<std::pair<http::field, std::string>>& more = {});
    void error(http::status status, const std::string& what, const std::string& expected = {});
    void push(std::string_view bytes);
    void push_event(const char* kind, std::string_view data);
    void begin_events();
    void write();
    void on_written();
    void pieces_arrived();
    void linger();

    Server::Impl& server_;
    beast::tcp_stream stream_;
    beast::flat_buffer buffer_{head_bytes + piece_bytes};
    std::optional<http::request_parser<http::string_body>> parser_;
    std::string address_;
    bool keep_alive_ = false;
    bool head_only_ = false;  // HEAD
    bool idle_ = false;       // waits for a request, or the rest of one
    Clock::time_point since_{};
    bool complete_ = false;  // the answer is all in pending_ or out
    bool closed_ = false;
    Clock::time_point finish_by_ = Clock::time_point::max();
    std::shared_ptr<Task> task_;
    std::shared_ptr<Connection> self_;  // while there is a task: nothing is read or written then
    bool streams_ = false;              // the question wants events
    bool streaming_ = false;            // the head of the events is out
    std::string pending_, out_;
    std::size_t sent_ = 0;  // of out_
    bool writing_ = false;
    std::size_t pieces_ = 0;  // bytes of pieces that were pushed and are not known to be written
    std::array<char, 4096> rest_{};
    std::size_t rest_bytes_ = 0;
};

void Connection::read() {
    parser_.emplace();
    parser_->header_limit(head_bytes);
    parser_->body_limit(server_.options.limits.body_bytes);
    complete_ = streams_ = streaming_ = head_only_ = keep_alive_ = false;
    pieces_ = 0;
    finish_by_ = Clock::time_point::max();
    idle_ = true;
    since_ = Clock::now();
    stream_.expires_after(seconds(server_.options.limits.idle_seconds));
    http::async_read_header(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](error_code ec, std::size_t) { self->on_head(ec); });
}

void Connection::refuse() {
    parser_.emplace();
    error(http::status::service_unavailable, "too many connections", "fewer, or later");
}

void Connection::on_head(error_code ec) {
    if (closed_) return;
    idle_ = !ec;
    if (ec == http::error::body_limit)
        return error(http::status::payload_too_large, "the question is too large",
                     "at most " + std::to_string(server_.options.limits.body_bytes) + " bytes");
    if (ec == http::error::header_limit || ec == http::error::buffer_overflow)
        return error(http::status::request_header_fields_too_large, "the head is too large");
    // Beast says what is wrong with a request by errors of its own kind; others are the network's.
    if (ec == http::error::end_of_stream || ec == http::error::partial_message ||
        ec == beast::error::timeout)
        return close();
    if (ec && ec.category() == http::make_error_code(http::error::bad_method).category())
        return error(http::status::bad_request, "this is no HTTP request");
    if (ec) return close();
    // Of two, one may be read here and the other by what stands between.
    for (const char* name : single_fields)
        if (parser_->get().count(name) > 1)
            return error(http::status::bad_request, std::string(name) + " stands there twice");
    if (beast::iequals(parser_->get()[http::field::expect], "100-continue"))
        push("HTTP/1.1 100 Continue\r\n\r\n");  // read_body() when it is written
    else
        read_body();
}

void Connection::read_body() {
    stream_.expires_after(seconds(server_.options.limits.transfer_seconds));
    http::async_read(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](error_code ec, std::size_t) { self->on_body(ec); });
}

void Connection::on_body(error_code ec) {
    if (closed_) return;
    idle_ = false;
    if (ec == http::error::body_limit)
        return error(http::status::payload_too_large, "the question is too large",
                     "at most " + std::to_string(server_.options.limits.body_bytes) + " bytes");
    if (ec && ec.category() == http::make_error_code(http::error::bad_method).category() &&
        ec != http::error::partial_message && ec != http::error::end_of_stream)
        return error(http::status::bad_request, "this is no HTTP request");
    if (ec) return close();
    keep_alive_ = parser_->get().keep_alive() && !server_.stopping;
    head_only_ = parser_->get().method() == http::verb::head;
    route();
}

void Connection::route() {
    const auto& request = parser_->get();
    const auto field = [&](auto name) { return view(request[name]); };
    const RequestFields asked{.host = field(http::field::host),
                              .origin = field(http::field::origin),
                              .fetch_site = field("Sec-Fetch-Site"),
                              .authorization = field(http::field::authorization),
                              .cookie = field(http::field::cookie)};
    const std::string_view target = view(request.target());
    const std::string_view path = target.substr(0, target.find('?'));
    const bool reads = request.method() == http::verb::get || head_only_;
    const bool question = path.starts_with("/api/") && path != "/api/openapi.json";

    switch (question ? server_.access->to_questions(asked) : server_.access->to_pages(asked)) {
        case Access::Judgement::welcome:
            break;
        case Access::Judgement::wrong_host:
            return error(http::status::forbidden, "this server has another name",
                         server_.access->authority());
        case Access::Judgement::wrong_origin:
            return error(http::status::forbidden, "asked from another page than this server's");
        case Access::Judgement::no_token:
            return error(http::status::unauthorized, "the token is missing, or another one",
                         "the link that the server printed");
    }
    if (question) {
        if (request.method() == http::verb::post)
            return route_question(path.substr(std::string_view("/api/").size()));
    } else if (reads) {
        constexpr std::string_view token = "/?token=";
        if (!server_.options.token.empty() && target.starts_with(token)) {
            // The token leaves the address, where it would be seen and kept, for a cookie.
            const std::string_view said = target.substr(token.size());
            if (!server_.access->is_token(said))
                return error(http::status::unauthorized, "the token is another one",
                             "the link that the server printed");
            return answer(http::status::see_other, "text/plain; charset=utf-8", "",
                          {{http::field::location, "/"},
                           {http::field::set_cookie, server_.access->cookie_name() + "=" +
                                                         server_.options.token +
                                                         "; HttpOnly; SameSite=Strict; Path=/"}});
        }
        if (path == "/") return page("index.html");
        if (path == "/favicon.ico") return page("icon.svg");
        if (path == "/api/openapi.json")
            return answer(http::status::ok, "application/json", server_.api.openapi(),
                          {{http::field::cache_control, "no-cache"}});
        constexpr std::string_view pages = "/page/";
        if (path.starts_with(pages)) return page(path.substr(pages.size()));
        return error(http::status::not_found, "there is no such page");
    }
    const char* allowed = question ? "POST" : "GET, HEAD";
    answer(http::status::method_not_allowed, "application/json",
           error_text("clew/error/1", "not by this method", allowed),
           {{http::field::allow, allowed}});
}

void Connection::page(std::string_view name) {
    const std::optional<Page> found = find_page(name);
    if (!found) return error(http::status::not_found, "there is no such page");
    const std::string tag = "\"" + found->tag + "\"";
    const std::vector<std::pair<http::field, std::string>> more = {
        {http::field::etag, tag}, {http::field::cache_control, "no-cache"}};
    if (view(parser_->get()[http::field::if_none_match]) == tag)
        return answer(http::status::not_modified, found->type, "", more);
    answer(http::status::ok, found->type, found->text, more);
}

void Connection::route_question(std::string_view name) {
    const auto& request = parser_->get();
    if (server_.api.find(name) == nullptr)
        return error(http::status::not_found, "there is no such question",
                     "a name from /api/openapi.json");
    const std::string_view type = view(request[http::field::content_type]);
    if (!beast::iequals(request[http::field::content_type].substr(0, 16), "application/json") ||
        (type.size() > 16 && type[16] != ';' && type[16] != ' '))
        return error(http::status::unsupported_media_type, "a question is JSON",
                     "Content-Type: application/json");
    if (server_.stopping) return error(http::status::service_unavailable, "the server is stopping");
    if (server_.unsent > server_.options.limits.unsent_bytes)
        return error(http::status::service_unavailable, "too many answers are not read");
    streams_ =
        view(request[http::field::accept]).find("text/event-stream") != std::string_view::npos;
    work(std::string(name));
}

void Connection::work(std::string name) {
    task_ = std::make_shared<Task>();
    stream_.expires_never();
    const std::string_view page = view(parser_->get()["Clew-Page"]);
    auto job = [&server = server_, weak = weak_from_this(), task = task_, name = std::move(name),
                body = std::move(parser_->get().body()), streams = streams_](unsigned threads) {
        const auto started = Clock::now();
        task->end_by(started + seconds(server.options.limits.seconds));
        // What goes to the other thread is given back there: the question does not pay for it.
        const auto post = [&](const char* kind, const nlohmann::ordered_json& data) {
            const Charged nobody{nullptr};
            net::post(server.io,
                      [weak, task, kind,
                       text = data.dump(-1, ' ', false,
                                        nlohmann::ordered_json::error_handler_t::replace)] {
                          if (const auto connection = weak.lock())
                              connection->event(task, kind, text);
                      });
        };
        const auto post_piece = [&](const nlohmann::ordered_json& data) {
            const Charged nobody{nullptr};
            std::string text =
                data.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
            task->send_off(text.size());
            net::post(server.io, [weak, task, text = std::move(text)] {
                if (const auto connection = weak.lock()) connection->piece(task, text);
            });
        };
        // What the next one replaces is told a few times a second.
        std::mutex mutex;
        Clock::time_point progress_told = started, part_told = started;
        const auto due = [&](Clock::time_point& last) {
            const std::lock_guard lock(mutex);
            const auto now = Clock::now();
            if (now - last < progress_time) return false;
            last = now;
            return true;
        };
        Work work{.stop = &task->stop, .threads = threads};
        work.on_seconds = [&](double s) {
            if (s < server.options.limits.seconds) task->end_by(started + seconds(s));
        };
        if (streams) {
            work.progress = [&](const nlohmann::ordered_json& told) {
                if (due(progress_told)) post("progress", told);
            };
            work.partial = [&](const nlohmann::ordered_json& part, Delivery how) {
                if (how == Delivery::piece)
                    post_piece(part);
                else if (how == Delivery::further || due(part_told))
                    post("partial", part);
            };
        }
        Reply reply = server.api.ask(name, body, work);
        net::post(server.io, [weak, task, reply = std::move(reply)] {
            if (const auto connection = weak.lock()) connection->finish(task, reply);
        });
    };
    const Queue::Ticket ticket =
        server_.queue.add({address_, std::string(page.substr(0, 64))}, std::move(job));
    if (ticket.taken()) {
        task_->ticket = ticket.number;
        self_ = shared_from_this();
        return;
    }
    task_.reset();
    const bool yours = ticket.refusal == Queue::Refusal::too_many_of_yours;
    answer(yours ? http::status::too_many_requests : http::status::service_unavailable,
           "application/json",
           error_text("clew/error/1",
                      yours ? "too many questions of this page wait" : "too many questions wait",
                      "fewer at once"),
           {{http::field::retry_after, "1"}});
}

void Connection::event(const std::shared_ptr<Task>& task, const char* kind,
                       const std::string& data) {
    if (task != task_ || closed_) return;
    // Whoever does not read gets the whole answer later and nothing in between.
    if (pending_.size() > unread_events) return;
    begin_events();
    push_event(kind, data);
}

/// Nothing is left out of a file: who makes it waits for who reads it.
void Connection::piece(const std::shared_ptr<Task>& task, const std::string& data) {
    if (task != task_ || closed_) return;
    begin_events();
    push_event("partial", data);
    pieces_ += data.size();
}

void Connection::pieces_arrived() {
    if (task_) task_->arrived(pieces_);
    pieces_ = 0;
}

/// The head of the answer goes out with its first event: what is refused before has a status.
void Connection::begin_events() {
    if (streaming_) return;
    streaming_ = true;
    push(head(
        http::status::ok, "text/event-stream",
        {{http::field::cache_control, "no-store"}, {http::field::transfer_encoding, "chunked"}}));
}

void Connection::finish(const std::shared_ptr<Task>& task, const Reply& reply) {
    if (task != task_ || closed_) return;
    task_.reset();
    self_.reset();  // whoever calls holds it
    ++server_.answered;
    if (server_.stopping) keep_alive_ = false;
    const auto status = static_cast<http::status>(reply.status);
    if (!streams_ || (!streaming_ && status != http::status::ok))
        return answer(status, "application/json", reply.body,
                      {{http::field::cache_control, "no-store"}});
    begin_events();
    complete_ = true;
    finish_by_ = Clock::now() + 10 * seconds(server_.options.limits.transfer_seconds);
    push_event(status == http::status::ok ? "answer" : "error", reply.body);
    push("0\r\n\r\n");
}

/// The work that was asked for here is not wanted any more.
void Connection::leave() {
    if (!task_) return;
    task_->stop.raise();
    server_.queue.withdraw(task_->ticket);
    ++server_.left;
    task_.reset();
    self_.reset();  // likewise
}

std::string Connection::head(http::status status, std::string_view type,
                             const std::vector<std::pair<http::field, std::string>>& more) {
    http::response<http::empty_body> response{status, 11};
    response.set(http::field::content_type, beast::string_view(type.data(), type.size()));
    response.set("Content-Security-Policy", content_policy);
    response.set("Cross-Origin-Opener-Policy", "same-origin");
    response.set("Cross-Origin-Resource-Policy", "same-origin");
    response.set("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
    response.set("Referrer-Policy", "no-referrer");
    response.set("X-Content-Type-Options", "nosniff");
    response.set("X-Frame-Options", "DENY");
    for (const auto& [name, value] : more) response.set(name, value);
    response.keep_alive(keep_alive_);
    std::ostringstream out;
    out << response.base();
    return out.str();
}

void Connection::answer(http::status status, std::string_view type, std::string_view body,
                        const std::vector<std::pair<http::field, std::string>>& more) {
    std::vector<std::pair<http::field, std::string>> fields = more;
    if (status != http::status::not_modified)
        fields.emplace_back(http::field::content_length, std::to_string(body.size()));
    complete_ = true;
    finish_by_ = Clock::now() + 10 * seconds(server_.options.limits.transfer_seconds);
    std::string bytes = head(status, type, fields);
    if (!head_only_) bytes += body;
    push(bytes);
}

void Connection::error(http::status status, const std::string& what, const std::string& expected) {
    // What was not read of this request cannot be told from the next one.
    if (!parser_->is_done()) keep_alive_ = false;
    answer(status, "application/json", error_text("clew/error/1", what, expected),
           {{http::field::cache_control, "no-store"}});
}

void Connection::push(std::string_view bytes) {
    if (closed_) return;
    pending_ += bytes;
    server_.unsent += bytes.size();
    if (!writing_) write();
}

/// A chunk, not put together first: an answer may be large.
void Connection::push_event(const char* kind, std::string_view data) {
    const std::string before = std::string("event: ") + kind + "\ndata: ";
    constexpr std::string_view behind = "\n\n";
    std::ostringstream size;
    size << std::hex << before.size() + data.size() + behind.size() << "\r\n";
    push(size.str() + before);
    push(data);
    push(std::string(behind) + "\r\n");
}

void Connection::write() {
    if (sent_ == out_.size()) {
        out_.clear();
        sent_ = 0;
        out_.swap(pending_);
        pieces_arrived();  // or they are in out_, which is as much again
        if (out_.empty()) {
            writing_ = false;
            return on_written();
        }
    }
    writing_ = true;
    stream_.expires_after(seconds(server_.options.limits.transfer_seconds));
    stream_.async_write_some(
        net::buffer(out_.data() + sent_, std::min(piece_bytes, out_.size() - sent_)),
        [self = shared_from_this()](error_code ec, std::size_t n) {
            self->sent_ += n;
            self->server_.unsent -= n;
            if (self->closed_) return;
            if (ec) return self->close();
            self->write();
        });
}

void Connection::on_written() {
    if (closed_) return;
    if (!complete_) {
        if (task_)
            stream_.expires_never();
        else
            read_body();  // after 100 Continue
        return;
    }
    if (keep_alive_ && !server_.stopping) return read();
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    since_ = Clock::now();
    finish_by_ = since_ + seconds(2);
    linger();
}

/// Reads on for a moment: closed with something unread, the socket would take the answer back.
void Connection::linger() {
    stream_.expires_after(seconds(2));
    stream_.async_read_some(
        net::buffer(rest_), [self = shared_from_this()](error_code ec, std::size_t n) {
            self->rest_bytes_ += n;
            if (self->closed_) return;
            if (ec || self->rest_bytes_ > self->server_.options.limits.body_bytes)
                return self->close();
            self->linger();
        });
}

void Connection::look(Clock::time_point now) {
    if (closed_) return;
    if (now > finish_by_) return close();
    if (!task_) return;
    if (task_->is_over(now)) task_->stop.raise();
    pollfd socket{.fd = stream_.socket().native_handle(), .events = POLLRDHUP, .revents = 0};
    if (::poll(&socket, 1, 0) > 0 && (socket.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0)
        close();
}

void Connection::stop() {
    if (closed_) return;
    keep_alive_ = false;
    if (idle_) return close();
    if (!task_) return;
    task_->stop.raise();
    if (server_.queue.withdraw(task_->ticket)) {
        task_.reset();
        self_.reset();
        ++server_.left;
        error(http::status::service_unavailable, "the server is stopping");
    }
}

void Connection::close() {
    if (closed_) return;
    closed_ = true;
    idle_ = false;
    leave();
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_both, ignored);
    stream_.close();
}

}  // namespace

void Server::Impl::accept() {
    accepting = true;
    acceptor.async_accept(io, [this](error_code ec, tcp::socket socket) {
        accepting = false;
        if (stopping) return;
        if (ec) return;  // out of file descriptors, say: the next tick tries again
        if (connections.size() >= 2 * options.limits.connections) {
            socket.close(ec);
        } else {
            // The connection that was idle for the longest makes room.
            Connection* oldest = nullptr;
            const bool full = connections.size() >= options.limits.connections;
            if (full)
                for (Connection* c : connections)
                    if (c->idle() && (oldest == nullptr || c->idle_since() < oldest->idle_since()))
                        oldest = c;
            const auto connection = std::make_shared<Connection>(std::move(socket), *this);
            if (oldest != nullptr) oldest->close();
            if (full && oldest == nullptr)
                connection->refuse();
            else
                connection->read();
        }
        accept();
    });
}

void Server::Impl::tick() {
    // First, so that whatever fails below fails once.
    timer.expires_after(tick_time);
    timer.async_wait([this](error_code ec) {
        if (!ec) tick();
    });
    const auto now = Clock::now();
    if (!stopping && stop->raised()) stop_all();
    if (!stopping && !accepting) accept();
    // A look may end a connection.
    std::vector<std::shared_ptr<Connection>> all;
    for (Connection* c : connections)
        if (auto connection = c->weak_from_this().lock()) all.push_back(std::move(connection));
    for (const auto& connection : all)
        if (stopping && now > stop_by)
            connection->close();
        else
            connection->look(now);
    all.clear();
    if (stopping && connections.empty()) timer.cancel();
}

void Server::Impl::stop_all() {
    stopping = true;
    stop_by = Clock::now() + farewell_time;
    error_code ignored;
    acceptor.close(ignored);
    std::vector<std::shared_ptr<Connection>> all;
    for (Connection* c : connections)
        if (auto connection = c->weak_from_this().lock()) all.push_back(std::move(connection));
    for (const auto& connection : all) connection->stop();
}

Server::Server(const ServerOptions& options) {
    try {
        impl_ = std::make_unique<Impl>(options);
    } catch (const beast::system_error& error) {
        throw FileError("the server", "cannot be started", error.code().value());
    }
}

Server::~Server() = default;

std::uint16_t Server::port() const { return impl_->port; }

std::string Server::link() const {
    const std::string& token = impl_->options.token;
    return "http://" + impl_->access->authority() + "/" + (token.empty() ? "" : "?token=" + token);
}

void Server::run(const StopFlag& stop) {
    impl_->stop = &stop;
    impl_->tick();
    for (bool over = false; !over;) {
        try {
            impl_->io.run();
            over = true;
        } catch (const std::bad_alloc&) {
            // The connection that asked for too much is gone with what it was doing.
        }
    }
    impl_->queue.close();
}

Server::Counts Server::counts() const {
    return {.connections = impl_->connection_count,
            .waiting = impl_->queue.waiting(),
            .working = impl_->queue.working(),
            .answered = impl_->answered,
            .left = impl_->left};
}

Api& Server::api() { return impl_->api; }

}  // namespace clew::serve
