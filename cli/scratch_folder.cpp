#include "cli/scratch_folder.hpp"

#include <stdlib.h>

#include <cerrno>

#include "cli/file_error.hpp"

namespace clew::cli {

ScratchFolder::ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "clew.XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw FileError(name, "cannot be made", errno);
    path_ = name;
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

}  // namespace clew::cli
