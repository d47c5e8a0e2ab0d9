#pragma once
// Pictures through other programs: SVG pages as an SVG, a PDF or a PNG file, and DOT as SVG.
//
//     const auto format = picture_format_of("sheet.pdf");            // by the name
//     write_picture({{page_1, page_2}}, *format, out.stream());
//
// librsvg's rsvg-convert makes PDF and PNG, Graphviz's dot lays DOT out. A PNG has two pixels a
// unit of the drawing and at most 12 million of them: enough to read the smallest letters of a tree
// of 300 nodes. Where pngquant is installed it brings the colours down to 256, which takes two
// thirds of the bytes away.

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>

namespace clew::cli {

enum class PictureFormat : std::uint8_t { svg, pdf, png };

/// By the ending of a file name, in any case; nothing for other endings.
std::optional<PictureFormat> picture_format_of(const std::string& file_name);

/// Requires SVG documents with a viewBox, one at least, and for svg and png exactly one.
/// Errors: std::ios_base::failure if the converter is not installed or fails.
void write_picture(std::span<const std::string> pages, PictureFormat format, std::ostream& out);

/// Errors: std::ios_base::failure if Graphviz is not installed or fails.
std::string svg_of_dot(const std::string& dot);

}  // namespace clew::cli
