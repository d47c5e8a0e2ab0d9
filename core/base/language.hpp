#pragma once
// Language: told text as templates. A template is its English sentence; `{}` are its gaps, in
// order, or `{0}`, `{1}` by number. The catalogue (german.cpp) has the same sentence in another
// language, whose gaps may come in another order.
//
//     say(Language::english, "In {}, {} can only go in {}.", "row 3", "5", "r3c7")
//     say(Language::german, ...)              "In Zeile 3 kann 5 nur in r3c7 stehen."
//     say_of(Language::german, n, "{} cell", "{} cells", n)       "1 Zelle", "2 Zellen"
//
// Thread safety: free functions over constant tables.

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace clew {

enum class Language : std::uint8_t { english, german };

/// A template of the catalogue.
struct Translation {
    std::string_view english, german;
};
/// The whole catalogue, in no order; no template stands in it twice.
std::span<const Translation> translations();
/// A template in a language; as it stands where the catalogue lacks it.
std::string_view translated(Language language, std::string_view english);
/// A template with its gaps filled. A gap without a value stays as it is.
std::string filled(std::string_view text, std::span<const std::string> values);

inline std::string gap_text(std::string_view text) { return std::string{text}; }
inline std::string gap_text(std::integral auto number) { return std::to_string(number); }

/// A template in a language, with texts or numbers in its gaps.
template <class... Values>
std::string say(Language language, std::string_view english, const Values&... values) {
    const std::array<std::string, sizeof...(Values)> texts{gap_text(values)...};
    return filled(translated(language, english), texts);
}
/// The form for so many things: the languages here have one for 1 and one for all else.
template <class... Values>
std::string say_of(Language language, std::size_t count, std::string_view one,
                   std::string_view many, const Values&... values) {
    return say(language, count == 1 ? one : many, values...);
}

/// "a, b and c"; `last` is a word of the catalogue.
std::string joined(std::span<const std::string> items, std::string_view last, Language language);

}  // namespace clew
