#include "cli/serve/access.hpp"

#include <algorithm>
#include <random>

namespace clew::serve {

namespace {

bool same_letters(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](char x, char y) {
        const auto lower = [](char c) {
            return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        };
        return lower(x) == lower(y);
    });
}

std::string with_port(const std::string& host, std::uint16_t port) {
    const std::string name = host.find(':') == std::string::npos ? host : "[" + host + "]";
    return port == 80 ? name : name + ":" + std::to_string(port);
}

}  // namespace

Access::Access(Options options)
    : options_(std::move(options)), authority_(with_port(options_.host, options_.port)) {}

bool Access::is_this_host(std::string_view host) const {
    // A token is proof enough: beyond the loopback nobody knows all names of a machine.
    if (!options_.loopback) return !host.empty();
    for (const char* name : {"127.0.0.1", "localhost", "::1"})
        if (same_letters(host, with_port(name, options_.port))) return true;
    return same_letters(host, authority_);
}

bool Access::is_token(std::string_view said) const {
    unsigned differ = said.size() == options_.token.size() ? 0 : 1;
    for (std::size_t i = 0; i < options_.token.size(); ++i)
        differ |= static_cast<unsigned>(static_cast<unsigned char>(options_.token[i]) ^
                                        static_cast<unsigned char>(i < said.size() ? said[i] : 0));
    return differ == 0;
}

bool Access::has_token(const RequestFields& head) const {
    constexpr std::string_view bearer = "Bearer ";
    if (head.authorization.starts_with(bearer))
        return is_token(head.authorization.substr(bearer.size()));
    const std::string name = cookie_name() + "=";
    std::string_view rest = head.cookie;
    while (!rest.empty()) {
        const std::size_t end = rest.find(';');
        std::string_view pair = rest.substr(0, end);
        while (pair.starts_with(' ')) pair.remove_prefix(1);
        if (pair.starts_with(name)) return is_token(pair.substr(name.size()));
        rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    }
    return false;
}

Access::Judgement Access::to_pages(const RequestFields& head) const {
    return is_this_host(head.host) ? Judgement::welcome : Judgement::wrong_host;
}

Access::Judgement Access::to_questions(const RequestFields& head) const {
    if (!is_this_host(head.host)) return Judgement::wrong_host;
    // Programs send no Origin; browsers do with every POST.
    if (!head.origin.empty() && !same_letters(head.origin, "http://" + std::string(head.host)) &&
        !same_letters(head.origin, "https://" + std::string(head.host)))
        return Judgement::wrong_origin;
    if (!head.fetch_site.empty() && head.fetch_site != "same-origin" && head.fetch_site != "none")
        return Judgement::wrong_origin;
    if (!options_.token.empty() && !has_token(head)) return Judgement::no_token;
    return Judgement::welcome;
}

std::string Access::cookie_name() const { return "clew-" + std::to_string(options_.port); }

std::string make_token() {
    static constexpr std::string_view letters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    std::random_device source;  // the kernel's, in GCC's library
    std::string token;
    for (int i = 0; i < 32; ++i) token += letters[source() % letters.size()];
    return token;
}

bool can_be_token(std::string_view word) {
    return word.size() >= 16 && word.size() <= 128 && std::ranges::all_of(word, [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '-' || c == '_';
           });
}

}  // namespace clew::serve
