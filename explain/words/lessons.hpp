#pragma once
// Lessons: for each technique what to look for, what follows, and a board to try it on.

#include <string_view>

#include "logic/technique.hpp"

namespace clew::explain::inline words {

struct Lesson {
    logic::Technique technique;
    std::string_view ask;      ///< a question: what to look for
    std::string_view follows;  ///< a sentence
    /// A text on which the technique is found at once: a line of givens, or one in HoDoKu's form
    /// with placed digits and removed candidates; another board if a classic one has no room.
    std::string_view board;
};

/// Nothing of what nobody looks for: smallest arguments and guesses.
const Lesson* lesson_of(logic::Technique technique);

}  // namespace clew::explain::inline words
