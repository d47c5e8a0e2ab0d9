#pragma once
// Which Clew this is.

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace clew::cli {

/// "0.1.0", from the project's CMakeLists.txt.
std::string version_number();

/// An answer as a line of JSON that says which Clew gave it, and to which command: see
/// Arguments::asked(). Bytes that are no UTF-8 are replaced.
std::string json_line(nlohmann::ordered_json answer, const std::string& command);

}  // namespace clew::cli
