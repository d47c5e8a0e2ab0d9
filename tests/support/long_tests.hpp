#pragma once
// How long the tests may take.

#include <cstdlib>

namespace clew {

/// Whether CLEW_LONG_TESTS asks for many times the usual number of cases.
inline bool long_tests() {
    return std::getenv("CLEW_LONG_TESTS") != nullptr;  // NOLINT(concurrency-mt-unsafe)
}

}  // namespace clew
