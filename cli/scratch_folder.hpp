#pragma once
// ScratchFolder: a fresh folder in the system's temporary one for the files that another program
// reads or writes, gone with all that is in it at the end.
//
//     const ScratchFolder scratch;
//     std::ofstream{scratch.file("tree.dot")} << ...;
//
// mkdtemp makes it: nobody else can foresee its name, write into it or read it.

#include <filesystem>
#include <string>

namespace clew::cli {

class ScratchFolder {
  public:
    /// Errors: std::ios_base::failure if it cannot be made.
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    /// The path of a file of that name in it.
    std::string file(const std::string& name) const { return (path_ / name).string(); }

  private:
    std::filesystem::path path_;
};

}  // namespace clew::cli
