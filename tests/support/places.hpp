#pragma once
// Places: where a test finds the source tree and the program that was built with it.
//
//     std::ifstream file{source_dir() + "/examples/p92.sdk"};

#include <string>

namespace clew {

/// The top of the source tree, without a slash at the end.
std::string source_dir();
/// The clew program of this build. It exists where the test depends on the target `clew`.
std::string program_path();
/// The same as a build with CLEW_WITH_CRYPTOMINISAT=OFF has it (tests/cli/CMakeLists.txt).
std::string program_without_sat_path();

}  // namespace clew
