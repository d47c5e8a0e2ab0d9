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

#include <concepts>

namespace clew {
struct Record;
}

namespace clew::python {

class Call;
class Listing;
class Reader;
struct Board;
struct Pictures;
struct Tree;
struct Walk;

/// The classes whose objects Python holds.
template <class T>
concept Held = std::same_as<T, Record> || std::same_as<T, Call> || std::same_as<T, Listing> ||
    std::same_as<T, Reader> || std::same_as<T, Board> || std::same_as<T, Pictures> ||
    std::same_as<T, Tree> || std::same_as<T, Walk>;

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

namespace pybind11::detail {

/// Refuses, as an argument of another kind, an object that no constructor has made, such as
/// Puzzle.__new__(Puzzle): pybind11 itself would hand out memory that nothing was written to.
template <clew::python::Held T>
class type_caster<T> : public type_caster_base<T> {
  public:
    bool load(handle source, bool convert) {
        if (this->typeinfo != nullptr &&
            PyObject_TypeCheck(source.ptr(), this->typeinfo->type) != 0)
            for (const auto& part : values_and_holders(reinterpret_cast<instance*>(source.ptr())))
                if (!part.holder_constructed()) return false;
        return type_caster_base<T>::load(source, convert);
    }
};

}  // namespace pybind11::detail
