#pragma once
// Clew as a library, whole but for the decision tree (clew/tree.hpp, which needs Boost's headers)
// and the command line's answers (clew/report.hpp).
//
//     #include <clew/clew.hpp>
//
//     const clew::CountResult n = clew::count(puzzle);       // n.solutions, n.exact()
//
// CMake: find_package(clew) and clew::clew; else pkg-config clew. Programs: docs/library.md.
//
// Errors: bad input (a text, a board that does not fit) is a clew::InputError with a place; a call
// that breaks its documented requirements is a clew::ContractViolation; no solution, a limit, an
// interrupt are fields of results.

#include "clew/certify.hpp"
#include "clew/explain.hpp"
#include "clew/formats.hpp"
#include "clew/logic.hpp"
#include "clew/puzzle.hpp"
#include "clew/setter.hpp"
#include "clew/solve.hpp"
#include "clew/version.hpp"
