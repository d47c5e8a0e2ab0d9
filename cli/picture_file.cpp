#include "cli/picture_file.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <ios>
#include <ostream>
#include <sstream>
#include <vector>

#include "cli/child_process.hpp"
#include "cli/scratch_folder.hpp"
#include "core/base/contract.hpp"
#include "core/base/file_error.hpp"
#include "explain/pictures/paper.hpp"
#include "explain/pictures/svg.hpp"

namespace clew::cli {
namespace {

constexpr double png_pixels_a_unit = 2;
constexpr double png_pixels = 12e6;
constexpr double png_side = 32'000;        // cairo draws at most 32 767 pixels a side
constexpr double pdf_points_a_unit = .75;  // CSS: 96 units and 72 points an inch
constexpr double pdf_side = 14'400;        // readers refuse pages above 200 inches

void write_text(const std::string& file, const std::string& text) {
    std::ofstream out(file, std::ios::binary);
    out << text;
    out.close();
    if (!out) throw FileError(file, "cannot be written");
}

std::string read_text(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

/// Runs a program of that package and gives back the file that it wrote.
std::string made_by(const std::vector<std::string>& command, const std::string& package,
                    const std::string& result) {
    if (!is_installed(command[0]))
        throw FileError(command[0], "is not installed (Debian's package " + package + ")");
    std::vector<std::string> call = command;
    // A PDF names the day on which it was made: the same on every day.
    if (std::getenv("SOURCE_DATE_EPOCH") == nullptr)
        call.insert(call.begin(), {"env", "SOURCE_DATE_EPOCH=0"});
    const ChildRun run = run_child(call);
    std::string text = read_text(result);
    if (run.exit_code != 0 || text.empty())
        throw FileError(command[0],
                        "could not draw the picture (exit " + std::to_string(run.exit_code) + ")");
    return text;
}

}  // namespace

std::optional<PictureFormat> picture_format_of(const std::string& file_name) {
    std::string lower = file_name;
    std::ranges::transform(lower, lower.begin(), [](char c) {
        return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    });
    if (lower.ends_with(".svg")) return PictureFormat::svg;
    if (lower.ends_with(".pdf")) return PictureFormat::pdf;
    if (lower.ends_with(".png")) return PictureFormat::png;
    return std::nullopt;
}

void write_picture(std::span<const std::string> pages, PictureFormat format, std::ostream& out) {
    CLEW_REQUIRE(!pages.empty(), "write_picture: a page is needed");
    CLEW_REQUIRE(format == PictureFormat::pdf || pages.size() == 1,
                 "write_picture: SVG and PNG have one page");
    if (format == PictureFormat::svg) {
        out << pages[0];
        return;
    }
    const ScratchFolder scratch;
    const std::string drawn = scratch.file("drawn");
    const bool png = format == PictureFormat::png;
    std::vector<std::string> command{"rsvg-convert", "--unlimited",
                                     png ? "--format=png" : "--format=pdf", "--output=" + drawn};
    const explain::ViewBox size = explain::view_box_of(pages[0]);
    const double longer = std::max(size.width, size.height);
    const auto side = [](double length) { return explain::svg_number(std::max(1.0, length), 2); };
    if (png) {
        const double scale = std::min({png_pixels_a_unit, png_side / longer,
                                       std::sqrt(png_pixels / (size.width * size.height))});
        command.push_back("--width=" + side(std::floor(size.width * scale)));
        command.push_back("--height=" + side(std::floor(size.height * scale)));
    } else if (longer * pdf_points_a_unit > pdf_side) {
        command.push_back("--width=" + side(pdf_side * size.width / longer) + "pt");
        command.push_back("--height=" + side(pdf_side * size.height / longer) + "pt");
    }
    for (std::size_t i = 0; i < pages.size(); ++i) {
        command.push_back(scratch.file("page-" + std::to_string(i + 1) + ".svg"));
        write_text(command.back(), pages[i]);
    }
    std::string picture = made_by(command, "librsvg2-bin", drawn);
    if (png && is_installed("pngquant")) {
        const std::string smaller = scratch.file("smaller.png");
        const ChildRun run = run_child(
            {"pngquant", "--nofs", "--speed=10", "--force", "--output", smaller, "256", drawn});
        if (run.exit_code == 0) picture = read_text(smaller);
    }
    out << picture;
}

std::string svg_of_dot(const std::string& dot) {
    const ScratchFolder scratch;
    const std::string source = scratch.file("picture.dot");
    const std::string drawn = scratch.file("picture.svg");
    write_text(source, dot);
    return made_by({"dot", "-Tsvg", "-o" + drawn, source}, "graphviz", drawn);
}

}  // namespace clew::cli
