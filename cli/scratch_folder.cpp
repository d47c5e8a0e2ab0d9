#include "cli/scratch_folder.hpp"

#include <stdlib.h>

#include <cerrno>
#include <cstdlib>

#include "core/base/file_error.hpp"

namespace clew::cli {

ScratchFolder::ScratchFolder() {
    std::error_code error;
    const std::filesystem::path all = std::filesystem::temp_directory_path(error);
    if (error) {
        const char* asked = std::getenv("TMPDIR");
        throw FileError(asked != nullptr ? asked : "/tmp",
                        "cannot hold temporary files (TMPDIR names another folder)", error.value());
    }
    std::string name = (all / "clew.XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw FileError(name, "cannot be made", errno);
    path_ = name;
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

}  // namespace clew::cli
