// The module itself, and how Clew's errors become Python's.

#include "python/bindings/bindings.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "clew/version.hpp"
#include "core/base/contract.hpp"
#include "core/base/file_error.hpp"
#include "core/base/input_error.hpp"

namespace py = pybind11;

namespace clew::python {
namespace {

py::object place_number(std::size_t number) {
    return number == 0 ? py::object(py::none()) : py::object(py::int_(number));
}

// The classes are written in Python, so that they have documentation and can be pickled.
void raise_input_error(const InputError& error) {
    const py::object type = py::module_::import("clew.errors").attr("ClewInputError");
    const py::object value =
        type(error.what(), error.hint(), error.place().source, place_number(error.place().line),
             place_number(error.place().column), py::tuple(py::cast(error.parts())));
    PyErr_SetObject(type.ptr(), value.ptr());
}

// By the protocols 0 and 1 of pickle Python would make an object of pybind11's base class, whose
// end is an abort: those get what protocol 2 gets.
void travel_safely(const py::module_& module) {
    for (const auto& [name, kind] : py::cast<py::dict>(module.attr("__dict__"))) {
        if (PyType_Check(kind.ptr()) == 0) continue;
        kind.attr("__reduce_ex__") = py::cpp_function(
            [](const py::object& self, int protocol) {
                const auto plain = py::reinterpret_borrow<py::object>(
                    reinterpret_cast<PyObject*>(&PyBaseObject_Type));
                return plain.attr("__reduce_ex__")(self, std::max(protocol, 2));
            },
            py::name("__reduce_ex__"), py::is_method(kind), py::arg("protocol"));
    }
}

}  // namespace
}  // namespace clew::python

PYBIND11_MODULE(_clew, module) {
    using namespace clew::python;
    module.doc() = "The compiled part of the package clew; use clew itself.";
    module.attr("version") = CLEW_VERSION;
    py::register_exception_translator([](std::exception_ptr failure) {
        try {
            std::rethrow_exception(std::move(failure));
        } catch (const clew::InputError& error) {
            raise_input_error(error);
        } catch (const clew::FileError& error) {
            PyErr_SetString(PyExc_OSError, error.what());
        } catch (const clew::ContractViolation& error) {
            PyErr_SetString(PyExc_ValueError, error.what());
        } catch (const nlohmann::json::exception& error) {  // of a text that is no UTF-8
            PyErr_SetString(PyExc_ValueError, error.what());
        } catch (const py::cast_error&) {  // pybind11 makes a RuntimeError of it
            PyErr_SetString(PyExc_TypeError, "incompatible function arguments");
        }
    });
    bind_call(module);
    bind_geometry(module);
    bind_puzzle(module);
    bind_count(module);
    bind_pictures(module);
    bind_explain(module);
    bind_setter(module);
    bind_shards(module);
    bind_tree(module);
    bind_certify(module);
    bind_listing(module);
    bind_marginals(module);
    travel_safely(module);
}
