#pragma once
// Small text helpers that the writers of decision trees share: escapes and legend words.
//
//     out << "label=" << dot_quoted(text);

#include <string>
#include <string_view>

#include "explain/diagram/drawing.hpp"

namespace clew::explain::inline diagram {

/// A DOT string in quotes: " and \ escaped, newlines as \n.
std::string dot_quoted(std::string_view text);
/// A JSON string in quotes.
std::string json_quoted(std::string_view text);
/// What a role means, for legends: "solution", "dead: no solution below", ...
std::string_view legend_text(DrawnRole role);

}  // namespace clew::explain::inline diagram
