#include "cli/file_error.hpp"

#include <cstring>
#include <filesystem>

#include "encode/base/text.hpp"

namespace clew::cli {

FileError::FileError(const std::string& name, const std::string& what, int code)
    : std::ios_base::failure(name), message_(printable(name) + " " + what) {
    if (code != 0) message_ += std::string(": ") + std::strerror(code);
}

void need_regular_file(const std::string& name) {
    std::error_code error;
    const auto status = std::filesystem::status(name, error);
    if (std::filesystem::is_directory(status)) throw FileError(name, "is a folder");
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        throw FileError(name, "is no regular file, where answers could be taken up again");
}

}  // namespace clew::cli
