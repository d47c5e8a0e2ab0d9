#pragma once
// Paper: its sizes, and a large picture cut into sheets that are joined again.
//
//     const PictureDrawer draw = [&](const ViewBox&) { return svg; };
//     for (const std::string& page : on_paper(draw, Paper::a4)) ...    // each an SVG document
//
// A picture that stays readable on one sheet is made to fit it, upright or wide. A larger one is
// spread over as few sheets as leave it readable. A dashed line shows where a sheet joins the next,
// with that one's number; behind it the picture goes on a little, to be glued over.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace clew::explain::inline pictures {

enum class Paper : std::uint8_t {
    fit,     ///< no paper: as large as the picture is
    a4,      ///< 210 x 297 mm
    letter,  ///< 8.5 x 11 in
};

struct PaperSize {
    double width = 0, height = 0;         ///< points, 72 an inch
    const char *across = "", *down = "";  ///< the same as attributes of SVG: "210mm"
};
/// Upright. Requires another one than Paper::fit.
PaperSize size_of(Paper paper);

struct ViewBox {
    double left = 0, top = 0, width = 0, height = 0;
};
/// The first one of an SVG document. Requires that there is one, and not an empty one.
ViewBox view_box_of(const std::string& svg);

/// An SVG document with a viewBox and letters of about 10 units. What lies outside the window may
/// be left out; the first call asks for all, with an empty window.
using PictureDrawer = std::function<std::string(const ViewBox& window)>;

/// The sheets row by row; the picture itself for Paper::fit. Beyond `most` of them the picture
/// becomes smaller instead.
std::vector<std::string> on_paper(const PictureDrawer& draw, Paper paper, std::size_t most = 24);

}  // namespace clew::explain::inline pictures
