#include <pybind11/stl.h>

#include <algorithm>
#include <string>

#include "core/board/geometry.hpp"
#include "core/board/house_role.hpp"
#include "python/bindings/bindings.hpp"
#include "python/bindings/convert.hpp"

namespace clew::python {
namespace {

using Shape = std::pair<std::size_t, std::size_t>;
using Extra = std::pair<std::string, std::vector<std::size_t>>;

// boxes: a shape, None for none, or "usual". variants: the keys of board_variants(), and those of
// other shapes.
Board make_board(std::size_t size, const py::object& boxes, std::vector<std::size_t> regions,
                 bool main_diagonal, bool anti_diagonal, const std::vector<Extra>& extras,
                 const py::kwargs& variants) {
    GeometrySpec spec{.size = size,
                      .regions = std::move(regions),
                      .main_diagonal = main_diagonal,
                      .anti_diagonal = anti_diagonal};
    for (const auto& [key, value] : variants) {
        const std::string name = py::cast<std::string>(key);
        if (name == "rows" || name == "columns") {
            (name == "rows" ? spec.rows : spec.columns) = to_number(name.c_str(), value, 1, size);
            continue;
        }
        if (name == "extra_cells") {
            spec.extra_cells = to_number(name.c_str(), value, 0, max_cells);
            continue;
        }
        if (name == "lines") {
            spec.lines = py::cast<bool>(value);
            continue;
        }
        const auto variant = std::ranges::find_if(
            board_variants(), [&](const BoardVariant& v) { return name == v.key; });
        if (variant == board_variants().end())
            throw py::type_error("Geometry() has no argument '" + name + "'");
        spec.*variant->flag = py::cast<bool>(value);
    }
    if (py::isinstance<py::str>(boxes)) {
        if (py::cast<std::string>(boxes) != "usual")
            throw py::value_error("boxes: (rows, columns), None or 'usual'");
        if (spec.regions.empty())
            spec.boxes = Geometry::usual_boxes(spec.rows == 0 ? size : spec.rows,
                                               spec.columns == 0 ? size : spec.columns);
    } else if (!boxes.is_none()) {
        const auto [rows, columns] = py::cast<Shape>(boxes);
        spec.boxes = BoxShape{rows, columns};
    }
    for (const auto& [name, cells] : extras) {
        ExtraHouse extra{.name = name, .cells = {}};
        for (const std::size_t cell : cells) {
            if (cell >= size * size + spec.extra_cells)
                throw py::value_error("cell " + std::to_string(cell));
            extra.cells.emplace_back(cell);
        }
        spec.extras.push_back(std::move(extra));
    }
    return {spec == Geometry::classic()->spec() ? Geometry::classic()
                                                : Geometry::make(std::move(spec))};
}

// The arguments of make_board that make it again.
py::tuple arguments_of(const Board& board) {
    const GeometrySpec& spec = board.geometry->spec();
    py::object boxes = py::none();
    if (spec.boxes) boxes = py::make_tuple(spec.boxes->rows, spec.boxes->columns);
    std::vector<Extra> extras;
    for (const ExtraHouse& extra : spec.extras) {
        extras.emplace_back(extra.name, std::vector<std::size_t>{});
        for (const Cell cell : extra.cells) extras.back().second.push_back(cell.index());
    }
    py::dict variants;
    if (spec.rows != 0) {
        variants["rows"] = spec.rows;
        variants["columns"] = spec.columns;
    }
    if (spec.extra_cells > 0) variants["extra_cells"] = spec.extra_cells;
    if (!spec.lines) variants["lines"] = false;
    for (const BoardVariant& variant : board_variants())
        if (spec.*variant.flag) variants[variant.key] = true;
    return py::make_tuple(spec.size, boxes, spec.regions, spec.main_diagonal, spec.anti_diagonal,
                          extras, variants);
}

py::tuple indices(std::span<const Cell> cells) {
    py::tuple result{cells.size()};
    for (std::size_t i = 0; i < cells.size(); ++i) result[i] = cells[i].index();
    return result;
}

py::tuple houses(const Board& board) {
    const py::object make = py::module_::import("clew.results").attr("House");
    const auto all = board.geometry->houses();
    py::tuple result{all.size()};
    for (std::size_t i = 0; i < all.size(); ++i)
        result[i] = make(all[i].name, to_string(all[i].role), indices(all[i].cells),
                         all[i].holds_every_digit());
    return result;
}

}  // namespace

void bind_geometry(py::module_& module) {
    py::options options;
    options.disable_function_signatures();
    py::class_<Board>(module, "Geometry",
                      R"doc(What board a puzzle lives on. A value that never changes.

Geometry(size=9, *, rows=size, columns=size, boxes='usual', regions=(), main_diagonal=False,
         anti_diagonal=False, windows=False, disjoint_groups=False, anti_knight=False,
         anti_king=False, extras=(), lines=True, extra_cells=0)

``size`` digits, 4 to 25. With fewer ``rows`` or ``columns`` the board is the upper left corner of a
square of that side; cells are numbered through the square, and arrays have a 1 for those outside.
``boxes`` is (rows, columns) of a box, 'usual' for boxes as square as can be, or None. ``regions``
has a number from 0 for each cell of the square, row by row: a jigsaw. ``extras`` has pairs of a name
and cells (0 .. size*size-1, row by row), which must differ. Raises ClewInputError where the parts
do not fit. Without ``lines`` rows and columns may hold a digit twice. ``extra_cells`` stand beside
the board, numbered behind the square and called x1, x2, ...: rules alone speak of them.

>>> clew.Geometry(12)
clew.Geometry: 12x12
>>> clew.Geometry(9, main_diagonal=True, anti_diagonal=True).size
9
>>> clew.Geometry(9, rows=6, columns=6)
clew.Geometry: 6x6, digits 1 to 9
)doc")
        .def(py::init(&make_board), py::arg("size") = 9, py::kw_only(), py::arg("boxes") = "usual",
             py::arg("regions") = std::vector<std::size_t>{}, py::arg("main_diagonal") = false,
             py::arg("anti_diagonal") = false, py::arg("extras") = std::vector<Extra>{})
        .def_property_readonly(
            "size", [](const Board& b) { return b.geometry->size(); },
            "The number of digits; of rows and columns each, unless there are fewer.")
        .def_property_readonly(
            "cells", [](const Board& b) { return b.geometry->cell_count(); },
            "How many cells: size * size, and the extra cells.")
        .def_property_readonly("houses", &houses,
                               "Rows, columns, boxes and whatever else must differ: House each.")
        .def(
            "peers",
            [](const Board& b, const py::object& cell) {
                return indices(b.geometry->peers(to_cell(cell, *b.geometry)));
            },
            py::arg("cell"),
            "peers(cell)\n\nThe cells that cannot hold the digit of this one, ascending.\n\n"
            ">>> clew.Geometry().peers('r1c1')[:3]\n(1, 2, 3)\n")
        .def("__str__", [](const Board& b) { return b.geometry->description(); })
        .def("__repr__",
             [](const Board& b) { return "clew.Geometry: " + b.geometry->description(); })
        .def(
            "__eq__", [](const Board& a, const Board& b) { return *a.geometry == *b.geometry; },
            py::is_operator())
        .def("__hash__", [](const Board& b) { return py::hash(arguments_of(b).attr("__str__")()); })
        .def(py::pickle(&arguments_of, [](const py::tuple& t) {
            need_fields(t, 7, "Geometry");
            return make_board(py::cast<std::size_t>(t[0]), t[1],
                              py::cast<std::vector<std::size_t>>(t[2]), py::cast<bool>(t[3]),
                              py::cast<bool>(t[4]), py::cast<std::vector<Extra>>(t[5]),
                              py::cast<py::kwargs>(t[6]));
        }));
}

}  // namespace clew::python
