#pragma once
// "killer cage 'mine'": a rule as messages and explanations name it.

#include <string>

#include "core/base/language.hpp"
#include "core/board/geometry.hpp"
#include "core/board/rule.hpp"

namespace clew::rules {

/// Its kind, with the user's own name if it has one, made quotable (core/base/text.hpp).
std::string title_of(const Rule& rule, Language language = Language::english);

/// What it asks, without its title: "r1c1 and r1c2 sum to 10". Errors: InputError without place for
/// a rule that does not fit.
std::string sentence_of(const Rule& rule, const Geometry& geometry,
                        Language language = Language::english);

}  // namespace clew::rules
