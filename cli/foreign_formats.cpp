#include "cli/foreign_formats.hpp"

namespace clew::cli {

std::span<const ForeignFormat> foreign_formats() { return {}; }

}  // namespace clew::cli
