#include "cli/scratch_folder.hpp"

#include <stdlib.h>

#include <cerrno>
#include <ios>
#include <system_error>

namespace clew::cli {

ScratchFolder::ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "clew.XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr)
        throw std::ios_base::failure(name + " cannot be made",
                                     std::error_code(errno, std::generic_category()));
    path_ = name;
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

}  // namespace clew::cli
