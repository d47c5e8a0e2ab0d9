#include "explain/pictures/paper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

#include "core/base/contract.hpp"
#include "explain/pictures/svg.hpp"

namespace clew::explain::inline pictures {
namespace {

// Points a unit of the picture, whose letters have 10 units.
constexpr double readable = 0.5;
constexpr double as_on_screen = 0.75;
constexpr double margin = 30;
constexpr double glued = 9;  // drawn again behind a join

struct Cut {
    bool wide = false;
    std::size_t columns = 1, rows = 1;
    double scale = 0;
    std::size_t sheets() const { return columns * rows; }
};

Cut cut_of(const ViewBox& box, double width, double height, std::size_t most) {
    Cut best;
    for (double least = readable;; least *= 0.95) {
        for (const bool wide : {false, true}) {
            const double w = wide ? height : width;
            const double h = wide ? width : height;
            Cut cut{wide, static_cast<std::size_t>(std::ceil(box.width * least / w)),
                    static_cast<std::size_t>(std::ceil(box.height * least / h))};
            cut.scale = std::min({static_cast<double>(cut.columns) * w / box.width,
                                  static_cast<double>(cut.rows) * h / box.height, as_on_screen});
            if (!wide || cut.sheets() < best.sheets() ||
                (cut.sheets() == best.sheets() && cut.scale > best.scale))
                best = cut;
        }
        if (best.sheets() <= std::max<std::size_t>(most, 1)) return best;
    }
}

}  // namespace

PaperSize size_of(Paper paper) {
    CLEW_REQUIRE(paper != Paper::fit, "size_of: a paper is needed");
    return paper == Paper::a4 ? PaperSize{595.28, 841.89, "210mm", "297mm"}
                              : PaperSize{612, 792, "8.5in", "11in"};
}

ViewBox view_box_of(const std::string& svg) {
    const std::string key = "viewBox=\"";
    const std::size_t at = svg.find(key);
    CLEW_REQUIRE(at != std::string::npos, "view_box_of: an SVG document with a viewBox is needed");
    std::istringstream numbers{svg.substr(at + key.size(), 80)};
    ViewBox box;
    numbers >> box.left >> box.top >> box.width >> box.height;
    CLEW_REQUIRE(box.width > 0 && box.height > 0, "view_box_of: an empty viewBox");
    return box;
}

std::vector<std::string> on_paper(const PictureDrawer& draw, Paper paper, std::size_t most) {
    std::string all = draw({});
    if (paper == Paper::fit) return {std::move(all)};
    const ViewBox box = view_box_of(all);
    PaperSize size = size_of(paper);
    const Cut cut = cut_of(box, size.width - 2 * margin, size.height - 2 * margin, most);
    if (cut.wide) {
        std::swap(size.width, size.height);
        std::swap(size.across, size.down);
    }
    const double width = size.width - 2 * margin;
    const double height = size.height - 2 * margin;
    // The columns together hold the picture in their middle.
    const double spare = static_cast<double>(cut.columns) * width - box.width * cut.scale;
    const auto n = [](double value) { return svg_number(value); };

    std::vector<std::string> sheets;
    for (std::size_t k = 0; k < cut.sheets(); ++k) {
        const std::size_t row = k / cut.columns;
        const std::size_t column = k % cut.columns;
        const double left = column > 0 ? glued : 0;
        const double right = column + 1 < cut.columns ? glued : 0;
        const double top = row > 0 ? glued : 0;
        const double bottom = row + 1 < cut.rows ? glued : 0;
        const double w = width + left + right;
        const double h = height + top + bottom;
        const ViewBox window{
            box.left + (static_cast<double>(column) * width - left - spare / 2) / cut.scale,
            box.top + (static_cast<double>(row) * height - top) / cut.scale, w / cut.scale,
            h / cut.scale};
        const std::string svg = draw(window);
        std::string marks;
        const auto join = [&](double there, double x, double y, const char* along, double text_x,
                              double text_y, std::size_t sheet, const char* arrow) {
            if (there == 0) return;
            marks += fmt::format(
                "<path d=\"M{} {}{}\" fill=\"none\" stroke=\"#5b6775\" stroke-width=\".6\" "
                "stroke-dasharray=\"6 4\"/>\n<text x=\"{}\" y=\"{}\" style=\"font-size:7px\" "
                "text-anchor=\"middle\">{}{}</text>\n",
                n(x), n(y), along, n(text_x), n(text_y), arrow, sheet);
        };
        const std::string across = "H" + n(size.width);
        const std::string down = "V" + n(size.height);
        const double aside = (margin - glued) / 2;  // from the edge of the paper
        join(left, margin, 0, down.c_str(), aside, size.height / 2, k, "\u2190");
        join(right, size.width - margin, 0, down.c_str(), size.width - aside, size.height / 2,
             k + 2, "\u2192");
        join(top, 0, margin, across.c_str(), size.width / 2, aside + 5, k + 1 - cut.columns,
             "\u2191");
        join(bottom, 0, size.height - margin, across.c_str(), size.width / 2, size.height - aside,
             k + 1 + cut.columns, "\u2193");
        if (cut.sheets() > 1)
            marks += fmt::format(
                "<text x=\"{}\" y=\"{}\" style=\"font-size:7px\">sheet {} of {}: row {}, column "
                "{}; joined at the dashed lines</text>\n",
                n(margin + 6), n(size.height - aside), k + 1, cut.sheets(), row + 1, column + 1);
        sheets.push_back(fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" "
            "xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"{}\" height=\"{}\" "
            "viewBox=\"0 0 {} {}\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
            "<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" viewBox=\"{} {} {} "
            "{}\">{}{}</svg>\n",
            size.across, size.down, n(size.width), n(size.height), n(margin - left),
            n(margin - top), n(w), n(h), n(window.left), n(window.top), n(window.width),
            n(window.height), svg.substr(svg.find('>', svg.find("<svg")) + 1), marks));
    }
    return sheets;
}

}  // namespace clew::explain::inline pictures
