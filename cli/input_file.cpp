#include "cli/input_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "core/base/file_error.hpp"

namespace clew::cli {
namespace {

constexpr int look_up_milliseconds = 50;
constexpr unsigned short_blocks = 16;  // a text of so many is read whole, stop or no stop

/// Without waiting for the writer of a named pipe: reading waits for it, and hears a stop.
int opened(const std::string& name) {
    const int descriptor = open(name.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) throw FileError(name, "cannot be opened", errno);
    struct stat about = {};
    if (fstat(descriptor, &about) == 0 && S_ISDIR(about.st_mode)) {
        close(descriptor);
        throw FileError(name, "cannot be opened", EISDIR);
    }
    return descriptor;
}

bool is_written(int descriptor) {
    struct stat about = {};
    return fstat(descriptor, &about) == 0 &&
           (S_ISFIFO(about.st_mode) || S_ISSOCK(about.st_mode) || S_ISCHR(about.st_mode));
}

}  // namespace

InputFile::InputFile(const std::string& name, const StopFlag* stop)
    : name_(name),
      stop_(stop),
      descriptor_(opened(name)),
      owned_(true),
      has_writer_(is_written(descriptor_)) {}

InputFile::InputFile(int descriptor, std::string name, const StopFlag* stop)
    : name_(std::move(name)),
      stop_(stop),
      descriptor_(descriptor),
      owned_(false),
      has_writer_(is_written(descriptor_)) {}

InputFile::~InputFile() {
    if (owned_) close(descriptor_);
}

/// A file, and a pipe that was closed, are always ready.
bool InputFile::ready_within(int milliseconds) const {
    pollfd input = {};
    input.fd = descriptor_;
    input.events = POLLIN;
    return poll(&input, 1, milliseconds) > 0;
}

InputFile::int_type InputFile::underflow() {
    for (;;) {
        const bool stopped = stop_ != nullptr && stop_->raised();
        if ((stopped && blocks_ >= short_blocks) || cut_short_) {
            cut_short_ = true;
            return traits_type::eof();
        }
        if (!ready_within(stopped ? 0 : look_up_milliseconds)) {
            cut_short_ = stopped;
            continue;
        }
        const ssize_t size = read(descriptor_, buffer_.data(), buffer_.size());
        if (size < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (size < 0) throw FileError(name_, "cannot be read", errno);
        if (size == 0) return traits_type::eof();
        ++blocks_;
        setg(buffer_.data(), buffer_.data(), buffer_.data() + size);
        return traits_type::to_int_type(buffer_[0]);
    }
}

}  // namespace clew::cli
