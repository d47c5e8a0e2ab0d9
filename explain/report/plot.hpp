#pragma once
// Plot: a line chart as SVG, with linear or logarithmic axes, for bench and lab.
//
//     Plot plot{.title = "Cost of listing", .x = {"solutions", Scale::logarithmic},
//               .y = {"CPU seconds", Scale::logarithmic}};
//     plot.curves.push_back({"search", {{1e2, 0.001}, {1e4, 0.004}}});
//     write_svg(plot)
//
// Curves differ in colour, dash and marker, so that the chart can be read without colour; each is
// named at its end. Light and dark follow the reader's preference. Points that a logarithmic axis
// cannot show are left out.

#include <string>
#include <vector>

namespace clew::report {

enum class Scale { linear, logarithmic };

struct Axis {
    std::string label;
    Scale scale = Scale::linear;
};

struct PlotPoint {
    double x = 0, y = 0;
};

struct Curve {
    std::string name;
    std::vector<PlotPoint> points;  ///< in ascending x
};

struct Plot {
    std::string title;
    Axis x, y;
    std::vector<Curve> curves{};
};

/// One SVG document.
std::string write_svg(const Plot& plot);
/// The same of several, below one another; with none an empty document.
std::string write_stacked_svg(const std::vector<Plot>& plots);

}  // namespace clew::report
