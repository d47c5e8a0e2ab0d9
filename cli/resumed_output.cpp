#include "cli/resumed_output.hpp"

#include <array>
#include <cerrno>
#include <filesystem>
#include <ios>
#include <ostream>
#include <system_error>

namespace clew::cli {
namespace {

[[noreturn]] void fail(const std::string& path, const char* what) {
    throw std::ios_base::failure(path + " " + what,
                                 std::error_code(errno, std::generic_category()));
}

struct Lines {
    std::uint64_t whole = 0;   ///< lines with their end
    std::uintmax_t bytes = 0;  ///< up to the last end
};

Lines count_lines(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) fail(path, "cannot be read");
    Lines lines;
    std::uintmax_t offset = 0;
    std::array<char, 1 << 16> buffer;
    while (file.read(buffer.data(), buffer.size()), file.gcount() > 0) {
        for (std::streamsize i = 0; i < file.gcount(); ++i) {
            ++offset;
            if (buffer[static_cast<std::size_t>(i)] != '\n') continue;
            ++lines.whole;
            lines.bytes = offset;
        }
    }
    return lines;
}

}  // namespace

void declare_resume(Arguments& arguments, std::optional<std::string>& path) {
    arguments.file("--resume", path, "FILE",
                   "append the answers to FILE, skipping as many puzzles as it has lines: takes up "
                   "a run that was killed");
}

ResumedOutput::ResumedOutput(Host& host, const std::optional<std::string>& path)
    : path_(path), host_(path ? with_output(host, file_) : host) {
    if (!path_) return;
    if (std::filesystem::exists(*path_)) {
        const Lines lines = count_lines(*path_);
        answered_ = lines.whole;
        std::filesystem::resize_file(*path_, lines.bytes);
    }
    file_.open(*path_, std::ios::binary | std::ios::app);
    if (!file_) fail(*path_, "cannot be written");
}

void ResumedOutput::finish() {
    if (!path_) return;
    file_.close();
    if (!file_) fail(*path_, "cannot be written");
}

}  // namespace clew::cli
