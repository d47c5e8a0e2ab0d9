#pragma once
// Unknown name: what is said of a name that no technique and no rule set has, and the nearest that
// one has.
//
//     no_technique("naked-piar")     "no technique is called 'naked-piar'; did you mean 'naked-pair'?"
//     no_rules("naked-pair,zzzz")    "no technique is called 'zzzz'"

#include <string>
#include <string_view>

namespace clew::logic::inline strategies {

/// Of a text for which parse_technique() has nothing.
std::string no_technique(std::string_view text);
/// Of a text for which find_rules() has nothing: which of its names is none.
std::string no_rules(std::string_view text);

}  // namespace clew::logic::inline strategies
