#pragma once
// InputFile: the bytes of a file, a pipe or standard input, which end when the stop flag is raised.
//
//     InputFile bytes{"puzzles.sdm", host.interrupt};
//     std::istream in{&bytes};
//
// The streams of the standard library wait for a writer whatever happens, and hide why reading
// failed; a signal, moreover, may come to a thread that does not read. Here waiting looks up twenty
// times a second, and a text that goes on for more than a mebibyte is not read on: an endless file
// ends too, while what is short is read whole. Errors: FileError.
//
//     NamedInput table{host, name, &watch.flag()};    // "-": standard input
//     read_times(table.stream(), table.source());

#include <array>
#include <istream>
#include <optional>
#include <streambuf>
#include <string>

#include "cli/host.hpp"
#include "core/base/outcome.hpp"

namespace clew::cli {

class InputFile : public std::streambuf {
  public:
    /// Opens a file. `stop` may be null, and must outlive the object. Errors: FileError.
    InputFile(const std::string& name, const StopFlag* stop);
    /// Reads from a descriptor that is open, and leaves it so.
    InputFile(int descriptor, std::string name, const StopFlag* stop);
    ~InputFile() override;
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    /// True if reading would return at once.
    bool ready() const { return ready_within(0); }
    /// True if it would within a moment: longer than a writer takes between two lines, shorter than
    /// somebody minds who waits for an answer.
    bool ready_soon() const { return ready_within(100); }
    /// True if somebody may be writing still: a pipe, a terminal; false of what lies on a disk.
    bool has_writer() const { return has_writer_; }
    /// True if the bytes ended because of the stop flag, so that what came last may be a half.
    bool cut_short() const { return cut_short_; }

  private:
    bool ready_within(int milliseconds) const;
    int_type underflow() override;
    std::streamsize showmanyc() override { return ready() ? 1 : 0; }

    std::string name_;
    const StopFlag* stop_;
    int descriptor_;
    bool owned_;
    bool has_writer_;
    bool cut_short_ = false;
    unsigned blocks_ = 0;               // that were read
    std::array<char, 1 << 16> buffer_;  // as much as a pipe holds
};

/// The text of a file, or of standard input, which is called "-".
class NamedInput {
  public:
    /// `stop` may be null; it and `host` must outlive the object. Errors: FileError.
    NamedInput(const Host& host, const std::string& name, const StopFlag* stop)
        : source_(name == "-" ? "<stdin>" : name), text_(host.in.rdbuf()) {
        if (name != "-") text_.rdbuf(&file_.emplace(name, stop));
    }
    std::istream& stream() { return text_; }
    /// As messages name it.
    const std::string& source() const { return source_; }

  private:
    std::string source_;
    std::optional<InputFile> file_;
    std::istream text_;
};

}  // namespace clew::cli
