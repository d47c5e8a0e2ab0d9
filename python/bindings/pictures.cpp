// Boards as SVG: puzzles, grids, density maps, and the frames of answers.

#include "python/bindings/pictures.hpp"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>

#include "core/formats/formats.hpp"
#include "explain/pictures/write_svg.hpp"
#include "explain/report/question.hpp"
#include "logic/strategies/unknown_name.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/convert.hpp"

namespace clew::python {
namespace {

using explain::PencilMarks;
using explain::SvgOptions;
using explain::View;

SvgOptions options_of(double cell_pixels, const std::string& title) {
    if (!(cell_pixels >= 8 && cell_pixels <= 1000)) throw py::value_error("cell_pixels: 8 to 1000");
    return {.cell_pixels = cell_pixels,
            .coordinates =
                cell_pixels < 24 ? explain::Coordinates::hidden : explain::Coordinates::shown,
            .title = title};
}

// candidates: in the open cells what the givens leave; else those that the question marks, if any.
std::string puzzle_svg(const Record& record, bool candidates, double cell_pixels) {
    SvgOptions options = options_of(cell_pixels, report::title_of(record));
    if (!candidates && !record.puzzle.has_marks()) options.pencil_marks = PencilMarks::hidden;
    return write_svg(explain::view_of(record.puzzle), options);
}

/// A number 0 .. 1 a cell, or none at all. Errors: ValueError.
void heat(View& view, const std::vector<double>& shares) {
    if (!shares.empty() && shares.size() != view.cells.size())
        throw py::value_error("heat: a number a cell, or none");
    for (const double share : shares) view.heat.push_back(std::clamp(share, 0.0, 1.0));
}

std::string grid_svg(const Record& record, const py::object& digits, double cell_pixels,
                     const std::vector<double>& shares) {
    SvgOptions options = options_of(cell_pixels, "Solution of " + report::title_of(record));
    options.rules = explain::RuleDrawing::hidden;
    View view = explain::view_of(record.puzzle, to_grid(digits, record.puzzle.geometry()));
    heat(view, shares);
    return write_svg(view, options);
}

// possible: bool[cells, size]. A cell with one digit in all solutions shows it.
std::string heat_svg(const Record& record, const py::array_t<bool>& possible,
                     const std::vector<double>& shares, double cell_pixels) {
    const Geometry& geometry = record.puzzle.geometry();
    const std::size_t size = geometry.size();
    const auto rows = possible.unchecked<2>();
    if (static_cast<std::size_t>(rows.shape(0)) != geometry.cell_count() ||
        static_cast<std::size_t>(rows.shape(1)) != size)
        throw py::value_error("possible: bool[cells, size]");
    View view = explain::view_of(record.puzzle);
    for (std::size_t i = 0; i < geometry.cell_count(); ++i) {
        if (record.puzzle.given(Cell{i})) continue;
        DigitSet digits;
        for (std::size_t d = 0; d < size; ++d)
            if (rows(static_cast<py::ssize_t>(i), static_cast<py::ssize_t>(d)))
                digits.insert(Digit{d});
        if (digits.size() == 1) view.cells[i].placed = digits.first();
        view.cells[i].candidates = digits;
    }
    heat(view, shares);
    return write_svg(view, options_of(cell_pixels, "Density of " + report::title_of(record)));
}

}  // namespace

const explain::Frame& Pictures::at(std::size_t index) const {
    if (index >= frames.size()) throw py::index_error("there is no such picture");
    return frames[index];
}

std::string draw(const explain::Frame& frame, double cell_pixels, bool legend) {
    SvgOptions options = options_of(cell_pixels, frame.title + ". " + frame.text);
    if (legend) options.legend = explain::LegendDrawing::shown;
    return write_svg(frame.view, options);
}

logic::RuleSet rules_of(const std::string& text) {
    if (const auto set = logic::find_rules(text)) return *set;
    if (text.find('{') != std::string::npos) {
        logic::RuleSet rules = logic::read_rules(text, "<rules>");
        if (rules.name == "<rules>") rules.name = "your own";
        return rules;
    }
    throw py::value_error("rules: " + logic::no_rules(text) + " (" + logic::known_rules() +
                          "; or a rule set)");
}

explain::WordStyle parse_style(const std::string& notation, const std::string& language) {
    return {one_of<explain::Notation>("notation", notation, {"r1c1", "rc", "eureka"}),
            parse_language(language)};
}

Language parse_language(const std::string& language) {
    return one_of<Language>("language", language, {"en", "de"});
}

logic::Price parse_price(const std::string& text) {
    using logic::Price;
    return one_of<Price>("price", text, {"constraints", "cells", "candidates", "human"});
}

void bind_pictures(py::module_& module) {
    module.def("puzzle_svg", &puzzle_svg, "See clew.draw.");
    module.def("grid_svg", &grid_svg, "See clew.draw.");
    module.def("heat_svg", &heat_svg, "See clew.Density.");
    // What a notebook shows of a puzzle.
    py::reinterpret_borrow<py::class_<Record>>(module.attr("Puzzle"))
        .def("_repr_svg_", [](const Record& record) { return puzzle_svg(record, false, 36); });
    py::class_<Pictures>(module, "Pictures", "The boards of an answer, drawn when looked at.")
        .def("__len__", [](const Pictures& p) { return p.frames.size(); })
        .def(
            "svg",
            [](const Pictures& p, std::size_t index, double cell_pixels, bool legend) {
                return draw(p.at(index), cell_pixels, legend);
            },
            py::arg("index"), py::arg("cell_pixels") = 40.0, py::arg("legend") = true,
            "svg(index, cell_pixels=40, legend=True)")
        .def(
            "html",
            [](const Pictures& p, const std::string& title) {
                p.at(0);
                return explain::write_html(p.frames, {.title = title});
            },
            "html(title)\n\nAll of them as one page.");
}

}  // namespace clew::python
