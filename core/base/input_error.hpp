#pragma once
// InputError: what was wrong with something that a user gave us, and where.
//
// Thrown by readers and option checks, caught in cli alone, which prints it as
//
//     puzzles.sdm:3:17: 'Z' is not a digit of a 9x9 puzzle
//       expected: 1-9 or one blank symbol out of . 0 X * _
//
// Lines and columns count from 1; 0 means "does not apply".

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace clew::inline base {

/// A place in a named input. `source` is a file name, "<stdin>" or an option such as "--limit".
struct Place {
    std::string source;
    std::size_t line = 0;
    std::size_t column = 0;

    bool operator==(const Place&) const = default;
};

/// Bad input: where it stands, what is wrong, and what was expected instead.
/// May be read by several threads at once.
class InputError : public std::runtime_error {
  public:
    /// `parts`: of the document, that could be left out.
    InputError(Place place, const std::string& what, std::string hint = {},
               std::vector<std::string> parts = {});

    /// Where: the source, and the line and column if they apply.
    const Place& place() const noexcept { return place_; }
    /// What was expected; may be empty.
    const std::string& hint() const noexcept { return hint_; }
    /// The keys of what was not understood but, being no rule, may be left out and the document
    /// read again (ReaderOptions::without); mostly none.
    const std::vector<std::string>& parts() const noexcept { return parts_; }
    /// "source:line:column: what", then "\n  expected: hint" if there is a hint.
    std::string message() const;

  private:
    Place place_;
    std::string hint_;
    std::vector<std::string> parts_;
};

/// "source:3:17", "source:3" or "source", as far as the place is known.
std::string to_string(const Place& place);

}  // namespace clew::inline base
