#pragma once
// Words: cells, digits, houses and lists of them as they stand in a sentence.
//
//     const Words words{geometry, Notation::r1c1};
//     words.cells({Cell{0}, Cell{3}, Cell{7}})            "r1c1, r1c4 and r1c8"
//     words.houses({House{1}, House{5}, House{18}})       "rows 2 and 6 and box 1"
//     words.removal(eliminations)                         "3 from r1c8 and r1c9, 3 and 7 from r2c8"
//
// Notations: `r1c1` writes r3c5 and r3c5=6, `dotted` writes the same as 35 and 35.6, row,
// column, point, digit, as J. Paris does. On boards wider than 9 the dotted form parts row and
// column by a comma: 10,12.A. A third, `eureka`, is the first with chains written twice.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/language.hpp"
#include "core/base/listed.hpp"
#include "core/board/geometry.hpp"

namespace clew::explain::inline words {

enum class Notation : std::uint8_t {
    r1c1,    ///< r3c5, r3c5=6, r3c5<>6
    dotted,  ///< 35, 35.6
    eureka,  ///< as r1c1, and chains in Eureka notation beside their words
};

/// How steps are told. A notation alone stands for it in English.
struct WordStyle {
    Notation notation = Notation::r1c1;
    Language language = Language::english;

    WordStyle() = default;
    // NOLINTNEXTLINE(google-explicit-constructor): a notation is a style.
    WordStyle(Notation with, Language in = Language::english) : notation(with), language(in) {}
};

/// Immutable: may be used by several threads at once. The geometry must outlive it.
class Words {
  public:
    explicit Words(const Geometry& geometry, WordStyle style = {})
        : geometry_(geometry), style_(style) {}

    const Geometry& geometry() const { return geometry_; }
    Notation notation() const { return style_.notation; }
    WordStyle style() const { return style_; }
    Language language() const { return style_.language; }

    /// A template of the catalogue in this language (core/base/language.hpp).
    template <class... Values>
    std::string say(std::string_view english, const Values&... values) const {
        return clew::say(style_.language, english, values...);
    }
    /// Its form for so many things.
    template <class... Values>
    std::string say_of(std::size_t count, std::string_view one, std::string_view many,
                       const Values&... values) const {
        return clew::say_of(style_.language, count, one, many, values...);
    }

    /// "r3c5", "35".
    std::string cell(Cell cell) const;
    /// "r3c5=6", "35.6".
    std::string candidate(Candidate candidate) const;
    /// "row 3".
    std::string house(House house) const;

    /// "r1c1, r1c4 and r1c8".
    std::string cells(std::span<const Cell> cells, std::string_view last = "and") const;
    /// "3, 4 and 7".
    std::string digits(DigitSet digits, std::string_view last = "and") const;
    /// "rows 2 and 6 and box 1".
    std::string houses(std::span<const House> houses, std::string_view last = "and") const;
    /// "r1c1=3 and r1c4=7".
    std::string candidates(std::span<const Candidate> candidates,
                           std::string_view last = "and") const;
    /// Candidates by what their cells have among them.
    static std::vector<std::pair<std::vector<Cell>, DigitSet>> grouped(
        std::span<const Candidate> candidates);
    /// A text for each of these groups, of its cells and digits.
    template <class Text>
    static std::vector<std::string> of_groups(std::span<const Candidate> candidates,
                                              const Text& text) {
        return texts_of(grouped(candidates),
                        [&](const auto& group) { return text(group.first, group.second); });
    }
    /// What to remove: candidates grouped by what the cells lose. In the dotted notation a list.
    std::string removal(std::span<const Candidate> eliminations) const;

    /// "a", "a and b", "a, b and c", in this language.
    std::string all_of(std::span<const std::string> items) const { return joined(items, "and"); }
    /// "a", "a or b", "a, b or c".
    std::string any_of(std::span<const std::string> items) const { return joined(items, "or"); }
    /// The same of what is said of each.
    template <class Items, class Text>
    std::string all_of(const Items& items, const Text& text) const {
        return all_of(texts_of(items, text));
    }
    template <class Items, class Text>
    std::string any_of(const Items& items, const Text& text) const {
        return any_of(texts_of(items, text));
    }
    /// The same by a word of the catalogue.
    std::string joined(std::span<const std::string> items, std::string_view last) const {
        return clew::joined(items, last, style_.language);
    }
    /// "one", "two", ... "ten", then figures, in this language.
    std::string count_word(std::size_t value) const { return say(number(value)); }

    /// "one", "two", ... "ten", then figures.
    static std::string number(std::size_t value);
    /// The text with its first letter as a capital, unless it starts with a cell.
    static std::string sentence(std::string text);
    /// The same within another, with a small letter: "naked pair"; but "X-wing", "Sue de Coq".
    static std::string within(std::string text);
    /// A technique's name inside a sentence of this language.
    std::string in_sentence(const std::string& name) const {
        return style_.language == Language::english ? within(name) : name;
    }
    /// The text in lines of at most `width` columns, each but the first indented; longer words
    /// stand alone. What begins a new line in the text begins one there too, as far in as it stood,
    /// and goes on below its first word's end.
    static std::string wrapped(const std::string& text, std::size_t width, std::size_t indent = 0);

  private:
    const Geometry& geometry_;
    WordStyle style_;
};

}  // namespace clew::explain::inline words
