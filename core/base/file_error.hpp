#pragma once
// FileError: a file that cannot be opened, read or written.
//
//     throw FileError(name, "cannot be opened", errno);  // "NAME cannot be opened: No such file ..."
//     throw FileError(name, "is a folder");              // where the system said nothing
//
// The system's reason is told only where the caller hands it over: errno may be an old one.

#include <ios>
#include <string>

namespace clew::inline base {

/// Thrown and caught in one thread, like any exception.
class FileError : public std::ios_base::failure {
  public:
    /// `code` is the errno of the call that failed, 0 if no call did.
    FileError(const std::string& name, const std::string& what, int code = 0);

    const char* what() const noexcept override { return message_.c_str(); }

  private:
    std::string message_;
};

}  // namespace clew::inline base
