#pragma once
// Arrays: lists of values as other programs write them.

#include <string_view>

#include "core/formats/reading.hpp"

namespace clew::formats {

/// True for a line such as "int board[9][9] = {" or "grid = [" or "np.array([".
bool is_assignment(std::string_view line);
/// Reads boards from a text in brackets that is not Clew's own JSON; false if there is none in it.
/// Errors: InputError for lists of values that are as many as no board has, and for what is no
/// digit.
bool take_lists(Reading& reading, const CutJson& cut);

}  // namespace clew::formats
