#pragma once
// Which Clew this is.

#include <string>

namespace clew::cli {

/// "0.1.0", from the project's CMakeLists.txt.
std::string version_number();

}  // namespace clew::cli
