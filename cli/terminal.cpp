#include "cli/terminal.hpp"

#include "core/base/enum_name.hpp"

namespace clew::cli {

void declare_color(Arguments& arguments, ColorMode& mode) {
    arguments
        .choice("--color", mode, {"auto", "always", "never"},
                "colours; auto: on a terminal, unless NO_COLOR is set")
        .described_in("options");
}

std::string Paint::operator()(Style style, std::string_view text) const {
    if (!on_ || style == Style::plain) return std::string(text);
    const char* code = enum_name(style, {"", "1", "2", "32", "31", "33"});
    return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

}  // namespace clew::cli
