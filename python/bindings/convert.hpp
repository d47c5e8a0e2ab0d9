#pragma once
// What crosses to Python and back: counts, cells, arrays.
//
//     to_int(count)                     a Python int, of any size
//     to_cell(object, geometry)         from 40 or "r5c5"
//     mask_array(candidates, size)      bool[cells, size]

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/count.hpp"
#include "core/board/puzzle.hpp"

namespace clew::python {

namespace py = pybind11;

/// What Python holds as clew.Geometry: geometries are shared and never change.
struct Board {
    GeometryPtr geometry;
};

py::int_ to_int(const Count& count);
/// A whole number, as Python's operator.index has it, within bounds. Errors: TypeError, ValueError.
std::size_t to_number(const std::string& what, const py::handle& number, std::size_t low,
                      std::size_t high);
/// A cell from its number, row-major from 0, or its name. Errors: TypeError, ValueError.
Cell to_cell(const py::handle& cell, const Geometry& geometry);
std::vector<Cell> to_cells(const py::iterable& cells, const Geometry& geometry);
/// A digit from its number from 1. Errors: TypeError, ValueError.
Digit to_digit(const py::handle& digit, const Geometry& geometry);
/// uint8[cells], digits from 1.
py::array_t<std::uint8_t> grid_array(const Grid& grid);
/// uint8[n, cells].
py::array_t<std::uint8_t> grids_array(std::span<const Grid> grids, const Geometry& geometry);
/// bool[cells, size].
py::array_t<bool> mask_array(std::span<const DigitSet> digits, std::size_t size);
/// The grid of an array of cells, or of size by size, of digits from 1. Errors: TypeError,
/// ValueError.
Grid to_grid(const py::handle& digits, const Geometry& geometry);

/// Errors: ValueError for what is no pickle of the class: not so many fields.
void need_fields(const py::tuple& state, std::size_t fields, const std::string& class_name);

/// Makes an array one that cannot be written, as a value's parts must be.
template <class Array>
Array frozen(Array array) {
    array.attr("flags").attr("writeable") = false;
    return array;
}

}  // namespace clew::python
