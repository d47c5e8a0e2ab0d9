#include "cli/output_file.hpp"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <ostream>

#include "core/base/file_error.hpp"

namespace clew::cli {
namespace {

/// A file has the permissions that the user's umask would have given it.
void set_usual_permissions(int file) {
    const auto mask = umask(0);
    umask(mask);
    static_cast<void>(fchmod(file, static_cast<mode_t>(0666 & ~mask)));
}

}  // namespace

std::string partial_name(const std::string& name) {
    const std::filesystem::path path{name};
    std::filesystem::path partial = path.stem();
    partial += ".partial";
    partial += path.extension();
    return (path.parent_path() / partial).string();
}

OutputFile::OutputFile(Host& host, const std::optional<std::string>& path) : host_(host) {
    if (!path || *path == "-") return;
    path_ = path;
    // A device or a pipe (/dev/stdout, /dev/null) is written to, not replaced.
    std::error_code error;
    if (std::filesystem::exists(*path_, error) &&
        !std::filesystem::is_regular_file(*path_, error)) {
        if (std::filesystem::is_directory(*path_, error)) throw FileError(*path_, "is a folder");
        errno = 0;
        file_.open(*path_, std::ios::binary);
        if (!file_) throw FileError(*path_, "cannot be written", errno);
        return;
    }
    temporary_ = *path_ + ".XXXXXX";
    const int file = mkstemp(temporary_.data());
    if (file < 0) {
        temporary_.clear();
        throw FileError(*path_, "cannot be written", errno);
    }
    set_usual_permissions(file);
    close(file);
    errno = 0;
    file_.open(temporary_, std::ios::binary | std::ios::trunc);
    if (!file_) throw FileError(*path_, "cannot be written", errno);
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
    finish(*path_);
}

void OutputFile::commit(Watch& watch) {
    if (!watch.stopped() || temporary_.empty()) return commit();
    file_.flush();
    if (file_ && file_.tellp() == std::ofstream::pos_type{0}) return;
    const std::string partial = partial_name(*path_);
    finish(partial);
    host_.err << "clew: " << watch.why() << ": what there was is in " << partial << ", " << *path_
              << " is left as it was\n";
}

void OutputFile::finish(const std::string& name) {
    errno = 0;
    file_.close();
    if (!file_) throw FileError(name, "cannot be written", errno);
    if (temporary_.empty()) return;
    std::error_code error;
    std::filesystem::rename(temporary_, name, error);
    if (error) throw FileError(name, "cannot be replaced", error.value());
    temporary_.clear();
}

}  // namespace clew::cli
