#pragma once
// The formats that live above encode/board, for every reader and writer of the command line:
// DIMACS, which encode/cnf knows.

#include <span>

#include "encode/formats/formats.hpp"

namespace clew::cli {

std::span<const ForeignFormat> foreign_formats();

}  // namespace clew::cli
