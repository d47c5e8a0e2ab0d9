#include "cli/version.hpp"

namespace clew::cli {

std::string version_number() { return CLEW_VERSION; }

}  // namespace clew::cli
