// The WebAssembly module: Api::ask() for JavaScript, texts in and out through a buffer. clew.js
// says how to call it. There is one thread, so whoever waits cannot be heard: the module asks by
// clew_is_over() if its time is over, and tells by clew_event() what it has so far.

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "explain/pictures/write_svg.hpp"
#include "questions/api.hpp"

namespace {

using clew::questions::Api;

extern "C" {
/// 0 for {"done", "of", "share"}, 1 for a part of the answer.
__attribute__((import_module("clew"), import_name("event"))) void clew_event(int kind,
                                                                             const char* text,
                                                                             std::size_t length);
__attribute__((import_module("clew"), import_name("is_over"))) int clew_is_over();
/// How long it may take at most, from now on.
__attribute__((import_module("clew"), import_name("seconds"))) void clew_seconds(double seconds);
}

clew::questions::Limits limits() {
    clew::questions::Limits limits;
    // A page may hold 4 GB at most, a telephone's less.
    limits.memory_bytes = limits.all_memory_bytes = std::size_t{768} << 20;
    limits.cache_bytes = 64 << 20;
    limits.answer_bytes = 32 << 20;
    limits.threads = 1;
    return limits;
}

Api& api() {
    static Api all{limits()};
    return all;
}

std::string question, answer;

}  // namespace

extern "C" {

/// Where to write a text of that length: the name of a question, a blank, the body as JSON.
char* clew_buffer(std::size_t length) {
    question.assign(length, '\0');
    return question.data();
}

/// Asks what is in the buffer. The status, as of HTTP; the answer is at clew_answer(). An export is
/// told in parts where `in_parts` is not 0.
int clew_ask(int in_parts) {
    const std::size_t blank = question.find(' ');
    const std::string name = question.substr(0, blank);
    const std::string body = blank == std::string::npos ? "{}" : question.substr(blank + 1);
    if (name == "openapi") {
        answer = api().openapi();
        return 200;
    }
    if (name == "style") {  // of boards, for whoever packs the page
        answer =
            nlohmann::ordered_json{{"light", clew::explain::svg_style(clew::explain::Theme::light)},
                                   {"dark", clew::explain::svg_style(clew::explain::Theme::dark)}}
                .dump();
        return 200;
    }
    clew::StopFlag stop{&clew_is_over};
    clew::questions::Work work{.stop = &stop};
    const auto tell = [](int kind, const nlohmann::ordered_json& value) {
        const std::string text = value.dump();
        clew_event(kind, text.data(), text.size());
    };
    work.progress = [&](const nlohmann::ordered_json& value) { tell(0, value); };
    if (in_parts != 0)
        work.partial = [&](const nlohmann::ordered_json& value, clew::questions::Delivery) {
            tell(1, value);
        };
    work.on_seconds = [](double seconds) { clew_seconds(seconds); };
    clew::questions::Reply reply = api().ask(name, body, work);
    answer = std::move(reply.body);
    return reply.status;
}

// What the libraries of the system look for: thread-local objects live as long as the module, and
// Debian's compiler support checks its stack.
int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }
extern const std::uintptr_t __stack_chk_guard;
const std::uintptr_t __stack_chk_guard = 0x5bd1e995;
[[noreturn]] void __stack_chk_fail() { __builtin_trap(); }

const char* clew_answer() { return answer.data(); }
std::size_t clew_length() { return answer.size(); }
}
