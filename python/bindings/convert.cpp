#include "python/bindings/convert.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/board/notation.hpp"
#include "core/board/spot.hpp"

namespace clew::python {

py::int_ to_int(const Count& count) {
    if (const auto small = count.to_u64()) return py::int_(*small);
    PyObject* number = PyLong_FromString(count.to_string().c_str(), nullptr, 10);
    if (number == nullptr) throw py::error_already_set();
    return py::reinterpret_steal<py::int_>(number);
}

std::size_t to_number(const std::string& what, const py::handle& number, std::size_t low,
                      std::size_t high) {
    if (PyIndex_Check(number.ptr()) == 0 || PyBool_Check(number.ptr()))
        throw py::type_error(what + ": a whole number, not " + Py_TYPE(number.ptr())->tp_name);
    const auto whole = py::reinterpret_steal<py::object>(PyNumber_Index(number.ptr()));
    if (!whole) throw py::error_already_set();
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(whole.ptr(), &overflow);
    if (overflow != 0 || value < static_cast<long long>(low) ||
        value > static_cast<long long>(high))
        throw py::value_error(what + (overflow != 0 ? "" : " " + std::to_string(value)) + ": " +
                              std::to_string(low) + " to " + std::to_string(high));
    return static_cast<std::size_t>(value);
}

Cell to_cell(const py::handle& cell, const Geometry& geometry) {
    if (py::isinstance<py::str>(cell)) {
        const std::string name = py::cast<std::string>(cell);
        if (const auto found = parse_spot_cell(name, geometry)) return *found;
        throw py::value_error("'" + name + "' is no cell of this board: r1c1 to " +
                              to_string(geometry.cells().back(), geometry.size()));
    }
    return Cell{to_number("cell", cell, 0, geometry.cell_count() - 1)};
}

std::vector<Cell> to_cells(const py::iterable& cells, const Geometry& geometry) {
    std::vector<Cell> result;
    for (const py::handle cell : cells) result.push_back(to_cell(cell, geometry));
    return result;
}

Digit to_digit(const py::handle& digit, const Geometry& geometry) {
    return Digit{to_number("digit", digit, 1, geometry.size()) - 1};
}

py::array_t<std::uint8_t> grid_array(const Grid& grid) {
    py::array_t<std::uint8_t> array{static_cast<py::ssize_t>(grid.cell_count())};
    std::ranges::transform(grid.digits(), array.mutable_data(),
                           [](Digit d) { return static_cast<std::uint8_t>(d.index() + 1); });
    return array;
}

py::array_t<std::uint8_t> grids_array(std::span<const Grid> grids, const Geometry& geometry) {
    py::array_t<std::uint8_t> array{{grids.size(), geometry.cell_count()}};
    std::uint8_t* at = array.mutable_data();
    for (const Grid& grid : grids)
        for (const Digit d : grid.digits()) *at++ = static_cast<std::uint8_t>(d.index() + 1);
    return array;
}

py::array_t<bool> mask_array(std::span<const DigitSet> digits, std::size_t size) {
    py::array_t<bool> array{{digits.size(), size}};
    bool* at = array.mutable_data();
    for (const DigitSet set : digits)
        for (std::size_t d = 0; d < size; ++d) *at++ = set.contains(Digit{d});
    return array;
}

Grid to_grid(const py::handle& digits, const Geometry& geometry) {
    const py::array given{py::reinterpret_borrow<py::object>(digits)};
    if (static_cast<std::size_t>(given.size()) != geometry.cell_count())
        throw py::value_error("a grid of " + std::to_string(given.size()) +
                              " cells: the board has " + std::to_string(geometry.cell_count()));
    const std::string wanted = "a grid: whole numbers, 1 to " + std::to_string(geometry.size());
    const char kind = given.dtype().kind();
    if (kind != 'i' && kind != 'u' && kind != 'f') throw py::type_error(wanted);
    if (kind == 'f') {
        const py::array_t<double, py::array::c_style | py::array::forcecast> exact{given};
        for (std::size_t i = 0; i < geometry.cell_count(); ++i) {
            const double digit = exact.data()[i];
            if (!(digit >= 1 && digit == std::floor(digit) && digit <= max_size))
                throw py::value_error(wanted);
        }
    }
    const py::array_t<long, py::array::c_style | py::array::forcecast> array{given};
    std::vector<Digit> grid;
    for (std::size_t i = 0; i < geometry.cell_count(); ++i) {
        const long digit = array.data()[i];
        if (digit < 1 || static_cast<std::size_t>(digit) > geometry.size())
            throw py::value_error("digit " + std::to_string(digit) + ": 1 to " +
                                  std::to_string(geometry.size()));
        grid.emplace_back(digit - 1);
    }
    return Grid{std::move(grid)};
}

void need_fields(const py::tuple& state, std::size_t fields, const std::string& class_name) {
    if (state.size() != fields) throw py::value_error("this is no pickle of a " + class_name);
}

}  // namespace clew::python
