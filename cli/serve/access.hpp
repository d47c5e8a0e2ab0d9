#pragma once
// Access: who may ask, as far as the head of a request says.
//
//     Access access{{.host = "127.0.0.1", .port = 8092}};
//     switch (access.judge({.host = "127.0.0.1:8092", .origin = "http://127.0.0.1:8092"})) ...
//
// Three strangers are kept out: another page in the same browser that posts here (its Origin is not
// ours), a name whose address was changed to 127.0.0.1 (its Host is not ours), and whoever reaches
// the address without knowing the token.

#include <cstdint>
#include <string>
#include <string_view>

namespace clew::serve {

/// The fields of a request that are looked at; empty where there are none.
struct RequestFields {
    std::string_view host{};
    std::string_view origin{};
    std::string_view fetch_site{};  ///< Sec-Fetch-Site
    std::string_view authorization{};
    std::string_view cookie{};
};

class Access {
  public:
    struct Options {
        std::string host = "127.0.0.1";
        std::uint16_t port = 0;
        bool loopback = true;
        std::string token{};
    };
    enum class Judgement : std::uint8_t {
        welcome,
        wrong_host,
        wrong_origin,
        no_token,
    };

    explicit Access(Options options);

    /// Of a request to a page file: everybody who names this host.
    Judgement to_pages(const RequestFields& head) const;
    /// Of a question: from this page or no page, with the token if there is one.
    Judgement to_questions(const RequestFields& head) const;

    /// Whether that is the token; in a time that does not tell how much of it is right.
    bool is_token(std::string_view said) const;
    /// "clew-8092": cookies do not know ports.
    std::string cookie_name() const;
    /// "127.0.0.1:8092", as a browser writes it.
    const std::string& authority() const { return authority_; }

  private:
    bool is_this_host(std::string_view host) const;
    bool has_token(const RequestFields& head) const;

    const Options options_;
    std::string authority_;
};

/// A word that nobody guesses: 32 letters and digits.
std::string make_token();
/// Whether a word can be a token: 16 to 128 letters, digits, '-' and '_'.
bool can_be_token(std::string_view word);

}  // namespace clew::serve
