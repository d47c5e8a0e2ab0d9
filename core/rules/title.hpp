#pragma once
// "killer cage 'mine'": a rule as messages and explanations name it.

#include <string>

#include "core/board/rule.hpp"

namespace clew::rules {

/// Its kind, with the user's own name if it has one, made quotable (core/base/text.hpp).
std::string title_of(const Rule& rule);

}  // namespace clew::rules
