#include "cli/output_file.hpp"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <ios>
#include <ostream>

namespace clew::cli {
namespace {

/// A file has the permissions that the user's umask would have given it.
void set_usual_permissions(int file) {
    const mode_t mask = umask(0);
    umask(mask);
    static_cast<void>(fchmod(file, 0666 & ~mask));
}

}  // namespace

OutputFile::OutputFile(Host& host, const std::optional<std::string>& path) : host_(host) {
    if (!path || *path == "-") return;
    path_ = path;
    // A device or a pipe (/dev/stdout, /dev/null) is written to, not replaced.
    std::error_code error;
    if (std::filesystem::exists(*path_, error) &&
        !std::filesystem::is_regular_file(*path_, error)) {
        if (std::filesystem::is_directory(*path_, error)) fail("is a folder");
        file_.open(*path_, std::ios::binary);
        if (!file_) fail("cannot be written");
        return;
    }
    temporary_ = *path_ + ".XXXXXX";
    const int file = mkstemp(temporary_.data());
    if (file < 0) {
        temporary_.clear();
        fail("cannot be written");
    }
    set_usual_permissions(file);
    close(file);
    file_.open(temporary_, std::ios::binary | std::ios::trunc);
    if (!file_) fail("cannot be written");
}

OutputFile::~OutputFile() {
    if (temporary_.empty()) return;
    file_.close();
    std::remove(temporary_.c_str());
}

std::ostream& OutputFile::stream() {
    if (path_) return file_;
    return host_.out;
}

void OutputFile::commit() {
    if (!path_) {
        host_.out.flush();
        return;
    }
    file_.close();
    if (!file_) fail("cannot be written");
    if (temporary_.empty()) return;
    if (std::rename(temporary_.c_str(), path_->c_str()) != 0) fail("cannot be replaced");
    temporary_.clear();
}

void OutputFile::fail(const std::string& what) const {
    throw std::ios_base::failure(*path_ + " " + what,
                                 std::error_code(errno, std::generic_category()));
}

}  // namespace clew::cli
