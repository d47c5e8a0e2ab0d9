#include "core/base/file_error.hpp"

#include <cstring>

#include "core/base/text.hpp"

namespace clew::inline base {

FileError::FileError(const std::string& name, const std::string& what, int code)
    : std::ios_base::failure(name), message_(quotable(name) + " " + what) {
    if (code != 0) message_ += std::string(": ") + std::strerror(code);
}

}  // namespace clew::inline base
