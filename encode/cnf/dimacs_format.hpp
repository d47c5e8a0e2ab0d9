#pragma once
// DIMACS among the text formats, which know nothing of formulas: for readers and writers that are
// to take it as any other.
//
//     PuzzleReader reader{file, name, {.foreign = cnf::foreign_formats()}};

#include <span>

#include "core/formats/formats.hpp"

namespace clew::cnf {

/// The formats that live above core/formats. Static.
std::span<const ForeignFormat> foreign_formats();

}  // namespace clew::cnf
