#include "explain/pictures/svg.hpp"

#include <fmt/format.h>

namespace clew::explain::inline pictures {
namespace {

// Fills must leave black (or white) digits readable.
constexpr std::array<Shade, tone_count> fills{{
    {"#9cc3f5", "#2f62a8"},
    {"#f7d488", "#86651a"},
    {"#d3b4f0", "#6f46a0"},
    {"#93dccb", "#1f7566"},
    {"#f5b3cc", "#96395f"},
    {"#ffc48f", "#a85a15"},
    {"#8fd694", "#2c7a35"},
    {"#f4a29b", "#a5352b"},
}};
constexpr std::array<Shade, tone_count> lines{{
    {"#2167c0", "#7fb2f5"},
    {"#a87400", "#e8bb4f"},
    {"#7c3fc0", "#c39af0"},
    {"#0f8a74", "#5fd3bd"},
    {"#b53a70", "#f08fb5"},
    {"#c96a10", "#ffae66"},
    {"#1d8a2c", "#6fd67b"},
    {"#c62d20", "#ff8a80"},
}};

}  // namespace

std::string svg_number(double value, int decimals) {
    std::string text = fmt::format("{:.{}f}", value, decimals);
    if (text.find('.') != std::string::npos) {
        while (text.back() == '0') text.pop_back();
        if (text.back() == '.') text.pop_back();
    }
    return text == "-0" ? "0" : text;
}

Shade tone_fill(Tone tone) { return fills[static_cast<std::size_t>(tone)]; }

Shade tone_line(Tone tone) { return lines[static_cast<std::size_t>(tone)]; }

}  // namespace clew::explain::inline pictures
