#pragma once
// Files that a command cannot use: FileError, whose exit code is io.
//
//     need_regular_file(name);

#include <string>

#include "core/base/file_error.hpp"

namespace clew::cli {

/// Errors: FileError if that is a folder, or exists and is no regular file (a device, a pipe).
void need_regular_file(const std::string& name);

}  // namespace clew::cli
