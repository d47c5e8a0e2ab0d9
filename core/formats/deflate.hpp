#pragma once
// Deflate: the compression of Penpa+ links, without a header, in Base64.

#include <string>
#include <string_view>

#include "core/base/input_error.hpp"

namespace clew::formats {

/// What the data of a link stands for, once the address is undone. Errors: InputError for damaged
/// data, and for more than 8 MiB.
std::string inflated_link(std::string_view data, const Place& place);

}  // namespace clew::formats
