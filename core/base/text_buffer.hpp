#pragma once
// Text buffer: much text in small pieces, handed to a stream in large ones.
//
//     TextBuffer text{out};
//     text << "rup 1 x" << 17 << " >= 1\n";
//     text.flush();                                 // or when it goes
//
// A proof has millions of lines of a few numbers; a stream asks itself at each piece whether it is
// well. That the stream took everything is for its owner to see, after flush().

#include <array>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <ostream>
#include <string_view>
#include <vector>

namespace clew::inline base {

/// A text of fifteen characters at most, made once and written often.
struct ShortText {
    std::array<char, 15> text{};
    std::uint8_t size = 0;

    std::string_view view() const { return {text.data(), size}; }
    ShortText& operator<<(std::string_view more) {
        std::memcpy(text.data() + size, more.data(), more.size());
        size = static_cast<std::uint8_t>(size + more.size());
        return *this;
    }
    ShortText& operator<<(std::integral auto number) {
        const auto [end, error] =
            std::to_chars(text.data() + size, text.data() + text.size(), number);
        size = static_cast<std::uint8_t>(end - text.data());
        return *this;
    }
};

class TextBuffer {
  public:
    /// The stream must outlive the object.
    explicit TextBuffer(std::ostream& out) : out_(out), text_(most) {}
    TextBuffer(const TextBuffer&) = delete;
    TextBuffer& operator=(const TextBuffer&) = delete;
    ~TextBuffer() { flush(); }

    TextBuffer& operator<<(std::string_view text) {
        if (text.size() > most) {
            flush();
            out_.write(text.data(), static_cast<std::streamsize>(text.size()));
            return *this;
        }
        make_room(text.size());
        std::memcpy(text_.data() + size_, text.data(), text.size());
        size_ += text.size();
        return *this;
    }
    TextBuffer& operator<<(const ShortText& text) {
        make_room(sizeof text);
        std::memcpy(text_.data() + size_, &text, sizeof text);  // of one length, without a loop
        size_ += text.size;
        return *this;
    }
    TextBuffer& operator<<(char c) {
        make_room(1);
        text_[size_++] = c;
        return *this;
    }
    TextBuffer& operator<<(std::integral auto number) {
        make_room(24);
        const auto [end, error] =
            std::to_chars(text_.data() + size_, text_.data() + size_ + 24, number);
        size_ = static_cast<std::size_t>(end - text_.data());
        return *this;
    }
    /// Hands on what was written so far.
    void flush() {
        out_.write(text_.data(), static_cast<std::streamsize>(size_));
        size_ = 0;
    }

  private:
    void make_room(std::size_t bytes) {
        if (size_ + bytes > most) flush();
    }
    static constexpr std::size_t most = 65'536;
    std::ostream& out_;
    std::vector<char> text_;
    std::size_t size_ = 0;
};

}  // namespace clew::inline base
