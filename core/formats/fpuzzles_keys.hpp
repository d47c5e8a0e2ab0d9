#pragma once
// What f-puzzles documents call the variant rules.
//
//     fpuzzles_key(RuleKind::killer_cage)      "killercage"

#include <string_view>

#include "core/board/rule.hpp"

namespace clew {

/// Empty of what they have no key for.
std::string_view fpuzzles_key(RuleKind kind);

}  // namespace clew
