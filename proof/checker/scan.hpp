#pragma once
// Scanner: the words and numbers of a text, line by line, for every format of this room.
//
//     Scanner in{stream, "proof.pbp"};
//     while (in.next_line()) {
//         const std::string_view rule = in.word();              // empty at the end of the line
//         const std::int64_t id = in.number(1, max_id);
//         in.end_of_line();
//     }
//
// Holds one line of at most 16 MiB. Errors: InputError with the line and column of the word that
// does not fit, or of a longer line; Stopped, at most 64 KiB or one line after the flag was raised.

#include <cstddef>
#include <cstdint>
#include <istream>
#include <string>
#include <string_view>

#include "core/base/outcome.hpp"
#include "core/base/stopped.hpp"

namespace clew::proof::inline checker {

/// What one line, clause or statement of a text may hold: bytes, literals, words.
inline constexpr std::size_t longest = 1 << 24;

class Scanner {
  public:
    /// `stop` may be null.
    Scanner(std::istream& input, std::string source, const StopFlag* stop = nullptr)
        : input_(input), source_(std::move(source)), stop_(stop) {}

    /// Goes on to the next line that holds a word; false at the end.
    bool next_line();
    /// The number of the line, from 1.
    std::size_t line() const { return line_; }
    /// What is left of the line.
    std::string_view rest() const { return std::string_view(text_).substr(at_); }
    bool at_end() const { return at_ == text_.size(); }

    /// The next word of the line; empty at its end.
    std::string_view word();
    /// The next word as a whole number.
    std::int64_t number(std::int64_t least, std::int64_t most);
    /// Refuses a line with more on it.
    void end_of_line();

    /// Says what is wrong with the last word read.
    [[noreturn]] void refuse(const std::string& what, const std::string& hint) const;

  private:
    bool read_line();
    void skip_blanks();

    std::istream& input_;
    std::string source_;
    const StopFlag* stop_;
    std::string text_;
    std::size_t line_ = 0;
    std::size_t at_ = 0;     // the next word
    std::size_t begin_ = 0;  // the last one
};

}  // namespace clew::proof::inline checker
