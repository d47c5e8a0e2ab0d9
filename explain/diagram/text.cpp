#include "explain/diagram/text.hpp"

#include <array>

#include "core/base/enum_name.hpp"

namespace clew::explain::inline diagram {

std::string dot_quoted(std::string_view text) {
    std::string safe = "\"";
    for (char c : text) {
        if (c == '\n') {
            safe += "\\n";
            continue;
        }
        if (c == '"' || c == '\\') safe += '\\';
        if (static_cast<unsigned char>(c) >= 0x20) safe += c;
    }
    return safe += '"';
}

std::string json_quoted(std::string_view text) {
    constexpr std::array<char, 16> hex{'0', '1', '2', '3', '4', '5', '6', '7',
                                       '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};
    std::string safe = "\"";
    for (char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            safe += '\\';
            safe += c;
        } else if (c == '\n') {
            safe += "\\n";
        } else if (byte < 0x20) {
            safe += "\\u00";
            safe += hex[byte >> 4];
            safe += hex[byte & 15];
        } else {
            safe += c;
        }
    }
    return safe += '"';
}

std::string_view legend_text(DrawnRole role) {
    return enum_name(role, {"root", "pattern", "solution", "dead: no solution below",
                            "open: not expanded", "impossible"});
}

}  // namespace clew::explain::inline diagram
