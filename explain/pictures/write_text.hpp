#pragma once
// A board as text: pencil marks in columns, region borders drawn, marked candidates with a sign.
//
//     std::cout << write_text(view);
//
//           c1    c2  c3     c4    c5  c6
//         +-----------------+----------------
//      r1 | 145!  2   145-  | 6     3  145*
//
// After a marked digit stands the sign of its tone (view.hpp): `!` placed, `-` removed, the others
// are named by the legend line under the board. Works for every geometry: a border is drawn where
// the region changes.

#include <string>

#include "explain/pictures/view.hpp"

namespace clew::explain::inline pictures {

enum class Colour : std::uint8_t {
    none,
    ansi,  ///< terminal escape sequences, besides the signs
};

/// Whether open cells show their candidates or only a dot.
enum class PencilMarks : std::uint8_t { shown, hidden };

struct TextOptions {
    Colour colour = Colour::none;
    PencilMarks pencil_marks = PencilMarks::shown;
};

/// The board, the marked houses and links in words, and the legend; ends with a newline.
std::string write_text(const View& view, const TextOptions& options = {});

}  // namespace clew::explain::inline pictures
