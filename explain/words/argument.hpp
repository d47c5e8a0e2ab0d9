#pragma once
// Argument: sentences in a list, each with the lines that it rests on.
//
//     std::vector<Line> lines = folded(std::move(inferred));     // five at most, the rest within
//     in_lines(lines, Levels::first)      // "1. r1c4 is 8, the only place in row 1.\n2. ..."

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/language.hpp"

namespace clew::explain::inline words {

/// One line of an argument.
struct Line {
    std::string text;           ///< a sentence without its full stop
    std::vector<Line> inner{};  ///< its own reasons, told on demand
    bool sums_up = false;       ///< it says what the inner ones do, and no more
    std::string brief{};        ///< what it says without its reason; may be empty

    friend bool operator==(const Line&, const Line&) = default;
};

/// What is inferred at one place of an argument: with its reason, and without.
struct Inferred {
    Line line;
    std::string brief;
};

/// Items in order, parted by "then"; or a list, unless they have an "and" or commas.
std::string one_by_one(const std::vector<std::string>& items, Language language);
std::string in_turn(const std::vector<std::string>& items, Language language);
/// Whether a text is short enough to be read at one go.
bool is_sentence(const std::string& text);
/// Lines that a reader keeps in mind.
inline constexpr std::size_t lines_followed = 5;

/// As lines, in order: at most lines_followed in each block. More than these are told in groups, by
/// what they show, with their reasons within.
std::vector<Line> folded(std::vector<Inferred> inferred, Language language);

/// What was said before for the same reasons is said again without them: "r1c1 is 5, as before".
void give_reasons_once(std::vector<Line>& lines, Language language);

enum class Levels : std::uint8_t { first, all };

/// A line of text for each line, numbered ("1.", or "1.2." within the first), those within indented
/// by two spaces a level, all with a full stop. What only sums up is left out where the lines that
/// it sums up are told, and these are counted on. Without a newline at the end.
std::string in_lines(const std::vector<Line>& lines, Levels levels);

/// A text of several lines as one, for a list that has a line for each text.
std::string in_one_line(std::string text);

}  // namespace clew::explain::inline words
