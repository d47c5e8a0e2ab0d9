#include "explain/report/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/markup.hpp"
#include "explain/pictures/svg.hpp"

namespace clew::report {
namespace {

constexpr double width = 760, height = 460;
constexpr double left = 84, right = 620, top = 56, bottom = 396;

struct Look {
    const char* dash;
    int marker;  // 0 circle, 1 square, 2 triangle, 3 diamond
};
constexpr std::array<Look, explain::curve_shades.size()> looks = {
    {{"", 0}, {"7 4", 1}, {"2 3", 2}, {"9 3 2 3", 3}, {"", 2}, {"4 4", 3}, {"7 4", 0}, {"2 3", 1}}};

/// Maps values of one axis to 0 .. 1 and knows where its ticks are.
class Ruler {
  public:
    Ruler(Scale scale, double low, double high) : log_(scale == Scale::logarithmic) {
        low_ = place(low);
        high_ = place(high);
        if (log_) {
            low_ = std::floor(low_ + 1e-9);
            high_ = std::ceil(high_ - 1e-9);
        } else {
            low_ = std::min(low_, 0.0);
        }
        if (!(high_ > low_)) high_ = low_ + 1;
        if (!log_) high_ = low_ + step() * std::ceil((high_ - low_) / step() - 1e-9);
    }

    double at(double value) const { return (place(value) - low_) / (high_ - low_); }

    std::vector<std::pair<double, std::string>> ticks() const {
        std::vector<std::pair<double, std::string>> list;
        if (log_) {
            const double every = std::max(1.0, std::ceil((high_ - low_) / 10));
            for (int i = 0; low_ + i * every <= high_ + 1e-9; ++i) {
                const double power = low_ + i * every;
                list.emplace_back((power - low_) / (high_ - low_), power_text(power));
            }
        } else {
            for (int i = 0; low_ + i * step() <= high_ + step() * 1e-6; ++i) {
                const double value = low_ + i * step();
                list.emplace_back((value - low_) / (high_ - low_), fmt::format("{:.6g}", value));
            }
        }
        return list;
    }

  private:
    double place(double value) const { return log_ ? std::log10(value) : value; }
    double step() const {
        const double raw = (high_ - low_) / 6;
        const double power = std::pow(10, std::floor(std::log10(raw)));
        for (double nice : {1.0, 2.0, 5.0})
            if (raw <= nice * power * (1 + 1e-9)) return nice * power;
        return 10 * power;
    }
    static std::string power_text(double power) {
        if (power >= -3 && power <= 3) return fmt::format("{:g}", std::pow(10, power));
        return fmt::format("10<tspan dy=\"-5\" font-size=\"9\">{:g}</tspan>", power);
    }

    bool log_;
    double low_ = 0, high_ = 1;
};

std::string marker(int kind, double x, double y, std::size_t curve) {
    switch (kind) {
        case 0:
            return fmt::format("<circle class=\"m c{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\"/>",
                               curve, x, y);
        case 1:
            return fmt::format(
                "<rect class=\"m c{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"7\" height=\"7\"/>", curve,
                x - 3.5, y - 3.5);
        case 2:
            return fmt::format("<path class=\"m c{}\" d=\"M{:.1f} {:.1f}l4.5 8h-9z\"/>", curve, x,
                               y - 5);
        default:
            return fmt::format("<path class=\"m c{}\" d=\"M{:.1f} {:.1f}l5 5l-5 5l-5 -5z\"/>",
                               curve, x, y - 5);
    }
}

bool shows(const Plot& plot, const PlotPoint& p) {
    return std::isfinite(p.x) && std::isfinite(p.y) && (plot.x.scale == Scale::linear || p.x > 0) &&
           (plot.y.scale == Scale::linear || p.y > 0);
}

std::string colours(const char* explain::Shade::*shade) {
    std::string rules;
    for (std::size_t k = 0; k < looks.size(); ++k)
        rules += fmt::format(".l.c{0}{{stroke:{1}}}.m.c{0}{{fill:{1}}}{2}", k,
                             explain::curve_shades[k].*shade, k % 4 == 3 ? "\n" : "");
    return rules;
}

std::string style() {
    return "<style>\n"
           "svg{font-family:system-ui,sans-serif;font-size:12px;background:#fff}\n"
           "text{fill:#222}.t{font-size:15px;font-weight:600}.g{stroke:#ddd}"
           ".f{stroke:#888;fill:none}\n.l{fill:none;stroke-width:2}.m{stroke:none}\n" +
           colours(&explain::Shade::light) +
           "@media (prefers-color-scheme:dark){svg{background:#16181c}text{fill:#e6e6e6}"
           ".g{stroke:#33363c}\n" +
           colours(&explain::Shade::dark) + "}\n</style>\n";
}

/// The chart without the document around it.
std::string chart(const Plot& plot) {
    PlotPoint low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    PlotPoint high{-low.x, -low.y};
    for (const Curve& curve : plot.curves)
        for (const PlotPoint& p : curve.points)
            if (shows(plot, p)) {
                low = {std::min(low.x, p.x), std::min(low.y, p.y)};
                high = {std::max(high.x, p.x), std::max(high.y, p.y)};
            }
    if (!(low.x <= high.x)) low = high = {1, 1};
    const Ruler xs(plot.x.scale, low.x, high.x);
    const Ruler ys(plot.y.scale, low.y, high.y);
    const auto px = [&](double x) { return left + xs.at(x) * (right - left); };
    const auto py = [&](double y) { return bottom - ys.at(y) * (bottom - top); };

    std::string svg = fmt::format("<text class=\"t\" x=\"{:g}\" y=\"30\">{}</text>\n", left,
                                  xml_escaped(plot.title));
    for (const auto& [share, text] : xs.ticks()) {
        const double x = left + share * (right - left);
        svg += fmt::format(
            "<path class=\"g\" d=\"M{0:.1f} {1:g}V{2:g}\"/>"
            "<text x=\"{0:.1f}\" y=\"{3:g}\" text-anchor=\"middle\">{4}</text>\n",
            x, top, bottom, bottom + 20, text);
    }
    for (const auto& [share, text] : ys.ticks()) {
        const double y = bottom - share * (bottom - top);
        svg += fmt::format(
            "<path class=\"g\" d=\"M{0:g} {1:.1f}H{2:g}\"/>"
            "<text x=\"{3:g}\" y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>\n",
            left, y, right, left - 8, y + 4, text);
    }
    svg += fmt::format(
        "<path class=\"f\" d=\"M{0:g} {1:g}V{2:g}H{3:g}\"/>\n"
        "<text x=\"{4:g}\" y=\"{5:g}\" text-anchor=\"middle\">{6}</text>\n"
        "<text transform=\"translate(20 {7:g}) rotate(-90)\" "
        "text-anchor=\"middle\">{8}</text>\n",
        left, top, bottom, right, (left + right) / 2, bottom + 44, xml_escaped(plot.x.label),
        (top + bottom) / 2, xml_escaped(plot.y.label));

    // Names stand at the curves' ends, pushed apart where they would overlap.
    struct NameTag {
        double y;
        std::size_t curve;
    };
    std::vector<NameTag> tags;
    for (std::size_t k = 0; k < plot.curves.size(); ++k) {
        const Look& look = looks[k % looks.size()];
        const std::size_t colour = k % looks.size();
        std::string line, markers;
        double last = bottom;
        for (const PlotPoint& p : plot.curves[k].points) {
            if (!shows(plot, p)) continue;
            line += fmt::format("{}{:.1f} {:.1f}", line.empty() ? "M" : "L", px(p.x), py(p.y));
            markers += marker(look.marker, px(p.x), py(p.y), colour);
            last = py(p.y);
        }
        if (line.empty()) continue;
        svg += fmt::format("<path class=\"l c{}\" stroke-dasharray=\"{}\" d=\"{}\"/>{}\n", colour,
                           look.dash[0] != '\0' ? look.dash : "none", line, markers);
        tags.push_back({last, k});
    }
    std::ranges::sort(tags, {}, &NameTag::y);
    double next = top;
    for (NameTag& tag : tags) {
        tag.y = std::max(tag.y, next);
        next = tag.y + 18;
    }
    double lowest = bottom + 8;
    for (std::size_t i = tags.size(); i-- > 0;) {
        tags[i].y = std::min(tags[i].y, lowest);
        lowest = tags[i].y - 18;
    }
    for (const NameTag& tag : tags) {
        const std::size_t colour = tag.curve % looks.size();
        svg += marker(looks[colour].marker, right + 14, tag.y, colour);
        svg += fmt::format("<text x=\"{:g}\" y=\"{:.1f}\">{}</text>\n", right + 24, tag.y + 4,
                           xml_escaped(plot.curves[tag.curve].name));
    }
    return svg;
}

/// A document of so many charts' height, without its end.
std::string document(const std::string& title, std::size_t charts) {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" "
        "viewBox=\"0 0 {0:g} {1:g}\" role=\"img\">\n<title>{2}</title>\n{3}",
        width, height * static_cast<double>(charts), xml_escaped(title), style());
}

}  // namespace

std::string write_svg(const Plot& plot) {
    return document(plot.title, 1) + chart(plot) + "</svg>\n";
}

std::string write_stacked_svg(const std::vector<Plot>& plots) {
    std::string svg = document(plots.empty() ? "" : plots.front().title, plots.size());
    for (std::size_t k = 0; k < plots.size(); ++k)
        svg += fmt::format("<g transform=\"translate(0 {:g})\">\n{}</g>\n",
                           height * static_cast<double>(k), chart(plots[k]));
    return svg + "</svg>\n";
}

}  // namespace clew::report
