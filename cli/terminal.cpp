#include "cli/terminal.hpp"

namespace clew::cli {

void declare_color(Arguments& arguments, ColorMode& mode) {
    arguments
        .choice("--color", mode, {"auto", "always", "never"},
                "colours; auto: on a terminal, unless NO_COLOR is set")
        .described_in("options");
}

std::string Paint::operator()(Style style, std::string_view text) const {
    if (!on_ || style == Style::plain) return std::string(text);
    const char* code = "";
    switch (style) {
        case Style::plain:
            break;
        case Style::strong:
            code = "1";
            break;
        case Style::faint:
            code = "2";
            break;
        case Style::good:
            code = "32";
            break;
        case Style::bad:
            code = "31";
            break;
        case Style::notice:
            code = "33";
            break;
    }
    return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

}  // namespace clew::cli
