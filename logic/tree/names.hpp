#pragma once
// Names of ways: the letters that a vertex's name is made of. Private to the module; the names
// themselves are DecisionTree's.
//
//     letters(27)                     // "aA"
//     parse_letters("BaA")            // 2, 27

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clew::logic::inline tree {

/// 1 -> "A", 26 -> "Z", 27 -> "aA": lower-case digits to base 26 before an upper-case one.
std::string letters(std::size_t number);
/// The numbers of a row of such letters, each at least 1; nothing if it is none.
std::optional<std::vector<std::size_t>> parse_letters(std::string_view text);

}  // namespace clew::logic::inline tree
