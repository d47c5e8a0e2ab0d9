#include "cli/geometry_options.hpp"

#include <map>

#include "cli/usage_error.hpp"

namespace clew::cli {
namespace {

BoxShape parse_boxes(const std::string& text) {
    const std::size_t x = text.find('x');
    const std::string hint = "rows x columns of a box, such as 2x3, or none";
    if (x == std::string::npos) throw UsageError("--boxes", "'" + text + "' does not fit", hint);
    return {static_cast<std::size_t>(parse_number("--boxes", text.substr(0, x))),
            static_cast<std::size_t>(parse_number("--boxes", text.substr(x + 1)))};
}

/// Any symbols, one a cell: equal symbols are one region, numbered as they come.
std::vector<std::size_t> parse_regions(const std::string& text) {
    std::map<char, std::size_t> number;
    std::vector<std::size_t> regions;
    for (char symbol : text)
        regions.push_back(number.try_emplace(symbol, number.size()).first->second);
    return regions;
}

}  // namespace

void GeometryOptions::declare(Arguments& a) {
    a.value("--size", size, "N", "side of the board, 4 to 25").from(1, max_size);
    a.value("--boxes", boxes, "RxC|none",
            "rows and columns of a box; none is a Latin square; usual boxes if not given")
        .not_with({{"--regions"}});
    a.value("--regions", regions, "SYMBOLS",
            "jigsaw: one symbol a cell, row by row, the same for the cells of a region");
    a.flag("--diagonals", diagonals, "each digit once on both diagonals too");
    for (const BoardVariant& v : board_variants())
        a.flag("--" + v.option(), variants.*v.flag, v.help);
    a.flag("--non-consecutive", non_consecutive,
           "cells side by side never hold digits that follow each other");
}

GeometryPtr GeometryOptions::geometry() const {
    GeometrySpec spec = variants;
    spec.size = static_cast<std::size_t>(size);
    try {
        if (regions) {
            spec.regions = parse_regions(*regions);
        } else if (!boxes) {
            spec.boxes = Geometry::standard(spec.size)->spec().boxes;
        } else if (*boxes != "none") {
            spec.boxes = parse_boxes(*boxes);
        }
        spec.main_diagonal = spec.anti_diagonal = diagonals;
        return Geometry::make(std::move(spec));
    } catch (const InputError& error) {
        if (!error.place().source.empty()) throw;
        throw UsageError(regions ? "--regions"
                         : boxes ? "--boxes"
                                 : "--size",
                         error.what(), error.hint());
    }
}

std::vector<Rule> GeometryOptions::rules() const {
    if (!non_consecutive) return {};
    return {{.kind = RuleKind::non_consecutive}};
}

}  // namespace clew::cli
