#pragma once
// The Python module _clew: one function a subject, each in a file of its own, which names what
// Python sees.
//
//     PYBIND11_MODULE(_clew, module) { bind_call(module); bind_puzzle(module); ... }
//
// The module is plain: it takes puzzles and a Call (call.hpp) and answers with numbers, strings,
// arrays and dictionaries. Keyword arguments, results as classes and documentation for people are
// written in Python (python/clew/*.py), where they cost no compiling.

#include <pybind11/pybind11.h>

namespace clew::python {

void bind_call(pybind11::module_& module);
void bind_certify(pybind11::module_& module);
void bind_count(pybind11::module_& module);
void bind_explain(pybind11::module_& module);
void bind_geometry(pybind11::module_& module);
void bind_listing(pybind11::module_& module);
void bind_marginals(pybind11::module_& module);
void bind_pictures(pybind11::module_& module);
void bind_puzzle(pybind11::module_& module);
void bind_setter(pybind11::module_& module);
void bind_shards(pybind11::module_& module);
void bind_tree(pybind11::module_& module);

}  // namespace clew::python
