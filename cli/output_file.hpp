#pragma once
// OutputFile: standard output, or a file that is written whole or not at all.
//
//     OutputFile out{host, path};          // path "-" or nothing: host.out
//     out.stream() << ...;
//     out.commit(watch);                   // without it the file is left as it was
//
// The text goes to a temporary file beside the target, which replaces the target in one step. What
// a stop cut short goes beside it under a name of its own: solutions.partial.txt. Errors:
// FileError.

#include <fstream>
#include <optional>
#include <string>

#include "cli/host.hpp"
#include "cli/watch.hpp"

namespace clew::cli {

/// "a/solutions.partial.txt" of "a/solutions.txt".
std::string partial_name(const std::string& name);

class OutputFile {
  public:
    OutputFile(Host& host, const std::optional<std::string>& path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    std::ostream& stream();
    /// The host with its results going here.
    Host host() { return path_ ? with_output(host_, file_) : host_; }
    bool is_standard_output() const { return !path_.has_value(); }
    /// The text is whole.
    void commit();
    /// The text is whole unless the watch was stopped: then it goes to partial_name(), if there is
    /// any, and a message says so.
    void commit(Watch& watch);

  private:
    void finish(const std::string& name);

    Host& host_;
    std::optional<std::string> path_;
    std::string temporary_;
    std::ofstream file_;
};

}  // namespace clew::cli
