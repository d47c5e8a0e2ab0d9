#pragma once
// How a CPOG proof says that its graph implies the formula.
//
//     write_cpog(out, formula, variables, options, CpogDeletions::written);

#include <cstdint>

namespace clew::compile {

enum class CpogDeletions : std::uint8_t {
    none,     ///< not at all: checkers of the form of 2025 look themselves
    written,  ///< by deleting each clause, as the form of 2023 wants it
};

}  // namespace clew::compile
