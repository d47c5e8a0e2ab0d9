#include "proof/checker/scan.hpp"

#include <array>
#include <charconv>

#include "core/base/input_error.hpp"

namespace clew::proof::inline checker {

bool Scanner::next_line() {
    while (read_line()) {
        skip_blanks();
        if (!at_end()) return true;
    }
    text_.clear();
    at_ = begin_ = 0;
    return false;
}

bool Scanner::read_line() {
    std::array<char, 65536> some;
    text_.clear();
    at_ = begin_ = 0;
    ++line_;
    while (true) {
        if (stop_ != nullptr && stop_->raised()) throw Stopped{};
        input_.getline(some.data(), some.size());
        const auto got = static_cast<std::size_t>(input_.gcount());
        const bool whole = !input_.fail();
        text_.append(some.data(), whole && !input_.eof() ? got - 1 : got);
        if (whole || got == 0) {
            if (!whole && text_.empty()) --line_;
            return whole || !text_.empty();
        }
        input_.clear();
        if (text_.size() > longest) refuse("a line without end", "at most 16 MiB a line");
    }
}

void Scanner::skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r'))
        ++at_;
}

std::string_view Scanner::word() {
    begin_ = at_;
    while (at_ < text_.size() && text_[at_] != ' ' && text_[at_] != '\t' && text_[at_] != '\r')
        ++at_;
    const std::string_view word = std::string_view(text_).substr(begin_, at_ - begin_);
    skip_blanks();
    return word;
}

std::int64_t Scanner::number(std::int64_t least, std::int64_t most) {
    const std::string_view text = word();
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || text.empty() || value < least ||
        value > most)
        refuse(text.empty() ? "a number is missing"
                            : "'" + std::string(text) + "' is not a number in its place",
               std::to_string(least) + " to " + std::to_string(most));
    return value;
}

void Scanner::end_of_line() {
    if (at_end()) return;
    const std::string more(word());
    refuse("'" + more + "' after the end of the line's meaning", "nothing more on this line");
}

void Scanner::refuse(const std::string& what, const std::string& hint) const {
    throw InputError({source_, line_, begin_ + 1}, what, hint);
}

}  // namespace clew::proof::inline checker
