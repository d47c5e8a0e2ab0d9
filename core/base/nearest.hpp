#pragma once
// Did you mean: the nearest word of a list, for commands, options and names that do not exist.
//
//     nearest("enumrate", {"count", "enumerate"})     "enumerate"

#include <optional>
#include <string>
#include <vector>

namespace clew::inline base {

/// The word nearest to `typed` by edit distance with transpositions (Damerau), if it is at most a
/// third of the longer word away; the first such word of the list on a tie.
std::optional<std::string> nearest(const std::string& typed, const std::vector<std::string>& words);

}  // namespace clew::inline base
