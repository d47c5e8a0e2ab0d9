#pragma once
// OutputFile: standard output, or a file that is written whole or not at all.
//
//     OutputFile out{host, path};          // path "-" or nothing: host.out
//     out.stream() << ...;
//     out.commit();                        // without it the file is left as it was
//
// The text goes to a temporary file beside the target, which replaces the target in one step.
// Errors: std::ios_base::failure naming the file (exit code io).

#include <fstream>
#include <optional>
#include <string>

#include "cli/host.hpp"

namespace clew::cli {

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
    void commit();

  private:
    [[noreturn]] void fail(const std::string& what) const;

    Host& host_;
    std::optional<std::string> path_;
    std::string temporary_;
    std::ofstream file_;
};

}  // namespace clew::cli
