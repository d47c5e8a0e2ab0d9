#include "explain/diagram/text.hpp"

#include <array>

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
    switch (role) {
        case DrawnRole::root:
            return "root";
        case DrawnRole::pattern:
            return "pattern";
        case DrawnRole::solution:
            return "solution";
        case DrawnRole::dead:
            return "dead: no solution below";
        case DrawnRole::open:
            return "open: not expanded";
        case DrawnRole::impossible:
            return "impossible";
    }
    return "";
}

}  // namespace clew::explain::inline diagram
