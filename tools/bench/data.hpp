#pragma once
// The shipped sets of `clew-bench`, as text: one line puzzle a line, `#` comments.

#include <string_view>

namespace clew::bench::data {

extern const std::string_view sparse, hard, big, huge, dense;
/// A rule set, as JSON: singles, intersections, subsets and fish.
extern const std::string_view basic_rules;
/// A puzzle and its exact number of solutions a line.
extern const std::string_view solutions;

}  // namespace clew::bench::data
