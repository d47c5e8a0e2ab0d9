#include "cli/file_error.hpp"

#include <filesystem>

namespace clew::cli {

void need_regular_file(const std::string& name) {
    std::error_code error;
    const auto status = std::filesystem::status(name, error);
    if (std::filesystem::is_directory(status)) throw FileError(name, "is a folder");
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        throw FileError(name, "is no regular file, where answers could be taken up again");
}

}  // namespace clew::cli
