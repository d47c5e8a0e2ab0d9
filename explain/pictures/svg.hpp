#pragma once
// What all pictures share: how a number is written, and the colours, each for a light and a dark
// page.
//
//     out << svg_number(2.50);                         // 2.5
//     out << tone_fill(Tone::gain).light;              // a colour
//
// Okabe and Ito's hues, pale as fills and dark as lines on a light page, and the other way round on
// a dark one. No picture tells anything by colour alone.

#include <array>
#include <string>

#include "explain/pictures/view.hpp"

namespace clew::explain::inline pictures {

/// With at most `decimals` places (0 to 4), no trailing zeros and never "-0", whatever the locale.
std::string svg_number(double value, int decimals = 2);

/// One colour as it is on a light page and on a dark one.
struct Shade {
    const char* light;
    const char* dark;
};

/// A surface under black (or, in the dark, white) digits.
Shade tone_fill(Tone tone);
/// Strokes that go with it.
Shade tone_line(Tone tone);

/// Lines of a chart, in the order in which they are given out.
inline constexpr std::array<Shade, 8> curve_shades{{{"#0b62a4", "#6cb6ff"},
                                                    {"#c2410c", "#ff9d6c"},
                                                    {"#6d28d9", "#c4a7ff"},
                                                    {"#15803d", "#7ee787"},
                                                    {"#be185d", "#ff8cc6"},
                                                    {"#57534e", "#d6d3d1"},
                                                    {"#0e7490", "#67e8f9"},
                                                    {"#a16207", "#facc15"}}};

}  // namespace clew::explain::inline pictures
