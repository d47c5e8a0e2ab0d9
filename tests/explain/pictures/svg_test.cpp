#include "explain/pictures/svg.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace clew::explain {
namespace {

TEST(SvgNumber, IsAsShortAsItCanBe) {
    EXPECT_EQ(svg_number(2.50), "2.5");
    EXPECT_EQ(svg_number(-3.0), "-3");
    EXPECT_EQ(svg_number(-0.001), "0");
    EXPECT_EQ(svg_number(0.126), "0.13");
    EXPECT_EQ(svg_number(100, 0), "100");
    EXPECT_EQ(svg_number(99.96, 1), "100");
    EXPECT_EQ(svg_number(1e6), "1000000");
}

TEST(Palette, TonesAndCurvesDiffer) {
    std::set<std::string> light;
    std::set<std::string> dark;
    for (std::size_t i = 0; i < tone_count; ++i) {
        light.insert(tone_fill(static_cast<Tone>(i)).light);
        dark.insert(tone_fill(static_cast<Tone>(i)).dark);
    }
    EXPECT_EQ(light.size(), tone_count);
    EXPECT_EQ(dark.size(), tone_count);
    std::set<std::string> curves;
    for (Shade shade : curve_shades) curves.insert(shade.light);
    EXPECT_EQ(curves.size(), curve_shades.size());
}

}  // namespace
}  // namespace clew::explain
